"""The events of a game: as pages of the past, or as a live stream."""

import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, g, request
from flask_smorest import Blueprint

from api.answers import IMMUTABLE, JSON, MUTABLE, answer, has_already, streamed, unchanged
from api.following import HEARTBEAT_SECONDS, Reader, follow, has_room
from api.forms import FORMS, ServerSentEvents
from api.identity import caller, standing
from api.operation import (
    ETAG,
    IF_NONE_MATCH,
    LAST_EVENT_ID,
    OPTIONAL_TOKEN,
    PREFER,
    WAITED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.requests import last_event_id, preferred_wait, query
from api.schemas.history import ALL, MAIN, EventsQuerySchema
from api.services import services
from api.sight import REVIEWER, Sight, look
from api.tags import derived
from domain.line import Span, portion
from domain.line import standing as line_to
from domain.values import Status
from events.players import Player

history = Blueprint("history", __name__, description="What has happened.")
_QUERY = EventsQuerySchema()
_SSE = ServerSentEvents.media_type
_PAGE = "page 1"
"""Counted up when a page of the same events is other bytes, so that no cache mixes the two."""


@endpoint(
    history,
    "GET",
    "/v1/games/<string:game_id>/events",
    Operation(
        "listEvents",
        "A game's events, as pages or as a stream",
        Success(200, {"$ref": "#/components/schemas/EventsPage"}, headers=ETAG | WAITED),
        fails=(400, 401, 404, 409, 422, 503),
        query=EventsQuerySchema,
        headers=(LAST_EVENT_ID, PREFER, IF_NONE_MATCH),
        security=OPTIONAL_TOKEN,
        others={
            204: "The game is over and you have all of it: do not reconnect.",
            304: "You have this page already.",
        },
    ),
)
def list_events(game_id: str) -> Response:
    """In order, without gaps; what the caller may not know is left out of an event. An event is
    the same bytes in each form, in the answer to its command, and in an export of the game while
    it runs.

    **Pages.** A page after the last event is empty; with `Prefer: wait=20` it comes when there is
    something new, or after that time. A page that is not the last never changes, but for its
    `version`, which is as it was when the page was made. Should `version` be lower than one that
    you have seen then events were lost: ask `getGame` with the ETag of yours.

    With `line=main` a page has only the events that count: those from which the game was taken back
    are left out, while `taken_back` itself stays. So a page may change as long as the game runs.
    With `as` a finished game is seen through other eyes: `as=allies` has what that seat knew,
    `as=reviewer` everything that was hidden. Streams have neither.

    **Streams** go on with the game. With `Accept: text/event-stream` each event carries its version
    as the id, and only events do. With `Accept: application/x-ndjson` each event is a line, and an
    empty line a heartbeat. Something comes every 15 seconds at least.

    A stream ends with a word of control, which has a `control` where an event has a `type`, and is
    a message of that type among Server-Sent Events: `end` when the game is over, `reconnect` when
    this server stops, `problem`, with a problem document, when events were lost or your token is
    no longer taken. Who reconnects
    to Server-Sent Events after the last event is answered 204, which ends an EventSource.
    """
    who = caller()
    wish = query(_QUERY)
    sight = look(game_id, who, wish.get("as_"))
    kind = request.accept_mimetypes.best_match([JSON, *FORMS])
    seen = last_event_id()
    if kind in FORMS:
        _require_plain(wish)
        return _stream(sight, who, wish["after"] if seen is None else seen, kind)
    return _page(sight, who, wish)


def _page(sight: Sight, who: Player | None, wish: Mapping[str, Any]) -> Response:
    seconds = preferred_wait()
    waited = seconds is not None and has_room(services())
    if seconds is not None and waited:
        sight = _awaited(sight, who, wish, seconds)
    after, limit, whole = wish["after"], wish["limit"], wish["line"] == ALL
    version, over = sight.state.version, sight.state.status is Status.FINISHED
    full = whole and after + limit < version
    cache = IMMUTABLE if full or (over and after <= version) else MUTABLE
    tag = _tag(sight, after, limit, wish["line"])
    if has_already(tag):
        response = unchanged(tag, cache)
    else:
        line = [(1, version)] if whole else _main_line(sight)
        body = _content(sight, line, after, limit)
        response = answer(body, headers={"ETag": tag}, cache=cache)
    if waited:
        response.headers["Preference-Applied"] = "wait"
    return response


def _main_line(sight: Sight) -> list[Span]:
    version = sight.state.version
    return line_to(version, services().games.taken_back(sight.state.created.game, version))


def _content(sight: Sight, line: list[Span], after: int, limit: int) -> dict[str, Any]:
    """A page of the events that are in ``line``."""
    spans = portion(line, after, limit)
    begin, end = (spans[0][0] - 1, spans[-1][1]) if spans else (after, after)
    events = services().games.events(sight.state.created.game, begin, end) if spans else []
    wanted = {version for first, last in spans for version in range(first, last + 1)}
    return {
        "items": [msgspec.Raw(sight.text(one)) for one in events if one.version in wanted],
        "next": end if portion(line, end, 1) else None,
        "version": sight.state.version,
    }


def _awaited(sight: Sight, who: Player | None, wish: Mapping[str, Any], seconds: int) -> Sight:
    """The game once there is something after a version, or nothing more will come, or the time is
    over; how it stands then."""
    kit, game, after = services(), sight.state.created.game, wish["after"]
    end = time.monotonic() + seconds
    with kit.live.listen(game) as inbox:
        while True:
            sight = look(game, who, wish.get("as_"))
            left = end - time.monotonic()
            over = sight.state.status is Status.FINISHED
            if sight.state.version > after or over or left <= 0 or kit.live.closed:
                return sight
            inbox.take(min(left, HEARTBEAT_SECONDS))


def _tag(sight: Sight, after: int, limit: int, line: str) -> str:
    """The tag of a page: what was there when it was made, for whom, and which part of it."""
    seats = ",".join(sorted(sight.seats))
    special = (REVIEWER if sight.reviewing else "", "" if line == ALL else line)
    said = (_PAGE, sight.seen.head, seats, after, limit, *filter(None, special))
    return derived(sight.state.version, *said)


def _require_plain(wish: Mapping[str, Any]) -> None:
    """A stream goes on with the game: what will count of it nobody knows, and whose eyes it is for
    is said by the token."""
    asked = {"/line": wish["line"] == MAIN, "/as": "as_" in wish}
    reasons = {name: ["For pages only."] for name, given in asked.items() if given}
    if reasons:
        raise ProblemError("invalid_request", "Streams have no such choice.", {"errors": reasons})


def _stream(sight: Sight, who: Player | None, after: int, kind: str) -> Response:
    now, resumed = sight.state, last_event_id() is not None
    if kind == _SSE and resumed and after == now.version and now.status is Status.FINISHED:
        return Response(status=HTTPStatus.NO_CONTENT)
    _require_reached(after, now.version)
    if not has_room(services()):
        raise ProblemError("too_many_streams", "This process holds as many streams as it can.")
    reader = Reader(services(), now.created.game, after, who)
    about = {"instance": request.path, "request_id": g.request_id}
    stream = follow(services(), reader, FORMS[kind], about, standing())
    return streamed(stream, kind)


def _require_reached(after: int, version: int) -> None:
    """Tell a client that has seen more than there is, rather than let it wait in silence."""
    if after > version:
        reasons = {"/after": [f"The game has {version} events."]}
        detail = (
            f"You say that you have seen {after} events, but the game has {version}. Read the "
            "game again. If this service has shown you more, send the ETag that came with it in "
            "If-None-Match: it proves that events were lost."
        )
        raise ProblemError("invalid_request", detail, {"errors": reasons, "version": version})
