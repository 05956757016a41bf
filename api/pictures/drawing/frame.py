"""The frame of a picture: a strip for each side with its country, cards and medals."""

from collections.abc import Iterator

from api.pictures.drawing.geometry import Layout
from api.pictures.drawing.lettering import Pen, width
from api.pictures.drawing.svg import number
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.words import Words
from api.pictures.scene import Force, Scene
from domain.values import Edge

MARGIN = 20
STRIP = 66
_CAP = 24
_BASE = (STRIP + _CAP) / 2
_MEDAL_STEP = 38
MAX_MEDALS = 13
"""As many as fit, twice what a battle needs. More are shown as a number."""


class Frame:
    """Draws the frame of one picture."""

    def __init__(self, scene: Scene, symbols: Symbols, words: Words, layout: Layout) -> None:
        self._scene = scene
        self._symbols = symbols
        self._words = words
        self._pen = Pen(symbols)
        self._turned = layout.turned
        self.width, self.height = layout.width + 2 * MARGIN, layout.height + 2 * STRIP
        self.outline = layout.outline()

    def paper(self) -> str:
        """Draw the background."""
        return self._symbols.colored(
            f'<rect width="{self.width}" height="{self.height}" fill="var(--paper)"/>'
        )

    def drawn(self) -> Iterator[str]:
        """Draw a line around the board, and a strip at each side's edge."""
        yield self._line()
        for force in self._scene.forces:
            above = self._above(force)
            said = self._words.title if above else self._words.moment
            strip = "".join(self._strip(force, said))
            yield f'<g transform="translate(0 {self._top(above=above)})">{strip}</g>'

    def bare(self) -> Iterator[str]:
        """Draw the frame without what changes in a game; each strip has its side, its filled length
        and its text as attributes."""
        yield self._line()
        for force in self._scene.forces:
            above = self._above(force)
            drawn, left = self._owner(force)
            yield (
                f'<g transform="translate(0 {self._top(above=above)})" data-strip="{force.side}" '
                f'data-left="{number(left)}" data-says="{"title" if above else "moment"}">'
                f"{drawn}</g>"
            )

    def _line(self) -> str:
        return self._symbols.colored(
            f'<path d="{self.outline}" transform="translate({MARGIN} {STRIP})" fill="none" '
            'stroke="var(--frame-line)" stroke-width="5" stroke-linejoin="round"/>'
        )

    def _above(self, force: Force) -> bool:
        """Whether a side is at the upper edge of the picture."""
        return (force.edge is Edge.TOP) is not self._turned

    def _owner(self, force: Force) -> tuple[str, float]:
        """Draw the country and the side; return the end of them."""
        left, country = MARGIN + 22.0, ""
        if force.nation is not None and f"nations/{force.nation}" in self._symbols:
            place = f"translate({left} 33) scale(1.7)"
            country = self._symbols.use(f"nations/{force.nation}", place)
            left += 36
        name = self._words.sides[force.side]
        drawn = self._pen.write(name, (left, _BASE), _CAP, f"{force.side}-name", "paper", 0)
        return country + drawn, left + width(name, _CAP) + 20

    def _strip(self, force: Force, said: str) -> Iterator[str]:
        """Draw from the left: the country, the side, and whether it is on turn; the caption; the
        hand and the medals, those still to be won empty."""
        drawn, left = self._owner(force)
        yield drawn
        if force.on_turn:
            yield self._symbols.use("marks/on_turn", f"translate({number(left + 6)} 33)")
            left += 34
        right = self.width - MARGIN - 20.0
        won = f"marks/medal_{force.side}"
        if force.medals_to_win > MAX_MEDALS:
            yield self._symbols.use(won, f"translate({number(right)} 33)")
            counted = f"{force.medals}/{force.medals_to_win}"
            yield self._pen.write(counted, (right - 24, _BASE), _CAP, "ink", "paper", 1)
            right -= _MEDAL_STEP + 10 + width(counted, _CAP)
        else:
            for place in range(force.medals_to_win, 0, -1):
                mark = won if place <= force.medals else "marks/medal_open"
                yield self._symbols.use(mark, f"translate({number(right)} 33)")
                right -= _MEDAL_STEP
        yield self._symbols.use("marks/hand", f"translate({number(right - 44)} 33)")
        yield self._pen.write(str(force.cards), (right - 24, _BASE), _CAP, "ink", "paper", 0)
        right -= 70
        yield self._center(said, left, right)

    def _center(self, said: str, left: float, right: float) -> str:
        """Draw a text in the middle of the rest of a strip; smaller if it would not fit."""
        middle = self.width / 2
        room = 2 * (min(middle - left, right - middle) - 20)
        cap = min(_CAP, _CAP * room / width(said, _CAP)) if said else _CAP
        return self._pen.write(said, (middle, STRIP / 2 + cap / 2), cap, "ink", "paper")

    def _top(self, *, above: bool) -> int:
        return 0 if above else self.height - STRIP
