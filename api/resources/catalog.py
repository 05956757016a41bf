"""The catalogue: the battles that can be played, and the pieces of the game."""

from collections.abc import Callable
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import texts
from api.answers import answer
from api.operation import ACCEPT_LANGUAGE, NO_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.requests import foreign_cursor, query
from api.schemas import PageQuerySchema, ScenariosPageSchema
from domain.book import ANY_NUMBER, CardSpec, Edition, GroundTraits
from domain.chance import DIE
from domain.editions import EDITIONS
from domain.scenarios import document, slugs
from domain.scenarios.parse import FIGURES
from domain.values import (
    Card,
    EditionName,
    ObstacleKind,
    Section,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)

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
        headers=(ACCEPT_LANGUAGE,),
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
    wanted = texts.language()
    items = [
        {
            "slug": name,
            "title": texts.chosen(document(name)["title"], wanted),
            "year": document(name)["year"],
        }
        for name in shown
    ]
    body = {"items": items, "next": shown[-1] if more else None}
    return answer(body, headers=_localized(wanted))


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
        "Units, terrain, obstacles, cards and dice",
        Success(200, {"$ref": "#/components/schemas/Catalog"}),
        fails=(422,),
        headers=(ACCEPT_LANGUAGE,),
        security=NO_TOKEN,
    ),
)
def get_catalog() -> Response:
    """The tables that the rules go by; what differs by rulebook stands under its edition."""
    wanted = texts.language()
    deck = EDITIONS[EditionName.E2025].decks[Variant.YOUNG_GENERALS]
    body = {
        "dice": list(DIE),
        "editions": list(EditionName),
        "variants": list(Variant),
        "units": [_entry("units", kind, wanted, _unit) for kind in UnitKind],
        "terrain": [_entry("terrain", kind, wanted, _terrain) for kind in TerrainKind],
        "obstacles": [_entry("obstacles", kind, wanted, _obstacle) for kind in ObstacleKind],
        "cards": [_card(card, spec, wanted) for card, spec in deck.items()],
    }
    return answer(body, headers=_localized(wanted))


def _localized(wanted: str) -> dict[str, str]:
    return {**_PUBLIC, "Vary": "Accept, Accept-Language", "Content-Language": wanted}


def _entry(
    table: str, word: str, wanted: str, row: Callable[[Edition, Any], dict[str, Any]]
) -> dict[str, Any]:
    """A row of a table: its id, its name, and what each edition says of it."""
    return {
        "id": word,
        "name": texts.name(table, word, wanted),
        "by_edition": {name: row(EDITIONS[name], word) for name in EditionName},
    }


def _unit(book: Edition, kind: UnitKind) -> dict[str, Any]:
    row = book.units[kind]
    return {
        "type": row.type,
        "figures": FIGURES[kind],
        "move": row.move,
        "move_and_battle": row.move_and_battle,
        "dice_by_range": row.dice_by_range,
        "hit_by": sorted(row.hit_by),
        "needs_line_of_sight": row.needs_sight,
        "ignores_protection": row.ignores_protection,
        "takes_ground": row.takes_ground,
        "overruns": row.overruns,
        "medals": row.medals,
    }


def _terrain(book: Edition, kind: TerrainKind) -> dict[str, Any]:
    return _ground(book.terrain[kind])


def _obstacle(book: Edition, kind: ObstacleKind) -> dict[str, Any]:
    return _ground(book.obstacles[kind])


def _ground(row: GroundTraits) -> dict[str, Any]:
    return {
        "impassable_for": sorted(row.impassable_for),
        "carries_across": row.carries_across,
        "land": row.land,
        "entered_from_land_only": row.entered_from_land_only,
        "must_stop": row.must_stop,
        "no_battle_on_entry": row.no_battle_on_entry,
        "protection": {kind: row.protection.get(kind, 0) for kind in UnitType},
        "penalty": {kind: row.penalty.get(kind, 0) for kind in UnitType},
        "line_of_sight": row.sight.name.lower(),
        "height": row.height,
        "ignores_a_flag": sorted(row.ignores_a_flag),
        "goes_with_unit": row.goes_with_unit,
        "crushed_by": sorted(row.crushed_by),
        "cleared_by": sorted(row.cleared_by),
    }


def _card(card: Card, spec: CardSpec, wanted: str) -> dict[str, Any]:
    """A card: units it orders a section ("all" where there is no limit), and how many cards its
    player draws to keep one."""
    kind, _, section = card.rpartition("_")
    family = kind if section in list(Section) else str(card)
    return {
        "id": card,
        "name": texts.name("cards", family, wanted),
        "section": section if family == kind else None,
        "copies": spec.copies,
        "orders": {
            place: "all" if count == ANY_NUMBER else count for place, count in spec.orders.items()
        },
        "offered": spec.offered,
    }
