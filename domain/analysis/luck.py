"""What the dice of a game were expected to do, and what they did.

Each roll at a unit is held against all throws of its dice, where the unit stood then. What comes of
it, less what was expected, is fair whatever the players do and whenever they end the game: nobody
can play for a better sum. The intervals are of the same rolls thrown once more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from typing import get_args

from domain import events as e
from domain.analysis.distribution import NOTHING, Distribution, spread, total
from domain.analysis.odds import Outcome, Rolled, outcome, outcomes, rolled
from domain.analysis.work import Spend, unlimited
from domain.editions import rulebook
from domain.evolve import evolve
from domain.history import mainline_versions
from domain.position import Position
from domain.state import Fight, GameState
from domain.values import Face, Side

LEVEL = 0.9
"""The chance with which what comes lies in the interval."""


class Measure(StrEnum):
    """What is counted of a roll; losses are figures, by whatever cause."""

    HITS = "hits"
    FLAGS = "flags"
    LOSSES = "losses"
    ELIMINATIONS = "eliminations"


class RollSource(StrEnum):
    """What has thrown dice at a unit."""

    ATTACK = "attack"
    STRIKE = "strike"
    AMBUSH = "ambush"
    BATTLE_BACK = "battle_back"


@dataclass(frozen=True)
class LuckReport:
    """A number that dice decide: its distribution before they were thrown, and what came."""

    spread: Distribution
    actual: int

    @property
    def expected(self) -> float:
        """What is to be expected."""
        return self.spread.mean

    @property
    def variance(self) -> float:
        """Of what comes, before the dice are thrown."""
        return self.spread.variance

    @property
    def difference(self) -> float:
        """The actual value minus the expected value."""
        return self.actual - self.expected

    @property
    def interval(self) -> tuple[float, float]:
        """Between these the difference lies with the chance ``LEVEL``: as often below as above."""
        tail = (1 - LEVEL) / 2
        low, high = (self.spread.quantile(share) for share in (tail, 1 - tail))
        return low - self.expected, high - self.expected

    @property
    def rank(self) -> float:
        """The chance of less than what came, and half of that of exactly as much."""
        return self.spread.rank(self.actual)

    @property
    def index(self) -> float:
        """The difference in standard deviations."""
        return self.difference / self.variance**0.5 if self.variance else 0.0

    def plus(self, other: "LuckReport", spend: Spend = unlimited) -> "LuckReport":
        """The sum of two such numbers."""
        return LuckReport(self.spread.plus(other.spread, spend), self.actual + other.actual)

    def less(self, other: "LuckReport", spend: Spend = unlimited) -> "LuckReport":
        """The difference of two such numbers."""
        return LuckReport(
            self.spread.plus(other.spread.negated(), spend), self.actual - other.actual
        )


@dataclass(frozen=True)
class Throw:
    """A roll at ``target``, with the event of this ``version``; ``unit`` threw, unless it was a
    card. ``stands`` says that it was not taken back."""

    version: int
    turn: int
    side: Side
    source: RollSource
    unit: str | None
    target: str
    faces: tuple[Face, ...]
    luck: Mapping[Measure, LuckReport]
    stands: bool = True


@dataclass(frozen=True)
class Tally:
    """Several rolls together; the luck of a side is the other's loss."""

    rolls: int
    dice: int
    luck: Mapping[Measure, LuckReport]


@dataclass(frozen=True)
class Standing:
    """The luck of each of the ``sides`` up to the end of a turn, and that of the Allies less that
    of the Axis."""

    sides: Mapping[Side, LuckReport]
    balance: LuckReport


def thrown(events: Iterable[e.Event], spend: Spend = unlimited) -> list[Throw]:
    """Every roll at a unit in a game, in order; ``events`` are all from its first one on."""
    log = list(events)
    taken_back = {v: one.to_version for v, one in enumerate(log, 1) if isinstance(one, e.TakenBack)}
    counts = set(mainline_versions(len(log), taken_back))
    found = _throws(log, frozenset(taken_back.values()), spend)
    return [replace(throw, stands=throw.version in counts) for throw in found]


def tally(throws: Sequence[Throw], spend: Spend = unlimited) -> Tally:
    """Rolls added up; each is independent of the others, given where it was thrown."""
    return Tally(
        rolls=len(throws),
        dice=sum(len(throw.faces) for throw in throws),
        luck={
            measure: LuckReport(
                total((throw.luck[measure].spread for throw in throws), spend),
                sum(throw.luck[measure].actual for throw in throws),
            )
            for measure in Measure
        },
    )


