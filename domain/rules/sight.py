"""Line of sight (2004 p. 9; 2025, Line of sight, and Appendix 2, Terrain height)."""

from domain.book import Sight
from domain.hexes import Hex
from domain.position import Position


def sees(position: Position, a: Hex, b: Hex) -> bool:
    """Whether the line between two hexes is clear. Neither end hex hinders it.

    A hex passed through blocks if it obstructs. Along an edge, the line is blocked only when
    something obstructs on both of its sides, wherever along it.
    """
    line = position.grid.line(a, b)
    if not (line.through or line.left or line.right):
        return True
    lowest = min(position.ground(a).height, position.ground(b).height)
    met = (*line.through, *line.left, *line.right)
    if any(_obstructs(position, spot, lowest) for spot in line.through):
        return False
    pairs = _paired(position, met)
    if len(pairs.intersection(line.through)) > 1:
        return False
    return not all(
        any(spot in pairs or _obstructs(position, spot, lowest) for spot in side)
        for side in (line.left, line.right)
    )


def _obstructs(position: Position, spot: Hex, lowest: int) -> bool:
    if spot not in position.grid:
        return position.book.half_hexes_obstruct
    ground = position.ground(spot)
    if spot not in position.state.occupants and ground.sight is not Sight.BLOCKS:
        return False
    return position.book.obstructs(ground.height, lowest)


def _paired(position: Position, met: tuple[Hex, ...]) -> frozenset[Hex]:
    """Hexes on the line that block in pairs and have a neighbor of that sort on the line too."""
    sort = [
        spot
        for spot in met
        if spot in position.grid and position.ground(spot).sight is Sight.BLOCKS_IN_PAIRS
    ]
    return frozenset(
        spot for spot in sort if any(other in position.grid.neighbors[spot] for other in sort)
    )
