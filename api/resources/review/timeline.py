"""The timeline of a game by turns."""

from typing import cast

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import GameView, view_for
from api.answers.costly import costly
from api.answers.timeline import TimelineRenderer
from api.http.etags import content_tag
from api.http.languages import preferred_language
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import IMMUTABLE, MUTABLE, VARY, is_cached, not_modified
from api.limits.costly_answers import STEPS_PER_EVENT
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    ETAG,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    Operation,
    Success,
)
from api.schemas.review.timeline import (
    MY_LAST_TURN,
    ClauseAnswer,
    MessageParametersAnswer,
    TimelineAnswer,
    TimelineEntryAnswer,
    TimelineQuerySchema,
    TimelineTurnAnswer,
)
from api.services import services
from domain.analysis.work import Spend
from domain.narrative import Entry, Turn, last_turn_ended, narrate
from domain.narrative.messages import Part
from domain.redaction import RedactedEvent
from domain.values import Status

timeline = Blueprint("timeline", __name__, description="The timeline of a game.")
_QUERY = TimelineQuerySchema()
_FORM = "timeline 3"
"""Raised when the same events are described differently, so that no cache mixes the two."""


@Operation(
    timeline,
    "GET /v1/games/<string:game_id>/timeline",
    "Get the timeline of a game",
    Success(200, TimelineAnswer, headers=ETAG),
    weight=30,
    fails=(404, 409),
    query=TimelineQuerySchema,
    headers=(ACCEPT_LANGUAGE, IF_NONE_MATCH),
    security=OPTIONAL_TOKEN,
)
def get_timeline(game_id: str) -> Response:
    """The turns of the game, and in each its card, orders, moves and battles. `text` is a sentence
    in the language of `Accept-Language`; `clauses` are the same for programs. Hex [2, 4] is written
    as C5.

    What was taken back is marked `undone`; the take-back itself is a separate entry. `since`
    returns only what came after a version, or with `my_last_turn` after your last turn. Cards that
    you may not know are left out: once the game is over, `as=reviewer` includes all of them, and
    `as=axis` those that seat knew. For a finished game, and with `version`, the response never
    changes.
    """
    params = query(_QUERY)
    game_view = view_for(game_id, caller(), params.get("as_"))
    fixed = "version" in params or game_view.state.status is Status.FINISHED
    if "version" in params:
        game_view = game_view.at(params["version"])
    since, language = params.get("since", "0"), preferred_language()
    cache = IMMUTABLE if fixed else MUTABLE
    tag = _tag(game_view, since, language)
    if is_cached(tag):
        response = not_modified(tag, cache)
    else:
        response = costly(tag, lambda spend: _content(game_view, since, language, spend), cache)
    response.headers["Vary"] = f"{VARY}, Accept-Language"
    response.headers["Content-Language"] = language
    return response


def _content(game_view: GameView, since: str, language: str, spend: Spend) -> TimelineAnswer:
    game, version = game_view.state.created.game, game_view.state.version
    spend(version * STEPS_PER_EVENT)
    redacted = services().games.redacted_events(game, version, game_view.seats)
    after = _after(game_view, since, redacted)
    turns = [turn for turn in narrate(redacted) if turn.last > after]
    words = TimelineRenderer(language, game_view.state.table)
    return TimelineAnswer(version, after, [_turn(turn, after, words) for turn in turns])


def _after(game_view: GameView, since: str, redacted: list[RedactedEvent]) -> int:
    """Return the version that ``since`` stands for. Raises a problem."""
    if since == MY_LAST_TURN:
        if not game_view.seats:
            raise _invalid_since("You do not hold a seat in this game. Send a version instead.")
        return last_turn_ended(redacted, game_view.seats)
    if int(since) > len(redacted):
        raise _invalid_since(f"The game has {len(redacted)} events.")
    return int(since)


def _invalid_since(reason: str) -> ProblemError:
    detail = "The timeline has no such part; see errors."
    return ProblemError("invalid_request", detail, {"errors": {"/since": [reason]}})


def _tag(game_view: GameView, since: str, language: str) -> str:
    """Return the entity tag, which depends on the version, the viewer, the range and the
    language."""
    seats = ",".join(sorted(game_view.seats))
    head, version = game_view.snapshot.head, game_view.state.version
    return content_tag(version, _FORM, head, seats, since, language)


def _turn(turn: Turn, after: int, words: TimelineRenderer) -> TimelineTurnAnswer:
    return TimelineTurnAnswer(
        number=turn.number,
        seat=turn.seat,
        from_=turn.first,
        to=turn.last,
        undone=turn.undone,
        card=turn.card,
        orders_as=turn.orders_as,
        medals=turn.medals,
        losses=turn.losses,
        seconds=turn.duration / 1000,
        entries=[_entry(entry, words) for entry in turn.entries if entry.last > after],
    )


def _entry(entry: Entry, words: TimelineRenderer) -> TimelineEntryAnswer:
    return TimelineEntryAnswer(
        kind=entry.kind,
        seat=entry.seat,
        from_=entry.first,
        to=entry.last,
        undone=entry.undone,
        text=words.line(entry.parts),
        clauses=[_clause(part) for part in entry.parts],
        dice=entry.dice,
        losses=entry.losses,
        medals=entry.medals,
    )


def _clause(part: Part) -> ClauseAnswer:
    return ClauseAnswer(part.message, cast(MessageParametersAnswer, part.parameters))
