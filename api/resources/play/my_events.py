"""The events of all games of a player, in one stream or as pages."""

import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from api.access.identity import player
from api.http.problems import ProblemError
from api.http.requests import invalid_cursor, preferred_wait, query
from api.http.responses import JSON, answer, streamed
from api.operations.operation import LAST_EVENT_ID, PREFER, READ_TOKEN, WAITED, Operation, Success
from api.schemas.review.history import GameEventsPageAnswer, MyEventsQuerySchema
from api.services import services
from api.streams.encoders import FORMS
from api.streams.heartbeat import HEARTBEAT_SECONDS, Heartbeat
from api.streams.player_games import Cursor, MyGames, follow_all
from api.streams.requests import take_place, until_closed, waiting
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
    while the stream is open. Without a cursor the list starts a few seconds ago; `after` continues
    from a cursor.

    No event is left out, and the events of one game come in order. **An event may be delivered
    twice**: skip those that you already have, by game and version.

    A page may be empty; continue from its `next`. With `Prefer: wait=20` the response is sent as
    soon as there is an event, or after 20 seconds.

    With `Accept: text/event-stream` the id of an event is the cursor after it. With `Accept:
    application/x-ndjson` each event is a line, and a `position` gives the cursor after the lines
    before it. Both start with a `position`. `reconnect` is sent when this server stops, and
    `problem` when a `game` has lost events or your token is no longer valid. A player may have 100
    open streams, or as many as the service allows.
    """
    who = player()
    params = query(_QUERY)
    kind = request.accept_mimetypes.best_match([JSON, *FORMS])
    if kind is None and request.accept_mimetypes:
        raise ProblemError("not_acceptable", f"Accept {JSON}, {', '.join(FORMS)}.")
    cursor = _cursor(params)
    if kind not in FORMS:
        return _page(who, cursor, params["limit"])
    place = take_place(who)
    stream = follow_all(services(), who, cursor, FORMS[kind], place)
    return until_closed(streamed(stream, kind), place)


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
        return _page_now(who, cursor, limit, None)
    with waiting(who) as waits:
        return _page_now(who, cursor, limit, seconds if waits else None)


def _page_now(who: Player, cursor: Cursor | None, limit: int, seconds: int | None) -> Response:
    """A page; when it would be empty it is waited for, if a number of seconds is given."""
    deps = services()
    with deps.live.notifier_for(who.id) as notifier:
        mine = MyGames(deps, who, cursor, notifier)
        deps.changed.catch_up()
        found = list(mine.all_news(limit))
        if seconds is not None and not found:
            beats, end = Heartbeat(HEARTBEAT_SECONDS, deps.live.clock), deps.live.clock() + seconds
            rung: frozenset[str] | None = None
            while not found and (left := end - deps.live.clock()) > 0 and not deps.live.closed:
                found = list(mine.look(rung, limit, everywhere=beats.due()))
                rung = None if found else notifier.take(min(left, beats.left))
    items = [msgspec.Raw(text) for _, text in found]
    headers = {} if seconds is None else {"Preference-Applied": "wait"}
    return answer(GameEventsPageAnswer(items, mine.cursor), headers=headers)
