"""An event in its envelope: as it is stored, and as one viewer may see it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from domain.events import Event
from domain.values import Seat
from events import chain, codec


class HiddenPart(msgspec.Struct, frozen=True):
    """What only the seats of ``audience`` may see (nobody, when it is empty), and its salt."""

    audience: tuple[Seat, ...]
    salt: str
    data: dict[str, Any]


class Recorded(msgspec.Struct, frozen=True, dict=True):
    """One event of a log. ``at`` is RFC 3339 in UTC; ``seat`` made the decision, if one did.

    ``last`` says that it is the last event of its command: in between, a game is not settled.
    ``nonce`` is what a client added to the chance of its command; without it the member is absent,
    from the hashed bytes too. This struct's canonical JSON is what the log holds.
    """

    version: int
    type: str
    schema: int
    at: str
    seat: Seat | None
    last: bool
    data: dict[str, Any]
    hidden: HiddenPart | None
    hash: str
    nonce: str | msgspec.UnsetType = msgspec.UNSET

    @cached_property
    def event(self) -> Event:
        """The event itself, at the newest schema."""
        hidden = self.hidden.data if self.hidden else None
        return codec.decode(self.type, self.schema, self.data, hidden)

    @property
    def commitment(self) -> str | None:
        """What is published of the hidden part; None when there is none."""
        return chain.commitment(self.hidden.salt, self.hidden.data) if self.hidden else None

    def follows(self, previous: str) -> bool:
        """Whether the hash is right for an event that comes after the hash ``previous``."""
        return self.hash == _link(previous, self)

    def shown_to(self, seats: frozenset[Seat]) -> dict[str, Any]:
        """The event for a viewer who holds ``seats``.

        ``data`` holds the hidden fields too if the viewer may see them; ``hidden`` then names them
        and gives the salt, so that the commitment can be checked.
        """
        audience = self.hidden.audience if self.hidden else ()
        return self._shown(opened=not seats.isdisjoint(audience))

    def text_for(self, seats: frozenset[Seat]) -> bytes:
        """The JSON text of the event for a viewer: the same bytes by whatever way it comes."""
        return chain.canonical(self.shown_to(seats))

    def opened(self) -> dict[str, Any]:
        """The event with what it hides, as for a viewer who may see everything."""
        return self._shown(opened=True)

    def _shown(self, *, opened: bool) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "version": self.version,
            "type": self.type,
            "schema": self.schema,
            "at": self.at,
            "seat": self.seat,
            "last": self.last,
            "data": self.data,
            "hidden": None,
            "hash": self.hash,
        }
        if self.nonce is not msgspec.UNSET:
            shown["nonce"] = self.nonce
        if self.hidden is None:
            return shown
        shown["hidden"] = {"audience": self.hidden.audience, "commitment": self.commitment}
        if opened:
            shown["data"] = {**self.data, **self.hidden.data}
            shown["hidden"]["salt"] = self.hidden.salt
            shown["hidden"]["fields"] = sorted(self.hidden.data)
        return shown


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the envelope adds to the events of one command. ``seed`` is the game's, in hex."""

    at: str
    seat: Seat | None
    seed: str
    nonce: str = ""


def record(events: tuple[Event, ...], version: int, head: str, stamp: Stamp) -> list[Recorded]:
    """Envelopes for events that follow ``version``, whose hash is ``head``."""
    recorded = []
    for event in events:
        version += 1
        encoded = codec.encode(event)
        hidden = (
            None
            if encoded.hidden is None
            else HiddenPart(encoded.audience, chain.salt(stamp.seed, version), encoded.hidden)
        )
        open_end = Recorded(
            version=version,
            type=encoded.type,
            schema=encoded.schema,
            at=stamp.at,
            seat=stamp.seat,
            last=event is events[-1],
            data=encoded.data,
            hidden=hidden,
            hash="",
            nonce=stamp.nonce or msgspec.UNSET,
        )
        recorded.append(linked(open_end, head))
        head = recorded[-1].hash
    return recorded


def linked(one: Recorded, previous: str) -> Recorded:
    """An event with the hash that it has behind the hash ``previous``."""
    return msgspec.structs.replace(one, hash=_link(previous, one))


def dump(recorded: Recorded) -> bytes:
    """The stored line of an event."""
    return chain.canonical(recorded)


def load(line: bytes) -> Recorded:
    """The event of a stored line."""
    return _DECODER.decode(line)


_DECODER = msgspec.json.Decoder(Recorded)


def _link(previous: str, event: Recorded) -> str:
    public = event.shown_to(frozenset())
    del public["hash"]
    return chain.link(previous, public)
