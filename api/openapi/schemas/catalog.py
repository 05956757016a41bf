"""The schemas of the catalog."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import fields
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

from api.answers.catalog import PROSE_FIELDS
from api.schemas.vocabulary import REF, reference
from domain.pieces.card_spec import Contact, Effects
from domain.pieces.ground import GroundTraits, Sight
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
_NUMBER: Json = {"type": "integer"}
_FLAG: Json = {"type": "boolean"}
_NAME: Json = {"type": "string", "description": "The name, in the response's language."}
_NAMES: Json = {
    "type": "object",
    "description": "Names by id.",
    "additionalProperties": {"type": "string"},
}
_BY_TYPE: Json = {
    "type": "object",
    "description": "Numbers by type of unit.",
    "additionalProperties": _NUMBER,
}
_COUNT: Json = {
    "description": "A number of units, or `all`.",
    "anyOf": [{**_NUMBER, "format": "int32"}, {"type": "string", "const": "all"}],
}


def parts() -> dict[str, Json]:
    """Return the schemas by name."""
    return {
        "Catalog": _catalog(),
        "UnitEntry": _entry(UnitKind, "UnitByEdition"),
        "TerrainEntry": _entry(TerrainKind, "GroundByEdition"),
        "FeatureEntry": _entry(Feature, "GroundByEdition"),
        "ObstacleEntry": _entry(ObstacleKind, "GroundByEdition"),
        "CardEntry": _card(),
        "CardEffects": _object({name: _of(hint) for name, hint in _hints(Effects).items()}),
        "CardStrike": _strike(),
        "UnitCount": _COUNT,
        "UnitByEdition": _by_edition("UnitRow"),
        "GroundByEdition": _by_edition("GroundRow"),
        "UnitRow": _unit(),
        "GroundRow": _ground(),
        "ByUnitType": _BY_TYPE,
        "RuleText": _text(),
    }


def _catalog() -> Json:
    """Return the schema of the whole catalog."""
    entries = {
        "units": "UnitEntry",
        "terrain": "TerrainEntry",
        "features": "FeatureEntry",
        "obstacles": "ObstacleEntry",
        "cards": "CardEntry",
    }
    return _object(
        {
            "dice": {**_words(Face), "description": "The six sides of a battle die."},
            "editions": _words(EditionName),
            "variants": _words(Variant),
            **{table: {"type": "array", "items": _ref(name)} for table, name in entries.items()},
            **dict.fromkeys(("phases", "sections", "faces", "objectives", "sides"), _NAMES),
        }
    )


def _entry(kind: type, by_edition: str) -> Json:
    """Return the schema of a row, with its values by edition."""
    return _object(
        {
            "id": reference(kind),
            "name": _NAME,
            "text": _ref("RuleText"),
            "by_edition": _ref(by_edition),
        }
    )


def _by_edition(row: str) -> Json:
    return _object(
        {
            name: {**_ref(row), "description": f"By the rules of {name}."}
            for name in map(str, EditionName)
        }
    )


def _text() -> Json:
    words = {"type": "string"}
    said = {**_object({str(name): words for name in EditionName})}
    return {"description": "What the rules say about it, by edition.", **said}


def _unit() -> Json:
    return _object(
        {
            "type": reference(UnitType),
            "figures": _NUMBER,
            "move": {**_NUMBER, "description": "Hexes that it may move."},
            "move_and_battle": {
                **_NUMBER,
                "description": "Hexes that it may move and still battle.",
            },
            "dice_by_range": {
                "type": "array",
                "items": _NUMBER,
                "description": "Dice by distance, from 1 hex.",
            },
            "hit_by": _words(Face),
            "needs_line_of_sight": _FLAG,
            "ignores_protection": _FLAG,
            "takes_ground": _FLAG,
            "overruns": _FLAG,
            "battles_on_entry": _FLAG,
            "retreat_per_flag": {
                **_NUMBER,
                "description": "The maximum number of hexes of retreat for one flag.",
            },
        }
    )


def _ground() -> Json:
    hints = _hints(GroundTraits).items()
    left_out = {"sight", *PROSE_FIELDS}
    rows = {name: _of(hint) for name, hint in hints if name not in left_out}
    rows["line_of_sight"] = {
        "type": "string",
        "enum": [game_view.name.lower() for game_view in Sight],
    }
    return _object(rows)


def _card() -> Json:
    return _object(
        {
            "id": reference(Card),
            "name": _NAME,
            "text": _ref("RuleText"),
            "by_variant": {
                "type": "object",
                "description": "Its text in variants that have another one, localized.",
                "additionalProperties": {"type": "string"},
            },
            "kind": {"type": "string", "enum": ["section", "tactic"]},
            "section": _or_null(reference(Section)),
            "copies": _NUMBER,
            "orders": {
                "type": "object",
                "description": "Units by section.",
                "additionalProperties": _ref("UnitCount"),
            },
            "orders_anywhere": _ref("UnitCount"),
            "orders_one_section": {
                **_FLAG,
                "description": "Whether they must be in one section, which the player names.",
            },
            "orders_by_dice": _FLAG,
            "orders_types": _words(UnitType),
            "orders_contact": reference(Contact),
            "falls_back": {
                **_FLAG,
                "description": (
                    "Whether a side without units of these types orders one unit of any type "
                    "instead."
                ),
            },
            "effects": _ref("CardEffects"),
            "strike": _or_null(_ref("CardStrike")),
            "offered": {
                **_NUMBER,
                "description": "Cards drawn, of which one is kept.",
            },
            "heals": _FLAG,
            "copies_enemy": _FLAG,
            "reaction": _FLAG,
            "reshuffles": _FLAG,
        }
    )


def _strike() -> Json:
    dice = {
        "type": ["integer", "null"],
        "description": "Dice per target; null if it depends on which side controls the air.",
    }
    return _object({"targets": _NUMBER, "dice": dice, "also_hits": _words(Face)})


def _of(hint: Any) -> Json:
    """Return the schema of a trait's type."""
    if hint in (bool, int):
        return _FLAG if hint is bool else _NUMBER
    if hint == frozenset[UnitType]:
        return _words(UnitType)
    if hint == Mapping[UnitType, int]:
        return _ref("ByUnitType")
    if isinstance(hint, type) and issubclass(hint, Enum):
        return reference(hint)
    known = _of(next(part for part in get_args(hint) if part is not NoneType))
    return {**known, "type": [known["type"], "null"]} if "type" in known else _or_null(known)


def _hints(row: type) -> dict[str, Any]:
    hints = get_type_hints(row)
    return {one.name: hints[one.name] for one in fields(row)}


def _words(kind: type) -> Json:
    return {"type": "array", "items": reference(kind)}


def _object(properties: Json) -> Json:
    # A copy for each member, because each gets its own description.
    members = {name: deepcopy(part) for name, part in properties.items()}
    return {"type": "object", "properties": members, "required": list(properties)}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _ref(name: str) -> Json:
    return {"$ref": REF + name}
