"""An event in its envelope: as it is stored, and as one viewer may see it."""

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
"""The form of events whose envelope is the first one, and whose draws knew no nonces."""
FIRST_ENVELOPE: Final = 2
"""The form of events whose envelope is the first one. See ``events/first_forms``."""
Form = Literal[1, 2]


class HiddenPart(msgspec.Struct, frozen=True):
    """What only the seats of ``audience`` may see (nobody, when it is empty), and its salt."""

    audience: tuple[Seat, ...]
    salt: str
    data: dict[str, Any]


class StoredEvent(msgspec.Struct, frozen=True, dict=True):
    """One event of a log. ``at`` is RFC 3339 in UTC; ``seat`` made the decision, if one did.

    ``last`` says that it is the last event of its command: in between, a game is not settled.
    ``command`` is what was asked for, in the first event of what came of it; how, ``command_codec``
    says. Events from before commands were recorded lack the member, and so do their hashed bytes.
    ``nonce`` is what a client added to the chance of its command; without it the member is absent,
    from the hashed bytes too. How the log holds all that, ``line`` says.

    An event of the earliest versions has a ``form``: its hash covers what its first envelope held,
    which is neither ``last`` nor ``filled``, fields of ``data`` that it did not tell and that
    follow from the events before it.
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
        """The recorded command, as far as ``first`` is known of its first event; None where it is
        not told, or not recorded. Raises ``ValueError``."""
        if self.command is msgspec.UNSET:
            return None
        return command_codec.decode(self.command, self.seat, first)

    @property
    def public_data(self) -> dict[str, Any]:
        """The data that everyone may see, with what was filled in."""
        return self.data if self.filled is msgspec.UNSET else {**self.data, **self.filled}

    @property
    def draw_nonce(self) -> str | None:
        """What the draws of its command depend on besides the seed; None where draws knew no
        nonces."""
        if self.form == DRAWS_WITHOUT_NONCES:
            return None
        return "" if self.nonce is msgspec.UNSET else self.nonce

    @property
    def seen_by_one(self) -> Seat | None:
        """The audience as the first envelope named it."""
        return self.hidden.audience[0] if self.hidden and self.hidden.audience else None

    @property
    def commitment(self) -> str | None:
        """What is published of the hidden part; None when there is none."""
        return chain.commitment(self.hidden.salt, self.hidden.data) if self.hidden else None

    def follows(self, previous: str) -> bool:
        """Whether the hash is right for an event that comes after the hash ``previous``."""
        return self.hash == _link(previous, self)

    def text_for(self, viewer: Viewer) -> bytes:
        """The JSON text of the event for a viewer: the same bytes by whatever way it comes."""
        return chain.canonical(self.shown_to(viewer))

    def shown_to(self, viewer: Viewer) -> dict[str, Any]:
        """The event as a viewer may know it.

        ``data`` holds the hidden fields too if the viewer may see them; ``hidden`` then names them
        and gives the salt, so that the commitment can be checked.
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
    """What the envelope adds to the events of one command. ``seed`` is the game's, in hex;
    ``command`` is that command as it is recorded, if it is."""

    at: str
    seat: Seat | None
    seed: str
    nonce: str = ""
    command: dict[str, Any] | None = None


def envelop(
    events: tuple[Event, ...], version: int, head: str, metadata: EventMetadata
) -> list[StoredEvent]:
    """Envelopes for events that follow ``version``, whose hash is ``head``."""
    recorded: list[StoredEvent] = []
    for event in events:
        version += 1
        encoded = codec.encode(event)
        hidden = (
            None
            if encoded.hidden is None
            else HiddenPart(encoded.audience, chain.salt(metadata.seed, version), encoded.hidden)
        )
        open_end = StoredEvent(
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
        recorded.append(linked(open_end, head))
        head = recorded[-1].hash
    return recorded


def linked(one: StoredEvent, previous: str) -> StoredEvent:
    """An event with the hash that it has behind the hash ``previous``."""
    return msgspec.structs.replace(one, hash=_link(previous, one))


def dump(event: StoredEvent) -> bytes:
    """The stored line of an event."""
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
            more=few_members(event),
            hash=bytes.fromhex(event.hash),
        )
    )


def load(stored: bytes) -> StoredEvent:
    """The event of a stored line. Raises ``UnreadableGameError``."""
    try:
        return unpacked(line.unpack(stored)) if line.is_packed(stored) else _JSON.decode(stored)
    except FAULTS as fault:
        raise unreadable(place_of(stored), fault) from fault


def unpacked(parts: line.PackedLine) -> StoredEvent:
    """The event of a packed line's parts."""
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
        **read_few(parts.more),
    )


class _Few(msgspec.Struct, frozen=True):
    """The members that few events have."""

    command: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    nonce: str | msgspec.UnsetType = msgspec.UNSET
    form: Form | msgspec.UnsetType = msgspec.UNSET
    filled: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def read_few(more: dict[str, Any]) -> dict[str, Any]:
    """The members that few events have, checked. Raises ``msgspec.MsgspecError``."""
    return msgspec.structs.asdict(msgspec.convert(more, _Few)) if more else more


def few_members(event: StoredEvent) -> dict[str, Any]:
    """The members of an event that few have, by name."""
    values = ((name, getattr(event, name)) for name in _Few.__struct_fields__)
    return {name: value for name, value in values if value is not msgspec.UNSET}


_JSON = msgspec.json.Decoder(StoredEvent)


def _link(previous: str, event: StoredEvent) -> str:
    public = event.shown_to(frozenset())
    del public["hash"]
    if event.form is not msgspec.UNSET:
        public = _in_first_envelope(event, public)
    return chain.link(previous, public)


def _in_first_envelope(event: StoredEvent, public: dict[str, Any]) -> dict[str, Any]:
    names = ("version", "type", "schema", "at", "seat")
    hidden = event.hidden and {"audience": event.seen_by_one, "commitment": event.commitment}
    return {**{name: public[name] for name in names}, "data": event.data, "hidden": hidden}
