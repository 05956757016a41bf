"""Overlays of a board: a unit's options, changes and marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from api.pictures.changes import Changes
from api.pictures.drawing.geometry import Layout
from api.pictures.drawing.lettering import Pen
from api.pictures.drawing.svg import number, points
from api.pictures.drawing.symbols import Symbols
from api.pictures.options import Options
from domain.geometry.hexes import Hex

Point = tuple[float, float]
_BEFORE_UNIT = 40
"""The distance of an arrow's end from the middle of the hex, so that no unit hides it."""
_HEAD = 15
_SLENDER = 0.75
_NUMBER_CAP = 22
"""The height of a hex's number, which several numbers share."""


@dataclass(frozen=True, slots=True)
class Extras:
    """The overlays of a picture."""

    options: Options | None = None
    changes: Changes | None = None
    marks: tuple[Hex, ...] = ()
    """Hexes to number, from 1 on."""


class Overlay:
    """Draws the overlays of one picture."""

    def __init__(self, extras: Extras, symbols: Symbols, layout: Layout) -> None:
        self._options = extras.options
        self._changes = extras.changes
        self._marks = extras.marks
        self._symbols = symbols
        self._pen = Pen(symbols)
        self._layout = layout

    def below(self) -> Iterator[str]:
        """Draw what lies under the units: reachable and visible hexes, and moves."""
        if self._options is not None:
            for hex_ in self._options.blind:
                yield self._mark("blind", hex_)
            for hex_ in sorted(self._options.moves):
                yield self._mark("reach", hex_)
            for hex_ in sorted(self._options.leaves):
                yield self._mark("leave", hex_)
        if self._changes is not None:
            for way in self._changes.moves:
                ends = [self._layout.center(hex_) for hex_ in way.hexes]
                yield self._arrow(ends, "move", "14 9" if way.back else "none")

    def above(self) -> Iterator[str]:
        """Draw what lies over the units: selection, targets, sight, shots, losses and numbers."""
        if self._options is not None:
            yield from self._sights(self._options)
        if self._changes is not None:
            yield from self._fight(self._changes)
        for hex_ in dict.fromkeys(self._marks):
            yield from self._numbers(hex_)

    def _sights(self, options: Options) -> Iterator[str]:
        yield self._mark("chosen", options.hex)
        for hexes, color, dashes in (
            (options.seen, "sight", "none"),
            (options.unseen, "quiet", "3 10"),
        ):
            for hex_ in hexes:
                yield self._line(options.hex, hex_, color, dashes)
        for hex_ in sorted(options.targets):
            yield self._mark("target", hex_)

    def _fight(self, changes: Changes) -> Iterator[str]:
        for hex_ in changes.gone:
            yield self._mark("gone", hex_)
        for start, end in changes.shots:
            if start is None:
                yield self._mark("struck", end)
            else:
                one, other = (self._layout.center(hex_) for hex_ in (start, end))
                yield self._arrow([_short_of(other, one), other], "shot", "2 11")
        for hex_, count in sorted(changes.losses.items()):
            x, y = self._layout.center(hex_)
            yield self._mark("loss", hex_)
            yield self._pen.write(f"-{count}", (x - 33, y + 33), 15, "loss-ink", "loss")

    def _numbers(self, hex_: Hex) -> Iterator[str]:
        """Draw one sign for all numbers of a hex."""
        numbers = [str(place) for place, one in enumerate(self._marks, 1) if one == hex_]
        cap = _NUMBER_CAP / max(1, len(numbers) - 1)
        x, y = self._layout.center(hex_)
        yield self._mark("number", hex_)
        yield self._pen.write(",".join(numbers), (x, y + cap / 2), cap, "loss-ink", "loss")

    def _mark(self, name: str, hex_: Hex) -> str:
        x, y = self._layout.center(hex_)
        return self._symbols.use(f"marks/{name}", f"translate({x} {y})")

    def _line(self, start: Hex, end: Hex, color: str, dashes: str) -> str:
        one, other = (self._layout.center(hex_) for hex_ in (start, end))
        ax, ay = _short_of(other, one)
        bx, by = _short_of(one, other)
        path = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
        return self._stroke(path, color, dashes)

    def _arrow(self, way: Sequence[Point], color: str, dashes: str) -> str:
        """Draw an arrow from the first point to shortly before the last."""
        tip, foot = (_short_of(way[-2], way[-1], by) for by in (_BEFORE_UNIT, _BEFORE_UNIT + _HEAD))
        line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (*way[:-1], foot))
        dx, dy = (tip[0] - foot[0]) * _SLENDER, (tip[1] - foot[1]) * _SLENDER
        corners = (tip, (foot[0] - dy, foot[1] + dx), (foot[0] + dy, foot[1] - dx))
        head = (
            f'<polygon points="{points(corners)}" fill="var(--{color})" stroke="var(--halo)" '
            'stroke-width="2" stroke-linejoin="round"/>'
        )
        return self._stroke(line, color, dashes) + self._symbols.colored(head)

    def _stroke(self, path: str, color: str, dashes: str) -> str:
        line = f'<path d="{path}" fill="none" stroke-linecap="round" stroke-linejoin="round" '
        return self._symbols.colored(
            f'{line}stroke="var(--halo)" stroke-width="9" stroke-opacity=".8"/>'
            f'{line}stroke="var(--{color})" stroke-width="5" stroke-dasharray="{dashes}"/>'
        )


def _short_of(start: Point, end: Point, by: float = _BEFORE_UNIT) -> Point:
    """Return the point at a distance before the end of a line."""
    part = by / hypot(end[0] - start[0], end[1] - start[1])
    return end[0] - (end[0] - start[0]) * part, end[1] - (end[1] - start[1]) * part
