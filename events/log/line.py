"""The stored line of an event: MessagePack, less than half the size of JSON.

Older logs begin with JSON lines and continue with packed ones, so readers support both.
"""

from functools import lru_cache
from typing import Annotated, Any

import msgspec

from domain.values import Seat
from events.clock import at_milliseconds, milliseconds

FORM = "line.2"
"""The form recorded in the store before the first packed line is written."""
_JSON_BEGINS = b"{"
_YEAR_9999 = 253_402_300_799_999

Moment = Annotated[int, msgspec.Meta(ge=0, le=_YEAR_9999)] | str
"""Milliseconds since 1970; text for a time in any other form than the service writes."""
Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class PackedHidden(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The hidden part of an event; members as in ``HiddenPart``, the salt as bytes."""

    audience: tuple[Seat, ...]
    salt: bytes
    data: dict[str, Any]


class PackedLine(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A packed line. Members as in ``StoredEvent``; ``more`` has the optional ones by name. The
    hash is last, where scripts look for it."""

    version: int
    type: str
    schema: int
    at: Moment
    seat: Seat | None
    last: bool
    data: dict[str, Any]
    hidden: PackedHidden | None
    more: dict[str, Any]
    hash: Hash


_ENCODER = msgspec.msgpack.Encoder(order="sorted")
_DECODER = msgspec.msgpack.Decoder(PackedLine)


def is_packed(line: bytes) -> bool:
    """Whether a line is MessagePack rather than JSON."""
    return not line.startswith(_JSON_BEGINS)


def pack(parts: PackedLine) -> bytes:
    """Encode a packed line."""
    return _ENCODER.encode(parts)


def unpack(line: bytes) -> PackedLine:
    """Decode a packed line. Raises ``msgspec.MsgspecError``."""
    return _DECODER.decode(line)


def members(line: bytes) -> dict[str, Any]:
    """All members of a line of either form as JSON values, including those unknown to this version.
    Raises ``ValueError`` for a line that is not canonical."""
    if not is_packed(line):
        values: dict[str, Any] = msgspec.json.decode(line, type=dict)
        canonical = msgspec.json.encode(values, order="sorted")
    else:
        parts = unpack(line)
        canonical = pack(parts)
        values = msgspec.structs.asdict(parts) | parts.more
        del values["more"]
        values |= {"at": time_of(parts.at), "hash": parts.hash.hex()}
        if parts.hidden is not None:
            hidden = msgspec.structs.asdict(parts.hidden)
            values["hidden"] = hidden | {"salt": parts.hidden.salt.hex()}
    if canonical != line:
        raise ValueError("it is not written in the form of events")
    return values


def has_hash(line: bytes, head: str) -> bool:
    """Whether a line contains an event with this hash, by the same check as the scripts."""
    if is_packed(line):
        return line.endswith(bytes.fromhex(head))
    # With its name: a client's nonce may be 64 hex digits too, but holds no quotation mark.
    return b'"hash":"%b"' % head.encode("ascii") in line


def time_of(moment: Moment) -> str:
    """A stored time as RFC 3339."""
    return moment if isinstance(moment, str) else at_milliseconds(moment)


@lru_cache(maxsize=64)
def moment_of(at: str) -> Moment:
    """The stored form of an RFC 3339 time. Cached: all events of a command have the same time."""
    moment = milliseconds(at)
    return moment if moment >= 0 and at_milliseconds(moment) == at else at
