"""How a field of an event is kept from those who may not see it."""

from dataclasses import field, fields
from typing import Any, Final

from domain.values.rare import RARE

_HIDDEN: Final = "hidden"


def hidden() -> Any:
    """A field that only the event's audience may see."""
    return field(metadata={_HIDDEN: True}, repr=False)


def rarely_hidden(default: object = None) -> Any:
    """The same, and left out of what is stored where there is nothing, which is ``default``."""
    return field(default=default, metadata={_HIDDEN: True, RARE: True}, repr=False)


def hidden_names(kind: type) -> frozenset[str]:
    """The fields of an event class that were made with ``hidden()``."""
    return frozenset(f.name for f in fields(kind) if f.metadata.get(_HIDDEN))
