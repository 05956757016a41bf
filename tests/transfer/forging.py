"""Reads exports, and forges logs whose hashes hold."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from events.log import chain
from events.log.stored_event import HiddenPart, StoredEvent
from events.seals.signing import Signer
from events.transfer.exports import export_lines, read_export
from events.transfer.verifying import CheckedLog, RefusedLogError
from tests.support.logs import (
    rehashed,
    rewritten,
)

Log = list[StoredEvent]


def read(data: bytes, keys: Any = None) -> CheckedLog:
    return read_export(data.splitlines(keepends=True), keys)


def refusal(data: bytes, keys: Any = None) -> tuple[int | None, str]:
    with pytest.raises(RefusedLogError) as refused:
        read(data, keys)
    return refused.value.version, refused.value.reason


def seal_of(signer: Signer, log: Log) -> bytes:
    return signer.seal(log[0].data["game"], len(log), log[-1].hash, log[-1].at)


Forgery = Callable[[Log], Log]


def of_type(log: Log, kind: str, skip: int = 0) -> int:
    """The version of an event of a type."""
    return [one.version for one in log if one.type == kind][skip]


def with_data(kind: str, **changes: object) -> Forgery:
    def forge(log: Log) -> Log:
        version = of_type(log, kind)
        return rewritten(log, version, data={**log[version - 1].data, **changes})

    return forge


def with_hidden(kind: str, change: Callable[[HiddenPart], HiddenPart | None]) -> Forgery:
    def forge(log: Log) -> Log:
        version = of_type(log, kind)
        hidden = log[version - 1].hidden
        assert hidden is not None
        return rewritten(log, version, hidden=change(hidden))

    return forge


def with_envelope(kind: str, **changes: object) -> Forgery:
    return lambda log: rewritten(log, of_type(log, kind), **changes)


def group_of(log: Log, version: int) -> range:
    """The versions of the command that an event belongs to."""
    first = version
    while not log[first - 2].last:
        first -= 1
    while not log[version - 1].last:
        version += 1
    return range(first, version + 1)


def with_group(kind: str, **changes: object) -> Forgery:
    def forge(log: Log) -> Log:
        chosen = group_of(log, of_type(log, kind))
        return rehashed([replace(one, **changes) if one.version in chosen else one for one in log])

    return forge


def other_faces(log: Log, kind: str = "dice_rolled") -> Log:
    version = of_type(log, kind)
    data = log[version - 1].data
    faces = ["star" if face != "star" else "flag" for face in data["faces"]]
    return rewritten(log, version, data={**data, "faces": faces})


def swapped_deck(hidden: HiddenPart) -> HiddenPart:
    first, second, *rest = hidden.data["order"]
    places = [second, first, *rest] if first != second else [*rest, first, second]
    return replace(hidden, data={"order": places})


def without(kind: str) -> Forgery:
    def forge(log: Log) -> Log:
        chosen = group_of(log, of_type(log, kind))
        return rehashed([one for one in log if one.version not in chosen])

    return forge


def reseeded(log: Log) -> Log:
    """Another seed, with all that hangs on it made right but the draws."""
    seed = "11" * 32
    data = {**log[0].data, "seed_commitment": hash_of(bytes.fromhex(seed))}
    forged = [replace(log[0], data=data, hidden=replace(log[0].hidden, data={"seed": seed}))]
    forged += log[1:-1]
    forged += [replace(log[-1], data={"seed": seed})]
    return rehashed(
        [
            replace(one, hidden=replace(one.hidden, salt=chain.salt(seed, one.version)))
            if one.hidden
            else one
            for one in forged
        ]
    )


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def lines_of(log: Log) -> list[Any]:
    return [json.loads(line) for line in export_lines(log, None)]


def joined(lines: list[Any]) -> bytes:
    return b"".join(chain.canonical(line) + b"\n" for line in lines)
