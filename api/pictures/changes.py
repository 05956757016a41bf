"""The changes on the board between two versions: moves, shots and losses."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.events import (
    AttackDeclared,
    Event,
    FiguresLost,
    GroundTaken,
    StrikeRolled,
    UnitArrived,
    UnitEliminated,
    UnitExited,
    UnitLanded,
    UnitMoved,
    UnitRetreated,
)
from domain.geometry.hexes import Hex
from domain.state import GameState


@dataclass(frozen=True, slots=True)
class UnitMove:
    """The hexes of a unit's move, its start included; ``back`` for a retreat."""

    hexes: tuple[Hex, ...]
    back: bool = False


@dataclass(slots=True)
class Changes:
    """Moves in order, shots from hex to hex (without a start from the air), lost figures by the
    current hexes of their units, and the hexes of eliminated units."""

    moves: list[UnitMove] = field(default_factory=list)
    shots: list[tuple[Hex | None, Hex]] = field(default_factory=list)
    losses: dict[Hex, int] = field(default_factory=dict)
    gone: list[Hex] = field(default_factory=list)


def changes(before: GameState, events: Iterable[Event], after: GameState) -> Changes:
    """Return the changes on the board by the events between two states."""
    found = Changes()
    positions = {unit.id: unit.hex for unit in before.units.values()}
    lost: dict[str, int] = {}
    for event in events:
        _move(event, positions, found)
        match event:
            case AttackDeclared() if event.attacker in positions and event.target in positions:
                found.shots.append((positions[event.attacker], positions[event.target]))
            case StrikeRolled() if event.target in positions:
                found.shots.append((None, positions[event.target]))
            case FiguresLost():
                lost[event.unit] = lost.get(event.unit, 0) + event.count
            case UnitEliminated():
                found.gone.append(event.hex)
    for unit, count in lost.items():
        if unit in after.units:
            found.losses[after.units[unit].hex] = count
    return found


def _move(event: Event, positions: dict[str, Hex], found: Changes) -> None:
    """Record a step of a unit; landing from the air is not a move."""
    match event:
        case UnitMoved() | UnitRetreated() if event.unit in positions:
            path = (positions[event.unit], *event.path)
            if event.path:
                found.moves.append(UnitMove(path, back=isinstance(event, UnitRetreated)))
            positions[event.unit] = path[-1]
        case GroundTaken() if event.unit in positions:
            found.moves.append(UnitMove((positions[event.unit], event.hex)))
            positions[event.unit] = event.hex
        case UnitLanded() | UnitArrived():
            positions[event.unit] = event.hex
        case UnitExited():
            positions.pop(event.unit, None)
        case _:
            pass
