"""Games whose stored log, or whose files in the archive, were found not to verify."""

import time
from collections.abc import Callable
from typing import cast

from events.store.failures import translated
from events.store.servers import Client

REFRESH_SECONDS = 3.0
"""How old a process's copy of the list may be."""


class BrokenGames:
    """One list of such games in Redis; it is empty unless data was damaged."""

    def __init__(
        self, client: Client, key: str, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._key = key
        self._monotonic = monotonic
        self._games: frozenset[str] = frozenset()
        self._read_at = float("-inf")

    def add(self, game: str, reason: str) -> bool:
        """List a game; returns whether it was not listed before."""
        with translated():
            added = bool(self._client.hset(self._key, game, reason))
        self._read_at = float("-inf")
        return added

    def discard(self, game: str) -> bool:
        """Take a game off the list; returns whether it was listed."""
        with translated():
            removed = bool(self._client.hdel(self._key, game))
        self._read_at = float("-inf")
        return removed

    def lists(self, game: str) -> bool:
        """Whether a game is listed, as of at most ``REFRESH_SECONDS`` ago."""
        now = self._monotonic()
        if now - self._read_at >= REFRESH_SECONDS:
            with translated():
                found = cast(list[bytes], self._client.hkeys(self._key))
            self._games = frozenset(name.decode() for name in found)
            self._read_at = now
        return game in self._games
