"""The events of a game: as pages of the past, or as a live stream."""

from collections.abc import Iterator
from http import HTTPStatus

import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from api import metrics, problems
from api.answers import JSON, answer
from api.identity import caller, require_sight, seats_at
from api.operation import LAST_EVENT_ID, OPTIONAL_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.requests import last_event_id, query
from api.schemas.history import EventsQuerySchema
from api.services import Services, services
from domain.state import GameState
from domain.values import Seat, Status
from events.execute import GameNotFoundError, Loaded
from events.live import Group
from events.players import Player
from events.recorded import Recorded
from events.store import HistoryShrankError, StoreUnavailableError

history = Blueprint("history", __name__, description="What has happened.")
_QUERY = EventsQuerySchema()
STREAM = "text/event-stream"
KEPT_FOR_COMMANDS = 64
"""Threads of a process that streams may not occupy, or commands would starve."""
HEARTBEAT_SECONDS = 10.0
_RETRY = b"retry: 1000\n\n"
_HEARTBEAT = b": still here\n\n"


@endpoint(
    history,
    "GET",
    "/v1/games/<string:game_id>/events",
    Operation(
        "listEvents",
        "A game's events, as pages or as a stream",
        Success(200, {"$ref": "#/components/schemas/EventsPage"}),
        fails=(400, 401, 404, 422, 503),
        query=EventsQuerySchema,
        headers=(LAST_EVENT_ID,),
        security=OPTIONAL_TOKEN,
        others={204: "The game is over and you have all of it: do not reconnect."},
    ),
)
def list_events(game_id: str) -> Response:
    """In order, without gaps; what the caller may not know is left out of an event.

    With `Accept: text/event-stream` the answer is a stream that goes on with the game: each event
    carries its version as the id, and the connection ends after an `end` event once the game is
    over. Who reconnects after the last event is answered 204, which ends an EventSource. A stream
    whose events the store has lost ends with a `problem` event, whose data is a problem document.

    A page after the last event is empty. Should its `version` be lower than one that you have seen
    then events were lost: ask `getGame` with the ETag of yours.
    """
    who = caller()
    wish = query(_QUERY)
    now = services().games.current(game_id).state
    require_sight(now, who)
    form = request.accept_mimetypes.best_match([JSON, STREAM])
    if form == STREAM:
        seen = last_event_id()
        if seen is not None and now.status is Status.FINISHED and seen == now.version:
            return Response(status=HTTPStatus.NO_CONTENT)
        after = wish["after"] if seen is None else seen
        _require_reached(after, now.version)
        return _stream(game_id, after, who)
    last = min(wish["after"] + wish["limit"], now.version)
    events = services().games.events(game_id, wish["after"], last)
    seats = seats_at(now, who)
    upto = events[-1].version if events else wish["after"]
    more = upto < now.version
    items = [event.shown_to(seats) for event in events]
    return answer({"items": items, "next": upto if more else None, "version": now.version})


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


def _stream(game: str, after: int, who: Player | None) -> Response:
    most = services().settings.web_threads - KEPT_FOR_COMMANDS
    if services().live.readers >= most:
        raise ProblemError("too_many_streams", "This process holds as many streams as it can.")
    response = Response(follow(services(), game, after, who), mimetype=STREAM)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = "Authorization, Accept"
    return response


def follow(
    kit: Services,
    game: str,
    after: int,
    who: Player | None,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> Iterator[bytes]:
    """The events after a version, then those to come, until the game is over.

    The inbox is opened before the log is read, so nothing falls between the two; groups that the
    log has shown already are passed over, and a gap is filled from the log. The log is read with
    each heartbeat too: a subscription can die without a sign.
    """
    with kit.live.listen(game) as inbox, metrics.STREAMS.track_inprogress():
        yield _RETRY
        group: Group | None = ()
        while not kit.live.closed:
            if group is None:
                yield _HEARTBEAT
            try:
                fresh, now = _news(kit, game, after, group)
            except StoreUnavailableError:
                group = inbox.take(heartbeat)
                continue
            except HistoryShrankError as lost:
                yield _lost(lost)
                return
            after = fresh[-1].version if fresh else after
            if fresh:
                seats = seats_at(now, who)
                yield b"".join(_message(event, seats) for event in fresh)
            if now.status is Status.FINISHED and after >= now.version:
                yield _end(now.version)
                return
            group = inbox.take(heartbeat)


def _news(
    kit: Services, game: str, after: int, group: Group | None
) -> tuple[list[Recorded], GameState]:
    """The events after a version, which the reader may have been told in a group, and the game at
    some version not before them.

    A group says what a server has published, which may have lost its place to one without these
    events: what it ends with must be the head of the game as read, or else the log is asked.
    """
    fresh = [event for event in group or () if event.version > after]
    if not group or (fresh and fresh[0].version != after + 1):
        fresh = _read_on(kit, game, after)
        return fresh, _known(kit, game, fresh[-1].version if fresh else after, bool(group)).state
    known = _known(kit, game, fresh[-1].version if fresh else after, told=True)
    if fresh and (known.version, known.head) != (fresh[-1].version, fresh[-1].hash):
        fresh = kit.games.events(game, after, known.version)
    return fresh, known.state


def _known(kit: Services, game: str, seen: int, told: bool) -> Loaded:
    """The game at some version from ``seen`` on, as far as streams have shown it.

    Raises ``HistoryShrankError`` when the store does not have that any more; it is asked unless
    the reader was ``told`` of news.
    """
    try:
        loaded = kit.games.at_least(game, seen) if told else kit.games.current(game)
    except GameNotFoundError:
        raise HistoryShrankError(game) from None
    if loaded.version < seen:
        kit.games.freeze(game, f"version {seen} was shown and is gone")
        raise HistoryShrankError(game)
    return loaded


def _lost(error: HistoryShrankError) -> bytes:
    document = msgspec.json.encode(problems.document(problems.of_lost_history(error)))
    return b"event: problem\ndata: %b\n\n" % document


def _read_on(kit: Services, game: str, after: int) -> list[Recorded]:
    """The events after a version; none while the store is away, until the next look at it."""
    try:
        return kit.games.events(game, after)
    except StoreUnavailableError:
        return []


def _message(event: Recorded, seats: frozenset[Seat]) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (event.version, msgspec.json.encode(event.shown_to(seats)))


def _end(version: int) -> bytes:
    return b"event: end\ndata: %b\n\n" % msgspec.json.encode({"version": version})
