"""Line of sight and fire (2004 p. 9; 2025, Line of sight, and Appendix 2, Terrain height)."""

from collections.abc import Callable

from domain.geometry.hexes import Hex, SightLine
from domain.pieces.ground import GroundTraits, Sight
from domain.position import Position
from domain.values import UnitType


def sees(position: Position, a: Hex, b: Hex) -> bool:
    """Return whether the line between two hexes is clear. Neither end hex obstructs it.

    A hex on the line blocks it if it obstructs. Along an edge, the line is blocked only if
    something obstructs on both of its sides, anywhere along it.
    """
    line = position.grid.line(a, b)
    if not (line.through or line.left or line.right):
        return True
    between = _Between(position, a, b, line)
    pairs = between.paired()
    if len(pairs.intersection(line.through)) > 1:
        return False
    return not _blocked(line, between.obstructs, pairs)


def fire_is_stopped(position: Position, kind: UnitType, a: Hex, b: Hex) -> bool:
    """Return whether a hex in between stops the fire of a type, in sight or not."""
    if kind not in position.field.fire_stopped:
        return False

    def stops(hex_: Hex) -> bool:
        return hex_ in position.grid and kind in position.ground(hex_).stops_fire_of

    return _blocked(position.grid.line(a, b), stops, frozenset())


def _blocked(line: SightLine, obstructs: Callable[[Hex], bool], beside: frozenset[Hex]) -> bool:
    """Return whether a line is blocked; hexes in ``beside`` obstruct along an edge only."""
    if any(obstructs(hex_) for hex_ in line.through):
        return True
    return all(
        any(hex_ in beside or obstructs(hex_) for hex_ in side) for side in (line.left, line.right)
    )


class _Between:
    """The hexes between two ends of a line of sight."""

    def __init__(self, position: Position, a: Hex, b: Hex, line: SightLine) -> None:
        self._position = position
        self._line = line
        self._lowest = min(position.ground(a).height, position.ground(b).height)
        self._ends = (a, b)

    def obstructs(self, hex_: Hex) -> bool:
        """Return whether a hex obstructs the line."""
        position = self._position
        if hex_ not in position.grid:
            return position.book.half_hexes_obstruct
        ground = position.ground(hex_)
        if ground.sight is Sight.BLOCKS_AS_HILL:
            plateau = position.field.plateaus[ground.height]
            together = all(plateau.get(end) == plateau[hex_] for end in self._ends)
            if position.book.hill_obstructs(together, ground.height, self._lowest):
                return True
        if hex_ not in position.state.occupants and ground.sight is not Sight.BLOCKS:
            return False
        return position.book.obstructs(ground.height, self._lowest)

    def paired(self) -> frozenset[Hex]:
        """Return the hexes on the line that block in pairs and have such a neighbor on it."""
        position = self._position
        candidates = [
            hex_
            for hex_ in (*self._line.through, *self._line.left, *self._line.right)
            if hex_ in position.grid and self._blocks_in_pairs(position.ground(hex_))
        ]
        return frozenset(
            hex_
            for hex_ in candidates
            if any(other in position.grid.neighbors[hex_] for other in candidates)
        )

    def _blocks_in_pairs(self, ground: GroundTraits) -> bool:
        obstructs = self._position.book.obstructs
        return ground.sight is Sight.BLOCKS_IN_PAIRS and obstructs(ground.height, self._lowest)
