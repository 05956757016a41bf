"""Analyses as answers, and as the files that they are stored in."""

import zlib
from collections.abc import Mapping

import msgspec

from api.http.command_codec import to_json
from api.schemas.review.analysis import (
    AnalysisOfSidesAnswer,
    AnalyzedAnswer,
    BestOptionAnswer,
    HintAnswer,
    JudgedDecisionAnswer,
    OptionOddsAnswer,
    SideAnalysisAnswer,
)
from domain.analysis.odds import Odds
from domain.judgement import (
    Advice,
    Alternative,
    Judged,
    Ledger,
    luck_adjusted,
    unseen,
)
from domain.state import GameState
from domain.values import Decision, Seat, Side

_PLACES = 6
_CHAPTERS = {
    Decision.PLAY_CARD: "card",
    Decision.COMMIT_CARD: "card",
    Decision.HAND_OUT: "card",
    Decision.CHOOSE_CARD: "card",
    Decision.NAME_TARGETS: "target",
    Decision.STRIKE: "battle",
    Decision.BATTLE_BACK: "battle",
    Decision.MOVE: "movement",
    Decision.MOVE_AGAIN: "movement",
    Decision.TAKE_GROUND: "overrun",
    Decision.PURSUE: "overrun",
}
"""The anchors of the rules for players that are not named like the decision."""


def analyzed(decisions: list[JudgedDecisionAnswer], books: Mapping[Side, Ledger]) -> AnalyzedAnswer:
    """A whole analysis."""
    allies, axis = (_of_side(books, side) for side in (Side.ALLIES, Side.AXIS))
    return AnalyzedAnswer(decisions, AnalysisOfSidesAnswer(allies, axis))


def packed(found: AnalyzedAnswer) -> bytes:
    """As it is kept."""
    return zlib.compress(msgspec.json.encode(found))


def unpacked(file: bytes) -> AnalyzedAnswer:
    """What was kept."""
    return msgspec.json.decode(zlib.decompress(file), type=AnalyzedAnswer)


def judged(one: Judged) -> JudgedDecisionAnswer:
    """A decision. Numbers are rounded to six decimal places."""
    return JudgedDecisionAnswer(
        version=one.version,
        turn=one.turn,
        seat=one.seat,
        command=to_json(one.command, with_seat=True),
        before=_rounded(one.before),
        after_choice=_rounded(one.after_choice),
        after_dice=_rounded(one.after_dice),
        after_draw=_rounded(one.after_draw),
        loss=_rounded(one.loss),
        label=one.label,
        best=list(map(_option, one.best)),
    )


def hinted(state: GameState, seat: Seat, found: Advice) -> HintAnswer:
    """A hint on what a seat decides at a state."""
    place = _CHAPTERS.get(state.phase.decision, state.phase.decision) if state.phase else ""
    return HintAnswer(
        version=state.version,
        seat=seat,
        chance=_rounded(found.chance),
        best=list(map(_option, found.best)),
        rule=f"/how-to-play#{place}",
    )


def _option(one: Alternative) -> BestOptionAnswer:
    command = to_json(one.command, with_seat=True)
    return BestOptionAnswer(
        command, _rounded(min(1.0, one.loss)), None if one.odds is None else _odds(one.odds)
    )


def _odds(odds_: Odds) -> OptionOddsAnswer:
    return OptionOddsAnswer(
        target=odds_.target,
        dice=odds_.dice,
        losses=_rounded(float(odds_.losses)),
        eliminated=_rounded(float(odds_.eliminated)),
        retreats=_rounded(float(odds_.retreats)),
    )


def _of_side(books: Mapping[Side, Ledger], side: Side) -> SideAnalysisAnswer:
    book = books[side]
    middle, low, high = (one and round(one, 2) for one in book.accuracy or (None,) * 3)
    return SideAnalysisAnswer(
        start=_rounded(book.start),
        result=_rounded(book.result),
        choices=_rounded(book.choices),
        dice=_rounded(book.dice),
        draws=_rounded(book.draws),
        unseen=_rounded(unseen(books, side)),
        luck_adjusted=_rounded(luck_adjusted(books, side)),
        loss=_rounded(book.loss),
        decisions=book.decisions,
        accuracy=middle,
        accuracy_low=low,
        accuracy_high=high,
    )


def _rounded(number: float) -> float:
    return round(number, _PLACES)
