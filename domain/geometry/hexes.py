"""Geometry of the hex board: pure arithmetic on ``[row, col]``, without terrain or units.

Hexes are pointy-topped; odd rows are shifted half a hex to the right and hold one hex less.
Internally the doubled column ``x = 2 * col + row % 2`` puts all rows on one scale. Sources: 2004 p.
5, Battlefield, and p. 9, Line of Sight; 2025, the same sections.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from domain.geometry.shape import GridShape
from domain.values import Direction, Edge, Section


class Hex(NamedTuple):
    """One hex: ``row`` from the top edge, ``col`` from the left of its row, both from 0."""

    row: int
    col: int

    @property
    def x(self) -> int:
        """The doubled column, the same scale for even and odd rows."""
        return 2 * self.col + self.row % 2


DIRECTIONS: dict[Direction, tuple[int, int]] = {
    Direction.E: (0, 2),
    Direction.NE: (-1, 1),
    Direction.NW: (-1, -1),
    Direction.W: (0, -2),
    Direction.SW: (1, -1),
    Direction.SE: (1, 1),
}
"""One step each way, as rows down and doubled columns to the right."""


class SightLine(NamedTuple):
    """The hexes between two hexes that a straight line from center to center meets.

    The line crosses those in ``through`` and runs along an edge of those in ``left`` and ``right``.
    Hexes beyond the board's side edge (the printed halves) are included.
    """

    through: tuple[Hex, ...]
    left: tuple[Hex, ...]
    right: tuple[Hex, ...]


def at(row: int, x: int) -> Hex:
    """Return the hex of a row and a doubled column (``row + x`` must be even)."""
    return Hex(row, (x - row % 2) // 2)


def label(hex_: Hex) -> str:
    """Return the name of a hex for people: a letter for the row from the top, and a number for the
    place in the row from the left, from 1. ``[2, 4]`` is C5."""
    return f"{chr(ord('A') + hex_[0])}{hex_[1] + 1}"


def distance(a: Hex, b: Hex) -> int:
    """Return the distance in hexes; 1 is adjacent. Nothing in between changes it."""
    rows = abs(a[0] - b[0])
    across = abs(2 * a[1] + a[0] % 2 - 2 * b[1] - b[0] % 2)
    # Both are even or both odd.
    return rows if across <= rows else (rows + across) // 2


class Grid:
    """A board's shape with precomputed neighbors, sections and sight lines. A hex cut by a line
    between sections belongs to both. Where sections have halves, ``halves`` numbers those of each
    hex, from the left of the printed board."""

    def __init__(self, shape: GridShape) -> None:
        self.shape = shape
        columns, section_lines = shape.columns, shape.section_lines
        self.hexes = tuple(Hex(r, c) for r in range(shape.rows) for c in range(columns - r % 2))
        self._on_board = frozenset(self.hexes)
        self.neighbors = {h: tuple(self._adjacent(h)) for h in self.hexes}
        self._toward = {
            Edge.TOP: {h: self._step(h, -1) for h in self.hexes},
            Edge.BOTTOM: {h: self._step(h, +1) for h in self.hexes},
        }
        self._sections = {
            Edge.BOTTOM: {h: self._sections_of(h, section_lines) for h in self.hexes},
        }
        self._sections[Edge.TOP] = {
            h: tuple(_MIRROR[s] for s in sections)
            for h, sections in self._sections[Edge.BOTTOM].items()
        }
        borders = sorted((*section_lines, *shape.half_lines))
        self.halves: dict[Hex, tuple[int, ...]] = {
            h: tuple(range(bisect_left(borders, h.x), bisect_right(borders, h.x) + 1))
            for h in (self.hexes if shape.half_lines else ())
        }
        self._lines: dict[tuple[Hex, Hex], SightLine] = {}
        self._distances: dict[Hex, dict[Hex, int]] = {}

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self._on_board

    def sections(self, hex_: Hex, seat_edge: Edge) -> tuple[Section, ...]:
        """Return the one or two sections of a hex, as the player at ``seat_edge`` names them."""
        return self._sections[seat_edge][hex_]

    def seen_from(self, seat_edge: Edge) -> Mapping[Hex, tuple[Section, ...]]:
        """Return the sections of every hex, named as the player at ``seat_edge`` sees them."""
        return self._sections[seat_edge]

    def halves_of(self, section: Section, seat_edge: Edge) -> frozenset[int]:
        """Return the numbers of a section's two halves, as the player at ``seat_edge`` sees it."""
        facing = section if seat_edge is Edge.BOTTOM else _MIRROR[section]
        first = 2 * tuple(Section).index(facing)
        return frozenset((first, first + 1))

    def toward(self, hex_: Hex, edge: Edge) -> tuple[Hex, ...]:
        """Return the hexes (two, one or none) one row nearer ``edge``: possible retreat steps."""
        return self._toward[edge][hex_]

    def distances(self, hex_: Hex) -> Mapping[Hex, int]:
        """Return the distance from a hex to every hex."""
        cached = self._distances.get(hex_)
        if cached is None:
            cached = self._distances[hex_] = {other: distance(hex_, other) for other in self.hexes}
        return cached

    def line(self, a: Hex, b: Hex) -> SightLine:
        """Return the hexes that the straight line from ``a`` to ``b`` meets, ends excluded."""
        cached = self._lines.get((a, b))
        if cached is None:
            cached = self._lines[a, b] = _trace(a, b)
        return cached

    def _adjacent(self, h: Hex) -> Iterator[Hex]:
        for dr, dx in DIRECTIONS.values():
            neighbor = at(h.row + dr, h.x + dx)
            if neighbor in self._on_board:
                yield neighbor

    def _step(self, h: Hex, down: int) -> tuple[Hex, ...]:
        return tuple(
            neighbor
            for neighbor in (at(h.row + down, h.x - 1), at(h.row + down, h.x + 1))
            if neighbor in self._on_board
        )

    @staticmethod
    def _sections_of(h: Hex, lines: tuple[int, ...]) -> tuple[Section, ...]:
        west, east = lines
        sections = []
        if h.x <= west:
            sections.append(Section.LEFT)
        if west <= h.x <= east:
            sections.append(Section.CENTER)
        if h.x >= east:
            sections.append(Section.RIGHT)
        return tuple(sections)


