"""The pages to play and review games, and their files. They use only the public API, and are an
example of a client."""

from functools import cache
from pathlib import Path
from urllib.parse import quote

from flask import Response, render_template, request
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from api.answers.pictures import SVG
from api.http.problems import ProblemError
from api.http.requests import query
from api.operations.operation import TAG, also_answers
from api.pages.build import APP, files
from api.pages.build import build as current_build
from api.pages.files import SCRIPT, content_response, file_operation, file_response
from api.pages.rendering import page_operation, screen
from api.pictures.drawing.themes import style
from api.schemas.answer import Answer
from api.schemas.fields import described, version_param
from api.schemas.names import MAX_SLUG

screens = Blueprint(
    "screens", __name__, description="Pages to play and review games, and their parts."
)
screens.add_app_template_global(current_build, "build")
_CHECKED = "no-cache"
"""Cached, and revalidated each time: files of different versions do not work together."""
_FOR_EVER = "public, max-age=31536000, immutable"
_A_DAY = "public, max-age=86400"
_TEXT = {"type": "string"}
_JSON = "application/json"


class PlaceSchema(Schema):
    """The version at which a page starts."""

    version = version_param("The version to show. It is used by the page, not by the server.")


class ParentSchema(Schema):
    """The initial state of a page."""

    # Named by hand, as `from` is a word of the language.
    parent = fields.String(
        data_key="from",
        validate=validate.Length(1, MAX_SLUG),
        metadata=described("The scenario to begin with. It is used by the page alone."),
    )


class PageTextsAnswer(Answer, frozen=True):
    """The texts of the pages in a language."""

    language: str
    texts: dict[str, str]
    """Texts by name; pages fill in the placeholders in braces."""


_PLACE, _PARENT = PlaceSchema(), ParentSchema()


@page_operation(screens, "/play/<string:game_id>", "Get the play page of a game")
def get_play_page(game_id: str) -> Response:
    """The same page for every game: its script reads from the address which one it is, and asks for
    it as any client would. An invitation goes after a `#invite=`, where no server sees it."""
    del game_id
    return screen(render_template("play.html"))


@page_operation(
    screens, "/review/<string:game_id>", "Get the review page of a game", query=PlaceSchema
)
def get_review_page(game_id: str) -> Response:
    """The same page for every game, as `/play/{game_id}` is. Its script steps through all versions,
    and goes along with a game that still runs; `version` is where it begins."""
    return screen(_review(game_id, "review"))


@page_operation(
    screens, "/embed/<string:game_id>", "Get the review of a game for a frame", query=PlaceSchema
)
def get_embedded_review(game_id: str) -> Response:
    """The board of the review page with what steps through it, which any site may show in a frame.
    It shows what anybody may see."""
    return screen(_review(game_id, "embed"), frames="*")


def _review(game_id: str, page_kind: str) -> str:
    """Return the page, with a picture of the game for link previews, if the caller may see it."""
    version = query(_PLACE).get("version")
    picture = f"{request.url_root}v1/games/{quote(game_id)}/board.png?width=1200"
    shown = f"{picture}&version={version}" if version else picture
    return render_template("review.html", look=page_kind, address=request.base_url, picture=shown)


@page_operation(screens, "/scenarios/new", "Get the page to make a scenario", query=ParentSchema)
def get_editor_page() -> Response:
    """Its script draws the board, and keeps what is made in the browser until it is saved."""
    query(_PARENT)
    return screen(render_template("editor.html"))


@page_operation(screens, "/scenarios", "Get the page of all scenarios")
def get_scenarios_page() -> Response:
    """Its script lists them and searches; what is searched for stands behind the `#` of the
    address."""
    return screen(render_template("battles.html"))


@page_operation(screens, "/scenarios/<string:slug>", "Get the page of a scenario")
def get_scenario_page(slug: str) -> Response:
    """The same page for every scenario, as `/play/{game_id}` is for games."""
    picture = f"{request.url_root}v1/scenarios/{quote(slug)}/board.png?width=1200"
    return screen(render_template("battle.html", address=request.base_url, picture=picture))


@file_operation(
    screens, "/static/app/app.css", "Get the style sheet of the pages", "text/css", _TEXT
)
def get_page_style() -> Response:
    """For light and for dark, for a phone and for a desk."""
    return file_response(APP / "app.css", "text/css", _CHECKED)


@file_operation(screens, "/static/app/colors.css", "Get the colors of boards", "text/css", _TEXT)
def get_board_colors() -> Response:
    """For a board's kit: of each color its name and how it looks by day, by night and on paper."""
    return content_response(style().encode(), "text/css", _CHECKED)


@file_operation(
    screens, "/static/app/icon.svg", "Get the icon of the pages", "image/svg+xml", _TEXT
)
def get_page_icon() -> Response:
    """For the browser's tab."""
    return file_response(APP / "icon.svg", "image/svg+xml", _A_DAY)


@file_operation(
    screens,
    "/static/app/<string:module>.js",
    "Get a script module of the pages",
    SCRIPT,
    _TEXT,
    404,
)
def get_page_module(module: str) -> Response:
    """Plain modules of JavaScript: there is no build step."""
    return _part(_parts("*.js"), module, SCRIPT)


@file_operation(
    screens,
    "/static/app/texts/<string:language>.json",
    "Get the texts of the pages",
    "application/json",
    PageTextsAnswer,
    404,
)
def get_page_texts(language: str) -> Response:
    """In one language: en, de, es, fr or pt."""
    return _part(_parts("texts/*.json"), language, "application/json")


@file_operation(
    screens,
    "/static/app/<string:build>/<path:file>",
    "Get a file of the pages by its build",
    SCRIPT,
    _TEXT,
    404,
)
@also_answers(
    screens,
    200,
    {
        "description": "The file.",
        "content": {
            SCRIPT: {"schema": _TEXT},
            "text/css": {"schema": _TEXT},
            SVG: {"schema": _TEXT},
            _JSON: {"schema": {}},
        },
        "headers": TAG,
    },
)
def get_page_file(build: str, file: str) -> Response:
    """What the pages load: `play.js` is all modules of the play page in one script, `pages.css`
    both style sheets, `texts/de.json` the texts with the catalog, `boards.svg` small pictures of
    all battles. The build names the content, which is therefore kept for ever; under the name of
    another build today's file is returned, and is not kept."""
    if file not in files():
        raise ProblemError("not_found", "No such file.")
    content, mimetype = files()[file]
    return content_response(content, mimetype, _FOR_EVER if build == current_build() else _CHECKED)


@cache
def _parts(pattern: str) -> dict[str, Path]:
    return {path.stem: path for path in APP.glob(pattern)}


def _part(parts: dict[str, Path], name: str, mimetype: str) -> Response:
    if name not in parts:
        raise ProblemError("not_found", "No such file.")
    return file_response(parts[name], mimetype, _CHECKED)
