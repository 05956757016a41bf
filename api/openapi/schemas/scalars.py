"""Numbers that many members are: said once, by name."""

from typing import Any

from api.schemas.vocabulary import REF

Json = dict[str, Any]
_NAMED: dict[str, Json] = {
    "VersionNumber": {
        "description": "A version of a game, or a number of events.",
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
"""Generators take such a schema for what it is, a number, wherever it is referred to."""

_AS_THEY_ARE = ("anyOf", "additionalProperties")


def name_scalars(schemas: Json) -> None:
    """Refer to the numbers with a name; what a member says of itself stays with it. Those that have
    a default, are the values of maps, or are null otherwise stay as they are: of some generators'
    clients they would be other types."""
    for schema in schemas.values():
        _refer(schema)
    schemas |= {name: dict(scalar) for name, scalar in _NAMED.items()}


def _refer(part: Any) -> None:
    entries = part.items() if isinstance(part, dict) else enumerate(part)
    for key, below in entries:
        if isinstance(below, dict | list) and key not in _AS_THEY_ARE:
            _refer(below)
    if not isinstance(part, dict) or "default" in part:
        return
    for name, scalar in _NAMED.items():
        limits = {key: value for key, value in scalar.items() if key != "description"}
        if limits.items() <= {k: v for k, v in part.items() if k in limits}.items():
            for key in limits:
                del part[key]
            part["$ref"] = REF + name
