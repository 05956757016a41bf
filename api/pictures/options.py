"""What a unit can do now: its moves, its targets, and its lines of sight. Moves and targets are
shown to the viewer's own seats only; lines of sight are public."""

from dataclasses import dataclass

from domain.commands import Attack, Command, ExitBoard, MoveUnit, Retreat, TakeGround
from domain.editions import rulebook
from domain.geometry.hexes import Hex, distance
from domain.legal import commands_of
from domain.phases import TakeGroundPhase
from domain.position import Position
from domain.rules.battles.sight import sees
from domain.state import GameState, Unit
from domain.values import Seat


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a unit at ``hex``: the hexes where a move may end, those where it may leave
    the board, the hexes of its targets, the visible and the hidden enemies in range, and the hexes
    in range that it does not see."""

    hex: Hex
    moves: frozenset[Hex]
    leaves: frozenset[Hex]
    targets: frozenset[Hex]
    seen: tuple[Hex, ...]
    unseen: tuple[Hex, ...]
    blind: tuple[Hex, ...]


def options(state: GameState, seats: frozenset[Seat], unit: Unit, *, settled: bool) -> Options:
    """The options of a unit for a viewer who holds ``seats``; between the events of one command
    there is nothing to decide."""
    position = Position(rulebook(state.created), state)
    max_range = len(position.battle_traits(unit).dice_by_range)
    near = [hex_ for hex_ in position.grid.hexes if 0 < distance(unit.hex, hex_) <= max_range]
    clear = {hex_ for hex_ in near if sees(position, unit.hex, hex_)}
    enemies = [u.hex for u in state.units.values() if u.side is not unit.side and u.hex in near]
    listed = commands_of(state, seats) if settled else []
    return Options(
        hex=unit.hex,
        moves=frozenset(hex_ for one in listed for hex_ in _ends(one, unit, state)),
        leaves=frozenset(
            (unit.hex, *one.path)[-1]
            for one in listed
            if isinstance(one, ExitBoard) and one.unit == unit.id
        ),
        targets=frozenset(
            state.units[one.target].hex
            for one in listed
            if isinstance(one, Attack) and one.unit == unit.id
        ),
        seen=tuple(hex_ for hex_ in enemies if hex_ in clear),
        unseen=tuple(hex_ for hex_ in enemies if hex_ not in clear),
        blind=tuple(hex_ for hex_ in near if hex_ not in clear),
    )


def _ends(command: Command, unit: Unit, state: GameState) -> tuple[Hex, ...]:
    """Return the hex that a command moves the unit to, if any."""
    match command:
        case MoveUnit() | Retreat() if command.unit == unit.id:
            return command.path[-1:]
        case TakeGround() if isinstance(state.phase, TakeGroundPhase):
            return (state.phase.hex,) if state.phase.unit == unit.id else ()
        case _:
            return ()
