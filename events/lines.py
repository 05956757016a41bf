"""Stored lines as a fold reads them: no more of each is decoded than it needs.

A game is opened by folding its log, so this is the way that has to be quick; whoever shows an
event reads it as ``Recorded``.
"""

import msgspec

from domain.events import Event
from domain.values import Seat
from events import codec


class _Hidden(msgspec.Struct, frozen=True):
    data: msgspec.Raw


class Line(msgspec.Struct, frozen=True):
    """One event of a log, its data not decoded yet; members as in ``Recorded``."""

    type: str
    schema: int
    at: str
    seat: Seat | None
    last: bool
    data: msgspec.Raw
    hidden: _Hidden | None
    hash: str
    nonce: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def event(self) -> Event:
        """The event itself, at the newest schema."""
        hidden = self.hidden.data if self.hidden else None
        return codec.decode_json(self.type, self.schema, self.data, hidden)


def parse(line: bytes) -> Line:
    """The event of a stored line."""
    return _DECODER.decode(line)


_DECODER = msgspec.json.Decoder(Line)
