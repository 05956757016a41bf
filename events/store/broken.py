"""Games whose stored log or archive files failed verification."""

import time
from collections.abc import Callable
from typing import cast

from events.store.failures import translate_errors
from events.store.servers import Client

REFRESH_SECONDS = 3.0
"""The maximum age of a process's copy of the list."""


class BrokenGames:
    """A list of broken games in Redis; empty unless data was damaged."""

    def __init__(
        self, client: Client, key: str, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._key = key
        self._monotonic = monotonic
        self._games: frozenset[str] = frozenset()
        self._read_at = float("-inf")

    def add(self, game: str, reason: str) -> bool:
        """Add a game; return whether it was not listed before."""
        with translate_errors():
            added = bool(self._client.hset(self._key, game, reason))
        self._read_at = float("-inf")
        return added

    def discard(self, game: str) -> bool:
        """Remove a game; return whether it was listed."""
        with translate_errors():
            removed = bool(self._client.hdel(self._key, game))
        self._read_at = float("-inf")
        return removed

    def lists(self, game: str) -> bool:
        """Whether a game is listed, as of at most ``REFRESH_SECONDS`` ago."""
        now = self._monotonic()
        if now - self._read_at >= REFRESH_SECONDS:
            with translate_errors():
                found = cast(list[bytes], self._client.hkeys(self._key))
            self._games = frozenset(name.decode() for name in found)
            self._read_at = now
        return game in self._games
