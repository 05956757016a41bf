"""The page that explains the rules, and the pictures in it."""

from typing import Any

from flask import Response, render_template
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from api import locales
from api.answers.pictures import PUBLIC as PICTURE_KEPT
from api.answers.pictures import SVG
from api.http.languages import preferred_language
from api.http.problems import ProblemError
from api.http.requests import query
from api.operations.operation import NO_TOKEN, Operation, Success
from api.pages.manual.chapters import chapters, texts
from api.pages.manual.examples import examples
from api.pages.rendering import page_operation, screen
from api.pictures.board import HEXES, Manner
from api.pictures.drawing.themes import THEMES
from api.schemas.fields import described

manual = Blueprint("manual", __name__, description="The rules for players.")
_TEXT = {"type": "string"}


class LanguageSchema(Schema):
    """In which language a page is wanted."""

    language = fields.String(
        validate=validate.OneOf(locales.LANGUAGES),
        metadata=described("The language; by default the one that the browser prefers."),
    )


class ExampleQuerySchema(LanguageSchema):
    """How a picture is wanted."""

    theme = fields.String(
        load_default="light",
        validate=validate.OneOf(list(THEMES)),
        metadata=described("The colors."),
    )


_PAGE = LanguageSchema()
_PICTURE = ExampleQuerySchema()


@page_operation(manual, "/how-to-play", "Get the rules for players", query=LanguageSchema)
def get_manual() -> Response:
    """The rules in ten minutes, in five languages and with drawn examples. A refusal is explained
    at the place that has the first word of its rule: `/how-to-play#movement`."""
    wanted = _wanted(query(_PAGE))
    said = texts(wanted)
    html = render_template(
        "manual.html",
        language=wanted,
        languages={tag: texts(tag)["language"] for tag in locales.LANGUAGES},
        said=said,
        chapters=chapters(wanted),
        sizes={name: example.size for name, example in examples().items()},
    )
    response = screen(html)
    response.headers["Vary"] = "Accept-Language"
    response.headers["Content-Language"] = wanted
    return response


@Operation(
    manual,
    "GET /how-to-play/<string:example>.svg",
    "Get a picture of the rules for players",
    Success(200, _TEXT, content_type=SVG),
    fails=(404,),
    query=ExampleQuerySchema,
    security=NO_TOKEN,
)
def get_manual_picture(example: str) -> Response:
    """A position that the rules are explained with, drawn as boards are."""
    params = query(_PICTURE)
    if example not in examples():
        raise ProblemError("not_found", "No example has this name.")
    wanted = _wanted(params)
    said = texts(wanted)
    manner = Manner(theme=params["theme"], labels=HEXES, language=wanted)
    drawn = examples()[example].drawn(manner, said["title"], said["examples"][example])
    response = Response(drawn, mimetype=SVG)
    response.headers["Cache-Control"] = PICTURE_KEPT
    response.headers["Vary"] = "Accept-Language"
    response.headers["Content-Language"] = wanted
    return response


def _wanted(params: dict[str, Any]) -> str:
    return str(params.get("language", preferred_language()))
