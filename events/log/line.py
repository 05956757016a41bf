"""The stored line of an event: MessagePack, which takes less than half of JSON.

Logs that were begun earlier hold JSON lines and go on in the form of today: whoever reads a line
reads both.
"""

from functools import lru_cache
from typing import Annotated, Any

import msgspec

from domain.values import Seat
from events.clock import at_milliseconds, milliseconds

FORM = "line.2"
"""What the data is noted to hold once a packed line was written."""
_JSON_BEGINS = b"{"
_YEAR_9999 = 253_402_300_799_999

Moment = Annotated[int, msgspec.Meta(ge=0, le=_YEAR_9999)] | str
"""Milliseconds since 1970; the text of a time that is not written as the service does."""
Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class PackedHidden(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What an event hides; members as in ``StoredEvent``, the salt as bytes."""

    audience: tuple[Seat, ...]
    salt: bytes
    data: dict[str, Any]


class PackedLine(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The parts of a packed line, members as in ``StoredEvent``; ``more`` are those that few
    events have, by name. The hash stands last, where scripts look for it."""

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
    """Whether a line has the form of today."""
    return not line.startswith(_JSON_BEGINS)


def pack(parts: PackedLine) -> bytes:
    """The one line of an event's parts."""
    return _ENCODER.encode(parts)


def unpack(line: bytes) -> PackedLine:
    """The parts of a packed line. Raises ``msgspec.MsgspecError``."""
    return _DECODER.decode(line)


def members(line: bytes) -> dict[str, Any]:
    """All that a line of either form says of an event, as JSON values: members that this version
    does not know among them. Raises ``ValueError`` for a line that is not written as lines are."""
    if not is_packed(line):
        found: dict[str, Any] = msgspec.json.decode(line, type=dict)
        written = msgspec.json.encode(found, order="sorted")
    else:
        parts = unpack(line)
        written = pack(parts)
        found = msgspec.structs.asdict(parts) | parts.more
        del found["more"]
        found |= {"at": time_of(parts.at), "hash": parts.hash.hex()}
        if parts.hidden is not None:
            hidden = msgspec.structs.asdict(parts.hidden)
            found["hidden"] = hidden | {"salt": parts.hidden.salt.hex()}
    if written != line:
        raise ValueError("it is not written as events are")
    return found


def bears(line: bytes, head: str) -> bool:
    """Whether a line is that of an event with a hash, as scripts tell it."""
    if is_packed(line):
        return line.endswith(bytes.fromhex(head))
    # With its name: a client's nonce may be 64 hex digits too, but holds no quotation mark.
    return b'"hash":"%b"' % head.encode("ascii") in line


def time_of(moment: Moment) -> str:
    """A stored time as RFC 3339."""
    return moment if isinstance(moment, str) else at_milliseconds(moment)


@lru_cache(maxsize=64)
def moment_of(at: str) -> Moment:
    """The stored form of an RFC 3339 time; all events of a command have the same."""
    moment = milliseconds(at)
    return moment if moment >= 0 and at_milliseconds(moment) == at else at
