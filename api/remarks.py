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
from api.services import services
from api.sight import Sight
from domain.hexes import Hex, label
from domain.notation import Remark
from domain.values import Status
from events.annotations import Annotation, Audience, Filter, Reader
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
_MOST_REMARKS = 1000
"""Annotations that stand in one record."""


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


def remarks_of(sight: Sight, who: Player | None) -> list[Remark]:
    """What was said of a game in public, as far as somebody may read it: the first so many."""
    game, wanted = sight.state.created.game, Filter()
    found, _ = services().annotations.page(game, reader(sight, who), wanted, _MOST_REMARKS)
    public = [one for one, _ in found if one.visibility is Audience.PUBLIC]
    return [(one.version, _in_writing(one)) for one in public]


def _in_writing(said: Annotation) -> str:
    """An annotation in one line or several: the sign, the words, the versions and the marks."""
    remark = said.remark
    marks = [f"versions {said.version} to {said.last_version}"]
    marks = marks if said.last_version > said.version else []
    marks += [
        f"{label(Hex(*one['start']))}-{label(Hex(*one['end']))} {one['color']}"
        for one in remark["arrows"]
    ]
    marks += [f"{label(Hex(*one['hex']))} {one['color']}" for one in remark["hexes"]]
    listed = f"({', '.join(marks)})" if marks else ""
    parts = (remark["sign"], remark["text"], listed)
    return " ".join(part.strip() for part in parts if part)


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