_MIRROR = {
    Section.LEFT: Section.RIGHT,
    Section.CENTER: Section.CENTER,
    Section.RIGHT: Section.LEFT,
}

# Corners of a hex around its center, in a plane where rows are 3 and doubled columns 1 apart.
_CORNERS_OF_AN_EDGE = 2
_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def _trace(a: Hex, b: Hex) -> SightLine:
    """Classify every hex near the segment by the signs of its corners' cross products.

    Corners on both sides of the line: the line passes through. Exactly two corners on the line and
    the rest on one side: it runs along an edge of that hex, on the side given by the sign.
    """
    ax, ay, bx, by = a.x, 3 * a.row, b.x, 3 * b.row
    dx, dy = bx - ax, by - ay
    through: list[Hex] = []
    sides: dict[bool, list[Hex]] = {False: [], True: []}
    rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
    for row in rows:
        for x in range(min(ax, bx) - 2, max(ax, bx) + 3):
            if (row + x) % 2 or (hex_ := at(row, x)) in (a, b):
                continue
            along = (x - ax) * dx + (3 * row - ay) * dy
            if not 0 < along < dx * dx + dy * dy:
                continue
            signs = [dx * (3 * row + cy - ay) - dy * (x + cx - ax) for cx, cy in _CORNERS]
            if min(signs) < 0 < max(signs):
                through.append(hex_)
            elif signs.count(0) == _CORNERS_OF_AN_EDGE:
                sides[max(signs) > 0].append(hex_)
    return SightLine(*(_by_distance(a, hexes) for hexes in (through, sides[False], sides[True])))


def _by_distance(start: Hex, hexes: list[Hex]) -> tuple[Hex, ...]:
    return tuple(sorted(hexes, key=lambda hex_: distance(start, hex_)))


@lru_cache(maxsize=16)
def grid_of(shape: GridShape) -> Grid:
    """Return the cached grid of a board."""
    return Grid(shape)
