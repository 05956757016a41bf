"""The stub that stands in the store for a game that has left it."""

from typing import Literal

import msgspec


class Stub(msgspec.Struct, frozen=True):
    """What the store keeps of an archived game, under the game's closed key.

    Both SHA-256 are of what the files hold unpacked; ``keys`` counts the idempotency keys.
    ``finished`` is when the game finished, in milliseconds since 1970; 0 for one that was idle and
    goes on when it gets its next command.
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
    """The stub that a closed key holds; None when it says something else, or nothing."""
    if closed is None or msgspec.json.decode(closed)["state"] != "archived":
        return None
    return msgspec.json.decode(closed, type=Stub)
