"""A game told by turns."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import texts
from api.answers import IMMUTABLE, MUTABLE, VARY, answer, has_already, unchanged
from api.identity import caller
from api.operation import (
    ACCEPT_LANGUAGE,
    ETAG,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.requests import query
from api.schemas.timeline import MY_LAST_TURN, TimelineQuerySchema, TimelineSchema
from api.services import services
from api.sight import Sight, look
from api.telling import Words
from domain.account import Entry, Turn, account, last_turn_ended
from domain.account.messages import Part
from domain.account.told import Told
from domain.values import Status

timeline = Blueprint("timeline", __name__, description="What a game came to.")
_QUERY = TimelineQuerySchema()
_FORM = "timeline 1"
"""Counted up when the same events are told otherwise, so that no cache mixes the two."""
_MARK_DIGITS = 16


@endpoint(
    timeline,
    "GET",
    "/v1/games/<string:game_id>/timeline",
    Operation(
        "getTimeline",
        "A game told by turns",
        Success(200, TimelineSchema, headers=ETAG),
        fails=(401, 404, 409, 422, 503),
        query=TimelineQuerySchema,
        headers=(ACCEPT_LANGUAGE, IF_NONE_MATCH),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_timeline(game_id: str) -> Response:
    """Turns, and in each the card, the orders, moves and battles, with the versions from the first
    to the last event of each: what a `text` says in the language of `Accept-Language`, `clauses`
    say for programs. A hex is a letter for its row, from A at the top, and a number for its place
    in the row, from 1 at the left: [2, 4] is C5.

    Every event is in one entry. What was taken back is marked as `undone`; the undo is an entry of
    its own. With `since` there are only the turns and entries that go past a version;
    `since=my_last_turn` is what has happened since a turn of your own has ended. Cards that you may
    not know are not in it: `as=reviewer` has all once the game is over, `as=axis` what that seat
    knew. Of a finished game the answer never changes.
    """
    wish = query(_QUERY)
    sight = look(game_id, caller(), wish.get("as_"))
    since, language = wish.get("since", "0"), texts.language()
    cache = IMMUTABLE if sight.state.status is Status.FINISHED else MUTABLE
    tag = _tag(sight, since, language)
    if has_already(tag):
        response = unchanged(tag, cache)
    else:
        response = answer(_content(sight, since, language), headers={"ETag": tag}, cache=cache)
    response.headers["Vary"] = f"{VARY}, Accept-Language"
    response.headers["Content-Language"] = language
    return response


def _content(sight: Sight, since: str, language: str) -> dict[str, Any]:
    game, version = sight.state.created.game, sight.state.version
    told = services().games.told(game, version, sight.seats)
    after = _after(sight, since, told)
    turns = [turn for turn in account(told) if turn.last > after]
    words = Words(language)
    return {
        "version": version,
        "since": after,
        "turns": [_turn(turn, after, words) for turn in turns],
    }


def _after(sight: Sight, since: str, told: list[Told]) -> int:
    """The version that a client wants to hear nothing of, up to it."""
    if since == MY_LAST_TURN:
        if not sight.seats:
            raise _wrong_since("You hold no seat at this game. Name a version.")
        return last_turn_ended(told, sight.seats)
    if int(since) > len(told):
        raise _wrong_since(f"The game has {len(told)} events.")
    return int(since)


def _wrong_since(reason: str) -> ProblemError:
    detail = "There is no such part of the timeline; see errors."
    return ProblemError("invalid_request", detail, {"errors": {"/since": [reason]}})


def _tag(sight: Sight, since: str, language: str) -> str:
    """The tag of a timeline: what was there when it was made, for whom, which part, in which
    language."""
    seats = ",".join(sorted(sight.seats))
    said = "\n".join((_FORM, sight.seen.head, seats, since, language))
    mark = hashlib.sha256(said.encode("ascii")).hexdigest()[:_MARK_DIGITS]
    return f'"{sight.state.version}.{mark}"'


def _turn(turn: Turn, after: int, words: Words) -> dict[str, Any]:
    return {
        "number": turn.number,
        "seat": turn.seat,
        "from": turn.first,
        "to": turn.last,
        "undone": turn.undone,
        "card": turn.card,
        "orders_as": turn.orders_as,
        "medals": turn.medals,
        "losses": turn.losses,
        "seconds": turn.duration / 1000,
        "entries": list(_entries(turn.entries, after, words)),
    }


def _entries(entries: Iterable[Entry], after: int, words: Words) -> Iterator[dict[str, Any]]:
    for entry in entries:
        if entry.last > after:
            yield {
                "kind": entry.kind,
                "seat": entry.seat,
                "from": entry.first,
                "to": entry.last,
                "undone": entry.undone,
                "text": words.line(entry.parts),
                "clauses": [_clause(part) for part in entry.parts],
                "dice": entry.dice,
                "losses": entry.losses,
                "medals": entry.medals,
            }


def _clause(part: Part) -> dict[str, Any]:
    return {"message": part.message, "parameters": part.parameters}
