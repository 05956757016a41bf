"""Unions of schemas with discriminators, and base schemas with the properties that they have in
common."""

from collections.abc import Iterable
from typing import Any

from api.schemas.vocabulary import REF

Json = dict[str, Any]
_UNIONS = {
    "CommandBase": "What all commands have; each is one of those of Command, as its `type` says.",
    "EventBase": (
        "What all events have; each is one of those of Event, as its `type` says. More types may "
        "be added. `data` tells what happened: a change of it other than new members increases "
        "`schema`, its number."
    ),
    "GameBase": "What a state has in both of its forms.",
    "ObjectiveBase": "What an objective has in both forms of a state.",
    "UnitBase": "What a unit has in both forms of a state.",
}
"""The base of each union, or of both variants of a schema."""
_TWINS = {
    "GameHead": ("What a game's state and its entry in lists have.", ("GameBase", "GameSummary")),
    "GameOptions": ("How a game is to be played.", ("GameRequest", "ChallengeRequest")),
    "Remarks": (
        "Text and marks on the board.",
        ("AnnotationRequest", "AnnotationChange", "Note", "Chapter"),
    ),
    "ResultCounts": (
        "How a player's finished games ended.",
        ("Results", "SideRecord", "ScenarioRecord", "EditionRecord"),
    ),
}
"""The bases of similar schemas."""
_LARGER = {
    "PlayerWithToken": "Player",
    "Study": "StudySummary",
    "TokenWithSecret": "Token",
    "TurnLuck": "SideLuck",
}
"""Schemas that extend another one."""


def union(mapping: dict[str, str], told_by: str = "type") -> Json:
    """Return a union of schemas with a discriminator."""
    return {
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": told_by, "mapping": mapping},
    }


def derive(schemas: Json) -> None:
    """Move the common properties of unions and similar schemas to a base that they refer to."""
    for base, description in _UNIONS.items():
        name = base.removesuffix("Base")
        told_by = schemas[name].get("discriminator")
        refs = told_by["mapping"].values() if told_by else (name, f"Compact{name}")
        _add_base(schemas, base, description, [ref.removeprefix(REF) for ref in refs])
    for base, (description, names) in _TWINS.items():
        _add_base(schemas, base, description, names)
    for name, base in _LARGER.items():
        _build_upon(schemas[name], base, schemas[base])


def _add_base(schemas: Json, base: str, description: str, names: Iterable[str]) -> None:
    members = [schemas[name] for name in names]
    schemas[base] = {"type": "object", "description": description, **_common(members)}
    for member in members:
        _build_upon(member, base, schemas[base])


def spell_out_lists(spec: Json) -> None:
    """Inline references to lists: some generators make a class without members of a named list."""
    schemas = spec["components"]["schemas"]
    lists = {REF + name: part for name, part in schemas.items() if part.get("type") == "array"}
    for place in lists:
        del schemas[place.removeprefix(REF)]

    def spell_out(part: Any) -> None:
        for below in part.values() if isinstance(part, dict) else part:
            if isinstance(below, dict | list):
                spell_out(below)
        if isinstance(part, dict) and part.get("$ref") in lists:
            found = lists[part.pop("$ref")]
            part.update({**found, **part})
        if isinstance(part, dict) and isinstance(part.get("items"), dict):
            entries = part["items"]
            if entries.get("type") == "array" and "description" in part:
                entries.pop("description", None)

    spell_out([spec["paths"], schemas])


def open_empty_objects(part: Any) -> None:
    """Allow any members in an object without properties: generators make a map of it then."""
    for below in part.values() if isinstance(part, dict) else part:
        if isinstance(below, dict | list):
            open_empty_objects(below)
    if isinstance(part, dict) and part.get("type") == "object" and not part.get("properties"):
        part.pop("properties", None)
        part.setdefault("additionalProperties", True)


def _common(members: list[Json]) -> Json:
    """Return the properties that all schemas share exactly, and those that all require."""
    first, *others = members
    properties = {
        name: part
        for name, part in first["properties"].items()
        if all(other["properties"].get(name) == part for other in others)
    }
    required = [
        name
        for name in first.get("required", ())
        if name in properties and all(name in other.get("required", ()) for other in others)
    ]
    return {"properties": properties, **({"required": required} if required else {})}


def _build_upon(member: Json, base: str, common: Json) -> None:
    """Write a member as a reference to its base and an object with the rest, which all generators
    support. The base describes the discriminator."""
    said = common["properties"]
    properties = {
        name: _bare(part) if "const" in part else part
        for name, part in member.pop("properties").items()
        if name not in said
    }
    own = {"type": member.pop("type"), "properties": properties}
    known = common.get("required", ())
    if required := [name for name in member.pop("required", ()) if name not in known]:
        own["required"] = required
    member["allOf"] = [{"$ref": REF + base}, own]
    if member.pop("additionalProperties", True) is False:
        member["unevaluatedProperties"] = False


def _bare(part: Json) -> Json:
    return {name: value for name, value in part.items() if name != "description"}
