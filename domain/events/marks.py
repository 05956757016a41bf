"""Markers for event fields that are hidden from some viewers."""

from dataclasses import field, fields
from typing import Any, Final

from domain.values.rare import RARE

_HIDDEN: Final = "hidden"


def hidden() -> Any:
    """Declare a field that only the event's audience may see."""
    return field(metadata={_HIDDEN: True}, repr=False)


def rarely_hidden(default: object = None) -> Any:
    """Declare a hidden field that is not stored where it equals ``default``."""
    return field(default=default, metadata={_HIDDEN: True, RARE: True}, repr=False)


def hidden_names(kind: type) -> frozenset[str]:
    """Return the hidden fields of an event class."""
    return frozenset(f.name for f in fields(kind) if f.metadata.get(_HIDDEN))
