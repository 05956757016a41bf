"""The catalogue: the battles that can be played, and the pieces of the game."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.operation import NO_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.requests import foreign_cursor, query
from api.schemas import PageQuerySchema, ScenariosPageSchema
from domain.book import ANY_NUMBER, GroundTraits
from domain.chance import DIE
from domain.editions import EDITIONS
from domain.scenarios import document, slugs
from domain.values import EditionName, Section, UnitType

catalog = Blueprint("catalog", __name__, description="What can be played.")
_PAGE = PageQuerySchema()
_PUBLIC = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}


@endpoint(
    catalog,
    "GET",
    "/v1/scenarios",
    Operation(
        "listScenarios",
        "List the battles",
        Success(200, ScenariosPageSchema),
        fails=(422,),
        query=PageQuerySchema,
        security=NO_TOKEN,
    ),
)
def list_scenarios() -> Response:
    """By slug. The cursor is the slug of the page's last battle."""
    page = query(_PAGE)
    if page.get("cursor", slugs()[0]) not in slugs():
        raise foreign_cursor()
    names = [name for name in slugs() if name > page.get("cursor", "")]
    shown = names[: page["limit"]]
    more = len(names) > len(shown)
    items = [
        {"slug": name, "title": document(name)["title"]["en"], "year": document(name)["year"]}
        for name in shown
    ]
    return answer({"items": items, "next": shown[-1] if more else None}, headers=_PUBLIC)


@endpoint(
    catalog,
    "GET",
    "/v1/scenarios/<string:slug>",
    Operation(
        "getScenario",
        "One battle, whole",
        Success(200, {"$ref": "#/components/schemas/Scenario"}),
        fails=(404, 422),
        security=NO_TOKEN,
    ),
)
def get_scenario(slug: str) -> Response:
    """Its board, units, objectives, sides and briefing."""
    if slug not in slugs():
        raise ProblemError("not_found", "No battle has this name.")
    return answer(document(slug), headers=_PUBLIC)


@endpoint(
    catalog,
    "GET",
    "/v1/catalog",
    Operation(
        "getCatalog",
        "Units, terrain, obstacles, cards and dice by edition",
        Success(200, {"$ref": "#/components/schemas/Catalog"}),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
def get_catalog() -> Response:
    """The tables that the rules go by."""
    return answer(
        {"dice": list(DIE), "editions": {name: _edition(name) for name in EditionName}},
        headers=_PUBLIC,
    )


def _edition(name: EditionName) -> dict[str, Any]:
    book = EDITIONS[name]
    return {
        "units": {
            kind: {
                "type": row.type,
                "move": row.move,
                "move_and_battle": row.move_and_battle,
                "dice_by_range": row.dice_by_range,
                "hit_by": sorted(row.hit_by),
                "needs_line_of_sight": row.needs_sight,
                "takes_ground": row.takes_ground,
                "overruns": row.overruns,
                "medals": row.medals,
            }
            for kind, row in book.units.items()
        },
        "terrain": {kind: _ground(row) for kind, row in book.terrain.items()},
        "obstacles": {kind: _ground(row) for kind, row in book.obstacles.items()},
        "decks": {
            variant: {
                card: {"copies": spec.copies, "orders": _orders(spec.orders)}
                for card, spec in deck.items()
            }
            for variant, deck in book.decks.items()
        },
    }


def _ground(row: GroundTraits) -> dict[str, Any]:
    return {
        "impassable_for": sorted(row.impassable_for),
        "must_stop": row.must_stop,
        "no_battle_on_entry": row.no_battle_on_entry,
        "protection": {kind: row.protection.get(kind, 0) for kind in UnitType},
        "penalty": {kind: row.penalty.get(kind, 0) for kind in UnitType},
        "line_of_sight": row.sight.name.lower(),
        "height": row.height,
        "ignores_a_flag": sorted(row.ignores_a_flag),
    }


def _orders(orders: Mapping[Section, int]) -> dict[str, int | str]:
    """Units ordered a section; "all" where there is no limit."""
    return {section: "all" if count == ANY_NUMBER else count for section, count in orders.items()}
