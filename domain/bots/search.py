"""The search: whole turns, played out many times with cards and dice as they may come.

What the planner thinks best is held against what it likes nearly as much. Each option is carried on
by the planner up to the first dice; from there the turn is played out in worlds that the options
share: hidden cards dealt anew, and other dice. A world counts by the chance to win at the end of
the turn. The better half of the options is played out twice as often, and so on.

The work is a number of worlds, not a time, and all chance follows from the seed: the same seed
gives the same decision.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from domain import commands as c
from domain.bots import greedy, planner
from domain.bots.dealing import dealt
from domain.bots.forecast import forecast
from domain.bots.reach import UNIT
from domain.bots.rest_of_turn import NeedsChanceError, Unforeseen, listed, play_on
from domain.chance import SeededChance
from domain.decide import apply
from domain.evaluation import medal_worth
from domain.phases import MovePhase, OrderPhase, PlayCardPhase
from domain.state import GameState
from domain.values import Seat, Side

_SEARCHED = (PlayCardPhase, OrderPhase, MovePhase)
"""Phases whose options are searched; in all others the planner decides."""


@dataclass(frozen=True, slots=True)
class _Budget:
    """How many options are compared, in how many worlds at first, and by how many standard errors
    one has to be better than the planner's. All are played out in ``worlds`` of them, half of them
    in twice as many, and half of those in four times as many."""

    options: int
    worlds: int
    doubt: float

    @property
    def most(self) -> int:
        """The worlds in which the last ones are compared."""
        return 4 * self.worlds


_CARDS = _Budget(options=8, worlds=16, doubt=0.3)
_OTHERS = _Budget(options=5, worlds=12, doubt=0.5)
_GAP = 1.0
"""How far an order or a move may be behind the best one, in the planner's figures."""
_LEAST = 0.002
"""The gain in the chance to win for which the planner's choice is left."""
_PRIOR = 20.0
"""How much what a medal is worth counts against what the worlds say that luck is worth."""


@dataclass(slots=True)
class _Line:
    """An option, the state to which it leads without dice, and the command that throws the first
    ones, if it is known already. Of each world that was played out: the chance to win, and the
    luck with the dice."""

    option: c.Play
    state: GameState
    pending: c.Play | None
    chances: list[float] = field(default_factory=list)
    lucks: list[float] = field(default_factory=list)

    def mean(self, slope: float) -> float:
        """The mean chance, with luck that was worth so much counted out."""
        return (sum(self.chances) - slope * sum(self.lucks)) / len(self.chances)


def best(state: GameState, seat: Seat, options: Sequence[c.Play], seed: str) -> c.Play:
    """The option that a search finds best; ``state`` is what the seat knows. At tables of more than
    two seats, and where no card, order or move is chosen, the planner decides."""
    searched = isinstance(state.phase, _SEARCHED) and len(state.table.seats) == len(Side)
    return (
        _Search(state, seat, seed).best(options) if searched else planner.best(state, seat, options)
    )


class _Search:
    def __init__(self, state: GameState, seat: Seat, seed: str) -> None:
        self._state = state
        self._seat = seat
        self._seed = seed
        self._cards = isinstance(state.phase, PlayCardPhase)
        self._budget = _CARDS if self._cards else _OTHERS

    def best(self, options: Sequence[c.Play]) -> c.Play:
        """The best option; that of the planner where no other is clearly better."""
        lines = self._lines(options)
        if len(lines) == 1:
            return lines[0].option
        prior, left, done, worlds = lines[0], lines, 0, self._budget.worlds
        while True:
            self._play_out(left, range(done, worlds))
            slope = self._slope(lines)
            left = sorted(left, key=lambda line: line.mean(slope), reverse=True)
            if worlds >= self._budget.most:
                break
            others = [line for line in left if line is not prior]
            left = [prior, *others[: max(1, (len(left) - 1) // 2)]]
            done, worlds = worlds, 2 * worlds
        return left[0].option if self._is_better(left[0], prior, slope) else prior.option

    def _lines(self, options: Sequence[c.Play]) -> list[_Line]:
        """The most promising options, the planner's first; of orders and moves that come to the
        same in the end the first."""
        found: dict[object, _Line] = {}
        for option in self._promising(options):
            state, pending = self._planned(option)
            places = tuple((unit.id, unit.hex) for unit in state.units.values())
            came_to = option if self._cards else (pending, frozenset(state.turn.ordered), places)
            found.setdefault(came_to, _Line(option, state, pending))
        return list(found.values())

    def _promising(self, options: Sequence[c.Play]) -> list[c.Play]:
        judge = (greedy.Judge if self._cards else planner.Judge)(self._state, self._seat)
        worths = [judge.worth(option) for option in options]
        ranked = sorted(range(len(options)), key=lambda place: -worths[place])
        first = options[ranked[0]]
        near = [options[p] for p in ranked if self._cards or worths[p] >= worths[ranked[0]] - _GAP]
        return list(_others(near, first))[: self._budget.options]

    def _planned(self, option: c.Play) -> tuple[GameState, c.Play | None]:
        """The state to which the planner carries an option on before any dice are thrown, and the
        command that is to throw some."""
        state, command = self._state, option
        while True:
            try:
                state = apply(state, command, Unforeseen()).state
            except NeedsChanceError:
                return state, command
            if not isinstance(state.phase, _SEARCHED) or state.awaited is not self._seat:
                return state, None
            following = listed(state, self._seat)
            command = planner.best(state, self._seat, following)

    def _play_out(self, lines: Sequence[_Line], worlds: range) -> None:
        for world in worlds:
            for line in lines:
                seed = f"{self._seed}:{world}".encode()
                dealt_state = dealt(line.state, SeededChance(seed, "deal"))
                state, luck = play_on(dealt_state, line.pending, SeededChance(seed, "play"))
                line.chances.append(forecast(state, self._seat))
                line.lucks.append(luck)

    def _slope(self, lines: Sequence[_Line]) -> float:
        """What luck with the dice is worth: the slope of chances over lucks within the options,
        drawn to what a medal is worth."""
        products, squares = _PRIOR * medal_worth(self._state, self._seat) / UNIT, _PRIOR
        for line in lines:
            count = len(line.lucks)
            chance, luck = sum(line.chances) / count, sum(line.lucks) / count
            for one, other in zip(line.chances, line.lucks, strict=True):
                products += (one - chance) * (other - luck)
                squares += (other - luck) ** 2
        return products / squares

    def _is_better(self, line: _Line, prior: _Line, slope: float) -> bool:
        """Whether an option is better than the planner's beyond doubt, world by world."""
        pairs = zip(line.chances, line.lucks, prior.chances, prior.lucks, strict=False)
        gains = [a - slope * b - (p - slope * q) for a, b, p, q in pairs]
        count = len(gains)
        mean = sum(gains) / count
        error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count)
        return mean > _LEAST + self._budget.doubt * error


def _others(options: Sequence[c.Play], first: c.Play) -> Iterator[c.Play]:
    """The options less moves that end on the same hex, and less those of other units than the
    one that is best moved: these will have their turn."""
    ends = set()
    for option in options:
        if isinstance(option, c.MoveUnit):
            elsewhere = isinstance(first, c.MoveUnit) and option.unit != first.unit
            if elsewhere or (option.unit, option.path[-1]) in ends:
                continue
            ends.add((option.unit, option.path[-1]))
        yield option
