"""How large a board is and how it is divided: a value of the set-up."""

from dataclasses import dataclass

MAX_ROWS, MAX_COLUMNS = 26, 52
"""Rows are called by a letter; two double boards side by side are twice as wide as one."""


@dataclass(frozen=True, slots=True)
class GridShape:
    """``rows`` rows of hexes, ``columns`` in even rows and one less in odd ones, between two
    printed halves. ``section_lines`` are the doubled columns of the two dotted lines.

    The default is the board of a base box (2004 p. 5, Battlefield; 2025, the same section).
    """

    columns: int = 13
    rows: int = 9
    section_lines: tuple[int, ...] = (7, 17)

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for what no board can be like."""
        if not (1 <= self.rows <= MAX_ROWS and 2 <= self.columns <= MAX_COLUMNS):
            raise ValueError(f"a board has 1 to {MAX_ROWS} rows and 2 to {MAX_COLUMNS} columns")
        lines = self.section_lines
        if len(lines) != 2 or not 0 < lines[0] < lines[1] < 2 * (self.columns - 1):
            raise ValueError("two lines between sections are on the board, from left to right")


STANDARD = GridShape()
BREAKTHROUGH = GridShape(rows=17)
"""Two boards one behind the other (Breakthrough, Board)."""
