"""The stub that replaces an archived game in the store."""

from typing import Literal

import msgspec


class Stub(msgspec.Struct, frozen=True):
    """The stub of an archived game, stored under the game's closed key.

    Both SHA-256 digests are of the uncompressed files; ``keys`` counts the idempotency keys.
    ``finished`` is when the game finished (ms since 1970); 0 for an idle game, which is restored
    by its next command.
    """

    state: Literal["archived"]
    version: int
    head: str
    path: str
    sha256: str
    keys_path: str
    keys_sha256: str
    keys: int
    finished: int
    archived_at: str


def stub_of(closed: bytes | None) -> Stub | None:
    """The stub in a closed key; None if the game is closed for another reason, or open."""
    if closed is None or msgspec.json.decode(closed)["state"] != "archived":
        return None
    return msgspec.json.decode(closed, type=Stub)
