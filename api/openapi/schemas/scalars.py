"""Named schemas for numbers and texts that many members share."""

from typing import Any

from api.schemas.vocabulary import REF

Json = dict[str, Any]
_NUMBERS: dict[str, Json] = {
    "WholeNumber": {
        "description": "A whole number of up to 15 digits.",
        "format": "int64",
        "maximum": 10**15 - 1,
        "minimum": 0,
        "type": "integer",
    },
    "Count": {
        "description": "A whole number of up to 31 bits.",
        "maximum": 2**31 - 1,
        "minimum": 0,
        "type": "integer",
    },
}
"""Names of numbers by their limits; members describe what they count. Generators treat such a
schema as a number."""
_TEXTS = {
    "The unit.": "UnitId",
    "The player's id.": "PlayerId",
    "The scenario's slug.": "ScenarioSlug",
    "A random string of your own, for its dice and shuffles; events hold it.": "Nonce",
}
"""Names of texts with these descriptions."""
_AS_THEY_ARE = ("anyOf", "additionalProperties")


def name_scalars(schemas: Json) -> None:
    """Replace common numbers and texts by references; a member keeps its own description. Members
    that have a default or may be null, and values of maps, stay inline: some generators would give
    them other types."""
    texts: Json = {}
    for schema in schemas.values():
        _refer(schema, texts)
    schemas |= {name: dict(number) for name, number in _NUMBERS.items()} | texts


def _refer(part: Any, texts: Json) -> None:
    """Replace numbers by their limits, and texts by their descriptions; a text is named as it is
    first found."""
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
