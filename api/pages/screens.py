"""The pages on which people play and look back, and what they are made of.

They use nothing but the interface that every client has, and are an example of one.
"""

import re
from functools import cache
from pathlib import Path

from flask import Response, render_template
from flask_smorest import Blueprint
from marshmallow import Schema, validate

from api.http.problems import ProblemError
from api.http.requests import query
from api.openapi.operation import NO_TOKEN, Operation, Success, endpoint
from api.pages.files import SCRIPT, STATIC, about, handed_out, sent
from api.pages.rendering import HTML, screen
from api.pictures.drawing.themes import style
from api.schemas.answer import Answer
from api.schemas.fields import QueryNumber
from api.schemas.review.history import HIGHEST_VERSION

screens = Blueprint(
    "screens", __name__, description="Pages to play and review games, and their parts."
)
_APP = STATIC / "app"
_CHECKED = "no-cache"
"""To be kept, and asked about each time: parts of different versions would not fit together."""
_TEXT = {"type": "string"}
_IMPORTED = re.compile(r'from "\./(\w+)\.js"')


class PlaceSchema(Schema):
    """Where in a game a page begins."""

    version = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "The version to show. It is used by the page, not by the server."},
    )


class PageTextsAnswer(Answer, frozen=True):
    """What the pages say in one language."""

    language: str
    texts: dict[str, str]
    """Texts by name; the pages replace what is in braces."""


_PLACE = PlaceSchema()


@endpoint(
    screens,
    "GET",
    "/play/<string:game_id>",
    Operation(
        "getPlayPage",
        "Get the play page of a game",
        Success(200, _TEXT, content_type=HTML),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
def get_play_page(game_id: str) -> Response:
    """The same page for every game: its script reads from the address which one it is, and asks for
    it as any client would. An invitation goes after a `#invite=`, where no server sees it."""
    del game_id
    return screen(render_template("play.html", modules=_needed("play")))


@endpoint(
    screens,
    "GET",
    "/review/<string:game_id>",
    Operation(
        "getReviewPage",
        "Get the review page of a game",
        Success(200, _TEXT, content_type=HTML),
        fails=(422,),
        query=PlaceSchema,
        security=NO_TOKEN,
    ),
)
def get_review_page(game_id: str) -> Response:
    """The same page for every game, as `/play/{game_id}` is. Its script steps through all versions,
    and goes along with a game that still runs; `version` is where it begins."""
    del game_id
    query(_PLACE)
    return screen(render_template("review.html", modules=_needed("review")))


@endpoint(
    screens,
    "GET",
    "/static/app/app.css",
    about("getPageStyle", "Get the style sheet of the pages", "text/css", _TEXT),
)
def get_page_style() -> Response:
    """For light and for dark, for a phone and for a desk."""
    return sent(_APP / "app.css", "text/css", _CHECKED)


@endpoint(
    screens,
    "GET",
    "/static/app/colors.css",
    about("getBoardColors", "Get the colors of boards", "text/css", _TEXT),
)
def get_board_colors() -> Response:
    """For a board's kit: of each color its name and how it looks by day, by night and on paper."""
    return handed_out(style().encode(), "text/css", _CHECKED)


@endpoint(
    screens,
    "GET",
    "/static/app/icon.svg",
    about("getPageIcon", "Get the icon of the pages", "image/svg+xml", _TEXT),
)
def get_page_icon() -> Response:
    """For the browser's tab."""
    return sent(_APP / "icon.svg", "image/svg+xml", _CHECKED)


@endpoint(
    screens,
    "GET",
    "/static/app/<string:module>.js",
    about("getPageModule", "Get a script module of the pages", SCRIPT, _TEXT, 404),
)
def get_page_module(module: str) -> Response:
    """Plain modules of JavaScript: there is no build step."""
    return _part(_parts("*.js"), module, SCRIPT)


@endpoint(
    screens,
    "GET",
    "/static/app/texts/<string:language>.json",
    about(
        "getPageTexts",
        "Get the texts of the pages",
        "application/json",
        PageTextsAnswer,
        404,
    ),
)
def get_page_texts(language: str) -> Response:
    """In one language: en, de, es, fr or pt."""
    return _part(_parts("texts/*.json"), language, "application/json")


@cache
def _needed(module: str) -> list[str]:
    """The modules that one imports, and that those import: asked for at once, and not only when the
    browser has read who needs them."""
    found = [module]
    for one in found:
        text = _parts("*.js")[one].read_text(encoding="utf-8")
        found += sorted(set(_IMPORTED.findall(text)) - set(found))
    return found


@cache
def _parts(pattern: str) -> dict[str, Path]:
    return {path.stem: path for path in _APP.glob(pattern)}


def _part(parts: dict[str, Path], name: str, mimetype: str) -> Response:
    if name not in parts:
        raise ProblemError("not_found", "No such file.")
    return sent(parts[name], mimetype, _CHECKED)
