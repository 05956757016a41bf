"""The search: whole turns, played out many times with possible cards and dice.

The planner's choice is compared with the options it likes nearly as much. Each option is continued
by the planner up to the first dice; from there the turn is played out in worlds that all options
share: hidden cards dealt anew, and other dice. The result of a world is the chance to win at the
end of the turn. The better half of the options is played out twice as often, and so on.

The work is a number of worlds, not a time, and all chance follows from the seed: the same seed
gives the same decision.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from domain import commands as c
from domain.bots import greedy, planner
from domain.bots.dealing import deal_unknown
from domain.bots.forecast import forecast
from domain.bots.reach import UNIT
from domain.bots.rest_of_turn import NeedsChanceError, NoDraws, list_options, play_on
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
    """The number of options compared, the number of worlds at first, and by how many standard
    errors an option must be better than the planner's. All options are played out in ``worlds``
    worlds, half of them in twice as many, and half of those in four times as many."""

    options: int
    worlds: int
    doubt: float

    @property
    def max_worlds(self) -> int:
        """The worlds in which the last options are compared."""
        return 4 * self.worlds


_CARDS = _Budget(options=8, worlds=16, doubt=0.3)
_OTHERS = _Budget(options=5, worlds=12, doubt=0.5)
_GAP = 1.0
"""How far an order or a move may be behind the best one, in the planner's figures."""
_MIN_GAIN = 0.002
"""The least gain in the chance to win for which the planner's choice is replaced."""
_PRIOR = 20.0
"""The weight of the worth of a medal in the estimate of what luck is worth."""


@dataclass(slots=True)
class _Candidate:
    """An option, the state it leads to without dice, and the command that rolls the first dice, if
    known. For each world played out: the chance to win, and the luck with the dice."""

    option: c.Play
    state: GameState
    pending: c.Play | None
    chances: list[float] = field(default_factory=list)
    lucks: list[float] = field(default_factory=list)

    def mean(self, slope: float) -> float:
        """Return the mean chance without luck, of which one unit is worth ``slope``."""
        return (sum(self.chances) - slope * sum(self.lucks)) / len(self.chances)


def best(state: GameState, seat: Seat, options: Sequence[c.Play], seed: str) -> c.Play:
    """Return the best option by search; ``state`` is what the seat knows. At tables of more than
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
        """Return the best option; the planner's unless another one is clearly better."""
        candidates = self._candidates(options)
        if len(candidates) == 1:
            return candidates[0].option
        prior, remaining, first, worlds = candidates[0], candidates, 0, self._budget.worlds
        while True:
            self._play_out(remaining, range(first, worlds))
            slope = self._slope(candidates)
            remaining = sorted(remaining, key=lambda candidate: candidate.mean(slope), reverse=True)
            if worlds >= self._budget.max_worlds:
                break
            others = [candidate for candidate in remaining if candidate is not prior]
            remaining = [prior, *others[: max(1, (len(remaining) - 1) // 2)]]
            first, worlds = worlds, 2 * worlds
        return remaining[0].option if self._is_better(remaining[0], prior, slope) else prior.option

    def _candidates(self, options: Sequence[c.Play]) -> list[_Candidate]:
        """Return the most promising options, the planner's first; of orders and moves with the same
        result the first."""
        by_result: dict[object, _Candidate] = {}
        for option in self._best_options(options):
            state, pending = self._continue_to_dice(option)
            positions = tuple((unit.id, unit.hex) for unit in state.units.values())
            result = option if self._cards else (pending, frozenset(state.turn.ordered), positions)
            by_result.setdefault(result, _Candidate(option, state, pending))
        return list(by_result.values())

    def _best_options(self, options: Sequence[c.Play]) -> list[c.Play]:
        judge = (greedy.Judge if self._cards else planner.Judge)(self._state, self._seat)
        worths = [judge.worth(option) for option in options]
        ranked = sorted(range(len(options)), key=lambda index: -worths[index])
        preferred = options[ranked[0]]
        close = [options[p] for p in ranked if self._cards or worths[p] >= worths[ranked[0]] - _GAP]
        return list(_distinct(close, preferred))[: self._budget.options]

    def _continue_to_dice(self, option: c.Play) -> tuple[GameState, c.Play | None]:
        """Return the state to which the planner continues an option before any dice, and the
        command that rolls some."""
        state, command = self._state, option
        while True:
            try:
                state = apply(state, command, NoDraws()).state
            except NeedsChanceError:
                return state, command
            if not isinstance(state.phase, _SEARCHED) or state.awaited is not self._seat:
                return state, None
            options = list_options(state, self._seat)
            command = planner.best(state, self._seat, options)

    def _play_out(self, candidates: Sequence[_Candidate], worlds: range) -> None:
        for world in worlds:
            for candidate in candidates:
                seed = f"{self._seed}:{world}".encode()
                dealt_state = deal_unknown(candidate.state, SeededChance(seed, "deal"))
                state, luck = play_on(dealt_state, candidate.pending, SeededChance(seed, "play"))
                candidate.chances.append(forecast(state, self._seat))
                candidate.lucks.append(luck)

    def _slope(self, candidates: Sequence[_Candidate]) -> float:
        """Return the worth of luck with the dice: the slope of chances over luck within the
        options, shrunk toward the worth of a medal."""
        products, squares = _PRIOR * medal_worth(self._state, self._seat) / UNIT, _PRIOR
        for candidate in candidates:
            count = len(candidate.lucks)
            chance, luck = sum(candidate.chances) / count, sum(candidate.lucks) / count
            for value, deviation in zip(candidate.chances, candidate.lucks, strict=True):
                products += (value - chance) * (deviation - luck)
                squares += (deviation - luck) ** 2
        return products / squares

    def _is_better(self, candidate: _Candidate, prior: _Candidate, slope: float) -> bool:
        """Return whether an option is significantly better than the planner's, world by world."""
        pairs = zip(candidate.chances, candidate.lucks, prior.chances, prior.lucks, strict=False)
        gains = [a - slope * b - (p - slope * q) for a, b, p, q in pairs]
        count = len(gains)
        mean = sum(gains) / count
        error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count)
        return mean > _MIN_GAIN + self._budget.doubt * error


def _distinct(options: Sequence[c.Play], first: c.Play) -> Iterator[c.Play]:
    """Return the options without moves that end on the same hex, and without those of other units
    than the best moved one: these will have their turn."""
    ends = set()
    for option in options:
        if isinstance(option, c.MoveUnit):
            other_unit = isinstance(first, c.MoveUnit) and option.unit != first.unit
            if other_unit or (option.unit, option.path[-1]) in ends:
                continue
            ends.add((option.unit, option.path[-1]))
        yield option
