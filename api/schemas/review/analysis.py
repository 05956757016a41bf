"""Analyses of the decisions of games."""

from typing import Annotated, Any

from api.schemas.answer import Answer, Place, Share, named
from domain.judgement import DecisionLabel
from domain.values import Seat
from events.clock import Moment
from events.jobs.tracked import JobStatus


class OptionOddsAnswer(Answer, frozen=True):
    """The dice of an option that attacks a unit."""

    target: str
    dice: int
    losses: float
    """The average loss of figures."""
    eliminated: Share
    """The chance that the target is eliminated."""
    retreats: Share
    """The chance that it survives and must retreat."""


class BestOptionAnswer(Answer, frozen=True):
    """One of the best options of a decision."""

    command: Annotated[dict[str, Any], named("Command")]
    loss: Share
    """How far it is behind the best option, in chance to win."""
    odds: OptionOddsAnswer | None


class HintAnswer(Answer, frozen=True):
    """What to do best."""

    version: int
    seat: Seat
    chance: Share
    """The chance to win with the best one."""
    best: list[BestOptionAnswer]
    """Up to three, the best first."""
    rule: Place
    """The rules of the decision."""


class JudgedDecisionAnswer(Answer, frozen=True):
    """A decision, and the chance to win of the side that made it, from what its seat knew then."""

    version: int
    """The version at which the decision was made."""
    turn: int
    seat: Seat
    command: Annotated[dict[str, Any], named("Command")]
    before: Share
    """The chance before the decision."""
    after_choice: Share
    """The average over all results of its dice."""
    after_dice: Share
    """The chance with the dice that were rolled, and cards still to be drawn."""
    after_draw: Share
    """The chance with the cards that were drawn."""
    loss: Share
    """How far the decision is behind the best option, in chance to win."""
    label: DecisionLabel
    best: list[BestOptionAnswer]
    """Up to three best options, the best first; empty if there was only one."""


class SideAnalysisAnswer(Answer, frozen=True):
    """A side's game. `result` is the sum of `start`, its own `choices`, `dice` and `draws`, and
    `unseen`, less the enemy's `choices`, `dice` and `draws`."""

    start: Share
    """The chance to win when the game began."""
    result: Share
    """1 for a win, 0 for a defeat; of a sandbox, the chance where it stands."""
    choices: float
    """What its decisions changed, before their dice."""
    dice: float
    """What its dice changed: luck."""
    draws: float
    """What the cards that it drew changed: luck."""
    unseen: float
    """What neither side could see."""
    luck_adjusted: Share
    """The result without the luck of either side."""
    loss: float
    """What its decisions lost against the best options, in all."""
    decisions: int
    """Decisions with more than one option."""
    accuracy: float | None
    """From 0 to 100: the average over decisions, where a loss of 0.1 or more counts as 0."""
    accuracy_low: float | None
    """The lower end of the 95 % interval of `accuracy`."""
    accuracy_high: float | None
    """Its upper end."""


class AnalysisOfSidesAnswer(Answer, frozen=True):
    """The game of each side."""

    allies: SideAnalysisAnswer
    axis: SideAnalysisAnswer


class AnalyzedAnswer(Answer, frozen=True):
    """What an analysis has found."""

    decisions: list[JudgedDecisionAnswer]
    summary: AnalysisOfSidesAnswer


class AnalysisAnswer(Answer, frozen=True):
    """An analysis of a game, and its progress."""

    id: str
    """The same for equal requests."""
    status: JobStatus
    progress: Share
    """How much of the game has been analyzed."""
    engine: str
    """Another engine gives another analysis."""
    version: int
    """The last version of the game that is analyzed."""
    head: str
    """The hash of that version's event."""
    asked_at: Moment
    """When it was requested."""
    decisions: list[JudgedDecisionAnswer]
    """Those not taken back, in order; empty until the analysis is done."""
    summary: AnalysisOfSidesAnswer | None
    """Both sides' games; null until the analysis is done."""
