"""An event in its envelope: as stored, and as redacted for a viewer."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from domain.commands import Command
from domain.events import Event
from domain.redaction import Viewer, may_see
from domain.values import Seat
from events.log import chain, codec, command_codec, line
from events.log.unreadable import FAULTS, place_of, unreadable

DRAWS_WITHOUT_NONCES: Final = 1
"""The form of events in the first envelope whose draws have no nonces."""
FIRST_ENVELOPE: Final = 2
"""The form of events in the first envelope. See ``first_forms``."""
Form = Literal[1, 2]


class HiddenPart(msgspec.Struct, frozen=True):
    """Data that only the seats of ``audience`` (none if empty) may see, and its salt."""

    audience: tuple[Seat, ...]
    salt: str
    data: dict[str, Any]


class StoredEvent(msgspec.Struct, frozen=True, dict=True):
    """One event of a log. ``at`` is RFC 3339 in UTC; ``seat`` is the seat that decided, if any.

    ``last`` marks the last event of a command. ``command`` is the command itself, encoded by
    ``command_codec``, in its first event; logs from before commands were recorded lack it.
    ``nonce`` is the client's nonce for the draws of its command. Absent members are absent from the
    hashed bytes too. ``line`` defines the stored form.

    An event of the earliest versions has a ``form``. Its hash covers the first envelope, without
    ``last`` and ``filled``: the fields missing from ``data`` that follow from earlier events.
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
    command: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    nonce: str | msgspec.UnsetType = msgspec.UNSET
    form: Form | msgspec.UnsetType = msgspec.UNSET
    filled: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET

    @cached_property
    def event(self) -> Event:
        """The event itself, at the newest schema. Raises ``UnreadableGameError``."""
        hidden = self.hidden.data if self.hidden else None
        try:
            return codec.decode(self.type, self.schema, self.public_data, hidden)
        except FAULTS as fault:
            raise unreadable(f"event {self.version}", fault) from fault

    def command_to(self, first: Event) -> Command | None:
        """The recorded command; None if it is not recorded, or if ``first``, its first event, is
        redacted. Raises ``ValueError``."""
        if self.command is msgspec.UNSET:
            return None
        return command_codec.decode(self.command, self.seat, first)

    @property
    def public_data(self) -> dict[str, Any]:
        """The public data, with missing fields filled in."""
        return self.data if self.filled is msgspec.UNSET else {**self.data, **self.filled}

    @property
    def draw_nonce(self) -> str | None:
        """The nonce of its command's draws; None for logs whose draws have no nonces."""
        if self.form == DRAWS_WITHOUT_NONCES:
            return None
        return "" if self.nonce is msgspec.UNSET else self.nonce

    @property
    def first_audience(self) -> Seat | None:
        """The audience in the first envelope: one seat or none."""
        return self.hidden.audience[0] if self.hidden and self.hidden.audience else None

    @property
    def commitment(self) -> str | None:
        """The public commitment to the hidden part; None without one."""
        return chain.commitment(self.hidden.salt, self.hidden.data) if self.hidden else None

    def follows(self, previous: str) -> bool:
        """Whether the hash is correct for an event that follows the hash ``previous``."""
        return self.hash == _link(previous, self)

    def text_for(self, viewer: Viewer) -> bytes:
        """The canonical JSON of the event for a viewer: the same bytes in every response."""
        return chain.canonical(self.shown_to(viewer))

    def shown_to(self, viewer: Viewer) -> dict[str, Any]:
        """The event as a viewer may see it.

        If the viewer may see the hidden fields, they are in ``data``, and ``hidden`` has their
        names and the salt, so that the commitment can be checked.
        """
        shown: dict[str, Any] = {
            "version": self.version,
            "type": self.type,
            "schema": self.schema,
            "at": self.at,
            "seat": self.seat,
            "last": self.last,
            "data": self.public_data,
            "hidden": None,
            "hash": self.hash,
        }
        if self.form is not msgspec.UNSET:
            shown["form"] = self.form
        if self.filled is not msgspec.UNSET:
            shown["filled"] = sorted(self.filled)
        if self.command is not msgspec.UNSET:
            shown["command"] = self.command
        if self.nonce is not msgspec.UNSET:
            shown["nonce"] = self.nonce
        if self.hidden is None:
            return shown
        shown["hidden"] = {"audience": self.hidden.audience, "commitment": self.commitment}
        if may_see(self.hidden.audience, viewer):
            shown["data"] = {**self.public_data, **self.hidden.data}
            shown["hidden"]["salt"] = self.hidden.salt
            shown["hidden"]["fields"] = sorted(self.hidden.data)
        return shown


