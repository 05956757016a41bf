"""Pictures of boards, as SVG and as PNG."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import IMMUTABLE, MUTABLE
from api.identity import caller, seats_at
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
from api.pictured import PNG, PUBLIC, SVG, Picture, pictured
from api.pictures.board import Manner, draw
from api.pictures.changes import Changes, changes
from api.pictures.kit import kit
from api.pictures.options import options
from api.pictures.overlay import Extras
from api.pictures.scene import of_setup, of_state
from api.problems import ProblemError
from api.requests import query
from api.schemas.pictures import (
    KIT,
    PICTURE,
    BoardQuerySchema,
    DrawnBoardQuerySchema,
    MannerQuerySchema,
    WideBoardQuerySchema,
    WideMannerQuerySchema,
)
from api.services import services
from api.sight import look
from domain.line import counting
from domain.scenarios import load, slugs
from domain.values import Seat
from events.loaded import Loaded

pictures = Blueprint("pictures", __name__, description="Boards to look at.")
_TEXT = {"type": "string"}
_BYTES = {"type": "string", "format": "binary"}
_BOARD, _WIDE_BOARD = DrawnBoardQuerySchema(), WideBoardQuerySchema()
_MANNER, _WIDE_MANNER = MannerQuerySchema(), WideMannerQuerySchema()


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
    _about("getBoardSvg", "A game's board as a picture to scale", SVG, DrawnBoardQuerySchema),
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


def _setup(slug: str, wish: dict[str, Any], kind: str) -> Response:
    if slug not in slugs():
        raise ProblemError("not_found", "No battle has this name.")
    scene = of_setup(slug, load(slug))
    return pictured(Picture(kind, 0, (slug,), lambda manner: draw(scene, manner), PUBLIC), wish)


def _board(game: str, wish: dict[str, Any], kind: str) -> Response:
    who = caller()
    newest = look(game, who).seen
    version = wish.get("version", newest.version)
    if version > newest.version:
        raise ProblemError("not_found", f"The game has versions 1 to {newest.version}.")
    then = newest if version == newest.version else services().games.at(game, version)
    _require_sense(wish, then)
    # What may be decided depends on who asks; all else is the same for everybody.
    seats = seats_at(then.state, who) if "unit" in wish else frozenset[Seat]()

    form = wish.get("form", PICTURE)

    def drawn(manner: Manner) -> str:
        scene = of_state(then.state)
        if form == KIT:
            return kit(scene, manner.side, manner.language)
        return draw(scene, manner, _extras(wish, then, seats))

    said = (then.head, wish.get("unit", ""), str(wish.get("since")), ",".join(sorted(seats)), form)
    # The parts of a kit go with the modules of the pages, which are asked about each time.
    cache = IMMUTABLE if "version" in wish and form == PICTURE else MUTABLE
    return pictured(Picture(kind, version, said, drawn, cache), wish)


def _require_sense(wish: dict[str, Any], then: Loaded) -> None:
    version, unit = then.version, wish.get("unit")
    if unit is not None and unit not in then.state.units:
        raise ProblemError("not_found", f"At version {version} no such unit is on the board.")
    if wish.get("since", version) > version:
        reasons = {"/since": [f"At most {version}, the version that is drawn."]}
        raise ProblemError("invalid_request", "It is yet to come.", {"errors": reasons})


def _extras(wish: dict[str, Any], then: Loaded, seats: frozenset[Seat]) -> Extras:
    unit, since = wish.get("unit"), wish.get("since")
    return Extras(
        options=options(then.state, seats, then.state.units[unit], settled=then.settled)
        if unit is not None
        else None,
        changes=_changes(then, since) if since is not None else None,
    )


def _changes(then: Loaded, since: int) -> Changes:
    """What the events after ``since`` that still count have changed. Where that version does not
    count itself any more, it begins with the last one before that does."""
    games, game, version = services().games, then.state.created.game, then.version
    line = counting(version, games.taken_back(game, version))
    base, counts = max(one for one in line if one <= since), set(line)
    kept = [one.event for one in games.events(game, base, version) if one.version in counts]
    return changes(games.at(game, base).state, kept, then.state)
