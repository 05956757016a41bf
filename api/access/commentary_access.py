"""What players say of games: who may read it when, and how it is told.

While a game runs, nobody is helped to play it. What a player of it says, others read once it is
over. What onlookers say is read by those who are signed in and hold no seat; the players read it
afterwards. And nobody reads of a version that is not to be seen yet.
"""

import hashlib
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request

from api.access.views import GameView
from api.http.problems import ProblemError
from api.http.responses import answer, has_already, unchanged
from api.operations.operation import header
from api.schemas.review.annotations import AnnotationAnswer
from api.schemas.review.studies import StudyAnswer
from api.services import services
from domain.geometry.hexes import Hex, grid_of, label
from domain.notation import Remark
from domain.values import Status
from events.accounts.players import Player
from events.commentary.annotations import Annotation, Audience, Filter, Reader
from events.commentary.documents import Document, StoredDocument
from events.store.port import Key, KeyReusedError

_MARKED = {"arrows": ("start", "end"), "hexes": ("hex",)}
"""The marks of a remark, and which of their members name a hex."""
IF_MATCH = header(
    "If-Match",
    'The revision that you change, as an entity tag: "3", or a tag that the service returned. '
    "With several tags, one must match; `*` matches any revision.",
    pattern=r'^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$',
    examples=['"3"'],
)
TAG = {
    "ETag": {
        "schema": {"type": "string"},
        "description": "An entity tag of the revision, for `If-Match` and `If-None-Match`.",
    }
}
_MARK_DIGITS = 16
_MAX_REMARKS = 1000
"""Annotations that stand in one record."""


def reader(game_view: GameView, who: Player | None) -> Reader:
    """What somebody may read of what others say about a game."""
    over = game_view.state.status is Status.FINISHED
    audiences = set()
    if over or (who is not None and not game_view.seats):
        audiences.add(Audience.PUBLIC)
    if over and game_view.seats:
        audiences.add(Audience.OPPONENT)
    silent = frozenset() if over else frozenset(game_view.state.seats.values())
    muted = services().blocks.of(who.id) if who else ()
    return Reader(
        player=who.id if who else None,
        audiences=frozenset(audiences),
        upto=game_view.state.version,
        silent=silent.union(muted),
    )


def remarks_of(game_view: GameView, who: Player | None) -> list[Remark]:
    """What was said of a game in public, as far as somebody may read it: the first so many."""
    game, wanted = game_view.state.created.game, Filter()
    found, _ = services().annotations.page(game, reader(game_view, who), wanted, _MAX_REMARKS)
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


def require_on_board(game_view: GameView, remarks: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Refuse marks beside the board of the game; each of the ``remarks`` with its place in the
    body."""
    grid = grid_of(game_view.state.created.setup.grid)
    marked = [
        (f"{place}/{marks}/{number}/{name}", Hex(*mark[name]))
        for place, remark in remarks
        for marks, names in _MARKED.items()
        for number, mark in enumerate(remark[marks])
        for name in names
    ]
    errors = {place: ["The board has no such hex."] for place, hex_ in marked if hex_ not in grid}
    if errors:
        detail = "Parts of the request are invalid; see errors."
        raise ProblemError("invalid_request", detail, {"errors": errors})


def require_visible(game_view: GameView, version: int) -> None:
    """Refuse a version of a game that is not to be seen yet, as if there were none."""
    if version > game_view.state.version:
        raise ProblemError("not_found", f"The game has versions 1 to {game_view.state.version}.")


def first_outcome(known: StoredDocument, key: Key | None) -> Document:
    """What a request has made whose key is known."""
    if key is None or known.fingerprint != key.fingerprint:
        raise KeyReusedError("" if key is None else key.field)
    if known.document is None:
        raise ProblemError("not_found", "The document that this request created has been deleted.")
    return known.document


def commentary_answer(
    content: AnnotationAnswer | StudyAnswer,
    status: int = HTTPStatus.OK,
    headers: dict[str, str] | None = None,
) -> Response:
    """An answer under the tag of its revision, or 304 to who reads and has it already."""
    mark = hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:_MARK_DIGITS]
    tag = f'"{content.revision}.{mark}"'
    if request.method in ("GET", "HEAD") and has_already(tag):
        return unchanged(tag)
    return answer(content, status, {"ETag": tag, **(headers or {})})
