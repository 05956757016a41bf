"""Retreats of units hit by flags (2004 p. 10, Resolve Battle; 2025, Retreat)."""

from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules import medals
from domain.state import Unit
from domain.values.frozen import dataclass

Path = tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class RetreatTerms:
    """The effect of ``flags`` flags on a unit: ``losses`` figures that no choice can save, then a
    retreat of ``shortest`` to ``longest`` hexes."""

    flags: int
    losses: int
    shortest: int
    longest: int


def terms(position: Position, unit: Unit, flags: int, *, may_ignore: bool = True) -> RetreatTerms:
    """Return the effect of the flags of one attack on a unit.

    Each flag is one hex toward the unit's own baseline, or up to three for some units. The ground
    may let it ignore one flag; some units must ignore flags. Figures are lost only for mandatory
    hexes that are blocked.
    """
    traits = position.traits(unit)
    shelter = position.shelter(unit)
    ignorable = int(may_ignore and (traits.ignores_a_flag or traits.type in shelter.ignores_a_flag))
    if may_ignore and traits.tunnels and shelter.cave:
        flags = 0
    if may_ignore and traits.drops_flags:
        flags, ignorable = max(0, flags - traits.drops_flags - ignorable), 0
    if may_ignore and traits.type in shelter.ignores_flags:
        ignorable = flags
    farthest = flags * traits.retreat_per_flag
    reachable = _farthest(position, unit, farthest)
    required = max(0, flags - ignorable)
    return RetreatTerms(
        flags, max(0, required - reachable), min(required, reachable), min(farthest, reachable)
    )


def routes(position: Position, unit: Unit, shortest: int, longest: int) -> list[Path]:
    """Return every different retreat, shortest first; the empty path is staying.

    A route uses its full length, so that a dead end cannot be chosen. There is one route for each
    final hex and set of objectives captured in passing. A route ends at a hex that wins its owner
    the game.
    """
    ends: dict[frozenset[str], frozenset[Hex]] = {}
    routes_by_end: dict[tuple[Hex, frozenset[str]], Path] = {}
    for length in range(shortest, longest + 1):
        for path in _paths(position, unit, length):
            route, captured = _until_won(position, unit, path, ends)
            routes_by_end.setdefault((route[-1] if route else unit.hex, captured), route)
    return list(routes_by_end.values())


def wins(position: Position, unit: Unit, path: Path) -> bool:
    """Return whether the last hex of a route wins its owner the game."""
    captured = frozenset(
        objective.id for hex_ in path[:-1] for objective in medals.captured_by(position, unit, hex_)
    )
    return bool(path) and path[-1] in medals.winning_hexes(position, unit, captured)


def _until_won(
    position: Position, unit: Unit, path: Path, ends: dict[frozenset[str], frozenset[Hex]]
) -> tuple[Path, frozenset[str]]:
    """Return a path up to the first hex that wins, and the objectives captured before it; ``ends``
    caches the winning hexes by captured objectives."""
    captured: frozenset[str] = frozenset()
    for count, hex_ in enumerate(path, start=1):
        if captured not in ends:
            ends[captured] = medals.winning_hexes(position, unit, captured)
        if hex_ in ends[captured]:
            return path[:count], captured
        passed = medals.captured_by(position, unit, hex_)
        captured |= {objective.id for objective in passed}
    return path, captured


def _farthest(position: Position, unit: Unit, limit: int) -> int:
    """Return how many hexes the unit can retreat, at most ``limit``."""
    reached = {unit.hex}
    for length in range(limit):
        reached = {neighbor for hex_ in reached for neighbor in _steps(position, unit, hex_)}
        if not reached:
            return length
    return limit


def _paths(position: Position, unit: Unit, length: int) -> list[Path]:
    paths: list[Path] = [()]
    for _ in range(length):
        paths = [
            (*path, next_hex)
            for path in paths
            for next_hex in _steps(position, unit, path[-1] if path else unit.hex)
        ]
    return paths


def _steps(position: Position, unit: Unit, hex_: Hex) -> list[Hex]:
    """Return the free hexes one row nearer the baseline that the unit can enter."""
    steps_back = position.field.back[unit.side][position.traits(unit).mover]
    return [neighbor for neighbor in steps_back[hex_] if neighbor not in position.state.occupants]
