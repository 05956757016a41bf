"""Numbers and texts that many members are: described once, by name."""

from typing import Any

from api.schemas.vocabulary import REF

Json = dict[str, Any]
_NUMBERS: dict[str, Json] = {
    "VersionNumber": {
        "description": "A version of a game: the number of its events.",
        "format": "int64",
        "maximum": 10**15 - 1,
        "minimum": 0,
        "type": "integer",
    },
    "Count": {
        "description": "A whole number.",
        "maximum": 2**31 - 1,
        "minimum": 0,
        "type": "integer",
    },
}
"""Members may say more of them. Generators take such a schema for what it is, a number, wherever it
is referred to."""
_SAID_ALREADY = ("Events in the game.", "The draw.", "The number.")
"""Descriptions of numbers that say no more than the names of the members and of the schemas."""
_TEXTS = {
    "The unit.": "UnitId",
    "The player's id.": "PlayerId",
    "The scenario's slug.": "ScenarioSlug",
    "A random string of your own, for its dice and shuffles; events hold it.": "Nonce",
}
"""Names of texts with these descriptions."""
_AS_THEY_ARE = ("anyOf", "additionalProperties")


def name_scalars(schemas: Json) -> None:
    """Refer to what has a name; what a member says of itself stays with it. Those that have a
    default, are the values of maps, or are null otherwise stay as they are: of some generators'
    clients they would be other types."""
    texts: Json = {}
    for schema in schemas.values():
        _refer(schema, texts)
    schemas |= {name: dict(number) for name, number in _NUMBERS.items()} | texts


def _refer(part: Any, texts: Json) -> None:
    """Refer to the numbers with a name, and to texts, which are the same wherever a text with their
    description is first found."""
    entries = part.items() if isinstance(part, dict) else enumerate(part)
    for key, below in entries:
        if isinstance(below, dict | list) and key not in _AS_THEY_ARE:
            _refer(below, texts)
    if not isinstance(part, dict) or "default" in part:
        return
    named = _TEXTS.get(part.get("description", ""))
    if named and part.get("type") == "string" and texts.setdefault(named, dict(part)) == part:
        part.clear()
        part["$ref"] = REF + named
    for name, number in _NUMBERS.items():
        limits = {key: value for key, value in number.items() if key != "description"}
        if limits.items() <= {k: v for k, v in part.items() if k in limits}.items():
            for key in limits:
                del part[key]
            part["$ref"] = REF + name
            if part.get("description") in _SAID_ALREADY:
                del part["description"]
