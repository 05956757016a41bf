"""What the contract says of the catalogue and of battles, as JSON Schema."""

import json
from collections.abc import Mapping
from dataclasses import fields
from importlib.resources import files
from typing import Any, get_args, get_type_hints

from domain import scenarios
from domain.book import GroundTraits, Sight
from domain.card_spec import Contact, Effects
from domain.values import (
    Card,
    EditionName,
    Face,
    Feature,
    ObstacleKind,
    Section,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)

Json = dict[str, Any]
_REF = "#/components/schemas/"
_TEXT: Json = {
    "type": "object",
    "description": "What the rules say of it, by edition, in English.",
    "properties": {name: {"type": "string"} for name in EditionName},
    "required": list(EditionName),
}
_SAID: Json = {"$ref": f"{_REF}RuleText"}
_NAME: Json = {"type": "string", "description": "In the language of the answer."}
_NUMBER: Json = {"oneOf": [{"type": "integer"}, {"const": "all"}]}


def parts() -> dict[str, Json]:
    """The schemas by name; they refer to each other under ``#/components/schemas/``."""
    return {
        "Catalog": _catalog(),
        "GroundRow": _ground(),
        "RuleText": _TEXT,
        "Scenario": _scenario(),
        "UnitRow": _unit(),
    }


def _scenario() -> Json:
    """A battle, as the documents of this project are held to it."""
    text = files(scenarios).joinpath("scenario.schema.json").read_text(encoding="utf-8")
    schema: Json = json.loads(text.replace('"#/', f'"{_REF}Scenario/'))
    del schema["$schema"]
    return schema


def _catalog() -> Json:
    """Every table that the rules go by."""
    tables = {
        "units": _rows(UnitKind, "UnitRow"),
        "terrain": _rows(TerrainKind, "GroundRow"),
        "features": _rows(Feature, "GroundRow"),
        "obstacles": _rows(ObstacleKind, "GroundRow"),
    }
    names: Json = {
        "type": "object",
        "description": "Names by id, in the language of the answer.",
        "additionalProperties": {"type": "string"},
    }
    properties = {
        "dice": {**_words(Face), "description": "The six sides of a battle die."},
        "editions": _words(EditionName),
        "variants": _words(Variant),
        **{name: {"type": "array", "items": row} for name, row in tables.items()},
        "cards": {"type": "array", "items": _card()},
        **dict.fromkeys(("phases", "sections", "faces", "objectives", "sides"), names),
    }
    return _object(properties)


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _words(kind: type) -> Json:
    return {"type": "array", "items": _word(kind)}


def _word(kind: type) -> Json:
    return {"type": "string", "enum": [member.value for member in kind]}  # type: ignore[attr-defined]


def _rows(kind: type, row: str) -> Json:
    by_edition = _object({name.value: {"$ref": _REF + row} for name in EditionName})
    return _object({"id": _word(kind), "name": _NAME, "text": _SAID, "by_edition": by_edition})


def _unit() -> Json:
    number, flag = {"type": "integer"}, {"type": "boolean"}
    return _object(
        {
            "type": _word(UnitType),
            "figures": number,
            "move": {**number, "description": "Hexes it may move."},
            "move_and_battle": {**number, "description": "Hexes after which it may battle."},
            "dice_by_range": {
                "type": "array",
                "items": number,
                "description": "The first is for an adjacent target.",
            },
            "hit_by": _words(Face),
            "needs_line_of_sight": flag,
            "ignores_protection": flag,
            "takes_ground": flag,
            "overruns": flag,
            "battles_on_entry": flag,
            "retreat_per_flag": {**number, "description": "Most hexes back for one flag."},
        }
    )


def _ground() -> Json:
    hints = get_type_hints(GroundTraits)
    rows = {one.name: _of(hints[one.name]) for one in fields(GroundTraits) if one.name != "sight"}
    rows["line_of_sight"] = {"type": "string", "enum": [sight.name.lower() for sight in Sight]}
    return _object(rows)


def _of(hint: Any) -> Json:
    """The schema of a trait's type."""
    if hint in (bool, int):
        return {"type": "boolean" if hint is bool else "integer"}
    if hint == frozenset[UnitType]:
        return _words(UnitType)
    table = {
        "type": "object",
        "description": "By type of unit.",
        "additionalProperties": {"type": "integer"},
    }
    if hint == Mapping[UnitType, int]:
        return table
    known = _of(next(part for part in get_args(hint) if part is not type(None)))
    return {**known, "type": [known["type"], "null"]}


def _card() -> Json:
    flag = {"type": "boolean"}
    section = {"oneOf": [_word(Section), {"type": "null"}]}
    strike = _object(
        {
            "targets": {"type": "integer"},
            "dice": {
                "type": ["integer", "null"],
                "description": "Null: who rules the air.",
            },
            "also_hits": _words(Face),
        }
    )
    return _object(
        {
            "id": _word(Card),
            "name": _NAME,
            "text": _SAID,
            "kind": {"type": "string", "enum": ["section", "tactic"]},
            "section": section,
            "copies": {"type": "integer"},
            "orders": {
                "type": "object",
                "description": "Units by section.",
                "additionalProperties": _NUMBER,
            },
            "orders_anywhere": _NUMBER,
            "orders_one_section": {**flag, "description": "Of those, in one section you name."},
            "orders_by_dice": flag,
            "orders_types": _words(UnitType),
            "orders_contact": _word(Contact),
            "falls_back": {
                **flag,
                "description": "A side without units of the types orders one of any type.",
            },
            "effects": _object({one.name: {} for one in fields(Effects)}),
            "strike": {"oneOf": [strike, {"type": "null"}]},
            "offered": {"type": "integer", "description": "Cards drawn, of which one is kept."},
            "heals": flag,
            "copies_enemy": flag,
            "reaction": flag,
            "reshuffles": flag,
        }
    )
