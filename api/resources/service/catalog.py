"""The catalogue: the pieces of the game."""

from flask import Response
from flask_smorest import Blueprint

from api.answers.catalog import tables
from api.http.languages import preferred_language
from api.http.responses import hashed_answer
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    NO_TOKEN,
    TAG,
    Operation,
    Success,
)

catalog = Blueprint("catalog", __name__, description="The pieces of the game.")
_PUBLIC = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}


@Operation(
    catalog,
    "GET /v1/catalog",
    "Get the catalog of units, terrain, obstacles, cards and dice",
    Success(200, {"$ref": "#/components/schemas/Catalog"}, headers=TAG),
    headers=(ACCEPT_LANGUAGE, IF_NONE_MATCH),
    security=NO_TOKEN,
)
def get_catalog() -> Response:
    """The tables that the rules use; values that differ between the rulebooks are listed by
    edition."""
    language = preferred_language()
    return hashed_answer(tables(language), _localized(language))


def _localized(language: str) -> dict[str, str]:
    return {**_PUBLIC, "Vary": "Accept, Accept-Language", "Content-Language": language}
