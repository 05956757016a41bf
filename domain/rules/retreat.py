"""How a unit hit by flags goes back (2004 p. 10, Resolve Battle; 2025, Retreat)."""

from dataclasses import dataclass

from domain.hexes import Hex
from domain.position import Position
from domain.rules import medals
from domain.rules.movement import entry_refusal
from domain.state import Unit

Path = tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class RetreatTerms:
    """What ``flags`` flags ask of a unit: ``losses`` figures that no choice can save, then a
    retreat of ``shortest`` to ``longest`` hexes."""

    flags: int
    losses: int
    shortest: int
    longest: int


def terms(position: Position, unit: Unit, flags: int) -> RetreatTerms:
    """What the flags of one attack ask of a unit.

    Each flag is one hex toward the own baseline. What stands on the unit's hex may let it ignore
    one of them; figures are lost only for hexes that it must go and cannot.
    """
    ignorable = int(position.traits(unit).type in position.ground(unit.hex).ignores_a_flag)
    possible = len(_reachable_rows(position, unit, flags))
    must = flags - min(ignorable, flags)
    return RetreatTerms(flags, max(0, must - possible), min(must, possible), min(flags, possible))


def routes(position: Position, unit: Unit, shortest: int, longest: int) -> list[Path]:
    """Every different way to retreat, shortest first; the empty path is staying.

    A route goes its whole length, so that a dead end cannot be chosen; one route is listed for
    each hex it can end on. A hex that wins the owner the game ends the route there.
    """
    ends_game = medals.winning_hexes(position, unit)
    found: dict[Hex, Path] = {}
    for length in range(shortest, longest + 1):
        for path in _paths(position, unit, length):
            ended = next((i for i, spot in enumerate(path, 1) if spot in ends_game), length)
            cut = path[:ended]
            found.setdefault(cut[-1] if cut else unit.hex, cut)
    return list(found.values())


def _reachable_rows(position: Position, unit: Unit, limit: int) -> list[set[Hex]]:
    rows: list[set[Hex]] = []
    here = {unit.hex}
    while len(rows) < limit:
        here = {near for spot in here for near in _steps(position, unit, spot)}
        if not here:
            break
        rows.append(here)
    return rows


def _paths(position: Position, unit: Unit, length: int) -> list[Path]:
    paths: list[Path] = [()]
    for _ in range(length):
        paths = [
            (*path, near)
            for path in paths
            for near in _steps(position, unit, path[-1] if path else unit.hex)
        ]
    return paths


def _steps(position: Position, unit: Unit, spot: Hex) -> list[Hex]:
    """Open hexes one row nearer the baseline; terrain hinders only by being impassable."""
    before = position.ground(spot)
    kind = position.traits(unit).type
    return [
        near
        for near in position.grid.toward(spot, position.edge(unit.side))
        if near not in position.state.occupants
        and entry_refusal(position.ground(near), before, kind) is None
    ]
