"""Whom a player wants nothing to do with: nothing to read of, or not to play either."""

from enum import StrEnum
from typing import cast

from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

MAX_BLOCKS = 500
"""How many players one may mute or block."""


class BlockLevel(StrEnum):
    """`mute`: you do not see the player's annotations. `block`: besides, the two of you cannot
    challenge each other, be paired, or join a game that the other created."""

    MUTE = "mute"
    BLOCK = "block"


class TooManyBlocksError(Exception):
    """The player has muted or blocked as many as one may."""


class Blocks:
    """Who has muted or blocked whom. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def of(self, player: str) -> dict[str, BlockLevel]:
        """Whom a player has muted or blocked, by id."""
        with translate_errors():
            found = cast(dict[bytes, bytes], self._client.hgetall(keys.blocks(player)))
        return {other.decode(): BlockLevel(found[other].decode()) for other in sorted(found)}

    def put(self, player: str, other: str, level: BlockLevel) -> None:
        """Mute or block another player. Raises ``TooManyBlocksError``."""
        place = keys.blocks(player)
        with translate_errors():
            if self._client.hlen(place) >= MAX_BLOCKS and not self._client.hexists(place, other):
                raise TooManyBlocksError
            self._client.hset(place, other, level)

    def remove(self, player: str, other: str) -> None:
        """Let it be; also where nothing was."""
        with translate_errors():
            self._client.hdel(keys.blocks(player), other)

    def apart(self, one: str, other: str) -> bool:
        """Whether either of two players has blocked the other."""
        with translate_errors():
            levels = [self._client.hget(keys.blocks(a), b) for a, b in ((one, other), (other, one))]
        return BlockLevel.BLOCK.encode() in levels
