"""The events of all games of a player, as a stream or in pages."""

import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from api.access.identity import player
from api.http.problems import ProblemError
from api.http.requests import invalid_cursor, preferred_wait, query
from api.http.responses import JSON, answer, stream_response
from api.operations.operation import LAST_EVENT_ID, PREFER, READ_TOKEN, WAITED, Operation, Success
from api.schemas.review.history import GameEventsPageAnswer, MyEventsQuerySchema
from api.services import services
from api.streams.encoders import ENCODERS
from api.streams.heartbeat import HEARTBEAT_SECONDS, Heartbeat
from api.streams.player_games import Cursor, MyGames, follow_all
from api.streams.requests import acquire_slot, release_on_close, slot_for_waiting
from events.accounts.players import Player

my_events = Blueprint("my_events", __name__, description="The events of all your games.")
_QUERY = MyEventsQuerySchema()


@Operation(
    my_events,
    "GET /v1/players/me/events",
    "List or stream the events of all your games",
    Success(200, GameEventsPageAnswer, headers=WAITED),
    query=MyEventsQuerySchema,
    headers=(LAST_EVENT_ID, PREFER),
    security=READ_TOKEN,
)
def list_my_events() -> Response:
    """Covers every game that you created or in which you hold a seat, also those that you join
    while the stream is open. Starts a few seconds ago without a cursor; `after` continues from one.

    No event is left out, and the events of one game come in order. **An event may be delivered
    twice**: skip those that you already have, by game and version.

    A page may be empty; continue from its `next`. With `Prefer: wait=20`, the response is sent as
    soon as there is an event, or after 20 seconds.

    With `Accept: text/event-stream`, the id of an event is the cursor after it. With `Accept:
    application/x-ndjson`, each event is a line, and a `position` is the cursor after the lines
    before it. Both start with a `position`. `reconnect` is sent when this server stops, and
    `problem` when a `game` has lost events or your token is no longer valid. A player may have 100
    open streams by default.
    """
    who = player()
    params = query(_QUERY)
    kind = request.accept_mimetypes.best_match([JSON, *ENCODERS])
    if kind is None and request.accept_mimetypes:
        raise ProblemError("not_acceptable", f"Accept {JSON}, {', '.join(ENCODERS)}.")
    cursor = _cursor(params)
    if kind not in ENCODERS:
        return _page(who, cursor, params["limit"])
    slot = acquire_slot(who)
    stream = follow_all(services(), who, cursor, ENCODERS[kind], slot)
    return release_on_close(stream_response(stream, kind), slot)


def _cursor(params: dict[str, str]) -> Cursor | None:
    text = request.headers.get("Last-Event-ID", "").strip() or params.get("after")
    if text is None:
        return None
    try:
        return Cursor.read(text)
    except ValueError:
        raise invalid_cursor("after") from None


def _page(who: Player, cursor: Cursor | None, limit: int) -> Response:
    seconds = preferred_wait()
    if seconds is None:
        return _read_page(who, cursor, limit, None)
    with slot_for_waiting(who) as has_slot:
        return _read_page(who, cursor, limit, seconds if has_slot else None)


def _read_page(who: Player, cursor: Cursor | None, limit: int, seconds: int | None) -> Response:
    """Return a page; wait up to ``seconds`` while it is empty."""
    deps = services()
    with deps.live.notifier_for(who.id) as notifier:
        games = MyGames(deps, who, cursor, notifier)
        deps.recently_updated.catch_up()
        events = list(games.read_all(limit))
        if seconds is not None and not events:
            beats, end = Heartbeat(HEARTBEAT_SECONDS, deps.live.clock), deps.live.clock() + seconds
            notified: frozenset[str] | None = None
            while not events and (left := end - deps.live.clock()) > 0 and not deps.live.closed:
                events = list(games.read(notified, limit, everything=beats.due()))
                notified = None if events else notifier.take(min(left, beats.left))
    items = [msgspec.Raw(text) for _, text in events]
    headers = {} if seconds is None else {"Preference-Applied": "wait"}
    return answer(GameEventsPageAnswer(items, games.cursor), headers=headers)
