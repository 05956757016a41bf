"""Pictures of boards, as SVG and as PNG."""

import hashlib
from collections.abc import Callable
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import texts
from api.answers import IMMUTABLE, MUTABLE, has_already, unchanged
from api.identity import caller
from api.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    NO_TOKEN,
    OPTIONAL_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.pictures.board import NAMES, NONE, Manner, draw
from api.pictures.png import png
from api.pictures.scene import Scene, of_setup, of_state
from api.problems import ProblemError
from api.requests import query
from api.schemas.pictures import (
    BoardQuerySchema,
    MannerQuerySchema,
    WideBoardQuerySchema,
    WideMannerQuerySchema,
)
from api.services import services
from api.sight import look
from domain.scenarios import load, slugs
from domain.values import Side
from events.cache import Recent
from events.loaded import Loaded

pictures = Blueprint("pictures", __name__, description="Boards to look at.")
SVG, PNG = "image/svg+xml", "image/png"
_TEXT = {"type": "string"}
_BYTES = {"type": "string", "format": "binary"}
_BOARD, _WIDE_BOARD = BoardQuerySchema(), WideBoardQuerySchema()
_MANNER, _WIDE_MANNER = MannerQuerySchema(), WideMannerQuerySchema()
_STYLE = "style 1"
"""Counted up when the same board is drawn otherwise, so that no cache mixes the two."""
_POLICY = "default-src 'none'; sandbox"
"""There is nothing in a picture that a browser would have to load or to run."""
_PUBLIC = "public, max-age=300"
_NAMED_FROM = 560
"""Pixels across from which names can be read."""
_MARK_DIGITS = 16
_recent: Recent[bytes] = Recent(16 * 1024 * 1024, weight=len)


def _about(name: str, summary: str, kind: str, wish: type[MannerQuerySchema]) -> Operation:
    of_game = issubclass(wish, BoardQuerySchema)
    return Operation(
        name,
        summary,
        Success(200, _TEXT if kind == SVG else _BYTES, content_type=kind, headers=TAG),
        fails=(401, 404, 422, 503) if of_game else (404, 422) if kind == SVG else (404, 422, 503),
        query=wish,
        headers=(IF_NONE_MATCH, ACCEPT_LANGUAGE),
        security=OPTIONAL_TOKEN if of_game else NO_TOKEN,
        others=UNCHANGED,
    )


@endpoint(
    pictures,
    "GET",
    "/v1/games/<string:game_id>/board.svg",
    _about("getBoardSvg", "A game's board as a picture to scale", SVG, BoardQuerySchema),
)
def get_board_svg(game_id: str) -> Response:
    """At any version: terrain, obstacles, units with their figures, objectives, medals.

    Nothing is in it that you may not know, nor any font, style sheet, script or address; its title
    and its description are in your language. Put it on a page as an image.
    """
    return _board(game_id, query(_BOARD), SVG)


@endpoint(
    pictures,
    "GET",
    "/v1/games/<string:game_id>/board.png",
    _about("getBoardPng", "A game's board as a picture in pixels", PNG, WideBoardQuerySchema),
)
def get_board_png(game_id: str) -> Response:
    """The same picture as `board.svg`, for where no SVG is shown."""
    return _board(game_id, query(_WIDE_BOARD), PNG)


@endpoint(
    pictures,
    "GET",
    "/v1/scenarios/<string:slug>/board.svg",
    _about(
        "getScenarioBoardSvg", "A battle's set-up as a picture to scale", SVG, MannerQuerySchema
    ),
)
def get_scenario_board_svg(slug: str) -> Response:
    """The board as it stands before the first turn."""
    return _setup(slug, query(_MANNER), SVG)


@endpoint(
    pictures,
    "GET",
    "/v1/scenarios/<string:slug>/board.png",
    _about(
        "getScenarioBoardPng",
        "A battle's set-up as a picture in pixels",
        PNG,
        WideMannerQuerySchema,
    ),
)
def get_scenario_board_png(slug: str) -> Response:
    """The same picture as `board.svg`, for where no SVG is shown."""
    return _setup(slug, query(_WIDE_MANNER), PNG)


def _board(game: str, wish: dict[str, Any], kind: str) -> Response:
    sight = look(game, caller())
    newest = sight.seen.version
    version = wish.get("version", newest)
    if version > newest:
        raise ProblemError("not_found", f"The game has versions 1 to {newest}.")
    loaded: Loaded = sight.seen if version == newest else services().games.at(game, version)
    said = (loaded.head,)
    cache = IMMUTABLE if "version" in wish else MUTABLE
    return _picture(kind, wish, said, lambda: of_state(loaded.state), cache)


def _setup(slug: str, wish: dict[str, Any], kind: str) -> Response:
    if slug not in slugs():
        raise ProblemError("not_found", "No battle has this name.")
    return _picture(kind, wish, (slug,), lambda: of_setup(slug, load(slug)), _PUBLIC)


def _picture(
    kind: str, wish: dict[str, Any], said: tuple[str, ...], scene: Callable[[], Scene], cache: str
) -> Response:
    """The answer with a picture, or 304. ``said`` and the wish tell it from all others."""
    manner = _manner(wish)
    parts = (_STYLE, kind, *said, repr(manner), str(wish.get("width")))
    mark = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_MARK_DIGITS]
    tag = f'"{mark}"'
    if has_already(tag):
        response = unchanged(tag, cache)
    else:
        content = _recent.get(mark)
        if content is None:
            content = _drawn(scene(), manner, wish.get("width"))
            _recent.put(mark, content)
        response = Response(content, mimetype=kind)
        response.headers.update({"ETag": tag, "Cache-Control": cache})
        response.headers["Content-Language"] = manner.language
        response.headers["Content-Security-Policy"] = _POLICY
    authorized = () if cache == _PUBLIC else ("Authorization",)
    response.headers["Vary"] = ", ".join((*authorized, "Accept", "Accept-Language"))
    return response


def _manner(wish: dict[str, Any]) -> Manner:
    small = wish.get("width", _NAMED_FROM) < _NAMED_FROM
    return Manner(
        theme=wish["theme"],
        labels=wish.get("labels", NONE if small else NAMES),
        side=Side(wish["side"]) if "side" in wish else None,
        language=texts.language(),
    )


def _drawn(scene: Scene, manner: Manner, width: int | None) -> bytes:
    svg = draw(scene, manner)
    if width is None:
        return svg.encode()
    slots = services().picture_slots
    if not slots.acquire(blocking=False):
        raise ProblemError("busy", "Many pictures are being made at this moment.")
    try:
        return png(svg, width)
    finally:
        slots.release()
