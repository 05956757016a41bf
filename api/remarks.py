"""What players say of games: who may read it when, and how it is told.

While a game runs, nobody is helped to play it. What a player of it says, others read once it is
over. What onlookers say is read by those who are signed in and hold no seat; the players read it
afterwards. And nobody reads of a version that is not to be seen yet.
"""

import hashlib
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request

from api.answers import answer, has_already, unchanged
from api.operation import header
from api.problems import ProblemError
from api.sight import Sight
from domain.values import Status
from events.annotations import Audience, Reader
from events.documents import Document, Known
from events.execute import KeyReusedError
from events.players import Player
from events.store import Key

IF_MATCH = header(
    "If-Match",
    'The revision that you change, as an entity tag: "3", or a tag as the service gave it. One of '
    "several is enough, and `*` is any.",
    pattern=r'^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$',
    examples=['"3"'],
)
TAG = {
    "ETag": {
        "schema": {"type": "string"},
        "description": "The revision, and a mark of what is told of it: for `If-Match` and "
        "`If-None-Match`.",
    }
}
_MARK_DIGITS = 16


def reader(sight: Sight, who: Player | None) -> Reader:
    """What somebody may read of what others say about a game."""
    over = sight.state.status is Status.FINISHED
    audiences = set()
    if over or (who is not None and not sight.seats):
        audiences.add(Audience.PUBLIC)
    if over and sight.seats:
        audiences.add(Audience.OPPONENT)
    return Reader(
        player=who.id if who else None,
        audiences=frozenset(audiences),
        upto=sight.state.version,
        silent=frozenset() if over else frozenset(sight.state.seats.values()),
    )


def require_seen(sight: Sight, version: int) -> None:
    """Refuse a version of a game that is not to be seen yet, as if there were none."""
    if version > sight.state.version:
        raise ProblemError("not_found", f"The game has versions 1 to {sight.state.version}.")


def first_outcome(known: Known, key: Key | None) -> Document:
    """What a request has made whose key is known."""
    if key is None or known.fingerprint != key.fingerprint:
        raise KeyReusedError("" if key is None else key.field)
    if known.document is None:
        raise ProblemError("not_found", "What this request had made was deleted since.")
    return known.document


def told(
    content: dict[str, Any], status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    """An answer under the tag of its revision, or 304 to who reads and has it already."""
    mark = hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:_MARK_DIGITS]
    tag = f'"{content["revision"]}.{mark}"'
    if request.method in ("GET", "HEAD") and has_already(tag):
        return unchanged(tag)
    return answer(content, status, {"ETag": tag, **(headers or {})})
