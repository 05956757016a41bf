"""The file formats of an archived game: its log without derivable data, and its idempotency keys,
both as MessagePack in xz.

Versions and hashes are derived from the order of events, salts from the game's seed. Unpacking
recomputes them, and the head in the stub verifies the result.
"""

import lzma
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from domain.values import Seat
from events.log import chain
from events.log.line import moment_of, time_of
from events.log.stored_event import (
    HiddenPart,
    StoredEvent,
    optional_members,
    read_optional,
    with_hash,
)
from events.store.duplicate_keys import DIGEST_BYTES, PRINT_BYTES, digest_of, name_from


class _Hidden(msgspec.Struct, array_like=True, frozen=True):
    """A hidden part; its salt only if it is not derived from the seed."""

    audience: tuple[Seat, ...]
    data: dict[str, Any]
    salt: str | None


class _Row(msgspec.Struct, array_like=True, frozen=True):
    """An event. ``at`` is the milliseconds since the one before, or the text of its time."""

    type: str
    schema: int
    at: int | str
    seat: Seat | None
    last: bool
    data: dict[str, Any]
    hidden: _Hidden | None
    more: dict[str, Any]


class _Log(msgspec.Struct, array_like=True, frozen=True):
    rows: tuple[_Row, ...]
    seal: bytes | None


class _Keys(msgspec.Struct, array_like=True, frozen=True):
    """Keys in the order of their commands: concatenated digests and fingerprints, the version
    before each command (as differences), and its number of events."""

    digests: bytes
    prints: bytes
    begins: tuple[int, ...]
    counts: tuple[int, ...]


_ENCODER = msgspec.msgpack.Encoder(order="sorted")
_LOG, _KEYS = msgspec.msgpack.Decoder(_Log), msgspec.msgpack.Decoder(_Keys)


def compressed(content: bytes) -> bytes:
    """Compress the content of a file."""
    return lzma.compress(content, preset=6 | lzma.PRESET_EXTREME)


def encode_log(log: Sequence[StoredEvent], seal: bytes | None) -> bytes:
    """Encode a log and its seal, uncompressed."""
    return _ENCODER.encode(_Log(tuple(_rows(log)), seal))


def decode_log(content: bytes) -> tuple[list[StoredEvent], bytes | None]:
    """Decode a log and its seal. Raises ``ValueError``."""
    packed = _LOG.decode(content)
    seed, log = _seed(packed.rows[0].hidden), list[StoredEvent]()
    moment, head = 0, chain.GENESIS
    for version, row in enumerate(packed.rows, start=1):
        moment = moment + row.at if isinstance(row.at, int) else moment
        event = StoredEvent(
            version=version,
            type=row.type,
            schema=row.schema,
            at=time_of(moment) if isinstance(row.at, int) else row.at,
            seat=row.seat,
            last=row.last,
            data=row.data,
            hidden=_unpack_hidden(row.hidden, seed, version),
            hash="",
            **read_optional(row.more),
        )
        log.append(with_hash(event, head))
        head = log[-1].hash
    return log, packed.seal


def encode_keys(fields: Mapping[str, str]) -> bytes:
    """Encode idempotency keys in their short stored form."""
    split = ((name, *value.split(" ")) for name, value in fields.items())
    rows = sorted((int(after), int(upto), print_, name) for name, print_, after, upto in split)
    begins = [after for after, *_ in rows]
    packed = _Keys(
        digests=b"".join(digest_of(name) for *_, name in rows),
        prints=b"".join(bytes.fromhex(print_) for _, _, print_, _ in rows),
        begins=tuple(begin - before for before, begin in zip([0, *begins], begins, strict=False)),
        counts=tuple(upto - after for after, upto, *_ in rows),
    )
    return _ENCODER.encode(packed)


def decode_keys(content: bytes) -> dict[str, str]:
    """Decode idempotency keys. Raises ``ValueError``."""
    packed = _KEYS.decode(content)
    digests, prints = _chunks(packed.digests, DIGEST_BYTES), _chunks(packed.prints, PRINT_BYTES)
    begins = accumulate(packed.begins)
    rows = zip(digests, prints, begins, packed.counts, strict=True)
    return {
        name_from(digest): f"{print_.hex()} {after} {after + count}"
        for digest, print_, after, count in rows
    }


def _rows(log: Sequence[StoredEvent]) -> Iterator[_Row]:
    seed, previous = _seed(log[0].hidden), 0
    for event in log:
        moment = moment_of(event.at)
        at = moment if isinstance(moment, str) else moment - previous
        previous = previous if isinstance(moment, str) else moment
        yield _Row(
            type=event.type,
            schema=event.schema,
            at=at,
            seat=event.seat,
            last=event.last,
            data=event.data,
            hidden=_pack_hidden(event.hidden, seed, event.version),
            more=optional_members(event),
        )


def _seed(hidden: HiddenPart | _Hidden | None) -> str:
    """The seed in the first event's hidden part; empty for branches that share their seed."""
    return "" if hidden is None else str(hidden.data.get("seed") or "")


def _pack_hidden(hidden: HiddenPart | None, seed: str, version: int) -> _Hidden | None:
    if hidden is None:
        return None
    derived = hidden.salt == chain.salt(seed, version)
    return _Hidden(hidden.audience, hidden.data, None if derived else hidden.salt)


def _unpack_hidden(hidden: _Hidden | None, seed: str, version: int) -> HiddenPart | None:
    if hidden is None:
        return None
    salt = chain.salt(seed, version) if hidden.salt is None else hidden.salt
    return HiddenPart(hidden.audience, salt, hidden.data)


def _chunks(content: bytes, size: int) -> list[bytes]:
    return [content[start : start + size] for start in range(0, len(content), size)]
