"""The events of a game: as pages of the past, or as a live stream."""

import hashlib
import time
from http import HTTPStatus

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
from api.schemas.history import EventsQuerySchema
from api.services import services
from api.sight import Sight, look
from domain.values import Status
from events.players import Player

history = Blueprint("history", __name__, description="What has happened.")
_QUERY = EventsQuerySchema()
_SSE = ServerSentEvents.media_type
_PAGE = "page 1"
"""Counted up when a page of the same events is other bytes, so that no cache mixes the two."""
_MARK_DIGITS = 16


@endpoint(
    history,
    "GET",
    "/v1/games/<string:game_id>/events",
    Operation(
        "listEvents",
        "A game's events, as pages or as a stream",
        Success(200, {"$ref": "#/components/schemas/EventsPage"}, headers=ETAG | WAITED),
        fails=(400, 401, 404, 422, 503),
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
    sight = look(game_id, who)
    kind = request.accept_mimetypes.best_match([JSON, *FORMS])
    seen = last_event_id()
    if kind in FORMS:
        return _stream(sight, who, wish["after"] if seen is None else seen, kind)
    return _page(sight, who, wish["after"], wish["limit"])


def _page(sight: Sight, who: Player | None, after: int, limit: int) -> Response:
    seconds = preferred_wait()
    waited = seconds is not None and has_room(services())
    if seconds is not None and waited:
        sight = _awaited(sight, who, after, seconds)
    version, game = sight.state.version, sight.state.created.game
    upto = min(after + limit, version)
    fixed = upto < version or (sight.state.status is Status.FINISHED and after <= version)
    cache = IMMUTABLE if fixed else MUTABLE
    tag = _tag(sight, after, limit)
    if has_already(tag):
        response = unchanged(tag, cache)
    else:
        events = services().games.events(game, after, upto) if upto > after else []
        body = {
            "items": [msgspec.Raw(event.text_for(sight.seats)) for event in events],
            "next": upto if upto < version else None,
            "version": version,
        }
        response = answer(body, headers={"ETag": tag}, cache=cache)
    if waited:
        response.headers["Preference-Applied"] = "wait"
    return response


def _awaited(sight: Sight, who: Player | None, after: int, seconds: int) -> Sight:
    """The game once there is something after a version, or nothing more will come, or the time is
    over; how it stands then."""
    kit, game = services(), sight.state.created.game
    end = time.monotonic() + seconds
    with kit.live.listen(game) as inbox:
        while True:
            sight = look(game, who)
            left = end - time.monotonic()
            over = sight.state.status is Status.FINISHED
            if sight.state.version > after or over or left <= 0 or kit.live.closed:
                return sight
            inbox.take(min(left, HEARTBEAT_SECONDS))


def _tag(sight: Sight, after: int, limit: int) -> str:
    """The tag of a page: what was there when it was made, for whom, and which part of it."""
    seats = ",".join(sorted(sight.seats))
    said = "\n".join((_PAGE, sight.seen.head, seats, str(after), str(limit)))
    mark = hashlib.sha256(said.encode("ascii")).hexdigest()[:_MARK_DIGITS]
    return f'"{sight.state.version}.{mark}"'


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
