"""The events of all games of a player, in one stream or as pages."""

import time

import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from api.answers import JSON, answer, streamed
from api.following import HEARTBEAT_SECONDS, has_room
from api.forms import FORMS
from api.identity import player, standing
from api.my_games import Cursor, MyGames, follow_all
from api.operation import (
    LAST_EVENT_ID,
    PREFER,
    READ_TOKEN,
    WAITED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.requests import foreign_cursor, preferred_wait, query
from api.schemas.history import MyEventsQuerySchema
from api.services import services
from events.players import Player

my_events = Blueprint("my_events", __name__, description="What has happened in my games.")
_QUERY = MyEventsQuerySchema()


@endpoint(
    my_events,
    "GET",
    "/v1/players/me/events",
    Operation(
        "listMyEvents",
        "The events of all my games, as pages or as a stream",
        Success(200, {"$ref": "#/components/schemas/GameEventsPage"}, headers=WAITED),
        fails=(401, 406, 422, 503),
        query=MyEventsQuerySchema,
        headers=(LAST_EVENT_ID, PREFER),
        security=READ_TOKEN,
    ),
)
def list_my_events() -> Response:
    """Of every game in which you sit or that you have opened; those that you join while you listen
    come by themselves. Each event comes with the id of its game, and is the same bytes as in that
    game's own history. It begins a few seconds ago; `after` goes on from a cursor.

    No event is left out, and those of one game come in order; but **an event may come twice**, at
    most when you go on from a cursor: pass over those that you have, by game and version.

    A page may be empty; its `next` is where to go on. With `Prefer: wait=20` it comes when there is
    something, or after that time.

    With `Accept: text/event-stream` the id of an event is the cursor behind it. With
    `Accept: application/x-ndjson` each event is a line, and a `position` says the cursor behind the
    lines before it. Both begin with a `position`; `reconnect` comes when this server stops, and
    `problem` when a `game` has lost events, or your token is no longer taken. Any number of streams
    may be open.
    """
    who = player()
    wish = query(_QUERY)
    kind = request.accept_mimetypes.best_match([JSON, *FORMS])
    if kind is None and request.accept_mimetypes:
        raise ProblemError("not_acceptable", f"Accept {JSON}, {', '.join(FORMS)}.")
    cursor = _cursor(wish)
    if kind not in FORMS:
        return _page(who, cursor, wish["limit"])
    if not has_room(services()):
        raise ProblemError("too_many_streams", "This process holds as many streams as it can.")
    stream = follow_all(services(), who, cursor, FORMS[kind], standing())
    return streamed(stream, kind)


def _cursor(wish: dict[str, str]) -> Cursor | None:
    text = request.headers.get("Last-Event-ID", "").strip() or wish.get("after")
    if text is None:
        return None
    try:
        return Cursor.read(text)
    except ValueError:
        raise foreign_cursor("after") from None


def _page(who: Player, cursor: Cursor | None, limit: int) -> Response:
    kit, seconds = services(), preferred_wait()
    waits = seconds is not None and has_room(kit)
    with kit.live.attend(who.id) as bell:
        mine = MyGames(kit, who, cursor, bell)
        kit.changed.catch_up()
        found = list(mine.all_news(limit))
        if seconds is not None and waits and not found:
            mine.begin()
            end = time.monotonic() + seconds
            rung: frozenset[str] | None = None
            while not found and (left := end - time.monotonic()) > 0 and not kit.live.closed:
                found = list(mine.look(rung, limit))
                rung = None if found else bell.take(min(left, HEARTBEAT_SECONDS))
    items = [msgspec.Raw(text) for _, text in found]
    headers = {"Preference-Applied": "wait"} if waits else {}
    return answer({"items": items, "next": mine.cursor}, headers=headers)
