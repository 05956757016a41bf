"""The size of a board and its division into sections: a value of the set-up."""

from dataclasses import dataclass
from itertools import pairwise

from domain.values.rare import rare

MAX_ROWS, MAX_COLUMNS = 26, 52
"""Rows are named by letters; two double boards side by side are twice as wide as one."""


@dataclass(frozen=True, slots=True)
class GridShape:
    """The shape of a board; by default that of a base box (2004 p. 5, Battlefield; 2025)."""

    columns: int = 13
    """Hexes in even rows; odd rows have one less, between two printed halves."""
    rows: int = 9
    section_lines: tuple[int, ...] = (7, 17)
    """Doubled columns of the two dotted lines."""
    half_lines: tuple[int, ...] = rare()
    """Doubled columns of the lines within sections that span two boards' sections."""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` if no board can have this shape."""
        if not (1 <= self.rows <= MAX_ROWS and 2 <= self.columns <= MAX_COLUMNS):
            raise ValueError(f"a board has 1 to {MAX_ROWS} rows and 2 to {MAX_COLUMNS} columns")
        lines = self.section_lines
        if len(lines) != 2 or not 0 < lines[0] < lines[1] < 2 * (self.columns - 1):
            raise ValueError("two lines between sections are on the board, from left to right")
        if self.half_lines and not self._halved():
            raise ValueError("each section has one line between its halves, or none has")

    def _halved(self) -> bool:
        sections = list(pairwise((0, *self.section_lines, 2 * (self.columns - 1))))
        return len(self.half_lines) == len(sections) and all(
            west < line < east for (west, east), line in zip(sections, self.half_lines, strict=True)
        )


STANDARD = GridShape()
BREAKTHROUGH = GridShape(rows=17)
"""Two boards one behind the other (Breakthrough, Board)."""
OVERLORD = GridShape(columns=26, section_lines=(17, 33), half_lines=(7, 25, 43))
"""Two boards side by side; where they touch, printed halves form whole hexes. Each section spans
two sections of a board (Overlord, Board)."""
