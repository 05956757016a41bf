"""Muted and blocked players."""

from enum import StrEnum
from typing import cast

from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

MAX_BLOCKS = 500
"""The maximum number of players that one player may mute or block."""


class BlockLevel(StrEnum):
    """`mute`: you do not see the player's annotations. `block`: besides, the two of you cannot
    challenge each other, be paired, or join a game that the other created."""

    MUTE = "mute"
    BLOCK = "block"


class TooManyBlocksError(Exception):
    """The player has reached ``MAX_BLOCKS``."""


class Blocks:
    """Stores who has muted or blocked whom. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def of(self, player: str) -> dict[str, BlockLevel]:
        """The players that a player has muted or blocked, by id."""
        with translate_errors():
            levels = cast(dict[bytes, bytes], self._client.hgetall(keys.blocks(player)))
        return {other.decode(): BlockLevel(levels[other].decode()) for other in sorted(levels)}

    def put(self, player: str, other: str, level: BlockLevel) -> None:
        """Mute or block another player. Raises ``TooManyBlocksError``."""
        key = keys.blocks(player)
        with translate_errors():
            if self._client.hlen(key) >= MAX_BLOCKS and not self._client.hexists(key, other):
                raise TooManyBlocksError
            self._client.hset(key, other, level)

    def remove(self, player: str, other: str) -> None:
        """Unmute or unblock a player. Idempotent."""
        with translate_errors():
            self._client.hdel(keys.blocks(player), other)

    def is_blocked_between(self, one: str, other: str) -> bool:
        """Whether either of two players has blocked the other."""
        with translate_errors():
            levels = [self._client.hget(keys.blocks(a), b) for a, b in ((one, other), (other, one))]
        return BlockLevel.BLOCK.encode() in levels
