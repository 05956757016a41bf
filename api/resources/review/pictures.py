"""Pictures of boards, as SVG and PNG."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.access.battles import setup_of, stored_scenario
from api.access.identity import caller, held_by
from api.access.views import view_for
from api.answers.pictures import PNG, PUBLIC, SVG, Picture, pictured
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import IMMUTABLE, MUTABLE
from api.limits.costly_answers import STEPS_PER_EVENT
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    TAG,
    Operation,
    Success,
)
from api.pictures.board import Manner, draw
from api.pictures.changes import Changes, changes
from api.pictures.kit import kit
from api.pictures.options import options
from api.pictures.overlay import Extras
from api.pictures.scene import of_document, of_setup, of_state
from api.schemas.review.pictures import (
    KIT,
    PICTURE,
    DrawnBoardQuerySchema,
    MannerQuerySchema,
    WideBoardQuerySchema,
    WideMannerQuerySchema,
)
from api.services import services
from domain.analysis.work import Spend
from domain.geometry.hexes import Hex, grid_of
from domain.history import mainline_versions
from domain.notation.hexes import parse_hex
from domain.scenarios import slugs
from domain.values import Seat
from events.games.snapshot import GameSnapshot

pictures = Blueprint("pictures", __name__, description="Pictures of boards.")
_TEXT = {"type": "string"}
_BYTES = {"type": "string", "format": "binary"}
_BOARD, _WIDE_BOARD = DrawnBoardQuerySchema(), WideBoardQuerySchema()
_MANNER, _WIDE_MANNER = MannerQuerySchema(), WideMannerQuerySchema()
CACHE_WITH_PAGES = "private, max-age=300"
_WEIGHTS = {SVG: 5, PNG: 100}


def _operation(path: str, summary: str, kind: str, params: type[MannerQuerySchema]) -> Operation:
    return Operation(
        pictures,
        f"GET {path}",
        summary,
        Success(200, _TEXT if kind == SVG else _BYTES, content_type=kind, headers=TAG),
        fails=(404,),
        query=params,
        weight=_WEIGHTS[kind],
        headers=(IF_NONE_MATCH, ACCEPT_LANGUAGE),
        security=OPTIONAL_TOKEN,
    )


@_operation(
    "/v1/games/<string:game_id>/board.svg",
    "Get the board of a game as SVG",
    SVG,
    DrawnBoardQuerySchema,
)
def get_board_svg(game_id: str) -> Response:
    """The board at any version: terrain, obstacles, units with their figures, objectives and
    medals.

    The picture contains only what you may see, and needs no font, style sheet or script. Its title
    and description are in your language.
    """
    return _board(game_id, query(_BOARD), SVG)


@_operation(
    "/v1/games/<string:game_id>/board.png",
    "Get the board of a game as PNG",
    PNG,
    WideBoardQuerySchema,
)
def get_board_png(game_id: str) -> Response:
    """`board.svg` for clients that cannot show SVG."""
    return _board(game_id, query(_WIDE_BOARD), PNG)


@_operation(
    "/v1/scenarios/<string:slug>/board.svg",
    "Get the setup of a scenario as SVG",
    SVG,
    MannerQuerySchema,
)
def get_scenario_board_svg(slug: str) -> Response:
    """The board before the first turn."""
    return _setup(slug, query(_MANNER), SVG)


@_operation(
    "/v1/scenarios/<string:slug>/board.png",
    "Get the setup of a scenario as PNG",
    PNG,
    WideMannerQuerySchema,
)
def get_scenario_board_png(slug: str) -> Response:
    """`board.svg` for clients that cannot show SVG."""
    return _setup(slug, query(_WIDE_MANNER), PNG)


def _setup(slug: str, params: dict[str, Any], kind: str) -> Response:
    setup = setup_of(slug)
    ours = slug in slugs()
    scene = of_setup(slug, setup) if ours else of_document(stored_scenario(slug).shown)
    cache = PUBLIC if ours else MUTABLE
    return pictured(Picture(kind, 0, (slug,), lambda manner, _: draw(scene, manner), cache), params)


def _board(game: str, params: dict[str, Any], kind: str) -> Response:
    who = caller()
    newest = view_for(game, who).snapshot
    version = params.get("version", newest.version)
    if version > newest.version:
        raise ProblemError("not_found", f"The game has versions 1 to {newest.version}.")
    then = newest if version == newest.version else services().games.at(game, version)
    _validate(params, then)
    # The options of a unit depend on the caller; everything else is the same for everyone.
    seats = held_by(then.state, who) if "unit" in params else frozenset[Seat]()

    form = params.get("form", PICTURE)

    def render(manner: Manner, spend: Spend) -> str:
        scene = of_state(then.state)
        if form == KIT:
            return kit(scene, manner.side, manner.language)
        return draw(scene, manner, _extras(params, then, seats, spend))

    said = (
        then.head,
        params.get("unit", ""),
        str(params.get("since")),
        params.get("marks", ""),
        ",".join(sorted(seats)),
        form,
    )
    cache = MUTABLE
    if "version" in params:
        # A kit must match the modules of the pages, so it is cached as long as a page.
        cache = IMMUTABLE if form == PICTURE else CACHE_WITH_PAGES
    return pictured(Picture(kind, version, said, render, cache), params)


def _validate(params: dict[str, Any], then: GameSnapshot) -> None:
    version, unit = then.version, params.get("unit")
    if unit is not None and unit not in then.state.units:
        raise ProblemError("not_found", f"At version {version} the board has no such unit.")
    errors = {}
    if params.get("since", version) > version:
        errors["/since"] = [f"Must be at most {version}, the version that is drawn."]
    if any(hex_ not in grid_of(then.state.created.setup.grid) for hex_ in _marks(params)):
        errors["/marks"] = ["Must be hexes of the board."]
    if errors:
        detail = "Parts of the request are invalid; see errors."
        raise ProblemError("invalid_request", detail, {"errors": errors})


def _marks(params: dict[str, Any]) -> tuple[Hex, ...]:
    return tuple(map(parse_hex, params["marks"].split(","))) if "marks" in params else ()


def _extras(
    params: dict[str, Any], then: GameSnapshot, seats: frozenset[Seat], spend: Spend
) -> Extras:
    unit, since = params.get("unit"), params.get("since")
    return Extras(
        options=options(then.state, seats, then.state.units[unit], settled=then.settled)
        if unit is not None
        else None,
        changes=_changes(then, since, spend) if since is not None else None,
        marks=_marks(params),
    )


def _changes(then: GameSnapshot, since: int, spend: Spend) -> Changes:
    """Return what the mainline events after ``since`` have changed. If that version was taken back,
    start from the last one before it that was not."""
    games, game, version = services().games, then.state.created.game, then.version
    spend(version * STEPS_PER_EVENT)
    line = mainline_versions(version, games.taken_back(game, version))
    base, counts = max(one for one in line if one <= since), set(line)
    counted = [one.event for one in games.events(game, base, version) if one.version in counts]
    return changes(games.at(game, base).state, counted, then.state)
