"""The judgement of one decision: what it promised, what its dice and draws did, and its
alternatives.

The chances to win are those of ``domain.evaluation``, of the state as the seat knows it: nothing
revealed later affects them. Options are compared as the greedy bot does, by the exact mean of their
dice and by the enemy's possible answers; a difference in figures is then converted into one in the
chance to win.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from domain.analysis.odds import Odds, odds
from domain.analysis.work import Spend, unlimited
from domain.bots import greedy
from domain.bots.knowledge import visible_state
from domain.bots.worth import MEDAL
from domain.chance import DIE, NoChance, SeededChance
from domain.commands import Command, Play
from domain.decide import apply
from domain.evaluation import medal_worth, model, win_chance
from domain.events import Event
from domain.legal import legal_commands
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Card, Face, Seat, Side

Faces = tuple[Face, ...]
_SAMPLE = SeededChance(b"", "sample")
ENGINE = f"greedy 3, model {model().revision}"
"""The version of the judge, raised when the same game would be judged differently."""
MAX_THROWS = 1500
"""The throws tried for a decision; dice for orders may be many."""
_STEPS_PER_OPTION, _STEPS_PER_THROW = 5_000, 5_000
"""The work of comparing an option, and of trying a throw."""
MAX_BEST = 3
"""The number of options listed for a decision."""


class DecisionLabel(StrEnum):
    """How much of the chance to win a decision lost, compared with the best option: less than 2 %
    is ``good``, less than 5 % an ``inaccuracy``, less than 10 % a ``mistake``."""

    ONLY = "only"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_THRESHOLDS: Mapping[DecisionLabel, float] = {
    DecisionLabel.BLUNDER: 0.1,
    DecisionLabel.MISTAKE: 0.05,
    DecisionLabel.INACCURACY: 0.02,
}
"""The least loss of each label, the largest first."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An option, by how much of the chance to win it is behind the best one, and the odds of its
    dice, if it rolls any at a unit."""

    command: Play
    loss: float
    odds: Odds | None


@dataclass(frozen=True, slots=True)
class Advice:
    """The ``best`` options, and the ``chance`` to win after the first of them, before its dice."""

    chance: float
    best: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision at a ``version``, and its side's chances to win: ``before`` it, ``after_choice``
    before its dice, ``after_dice`` before its draws, and ``after_draw``. ``loss`` is by how much it
    is behind the ``best`` options."""

    version: int
    turn: int
    seat: Seat
    side: Side
    command: Play
    before: float
    after_choice: float
    after_dice: float
    after_draw: float
    loss: float
    label: DecisionLabel
    best: tuple[Alternative, ...]


def judge(
    state: GameState, command: Command, events: Sequence[Event], after: GameState
) -> Judged | None:
    """Judge a decision at ``state`` that led to ``events`` and the state ``after``. Return None if
    it is not about the battle (resigning, taking back, messages to a partner), if the game's rules
    are no longer supported, or if the seat's cards are unknown, as in the past of a sandbox."""
    seat, side = command.seat, state.table.side_of(command.seat)
    known_state = visible_state(state, seat)
    seen_cards = [known_state.cards.handed.get(seat)]
    for holder in state.table.visible_hands([seat]) & {state.table.leader(seat)}:
        seen_cards += known_state.cards.hand(holder)
    if UNKNOWN_CARD in seen_cards:
        return None
    options = [option for option in legal_commands(known_state, seat) if isinstance(option, Play)]
    if command not in options:
        return None
    rolled = tuple(face for event in events for face in getattr(event, "faces", ()))
    best, loss = _compared(known_state, seat, options, command)
    return Judged(
        version=state.version,
        turn=state.turn.number,
        seat=seat,
        side=side,
        command=command,
        before=win_chance(known_state, seat),
        after_choice=_expected(known_state, command),
        after_dice=win_chance(apply(known_state, command, _GivenDice(rolled)).state, seat),
        after_draw=win_chance(visible_state(after, seat), seat),
        loss=loss,
        label=_label(loss, len(options)),
        best=best,
    )