def balance(mine: Tally, other: Tally, spend: Spend = unlimited) -> dict[Measure, LuckReport]:
    """By how much one side had more luck than the other."""
    return {measure: mine.luck[measure].less(other.luck[measure], spend) for measure in Measure}


def by_turn(throws: Sequence[Throw], spend: Spend = unlimited) -> dict[tuple[int, Side], Tally]:
    """The rolls of each turn, a side at a time, as far as there were any."""
    found: dict[tuple[int, Side], list[Throw]] = {}
    for throw in throws:
        found.setdefault((throw.turn, throw.side), []).append(throw)
    return {key: tally(found[key], spend) for key in sorted(found)}


def course(
    throws: Sequence[Throw], measure: Measure, spend: Spend = unlimited
) -> dict[int, Standing]:
    """How luck stood at the end of each turn in which dice were thrown."""
    found: dict[int, Standing] = {}
    so_far, more = {side: LuckReport(NOTHING, 0) for side in Side}, LuckReport(NOTHING, 0)
    for throw in sorted(throws, key=lambda one: one.turn):
        came = throw.luck[measure]
        so_far[throw.side] = so_far[throw.side].plus(came, spend)
        more = (more.plus if throw.side is Side.ALLIES else more.less)(came, spend)
        found[throw.turn] = Standing(dict(so_far), more)
    return found


def _throws(log: Sequence[e.Event], wanted: frozenset[int], spend: Spend) -> Iterator[Throw]:
    """``wanted`` are the versions that the game was taken back to. Fixed dice are nobody's luck."""
    state: GameState | None = None
    states: dict[int, GameState] = {}
    fixed = False
    for version, event in enumerate(log, start=1):
        if state is not None and isinstance(event, Rolled) and not fixed:
            position = Position(rulebook(state.created), state)
            yield _throw(version, position, event, _again(log[version:]), spend)
        fixed = isinstance(event, e.DiceFixed)
        state = evolve(state, event, states.get)
        if version in wanted:
            states[version] = state


def _again(following: Sequence[e.Event]) -> tuple[Face, ...]:
    """The dice that were thrown again for the hits of a roll, by what follows it."""
    ends = (*get_args(Rolled), e.UnitMoved, e.UnitRetreated, e.GroundTaken)
    own = takewhile(lambda event: not isinstance(event, ends), following)
    rolls = (event for event in own if isinstance(event, e.HazardRolled))
    return tuple(face for event in rolls for face in event.faces)


def _throw(
    version: int, position: Position, event: Rolled, again: Sequence[Face], spend: Spend
) -> Throw:
    roll = rolled(position, event)
    source, unit = _source(event, position.state.turn.fight)
    return Throw(
        version=version,
        turn=position.state.turn.number,
        side=roll.target.side.enemy,
        source=source,
        unit=unit,
        target=roll.target.id,
        faces=event.faces,
        luck=_luck(outcomes(position, roll, spend), outcome(position, roll, event.faces, again)),
    )


def _source(event: Rolled, fight: Fight | None) -> tuple[RollSource, str | None]:
    """What threw the dice of an event, and by which unit."""
    if fight is None or isinstance(event, e.StrikeRolled):
        return RollSource.STRIKE, None
    if isinstance(event, e.AmbushRolled):
        return RollSource.AMBUSH, fight.target
    if isinstance(event, e.BattleBackRolled):
        return RollSource.BATTLE_BACK, fight.target
    return RollSource.ATTACK, fight.attacker


def _luck(ways: Mapping[Outcome, int], came: Outcome) -> dict[Measure, LuckReport]:
    whole = sum(ways.values())
    found = {}
    for measure, number in _NUMBERS.items():
        chances: Counter[int] = Counter()
        for one, count in ways.items():
            chances[number(one)] += count
        law = spread({value: count / whole for value, count in chances.items()})
        found[measure] = LuckReport(law, number(came))
    return found


_NUMBERS: Mapping[Measure, Callable[[Outcome], int]] = {
    Measure.HITS: lambda one: one.hits,
    Measure.FLAGS: lambda one: one.flags,
    Measure.LOSSES: lambda one: one.losses,
    Measure.ELIMINATIONS: lambda one: int(one.eliminated),
}