@dataclass(frozen=True, slots=True)
class EventMetadata:
    """The envelope data shared by the events of one command. ``seed`` is the game's, in hex;
    ``command`` is the encoded command, if it is recorded."""

    at: str
    seat: Seat | None
    seed: str
    nonce: str = ""
    command: dict[str, Any] | None = None


def envelop(
    events: tuple[Event, ...], version: int, head: str, metadata: EventMetadata
) -> list[StoredEvent]:
    """Put events into envelopes, following ``version`` with the hash ``head``."""
    recorded: list[StoredEvent] = []
    for event in events:
        version += 1
        encoded = codec.encode(event)
        hidden = (
            None
            if encoded.hidden is None
            else HiddenPart(encoded.audience, chain.salt(metadata.seed, version), encoded.hidden)
        )
        unhashed = StoredEvent(
            version=version,
            type=encoded.type,
            schema=encoded.schema,
            at=metadata.at,
            seat=metadata.seat,
            last=event is events[-1],
            data=encoded.data,
            hidden=hidden,
            hash="",
            command=msgspec.UNSET if recorded else metadata.command or msgspec.UNSET,
            nonce=metadata.nonce or msgspec.UNSET,
        )
        recorded.append(with_hash(unhashed, head))
        head = recorded[-1].hash
    return recorded


def with_hash(event: StoredEvent, previous: str) -> StoredEvent:
    """Set the hash of an event that follows the hash ``previous``."""
    return msgspec.structs.replace(event, hash=_link(previous, event))


def dump(event: StoredEvent) -> bytes:
    """Encode an event as a stored line."""
    hidden = event.hidden
    return line.pack(
        line.PackedLine(
            version=event.version,
            type=event.type,
            schema=event.schema,
            at=line.moment_of(event.at),
            seat=event.seat,
            last=event.last,
            data=event.data,
            hidden=None
            if hidden is None
            else line.PackedHidden(hidden.audience, bytes.fromhex(hidden.salt), hidden.data),
            more=optional_members(event),
            hash=bytes.fromhex(event.hash),
        )
    )


def load(stored: bytes) -> StoredEvent:
    """Decode a stored line. Raises ``UnreadableGameError``."""
    try:
        return unpacked(line.unpack(stored)) if line.is_packed(stored) else _JSON.decode(stored)
    except FAULTS as fault:
        raise unreadable(place_of(stored), fault) from fault


def unpacked(parts: line.PackedLine) -> StoredEvent:
    """Convert a packed line to an event."""
    hidden = parts.hidden
    return StoredEvent(
        version=parts.version,
        type=parts.type,
        schema=parts.schema,
        at=line.time_of(parts.at),
        seat=parts.seat,
        last=parts.last,
        data=parts.data,
        hidden=None
        if hidden is None
        else HiddenPart(hidden.audience, hidden.salt.hex(), hidden.data),
        hash=parts.hash.hex(),
        **read_optional(parts.more),
    )


class _Optional(msgspec.Struct, frozen=True):
    """The optional members."""

    command: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    nonce: str | msgspec.UnsetType = msgspec.UNSET
    form: Form | msgspec.UnsetType = msgspec.UNSET
    filled: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def read_optional(more: dict[str, Any]) -> dict[str, Any]:
    """Validate optional members. Raises ``msgspec.MsgspecError``."""
    return msgspec.structs.asdict(msgspec.convert(more, _Optional)) if more else more


def optional_members(event: StoredEvent) -> dict[str, Any]:
    """The optional members of an event, by name."""
    optional = _Optional(event.command, event.nonce, event.form, event.filled)
    members: dict[str, Any] = msgspec.to_builtins(optional)
    return members


_JSON = msgspec.json.Decoder(StoredEvent)


def _link(previous: str, event: StoredEvent) -> str:
    public = event.shown_to(frozenset())
    del public["hash"]
    if event.form is not msgspec.UNSET:
        public = _in_first_envelope(event, public)
    return chain.link(previous, public)


def _in_first_envelope(event: StoredEvent, public: dict[str, Any]) -> dict[str, Any]:
    names = ("version", "type", "schema", "at", "seat")
    hidden = event.hidden and {"audience": event.first_audience, "commitment": event.commitment}
    return {**{name: public[name] for name in names}, "data": event.data, "hidden": hidden}
