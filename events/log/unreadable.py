"""Errors for stored events that cannot be read: damaged or of an unknown form."""

import re

import msgspec

_QUOTED = re.compile(r"'[^']*'")
FAULTS = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What decoding and folding raise for invalid data."""


class UnreadableGameError(ValueError):
    """A stored event cannot be decoded, or does not fit the game before it.

    The message names the place but no value, so that hidden data does not get into logs.
    """


def unreadable(place: str, fault: Exception) -> UnreadableGameError:
    """Wrap the exception raised at a place such as ``event 17``."""
    if isinstance(fault, UnreadableGameError):
        return fault
    if isinstance(fault, msgspec.MsgspecError):
        return UnreadableGameError(f"{place}: {_QUOTED.sub('…', str(fault))}")
    return UnreadableGameError(f"{place} does not fit: {type(fault).__name__}")


def place_of(line: bytes) -> str:
    """Name the event of a stored line as far as it can be decoded."""
    for decoder in _VERSION_DECODERS:
        try:
            return f"event {decoder.decode(line)}"
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    return "an event"


class _Versioned(msgspec.Struct):
    version: int

    def __str__(self) -> str:
        return str(self.version)


class _PackedVersion(_Versioned, array_like=True):
    """A packed line: the version comes first."""


_VERSION_DECODERS = (msgspec.json.Decoder(_Versioned), msgspec.msgpack.Decoder(_PackedVersion))
