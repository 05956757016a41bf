"""The schemas of a battle: the schema of its documents, split into named parts. Conditions between
members are left out: generated classes cannot express them."""

import json
from importlib.resources import files
from typing import Any

from api.openapi.schemas.unions import union
from api.schemas.service.scenarios import STORED
from api.schemas.vocabulary import REF, reference
from domain import scenarios
from domain.geometry.hexes import Hex
from domain.values import Card, Feature, ObstacleKind, Side, TerrainKind

Json = dict[str, Any]
_NAME = "Scenario"
_WITHIN = "#/$defs/"
_KNOWN = {
    "side": Side,
    "hex": Hex,
    "terrain_kind": TerrainKind,
    "obstacle_kind": ObstacleKind,
    "feature": Feature,
    "card": Card,
}
"""Parts that have a name in the contract already."""
_LEFT_OUT = ("$schema", "$defs", "title", "if", "then", "else", "allOf", "additionalProperties")
_RULE = f"{_NAME}SpecialRule"


def parts() -> Json:
    """Return the schemas by name."""
    text = files(scenarios).joinpath("scenario.schema.json").read_text(encoding="utf-8")
    document: Json = json.loads(text)
    document["properties"]["special_rules"]["items"] = {"$ref": REF + _RULE}
    known: Json = document["$defs"]
    named: Json = {_RULE: _special_rule(known)}
    for name, part in known.items():
        if "properties" in part:
            _take(_name(name), part, known, named)
    _take(_NAME, document, known, named)
    named[_NAME]["properties"] |= STORED
    named[f"{_NAME}File"] = {"type": "object", "description": "A scenario as it was sent."}
    return named


def _special_rule(known: Json) -> Json:
    ids = [name for name, part in known.items() if "params" in part.get("properties", {})]
    mapping = {name: REF + _name(name) for name in ids}
    return {
        "description": "A special rule of the scenario; `id` says which one.",
        **union(mapping, "id"),
    }


def _take(name: str, schema: Json, known: Json, named: Json) -> None:
    """Register an object under a name, and the objects within it by their members."""
    copied = {key: value for key, value in schema.items() if key not in _LEFT_OUT}
    copied["properties"] = {
        member: _within(_name(member, name), part, known, named)
        for member, part in schema["properties"].items()
    }
    named[name] = copied


def _within(name: str, part: Json, known: Json, named: Json) -> Json:
    """Return the schema or reference for a part of an object; ``name`` is for one that needs it."""
    target = part.get("$ref", "")
    if target.startswith(_WITHIN):
        return {**_resolved(target.removeprefix(_WITHIN), name, known, named), **_said(part)}
    if "properties" in part:
        _take(name, part, known, named)
        return {"$ref": REF + name, **_said(part)}
    if "items" in part:
        # Java classes generated for a list of distinct enum values do not compile.
        copied = {key: value for key, value in part.items() if key != "uniqueItems"}
        return {**copied, "items": _within(name.removesuffix("s"), part["items"], known, named)}
    return {"type": "string", **part} if {"const", "enum"} & set(part) else part


def _resolved(target: str, name: str, known: Json, named: Json) -> Json:
    """Return a reference to a definition, or the definition itself if it is no object."""
    if target in _KNOWN:
        return reference(_KNOWN[target])
    if "properties" in known[target]:
        return {"$ref": REF + _name(target)}
    return _within(name, known[target], known, named)


def _said(part: Json) -> Json:
    return {"description": part["description"]} if "description" in part else {}


def _name(member: str, above: str = _NAME) -> str:
    return above + "".join(word.capitalize() for word in member.split("_"))