def advise(state: GameState, seat: Seat, spend: Spend = unlimited) -> Advice:
    """Return a seat's best options, from what it knows. Raises ``ValueError`` if none is due."""
    known_state = visible_state(state, seat)
    options = [option for option in legal_commands(known_state, seat) if isinstance(option, Play)]
    spend(len(options) * _STEPS_PER_OPTION + MAX_THROWS * _STEPS_PER_THROW)
    best = _best(known_state, seat, options, greedy.worths(known_state, seat, options), spend)
    return Advice(_expected(known_state, best[0].command), best)


def _compared(
    known_state: GameState, seat: Seat, options: Sequence[Play], command: Play
) -> tuple[tuple[Alternative, ...], float]:
    """Return the best options, and the loss of the chosen one compared with the first of them."""
    if len(options) < 2:
        return (), 0.0
    worths = greedy.worths(known_state, seat, options)
    loss = (max(worths) - worths[options.index(command)]) * _figure(known_state, seat)
    return _best(known_state, seat, options, worths), min(loss, win_chance(known_state, seat))


def _best(
    known_state: GameState,
    seat: Seat,
    options: Sequence[Play],
    worths: Sequence[float],
    spend: Spend = unlimited,
) -> tuple[Alternative, ...]:
    """Return the options of the highest worths, the first of equals first."""
    max_throws, figure = max(worths), _figure(known_state, seat)
    ranked = sorted(range(len(options)), key=lambda index: (-worths[index], index))
    return tuple(
        Alternative(
            options[index],
            (max_throws - worths[index]) * figure,
            odds(known_state, options[index], spend),
        )
        for index in ranked[:MAX_BEST]
    )


def _figure(known_state: GameState, seat: Seat) -> float:
    return medal_worth(known_state, seat) / MEDAL


def _label(loss: float, options: int) -> DecisionLabel:
    if options < 2:
        return DecisionLabel.ONLY
    labels = (label for label, threshold in _THRESHOLDS.items() if loss >= threshold)
    return next(labels, DecisionLabel.GOOD if loss > 0 else DecisionLabel.BEST)


def _expected(
    known_state: GameState,
    command: Play,
    rolled: tuple[Faces, ...] = (),
    max_throws: int = MAX_THROWS,
) -> float:
    """Return the mean chance to win over the throws of all dice a command leads to, after those in
    ``thrown``: over all throws, or over a fixed sample if there are too many."""
    try:
        state = apply(known_state, command, _GivenThrows(rolled)).state
    except _MissingDice as asked:
        throws = _all_throws(asked.count, max(1, max_throws))
        remaining, total = max_throws // len(throws), sum(count for _, count in throws)
        return (
            sum(n * _expected(known_state, command, (*rolled, f), remaining) for f, n in throws)
            / total
        )
    return win_chance(state, command.seat)


@lru_cache(maxsize=32)
def _all_throws(dice: int, max_throws: int) -> tuple[tuple[Faces, int], ...]:
    """Return all throws of this many dice in sorted order with their counts; if there are too many,
    a representative sample."""
    if math.comb(dice + len(set(DIE)) - 1, dice) > max_throws:
        return tuple((_SAMPLE.roll(number, dice), 1) for number in range(max_throws))
    counts: Counter[Faces] = Counter({(): 1})
    for _ in range(dice):
        longer: Counter[Faces] = Counter()
        for faces, count in counts.items():
            for face in DIE:
                longer[tuple(sorted((*faces, face)))] += count
        counts = longer
    return tuple(counts.items())


class _MissingDice(Exception):
    """A command rolls ``count`` more dice than it was given."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _UnknownCards(NoChance):
    """A chance whose cards are all unknown, even after a shuffle."""

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        return (UNKNOWN_CARD,) * len(cards)


class _GivenThrows(_UnknownCards):
    """Given throws; raises ``_MissingDice`` when they are used up."""

    def __init__(self, throws: Sequence[Faces]) -> None:
        self._left = list(throws)

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        if not self._left:
            raise _MissingDice(count)
        return self._left.pop(0)


class _GivenDice(_UnknownCards):
    """Given dice, rolled one after the other."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self._left = list(faces)

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        faces, self._left = self._left[:count], self._left[count:]
        return tuple(faces)
