"""The catalogue: the battles that can be played, and the pieces of the game."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import texts
from api.answers import answer
from api.operation import ACCEPT_LANGUAGE, NO_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.requests import foreign_cursor, query
from api.schemas.catalog import ScenariosPageSchema
from api.schemas.lists import PageQuerySchema
from domain.book import Edition, GroundTraits, Sight
from domain.card_spec import ANY_NUMBER, CardSpec, family, section_of
from domain.chance import DIE
from domain.editions import EDITIONS
from domain.scenarios import document, slugs
from domain.scenarios.parse import FIGURES
from domain.values import (
    Card,
    EditionName,
    Feature,
    ObstacleKind,
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
    deck = next(iter(EDITIONS.values())).decks[Variant.STANDARD]
    body = {
        "dice": list(DIE),
        "editions": list(EditionName),
        "variants": list(Variant),
        "units": [_entry("units", kind, wanted, _unit) for kind in UnitKind],
        "terrain": [
            _entry("terrain", kind, wanted, lambda book, kind: _ground(book.terrain[kind]))
            for kind in TerrainKind
        ],
        "features": [
            _entry("features", kind, wanted, lambda book, kind: _ground(book.features[kind]))
            for kind in Feature
        ],
        "obstacles": [
            _entry("obstacles", kind, wanted, lambda book, kind: _ground(book.obstacles[kind]))
            for kind in ObstacleKind
        ],
        "cards": [_card(card, spec, wanted) for card, spec in deck.items()],
        **{
            table: texts.names(table, wanted)
            for table in ("phases", "sections", "faces", "objectives", "sides")
        },
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
        "text": texts.rule(table, word),
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
        "battles_on_entry": row.battles_on_entry,
        "retreat_per_flag": row.retreat_per_flag,
    }


def _ground(row: GroundTraits) -> dict[str, Any]:
    """A row of the ground tables; a table by type says 0 where it says nothing."""
    shown = {one.name: _plain(getattr(row, one.name)) for one in fields(row)}
    for table in ("protection", "protection_from_below", "penalty"):
        shown[table] = {kind: getattr(row, table).get(kind, 0) for kind in UnitType}
    return shown | {"line_of_sight": shown.pop("sight")}


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    return value.name.lower() if isinstance(value, Sight) else value


def _card(card: Card, spec: CardSpec, wanted: str) -> dict[str, Any]:
    """A card: whom it orders ("all" where there is no limit), what it changes for them, and how
    many cards its player draws to keep one."""
    name = family(card)
    orders, effects = spec.orders, spec.effects
    return {
        "id": card,
        "name": texts.name("cards", name, wanted),
        "text": texts.rule("cards", name),
        "kind": "section" if orders.per_section else "tactic",
        "section": section_of(card),
        "copies": spec.copies,
        "orders": {place: _number(count) for place, count in orders.per_section.items()},
        "orders_anywhere": _number(orders.anywhere),
        "orders_one_section": orders.one_section,
        "orders_by_dice": orders.by_dice,
        "orders_types": sorted(orders.types),
        "orders_contact": orders.contact,
        "falls_back": orders.falls_back,
        "effects": {one.name: getattr(effects, one.name) for one in fields(effects)},
        "strike": None
        if spec.strike is None
        else {
            "targets": spec.strike.targets,
            "dice": spec.strike.dice,
            "also_hits": sorted(spec.strike.also_hits),
        },
        "offered": spec.offered,
        "heals": spec.heals,
        "copies_enemy": spec.copies_enemy,
        "reaction": spec.reaction,
        "reshuffles": spec.reshuffles,
    }


def _number(count: int) -> int | str:
    return "all" if count == ANY_NUMBER else count
