"""The events of a game, in pages or as a live stream."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import GameView, view_for
from api.http.api_request import current
from api.http.etags import content_tag
from api.http.problems import ProblemError
from api.http.requests import last_event_id, preferred_wait, query
from api.http.responses import (
    IMMUTABLE,
    JSON,
    MUTABLE,
    answer,
    is_cached,
    not_modified,
    stream_response,
)
from api.operations.operation import (
    ETAG,
    IF_NONE_MATCH,
    LAST_EVENT_ID,
    OPTIONAL_TOKEN,
    PREFER,
    WAITED,
    Operation,
    Success,
)
from api.schemas.fields import REVIEWER
from api.schemas.review.history import ALL, MAIN, EventsPageAnswer, EventsQuerySchema
from api.services import services
from api.streams.encoders import ENCODERS, ServerSentEvents
from api.streams.following import Reader, follow
from api.streams.heartbeat import HEARTBEAT_SECONDS
from api.streams.requests import acquire_slot, release_on_close, slot_for_waiting
from domain.history import Span, page_of_spans
from domain.history import mainline_spans as line_to
from events.accounts.players import Player

history = Blueprint("history", __name__, description="The events of a game.")
_QUERY = EventsQuerySchema()
_SSE = ServerSentEvents.media_type
_PAGE = "page 1"
"""Raised when a page of the same events is written differently, so that no cache mixes the two."""


@Operation(
    history,
    "GET /v1/games/<string:game_id>/events",
    "List or stream the events of a game",
    Success(200, EventsPageAnswer, headers=ETAG | WAITED),
    fails=(400, 404, 409),
    query=EventsQuerySchema,
    headers=(LAST_EVENT_ID, PREFER, IF_NONE_MATCH),
    security=OPTIONAL_TOKEN,
    others={
        204: "The game is over and you have all its events: do not reconnect.",
        304: "Not modified: you already have this page.",
    },
)
def list_events(game_id: str) -> Response:
    """In order and without gaps; what the caller may not know is redacted. An event is byte for
    byte the same everywhere.

    **Pages.** A page after the last event is empty; with `Prefer: wait=20`, the response is sent as
    soon as there is a new event, or after 20 seconds. A page other than the last changes only its
    `version`. If that is lower than one that you have seen, events were lost: call `getGame` with
    your ETag.

    `line=main` leaves out events that were taken back, but not `taken_back` itself; such a page may
    change while the game is running. Streams support neither `line` nor `as`.

    **Streams** follow the game. With `Accept: text/event-stream`, the id of an event is its
    version. With `Accept: application/x-ndjson`, each event is a line, and an empty line every ten
    seconds is a heartbeat.

    A stream ends with a control message, which has a `control` instead of a `type`; with
    Server-Sent Events it is also the event type. `end`: the game is over. `reconnect`: this server
    is stopping, or needs the capacity for a player. `problem`, with a problem document: events were
    lost, or your token is no longer valid. Reconnecting to Server-Sent Events after the last event
    returns 204, which closes an EventSource.
    """
    who = caller()
    params = query(_QUERY)
    game_view = view_for(game_id, who, params.get("as_"))
    kind = current().accept_mimetypes.best_match([JSON, *ENCODERS])
    last_seen = last_event_id()
    if kind in ENCODERS:
        _require_plain(params)
        after = params["after"] if last_seen is None else last_seen
        return _stream(game_view, who, after, kind, presence=params["presence"])
    return _page(game_view, who, params)


def _page(game_view: GameView, who: Player | None, params: Mapping[str, Any]) -> Response:
    seconds, waited = preferred_wait(), False
    if seconds is not None:
        with slot_for_waiting(who, seated=bool(game_view.seats)) as waited:
            game_view = _awaited(game_view, who, params, seconds) if waited else game_view
    after, limit, whole = params["after"], params["limit"], params["line"] == ALL
    version, over = game_view.state.version, game_view.state.is_over
    full = whole and after + limit < version
    cache = IMMUTABLE if full or (over and after <= version) else MUTABLE
    tag = _tag(game_view, after, limit, params["line"])
    if is_cached(tag):
        response = not_modified(tag, cache)
    else:
        line = [(1, version)] if whole else _main_line(game_view)
        body = _content(game_view, line, after, limit)
        response = answer(body, headers={"ETag": tag}, cache=cache)
    if waited:
        response.headers["Preference-Applied"] = "wait"
    return response


def _main_line(game_view: GameView) -> list[Span]:
    version = game_view.state.version
    return line_to(version, services().games.taken_back(game_view.state.created.game, version))


def _content(game_view: GameView, line: list[Span], after: int, limit: int) -> EventsPageAnswer:
    """Return a page of the events of a line."""
    spans = page_of_spans(line, after, limit)
    begin, end = (spans[0][0] - 1, spans[-1][1]) if spans else (after, after)
    events = services().games.events(game_view.state.created.game, begin, end) if spans else []
    wanted = {version for first, last in spans for version in range(first, last + 1)}
    return EventsPageAnswer(
        [msgspec.Raw(game_view.event_text(one)) for one in events if one.version in wanted],
        end if page_of_spans(line, end, 1) else None,
        game_view.state.version,
    )


def _awaited(
    game_view: GameView, who: Player | None, params: Mapping[str, Any], seconds: int
) -> GameView:
    """Wait until the game has events after a version, is over, or the time is up; return its view
    then."""
    deps, game, after = services(), game_view.state.created.game, params["after"]
    end = deps.live.clock() + seconds
    with deps.live.listen(game) as inbox:
        while True:
            game_view = view_for(game, who, params.get("as_"))
            left = end - deps.live.clock()
            over = game_view.state.is_over
            if game_view.state.version > after or over or left <= 0 or deps.live.closed:
                return game_view
            inbox.take(min(left, HEARTBEAT_SECONDS))


def _tag(game_view: GameView, after: int, limit: int, line: str) -> str:
    """Return the entity tag of a page, which depends on the version, the viewer and the range."""
    seats = ",".join(sorted(game_view.seats))
    special = (REVIEWER if game_view.reviewing else "", "" if line == ALL else line)
    said = (_PAGE, game_view.snapshot.head, seats, after, limit, *filter(None, special))
    return content_tag(game_view.state.version, *said)


def _require_plain(params: Mapping[str, Any]) -> None:
    """Reject parameters that streams do not support: which events will be taken back is unknown,
    and the token alone decides the perspective."""
    asked = {"/line": params["line"] == MAIN, "/as": "as_" in params}
    reasons = {name: ["Not supported for streams."] for name, given in asked.items() if given}
    if reasons:
        raise ProblemError(
            "invalid_request", "A stream does not support this parameter.", {"errors": reasons}
        )


def _stream(
    game_view: GameView, who: Player | None, after: int, kind: str, *, presence: bool
) -> Response:
    now, resumed = game_view.state, last_event_id() is not None
    if kind == _SSE and resumed and after == now.version and now.is_over:
        return Response(status=HTTPStatus.NO_CONTENT)
    _require_reached(after, now.version)
    reader = Reader(services(), now.created.game, after, who, presence=presence)
    context = {"instance": current().path, "request_id": current().id}
    slot = acquire_slot(who, seated=bool(game_view.seats))
    stream = follow(services(), reader, ENCODERS[kind], context, slot)
    return release_on_close(stream_response(stream, kind), slot)


def _require_reached(after: int, version: int) -> None:
    """Raise a problem for a client that has seen more events than exist, instead of letting it
    wait."""
    if after > version:
        reasons = {"/after": [f"The game has {version} events."]}
        detail = (
            f"You have seen {after} events, but the game has {version}. Read the game again. "
            "If this service has shown you the later events, send the ETag of that response in "
            "If-None-Match: it proves that events were lost."
        )
        raise ProblemError("invalid_request", detail, {"errors": reasons, "version": version})
