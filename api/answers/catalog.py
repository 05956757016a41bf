"""The catalog: the pieces of the game in one language."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from api import locales, pieces
from domain.chance import DIE
from domain.editions import EDITIONS
from domain.pieces.card_spec import ANY_NUMBER, CardSpec
from domain.pieces.cards import family, section_of
from domain.pieces.ground import GroundTraits, Sight
from domain.pieces.units import FIGURES
from domain.rulebook.book import Edition
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

PROSE_FIELDS = frozenset(
    {
        "battle_after",
        "boats",
        "cave",
        "halts",
        "ignores_flags",
        "longer_range",
        "no_attack_of",
        "no_battle_on_entry_of",
        "no_battle_on_leaving_of",
        "steep",
        "sunken",
        "road",
        "sea",
        "ice_dice",
        "protection_from_outside",
        "recovered_by",
        "recovery_dice",
        "taken_unmoved_by",
    }
)
"""Traits of some ground of the expansions, which only their texts describe."""


def tables(wanted: str) -> dict[str, Any]:
    """Return the tables that the rules use, with names in a language."""
    deck = next(iter(EDITIONS.values())).decks[Variant.STANDARD]
    return {
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
            table: locales.names(table, wanted)
            for table in ("phases", "sections", "faces", "objectives", "sides")
        },
    }


def _entry(
    table: str, word: str, wanted: str, row: Callable[[Edition, Any], dict[str, Any]]
) -> dict[str, Any]:
    """Return a row of a table: its id, its name and its values by edition."""
    piece = pieces.of(table, word)
    return {
        "id": word,
        "name": piece.name(wanted),
        "text": piece.by_edition(wanted),
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
    names = [one.name for one in fields(row) if one.name not in PROSE_FIELDS]
    shown = {name: _plain(getattr(row, name)) for name in names}
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
    piece = pieces.of("cards", family(card))
    orders, effects = spec.orders, spec.effects
    return {
        "id": card,
        "name": piece.name(wanted),
        "text": piece.by_edition(wanted),
        "by_variant": piece.by_variant(wanted),
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
