"""Export games as files, and read and verify exports.

An export is JSON Lines: the ``Header``, each event redacted for its reader, and ``{"seal": ...}``
if the game is sealed. A complete export, with all hidden parts, can be converted back to the exact
bytes of the log.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from domain import events as e
from domain.scenarios import load as battle_of
from domain.seating import SEATS
from domain.values import Seat
from events.log.chain import canonical
from events.log.stored_event import Form, HiddenPart, StoredEvent
from events.seals.signing import Seal
from events.transfer.bounds import MAX_EVENTS
from events.transfer.replay_check import MAX_NONCE, Battles
from events.transfer.verifying import (
    CheckedLog,
    RefusedLogError,
    check_chain,
    check_sizes,
    created_by,
    is_name,
    is_vouched,
    verified,
)

FORMAT = "afteraction game"
SCHEMA = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an export. ``exported_at`` is the time of the last event, so that exports
    of the same version are identical."""

    format: str
    schema: int
    game: str
    version: int
    head: str
    complete: bool
    exported_at: str


_Word = Annotated[str, msgspec.Meta(max_length=64)]
_Fields = Annotated[tuple[_Word, ...], msgspec.Meta(max_length=8)]
_Nonce = Annotated[str, msgspec.Meta(max_length=(MAX_NONCE + 1) * len(SEATS))]
"""Up to one nonce per seat, joined by dots."""


class _ExportedHidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    audience: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=len(SEATS))]
    commitment: _Word
    salt: _Word
    fields: _Fields


class _ExportedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event of a complete export, with its hidden part."""

    version: int
    type: _Word
    schema: int
    at: _Word
    seat: Seat | None
    last: bool
    data: dict[str, Any]
    hidden: _ExportedHidden | None
    hash: _Word
    command: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    nonce: _Nonce | msgspec.UnsetType = msgspec.UNSET
    form: Form | msgspec.UnsetType = msgspec.UNSET
    filled: _Fields | msgspec.UnsetType = msgspec.UNSET


def export_lines(
    log: Sequence[StoredEvent], seats: frozenset[Seat] | None, seal: bytes | None = None
) -> Iterator[bytes]:
    """The lines of an export with their line ends: for a viewer with ``seats``, or complete if
    None.

    Raises ``ValueError`` for a log that does not begin with the first event.
    """
    if not log:
        raise ValueError("a game has at least one event")
    created, last = log[0].event, log[-1]
    if not isinstance(created, e.GameCreated):
        raise ValueError("a game begins with its creation")
    header = Header(
        format=FORMAT,
        schema=SCHEMA,
        game=created.game,
        version=last.version,
        head=last.hash,
        complete=seats is None,
        exported_at=last.at,
    )
    yield canonical(header) + b"\n"
    for event in log:
        yield event.text_for(seats) + b"\n"
    if seal is not None:
        yield b'{"seal":%b}\n' % seal


def read_export(
    lines: Iterable[bytes], keys: Mapping[str, Any] | None = None, battles: Battles = battle_of
) -> CheckedLog:
    """Read and verify a complete export.

    ``keys`` are the trusted public keys (a JSON Web Key Set). A game without a seal by one of them
    is decided again by the rules, with the set-up of one of the ``battles``, and its seal is
    dropped. Raises ``RefusedLogError``.
    """
    header, log, seal = read_log(lines, max_events=MAX_EVENTS)
    check_sizes(log)
    vouched = is_vouched(seal, header.game, log[-1], keys)
    return verified(log, seal if vouched else None, vouched=vouched, battles=battles)


def read_log(
    lines: Iterable[bytes], max_events: int | None = None
) -> tuple[Header, list[StoredEvent], bytes | None]:
    """Read the header, the events and the seal of a complete export, and verify its hash chain.
    Raises ``RefusedLogError``, also for more than ``max_events``."""
    header, events, seal = _parse(lines, max_events)
    log = [_stored(exported) for exported in events]
    _check_chain(header, log)
    for exported, event in zip(events, log, strict=True):
        try:
            matches = exported.hidden is None or exported.hidden.commitment == event.commitment
        except RecursionError:
            matches = False
        if not matches:
            raise RefusedLogError(event.version, "its commitment does not match its hidden part")
    return header, log, seal


def _parse(
    lines: Iterable[bytes], max_events: int | None
) -> tuple[Header, list[_ExportedEvent], bytes | None]:
    numbered = enumerate(lines)
    _, first = next(numbered, (0, b""))
    header = _decode(first, Header, 0, "the first line is not the header of an export")
    _check_header(header, max_events)
    events = [
        _decode(line, _ExportedEvent, version, "this is no event with every hidden part open")
        for version, line in itertools.islice(numbered, header.version)
    ]
    if len(events) < header.version:
        raise RefusedLogError(None, f"the file ends after {len(events)} of {header.version} events")
    _, last = next(numbered, (0, None))
    if next(numbered, None) is not None:
        raise RefusedLogError(None, "there are lines after the seal")
    if last is None:
        return header, events, None
    seal = _decode(last, dict[str, Seal], None, "the line after the last event is not a seal")
    if seal.keys() != {"seal"}:
        raise RefusedLogError(None, "the line after the last event is not a seal")
    return header, events, canonical(seal["seal"])


def _decode(line: bytes, kind: Any, version: int | None, message: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedLogError(version, f"{message}: {error}") from None


def _check_header(header: Header, max_events: int | None) -> None:
    if header.format != FORMAT or header.schema != SCHEMA:
        raise RefusedLogError(0, f"this is not {FORMAT!r}, schema {SCHEMA}")
    if not header.complete:
        raise RefusedLogError(0, "parts of the game are hidden; a complete export is required")
    if not is_name(header.game):
        raise RefusedLogError(0, "the id of the game is invalid")
    if header.version < 1 or (max_events is not None and header.version > max_events):
        raise RefusedLogError(0, f"a game has 1 to {max_events} events")


def _stored(exported: _ExportedEvent) -> StoredEvent:
    """Convert an exported event to a stored one."""
    hidden, data = None, dict(exported.data)
    if exported.hidden is not None:
        names = exported.hidden.fields
        if list(names) != sorted(set(names) & data.keys()):
            raise RefusedLogError(exported.version, "the hidden fields do not match their names")
        secret = {name: data.pop(name) for name in names}
        hidden = HiddenPart(exported.hidden.audience, exported.hidden.salt, secret)
    filled: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    if exported.filled is not msgspec.UNSET:
        if exported.form is msgspec.UNSET or list(exported.filled) != sorted(
            {*exported.filled} & data.keys()
        ):
            raise RefusedLogError(exported.version, "the filled-in fields do not match their names")
        filled = {name: data.pop(name) for name in exported.filled}
    return StoredEvent(
        version=exported.version,
        type=exported.type,
        schema=exported.schema,
        at=exported.at,
        seat=exported.seat,
        last=exported.last,
        data=data,
        hidden=hidden,
        hash=exported.hash,
        command=exported.command,
        nonce=exported.nonce,
        form=exported.form,
        filled=filled,
    )


def _check_chain(header: Header, log: Sequence[StoredEvent]) -> None:
    if header.exported_at != log[-1].at:
        raise RefusedLogError(0, "exported_at is not the time of the last event")
    check_chain(log)
    if log[-1].hash != header.head:
        raise RefusedLogError(0, "the head is not the hash of the last event")
    created = created_by(log[0])
    if created.game != header.game:
        raise RefusedLogError(0, "the events are those of another game")
