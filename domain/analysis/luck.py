"""What the dice of a game were expected to do, and what they did.

Each roll at a unit is compared with all throws of its dice in the same situation. The difference
from the expected result is unbiased whatever the players do and whenever they end the game: no one
can play for a better sum. The intervals are for the same rolls repeated once.
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
"""The chance that the actual value is within the interval."""


class Measure(StrEnum):
    """What is counted of a roll; losses are figures, by any cause."""

    HITS = "hits"
    FLAGS = "flags"
    LOSSES = "losses"
    ELIMINATIONS = "eliminations"


class RollSource(StrEnum):
    """What rolled dice at a unit."""

    ATTACK = "attack"
    STRIKE = "strike"
    AMBUSH = "ambush"
    BATTLE_BACK = "battle_back"


@dataclass(frozen=True)
class LuckReport:
    """A number decided by dice: its distribution before the roll, and the actual value."""

    spread: Distribution
    actual: int

    @property
    def expected(self) -> float:
        """The expected value."""
        return self.spread.mean

    @property
    def variance(self) -> float:
        """The variance of the value before the roll."""
        return self.spread.variance

    @property
    def difference(self) -> float:
        """The actual value minus the expected value."""
        return self.actual - self.expected

    @property
    def interval(self) -> tuple[float, float]:
        """The central interval that contains the difference with the chance ``LEVEL``."""
        tail = (1 - LEVEL) / 2
        low, high = (self.spread.quantile(share) for share in (tail, 1 - tail))
        return low - self.expected, high - self.expected

    @property
    def rank(self) -> float:
        """The chance of less than the actual value, plus half the chance of exactly that."""
        return self.spread.rank(self.actual)

    @property
    def index(self) -> float:
        """The difference in standard deviations."""
        return self.difference / self.variance**0.5 if self.variance else 0.0

    def plus(self, other: "LuckReport", spend: Spend = unlimited) -> "LuckReport":
        """Return the sum of two such numbers."""
        return LuckReport(self.spread.plus(other.spread, spend), self.actual + other.actual)

    def minus(self, other: "LuckReport", spend: Spend = unlimited) -> "LuckReport":
        """Return the difference of two such numbers."""
        return LuckReport(
            self.spread.plus(other.spread.negated(), spend), self.actual - other.actual
        )


@dataclass(frozen=True)
class Throw:
    """A roll at ``target``, in the event of this ``version``; ``unit`` rolled it, unless it was a
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
    """Several rolls added up; one side's luck is the other's loss."""

    rolls: int
    dice: int
    luck: Mapping[Measure, LuckReport]


@dataclass(frozen=True)
class Standing:
    """The luck of both ``sides`` up to the end of a turn, and that of the Allies minus that of the
    Axis."""

    sides: Mapping[Side, LuckReport]
    balance: LuckReport


def find_throws(events: Iterable[e.Event], spend: Spend = unlimited) -> list[Throw]:
    """Return every roll at a unit in a game, in order; ``events`` are all events from the first."""
    log = list(events)
    taken_back = {
        v: event.to_version for v, event in enumerate(log, 1) if isinstance(event, e.TakenBack)
    }
    mainline = set(mainline_versions(len(log), taken_back))
    throws = _iterate_throws(log, frozenset(taken_back.values()), spend)
    return [replace(throw, stands=throw.version in mainline) for throw in throws]


def tally(throws: Sequence[Throw], spend: Spend = unlimited) -> Tally:
    """Add up rolls; each is independent of the others, given its situation."""
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


def balance(own: Tally, other: Tally, spend: Spend = unlimited) -> dict[Measure, LuckReport]:
    """Return by how much one side was luckier than the other."""
    return {measure: own.luck[measure].minus(other.luck[measure], spend) for measure in Measure}


def by_turn(throws: Sequence[Throw], spend: Spend = unlimited) -> dict[tuple[int, Side], Tally]:
    """Return the tally of each turn and side that rolled dice."""
    groups: dict[tuple[int, Side], list[Throw]] = {}
    for throw in throws:
        groups.setdefault((throw.turn, throw.side), []).append(throw)
    return {key: tally(groups[key], spend) for key in sorted(groups)}


def course(
    throws: Sequence[Throw], measure: Measure, spend: Spend = unlimited
) -> dict[int, Standing]:
    """Return the luck at the end of each turn in which dice were rolled."""
    result: dict[int, Standing] = {}
    by_side, difference = {side: LuckReport(NOTHING, 0) for side in Side}, LuckReport(NOTHING, 0)
    for throw in sorted(throws, key=lambda throw: throw.turn):
        luck = throw.luck[measure]
        by_side[throw.side] = by_side[throw.side].plus(luck, spend)
        difference = (difference.plus if throw.side is Side.ALLIES else difference.minus)(
            luck, spend
        )
        result[throw.turn] = Standing(dict(by_side), difference)
    return result


def _iterate_throws(
    log: Sequence[e.Event], targets: frozenset[int], spend: Spend
) -> Iterator[Throw]:
    """Yield all rolls; ``wanted`` are the versions taken back to. Fixed dice are not luck."""
    state: GameState | None = None
    states: dict[int, GameState] = {}
    fixed = False
    for version, event in enumerate(log, start=1):
        if state is not None and isinstance(event, Rolled) and not fixed:
            position = Position(rulebook(state.created), state)
            yield _throw(version, position, event, _second_roll(log[version:]), spend)
        fixed = isinstance(event, e.DiceFixed)
        state = evolve(state, event, states.get)
        if version in targets:
            states[version] = state


def _second_roll(following: Sequence[e.Event]) -> tuple[Face, ...]:
    """Return the dice rolled again for the hits of a roll, given the events that follow it."""
    ends = (*get_args(Rolled), e.UnitMoved, e.UnitRetreated, e.GroundTaken)
    own = takewhile(lambda event: not isinstance(event, ends), following)
    rolls = (event for event in own if isinstance(event, e.HazardRolled))
    return tuple(face for event in rolls for face in event.faces)


def _throw(
    version: int, position: Position, event: Rolled, second_roll: Sequence[Face], spend: Spend
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
        luck=_luck(
            outcomes(position, roll, spend), outcome(position, roll, event.faces, second_roll)
        ),
    )


def _source(event: Rolled, fight: Fight | None) -> tuple[RollSource, str | None]:
    if fight is None or isinstance(event, e.StrikeRolled):
        return RollSource.STRIKE, None
    if isinstance(event, e.AmbushRolled):
        return RollSource.AMBUSH, fight.target
    if isinstance(event, e.BattleBackRolled):
        return RollSource.BATTLE_BACK, fight.target
    return RollSource.ATTACK, fight.attacker


def _luck(outcomes: Mapping[Outcome, int], actual: Outcome) -> dict[Measure, LuckReport]:
    total_count = sum(outcomes.values())
    reports = {}
    for measure, number in _NUMBERS.items():
        chances: Counter[int] = Counter()
        for possible, count in outcomes.items():
            chances[number(possible)] += count
        distribution = spread({value: count / total_count for value, count in chances.items()})
        reports[measure] = LuckReport(distribution, number(actual))
    return reports


_NUMBERS: Mapping[Measure, Callable[[Outcome], int]] = {
    Measure.HITS: lambda one: one.hits,
    Measure.FLAGS: lambda one: one.flags,
    Measure.LOSSES: lambda one: one.losses,
    Measure.ELIMINATIONS: lambda one: int(one.eliminated),
}
