"""Who may read comments on games, and when.

Comments must not help anyone to play. Until a game is over, nobody else reads its players'
comments, and spectators' comments are read only by signed-in players without a seat. Nobody reads
comments on a version that the spectator delay still hides.
"""

import hashlib
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request

from api.access.views import GameView
from api.http.problems import ProblemError
from api.http.responses import SAFE_METHODS, answer, is_cached, not_modified
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
"""The marks of a comment, and their members that name a hex."""
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
_HASH_DIGITS = 16
_MAX_REMARKS = 1000
"""Annotations in one record."""


def reader(game_view: GameView, who: Player | None) -> Reader:
    """Return which comments on a game a viewer may read."""
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
    """Return the public annotations of a game that a viewer may read, for its record."""
    game, every = game_view.state.created.game, Filter()
    page, _ = services().annotations.page(game, reader(game_view, who), every, _MAX_REMARKS)
    public = [each for each, _ in page if each.visibility is Audience.PUBLIC]
    return [(each.version, _as_text(each)) for each in public]


def _as_text(annotation: Annotation) -> str:
    """Write an annotation as text: the sign, the words, the versions and the marks."""
    remark = annotation.remark
    marks = [f"versions {annotation.version} to {annotation.last_version}"]
    marks = marks if annotation.last_version > annotation.version else []
    marks += [
        f"{label(Hex(*arrow['start']))}-{label(Hex(*arrow['end']))} {arrow['color']}"
        for arrow in remark["arrows"]
    ]
    marks += [f"{label(Hex(*mark['hex']))} {mark['color']}" for mark in remark["hexes"]]
    marks_text = f"({', '.join(marks)})" if marks else ""
    parts = (remark["sign"], remark["text"], marks_text)
    return " ".join(part.strip() for part in parts if part)


def require_on_board(game_view: GameView, remarks: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Reject marks off the game's board; each of ``remarks`` comes with its JSON pointer."""
    grid = grid_of(game_view.state.created.setup.grid)
    marked = [
        (f"{pointer}/{marks}/{number}/{name}", Hex(*mark[name]))
        for pointer, remark in remarks
        for marks, names in _MARKED.items()
        for number, mark in enumerate(remark[marks])
        for name in names
    ]
    errors = {
        pointer: ["The board has no such hex."] for pointer, hex_ in marked if hex_ not in grid
    }
    if errors:
        detail = "Parts of the request are invalid; see errors."
        raise ProblemError("invalid_request", detail, {"errors": errors})


def require_visible_version(game_view: GameView, version: int) -> None:
    """Reject a version that the viewer may not see yet, as if it did not exist."""
    if version > game_view.state.version:
        raise ProblemError("not_found", f"The game has versions 1 to {game_view.state.version}.")


def first_outcome(stored: StoredDocument, key: Key | None) -> Document:
    """Return the document that the first request with this key created. Raises ``KeyReusedError``
    or a problem."""
    if key is None or stored.fingerprint != key.fingerprint:
        raise KeyReusedError("" if key is None else key.field)
    if stored.document is None:
        raise ProblemError("not_found", "The document that this request created has been deleted.")
    return stored.document


def revision_answer(
    content: AnnotationAnswer | StudyAnswer,
    status: int = HTTPStatus.OK,
    headers: dict[str, str] | None = None,
) -> Response:
    """Return a response with the entity tag of its revision, or 304 if the client has it."""
    digest = hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:_HASH_DIGITS]
    tag = f'"{content.revision}.{digest}"'
    if request.method in SAFE_METHODS and is_cached(tag):
        return not_modified(tag)
    return answer(content, status, {"ETag": tag, **(headers or {})})
