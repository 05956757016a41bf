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
class Way:
    """The hexes that a unit went through, the first one left included; ``back`` if it was made
    to."""

    hexes: tuple[Hex, ...]
    back: bool = False


@dataclass(slots=True)
class Changes:
    """Ways in the order they were gone, shots from hex to hex (from the air, none to begin with),
    figures lost by the hex where their unit stands now, and hexes where a unit was eliminated."""

    ways: list[Way] = field(default_factory=list)
    shots: list[tuple[Hex | None, Hex]] = field(default_factory=list)
    losses: dict[Hex, int] = field(default_factory=dict)
    gone: list[Hex] = field(default_factory=list)


def changes(before: GameState, events: Iterable[Event], after: GameState) -> Changes:
    """Return the changes on the board by the events between two states."""
    found = Changes()
    spots = {unit.id: unit.hex for unit in before.units.values()}
    lost: dict[str, int] = {}
    for event in events:
        _move(event, spots, found)
        match event:
            case AttackDeclared() if event.attacker in spots and event.target in spots:
                found.shots.append((spots[event.attacker], spots[event.target]))
            case StrikeRolled() if event.target in spots:
                found.shots.append((None, spots[event.target]))
            case FiguresLost():
                lost[event.unit] = lost.get(event.unit, 0) + event.count
            case UnitEliminated():
                found.gone.append(event.hex)
    for unit, count in lost.items():
        if unit in after.units:
            found.losses[after.units[unit].hex] = count
    return found


def _move(event: Event, spots: dict[str, Hex], found: Changes) -> None:
    """Record a step of a unit; landing from the air is not a move."""
    match event:
        case UnitMoved() | UnitRetreated() if event.unit in spots:
            ways = (spots[event.unit], *event.path)
            if event.path:
                found.ways.append(Way(ways, back=isinstance(event, UnitRetreated)))
            spots[event.unit] = ways[-1]
        case GroundTaken() if event.unit in spots:
            found.ways.append(Way((spots[event.unit], event.hex)))
            spots[event.unit] = event.hex
        case UnitLanded() | UnitArrived():
            spots[event.unit] = event.hex
        case UnitExited():
            spots.pop(event.unit, None)
        case _:
            pass
