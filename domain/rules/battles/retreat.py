"""How a unit hit by flags goes back (2004 p. 10, Resolve Battle; 2025, Retreat)."""

from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules import medals
from domain.state import Unit
from domain.values.frozen import dataclass

Path = tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class RetreatTerms:
    """What ``flags`` flags ask of a unit: ``losses`` figures that no choice can save, then a
    retreat of ``shortest`` to ``longest`` hexes."""

    flags: int
    losses: int
    shortest: int
    longest: int


def terms(position: Position, unit: Unit, flags: int, *, may_ignore: bool = True) -> RetreatTerms:
    """What the flags of one attack ask of a unit.

    Each flag is one hex toward the own baseline, or up to three for some units. What stands on
    the unit's hex may let it ignore one flag; some have to ignore flags. Figures are lost only for
    hexes that it must go and cannot.
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
    possible = _farthest(position, unit, farthest)
    must = max(0, flags - ignorable)
    return RetreatTerms(
        flags, max(0, must - possible), min(must, possible), min(farthest, possible)
    )


def routes(position: Position, unit: Unit, shortest: int, longest: int) -> list[Path]:
    """Every different way to retreat, shortest first; the empty path is staying.

    A route goes its whole length, so that a dead end cannot be chosen; one route is listed for
    each hex it can end on and the objectives it captures in passing. A hex that wins the owner
    the game ends the route there.
    """
    ends: dict[frozenset[str], frozenset[Hex]] = {}
    found: dict[tuple[Hex, frozenset[str]], Path] = {}
    for length in range(shortest, longest + 1):
        for path in _paths(position, unit, length):
            way, captured = _until_won(position, unit, path, ends)
            found.setdefault((way[-1] if way else unit.hex, captured), way)
    return list(found.values())


def wins(position: Position, unit: Unit, path: Path) -> bool:
    """Whether the last hex of a route wins the owner the game."""
    captured = frozenset(
        objective.id for hex_ in path[:-1] for objective in medals.captured_by(position, unit, hex_)
    )
    return bool(path) and path[-1] in medals.winning_hexes(position, unit, captured)


def _until_won(
    position: Position, unit: Unit, path: Path, ends: dict[frozenset[str], frozenset[Hex]]
) -> tuple[Path, frozenset[str]]:
    """A path as far as the first hex that wins, and the objectives captured before that; ``ends``
    remembers the winning hexes by what was captured before."""
    captured: frozenset[str] = frozenset()
    for count, hex_ in enumerate(path, start=1):
        if captured not in ends:
            ends[captured] = medals.winning_hexes(position, unit, captured)
        if hex_ in ends[captured]:
            return path[:count], captured
        here = medals.captured_by(position, unit, hex_)
        captured |= {objective.id for objective in here}
    return path, captured


def _farthest(position: Position, unit: Unit, limit: int) -> int:
    """Hexes that the unit can go back on its longest way, at most ``limit``."""
    here = {unit.hex}
    for gone in range(limit):
        here = {near for hex_ in here for near in _steps(position, unit, hex_)}
        if not here:
            return gone
    return limit


def _paths(position: Position, unit: Unit, length: int) -> list[Path]:
    paths: list[Path] = [()]
    for _ in range(length):
        paths = [
            (*path, near)
            for path in paths
            for near in _steps(position, unit, path[-1] if path else unit.hex)
        ]
    return paths


def _steps(position: Position, unit: Unit, hex_: Hex) -> list[Hex]:
    """Open hexes one row nearer the baseline; terrain hinders only by being impassable."""
    back = position.field.back[unit.side][position.traits(unit).mover]
    return [near for near in back[hex_] if near not in position.state.occupants]
