"""A chart of the luck in a game: the balance of the sides, turn by turn, and the bounds within
which it is in nine of ten cases."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from api import locales
from api.pictures.board import Manner
from api.pictures.drawing.lettering import Pen, width
from api.pictures.drawing.svg import number, picture, points
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.themes import THEMES
from domain.analysis.luck import Measure, Standing
from domain.values import Side

WIDTH, HEIGHT = 1040, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 86, 1000, 92, 424
_MIDDLE = (_TOP + _BOTTOM) / 2
_TITLE_CAP, _CAP, _SMALL_CAP = 22, 15, 14
_HEAD, _FOOT = 40, 494
_MAX_LEVELS, _MAX_TURNS = 4, 15
"""The maximum number of grid lines above the middle, and of marks along the turns."""
_ROOM, _AFTER = 20, 86
"""The margin of texts; the space after the last turn, for the current value."""
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Course:
    """The data of a chart: the battle's names by language, the ``version`` and the ``turn``, and
    the luck at the end of the turns with dice."""

    titles: Mapping[str, str]
    version: int
    turn: int
    measure: Measure
    luck: Mapping[int, Standing]


@dataclass(frozen=True, slots=True)
class _Point:
    """The balance at the end of a turn: the Allies' luck minus the Axis', and its bounds."""

    turn: int
    value: float
    low: float
    high: float


def draw(course: Course, manner: Manner) -> str:
    """Draw the chart of a course."""
    texts = locales.picture_texts(manner.language)
    sides = {side: locales.name("sides", side, manner.language) for side in Side}
    samples = _samples(course)
    chart = _Chart(samples, course.turn, Symbols(THEMES[manner.theme]))
    title = locales.chosen(dict(course.titles), manner.language)
    heading = texts[f"luck_{course.measure}"]
    moment = texts["moment"].format(turn=course.turn, version=course.version)
    drawn = (
        *chart.ground(),
        *chart.course(),
        *chart.sides({side: texts["luck_more"].format(side=sides[side]) for side in Side}),
        *chart.key(texts["luck_balance"], texts["luck_band"], texts["luck_turn"]),
        *chart.head(heading, f"{title}, {moment}"),
    )
    said = texts["luck_description"].format(
        heading=heading,
        moment=moment,
        **{side: sides[side] for side in Side},
        **{f"{side}_luck": _signed(value) for side, value in _last(course).items()},
        balance=_signed(samples[-1].value),
        low=_signed(samples[-1].low),
        high=_signed(samples[-1].high),
    )
    return picture((WIDTH, HEIGHT), manner.language, title, said, "".join(drawn))


def _samples(course: Course) -> list[_Point]:
    """The points from before the first turn to the last. Of consecutive turns without dice, which
    change nothing, only the last is included, so that the chart stays small whatever the numbers of
    turns."""
    found = [_Point(0, 0.0, 0.0, 0.0)]
    for turn, standing in sorted(course.luck.items()):
        if turn > found[-1].turn + 1:
            found.append(replace(found[-1], turn=turn - 1))
        balance = standing.balance
        found.append(_Point(turn, balance.difference, *balance.interval))
    last = max(course.turn, 1)
    return [*found, replace(found[-1], turn=last)] if last > found[-1].turn else found


def _last(course: Course) -> dict[Side, float]:
    if not course.luck:
        return dict.fromkeys(Side, 0.0)
    sides = course.luck[max(course.luck)].sides
    return {side: luck.difference for side, luck in sides.items()}


class _Chart:
    """A chart on a symmetric grid, so that neither side looks better."""

    def __init__(self, samples: Sequence[_Point], turn: int, symbols: Symbols) -> None:
        self._samples = samples
        self._symbols = symbols
        self._pen = Pen(symbols)
        reach = max(1.0, *(max(abs(one.value), one.high, -one.low) for one in samples))
        self._level = _step(reach, _MAX_LEVELS)
        self._reach = max(reach * 1.06, self._level)
        self._turns = samples[-1].turn
        self._mark = _step(self._turns, _MAX_TURNS)

    def ground(self) -> Iterator[str]:
        """Draw the background, the grid with its numbers, and the middle line."""
        yield self._drawn(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--paper)"/>')
        yield self._drawn(
            f'<rect x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}" height="{_BOTTOM - _TOP}" '
            'fill="var(--frame)"/>'
        )
        lines = int(self._reach / self._level)
        for line in range(-lines, lines + 1):
            y = self._y(line * self._level)
            if line:
                yield self._line(_LEFT, y, _RIGHT, y, "frame-line", 1)
            value = _signed(line * self._level, whole=True)
            yield self._pen.write(value, (_LEFT - 12, y + 7), _CAP, "quiet", "paper", 1)
        for turn in range(0, self._turns + 1, self._mark):
            x = self._x(turn)
            yield self._line(x, _BOTTOM, x, _BOTTOM + 7, "frame-line", 2)
            yield self._pen.write(str(turn), (x, _BOTTOM + 26), _CAP, "quiet", "paper")

    def course(self) -> Iterator[str]:
        """Draw the bounds, the area between the course and the middle in the color of the favored
        side, and the course up to the current point."""
        upper = [(self._x(one.turn), self._y(one.high)) for one in self._samples]
        lower = [(self._x(one.turn), self._y(one.low)) for one in self._samples]
        yield self._drawn(
            f'<polygon points="{points([*upper, *lower[::-1]])}" fill="var(--quiet)" '
            'fill-opacity=".16"/>'
        )
        for edge in (upper, lower):
            yield self._path(edge, "quiet", 1.5, ' stroke-dasharray="7 5"')
        way = [(self._x(one.turn), self._y(one.value)) for one in self._samples]
        area = points([(way[0][0], _MIDDLE), *way, (way[-1][0], _MIDDLE)])
        for side, top in ((Side.ALLIES, _TOP), (Side.AXIS, _MIDDLE)):
            yield (
                f'<clipPath id="{side}"><rect x="{_LEFT}" y="{number(top)}" '
                f'width="{_RIGHT - _LEFT}" height="{number(_MIDDLE - _TOP)}"/></clipPath>'
            )
            yield self._drawn(
                f'<polygon points="{area}" fill="var(--{side}-edge)" fill-opacity=".38" '
                f'clip-path="url(#{side})"/>'
            )
        yield self._line(_LEFT, _MIDDLE, _RIGHT, _MIDDLE, "ink", 2)
        yield self._path(way, "frame", 8)
        yield self._path(way, "ink", 4)
        yield from self._end(*way[-1])

    def _end(self, x: float, y: float) -> Iterator[str]:
        """Draw the current point and its value."""
        yield self._drawn(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="8" fill="var(--ink)" '
            'stroke="var(--frame)" stroke-width="3"/>'
        )
        value = _signed(self._samples[-1].value)
        yield self._pen.write(value, (x + 16, y + _CAP / 2), _CAP + 2, "ink", "frame", 0)

    def sides(self, more: Mapping[Side, str]) -> Iterator[str]:
        """Draw the sides' names above and below the middle line."""
        for side, y in ((Side.ALLIES, _TOP + _ROOM + 8), (Side.AXIS, _BOTTOM - _ROOM + 6)):
            tip = "-10 10 0 -8 10 10" if side is Side.ALLIES else "-10 -8 0 10 10 -8"
            yield self._drawn(
                f'<polygon points="{tip}" transform="translate({_LEFT + 24} {y - 8})" '
                f'fill="var(--{side}-edge)"/>'
            )
            place = (_LEFT + 44, y)
            yield self._pen.write(more[side], place, _CAP, f"{side}-name", "frame", 0)

    def key(self, balance: str, band: str, turn: str) -> Iterator[str]:
        """Draw the legend and the label of the lower edge."""
        left = float(_LEFT)
        yield self._line(left, _FOOT - 7, left + 34, _FOOT - 7, "ink", 4)
        yield self._pen.write(balance, (left + 46, _FOOT), _SMALL_CAP, "ink", "paper", 0)
        left += 46 + width(balance, _SMALL_CAP) + 40
        yield self._drawn(
            f'<rect x="{number(left)}" y="{_FOOT - 17}" width="34" height="20" '
            'fill="var(--quiet)" fill-opacity=".16" stroke="var(--quiet)" stroke-width="1.5" '
            'stroke-dasharray="7 5"/>'
        )
        yield self._pen.write(band, (left + 46, _FOOT), _SMALL_CAP, "ink", "paper", 0)
        yield self._pen.write(turn, (_RIGHT, _FOOT), _SMALL_CAP, "quiet", "paper", 1)

    def head(self, heading: str, moment: str) -> Iterator[str]:
        """Draw the title and the version; smaller if they would not fit."""
        room = _RIGHT - _LEFT
        cap = min(_TITLE_CAP, _TITLE_CAP * room / width(heading, _TITLE_CAP))
        yield self._pen.write(heading, (_LEFT, _HEAD), cap, "ink", "paper", 0)
        cap = min(_CAP, _CAP * room / width(moment, _CAP))
        yield self._pen.write(moment, (_LEFT, _HEAD + 30), cap, "quiet", "paper", 0)

    def _x(self, turn: int) -> float:
        return _LEFT + (_RIGHT - _LEFT - _AFTER) * turn / self._turns

    def _y(self, value: float) -> float:
        return _MIDDLE - (_MIDDLE - _TOP) * value / self._reach

    def _line(self, x: float, y: float, to_x: float, to_y: float, color: str, thick: int) -> str:
        return self._path([(x, y), (to_x, to_y)], color, thick)

    def _path(
        self, way: Sequence[tuple[float, float]], color: str, thick: float, more: str = ""
    ) -> str:
        steps = "L".join(f"{number(x)} {number(y)}" for x, y in way)
        return self._drawn(
            f'<path d="M{steps}" fill="none" stroke="var(--{color})" stroke-width="{thick}" '
            f'stroke-linejoin="round" stroke-linecap="round"{more}/>'
        )

    def _drawn(self, drawing: str) -> str:
        return self._symbols.colored(drawing)


def _step(length: float, max_steps: int) -> int:
    """Return the distance of grid lines for a maximum number of them."""
    scale = 1
    while length > 5 * max_steps * scale:
        scale *= 10
    return next(size * scale for size in (1, 2, 5) if length <= max_steps * size * scale)


def _signed(value: float, *, whole: bool = False) -> str:
    """Format a number with its sign and one decimal."""
    short = f"{abs(value):.0f}" if whole else f"{abs(value):.1f}"
    if not float(short):
        return "0"
    return f"{'+' if value > 0 else _MINUS}{short}"
