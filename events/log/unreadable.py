"""Stored events that this code cannot read: damaged, or of a form that it does not know."""

import re

import msgspec

_QUOTED = re.compile(r"'[^']*'")
FAULTS = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What decoding and folding raise for data that no game can lead to."""


class UnreadableGameError(ValueError):
    """A stored event cannot be decoded, or does not fit the game before it.

    The message names the place and never a value: what an event hides stays hidden in logs too.
    """


def unreadable(place: str, fault: Exception) -> UnreadableGameError:
    """The error for what went wrong at a place, such as ``event 17``."""
    if isinstance(fault, UnreadableGameError):
        return fault
    if isinstance(fault, msgspec.MsgspecError):
        return UnreadableGameError(f"{place}: {_QUOTED.sub('…', str(fault))}")
    return UnreadableGameError(f"{place} does not fit: {type(fault).__name__}")


def place_of(line: bytes) -> str:
    """Which event a stored line is, as far as it can be told."""
    for decoder in _NUMBERS:
        try:
            return f"event {decoder.decode(line)}"
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    return "an event"


class _Named(msgspec.Struct):
    version: int

    def __str__(self) -> str:
        return str(self.version)


class _First(_Named, array_like=True):
    """The version stands first in a packed line."""


_NUMBERS = (msgspec.json.Decoder(_Named), msgspec.msgpack.Decoder(_First))
