"""Stored lines decoded lazily for folding.

Every read of a game folds its log, so this path has to be fast. Code that shows an event loads it
as ``StoredEvent``, which has the same members.
"""

from typing import Any

import msgspec

from domain.events import Event
from domain.values import Seat
from events.log.codec import JSON, PACKED, Reader
from events.log.line import Hash, Moment, is_packed, time_of
from events.log.unreadable import FAULTS, place_of, unreadable

Filled = dict[str, Any] | msgspec.UnsetType


class _JsonHidden(msgspec.Struct, frozen=True):
    data: msgspec.Raw


class _JsonLine(msgspec.Struct, frozen=True):
    type: str
    schema: int
    at: str
    seat: Seat | None
    last: bool
    data: msgspec.Raw
    hidden: _JsonHidden | None
    hash: str
    nonce: str | msgspec.UnsetType = msgspec.UNSET
    filled: Filled = msgspec.UNSET
    has_command = False

    @property
    def event(self) -> Event:
        """The event itself, at the newest schema. Raises ``UnreadableGameError``."""
        return _event(JSON, self)


class _PackedHidden(msgspec.Struct, array_like=True, frozen=True):
    audience: msgspec.Raw
    salt: msgspec.Raw
    data: msgspec.Raw


class _PackedLine(msgspec.Struct, array_like=True, frozen=True):
    version: int
    type: str
    schema: int
    moment: Moment
    seat: Seat | None
    last: bool
    data: msgspec.Raw
    hidden: _PackedHidden | None
    more: dict[str, Any]
    digest: Hash

    @property
    def at(self) -> str:
        """When it happened, as RFC 3339."""
        return time_of(self.moment)

    @property
    def hash(self) -> str:
        """Its hash, in hex."""
        return self.digest.hex()

    @property
    def nonce(self) -> str | msgspec.UnsetType:
        """The client's nonce for the draws of its command."""
        nonce: str | msgspec.UnsetType = self.more.get("nonce", msgspec.UNSET)
        return nonce

    @property
    def has_command(self) -> bool:
        """Whether it records its command."""
        return "command" in self.more

    @property
    def filled(self) -> Filled:
        """Fields missing from the data of an early event."""
        filled: Filled = self.more.get("filled", msgspec.UNSET)
        return filled

    @property
    def event(self) -> Event:
        """The event itself, at the newest schema. Raises ``UnreadableGameError``."""
        return _event(PACKED, self)


FoldEvent = _JsonLine | _PackedLine
"""An event of a log whose data is not decoded yet."""


def parse(line: bytes) -> FoldEvent:
    """Parse a stored line. Raises ``UnreadableGameError``."""
    try:
        return _PACKED.decode(line) if is_packed(line) else _JSON.decode(line)
    except FAULTS as fault:
        raise unreadable(place_of(line), fault) from fault


def _event(reader: Reader, line: FoldEvent) -> Event:
    hidden = line.hidden.data if line.hidden else None
    try:
        return reader.event(line.type, line.schema, line.data, hidden, line.filled)
    except FAULTS as fault:
        raise unreadable(line.type, fault) from fault


_JSON = msgspec.json.Decoder(_JsonLine)
_PACKED = msgspec.msgpack.Decoder(_PackedLine)
