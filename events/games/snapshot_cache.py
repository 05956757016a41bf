"""An in-memory cache of snapshots; any of them may be dropped at any time.

It has the newest snapshot of each game, on which commands are decided, and older ones: a client
that steps through a game asks for one version after the other, each folded from the one before.
"""

from events.games.snapshot import GameSnapshot, Head
from events.lru_cache import LruCache

_STRIDE = 200
"""Versions between two intermediate snapshots."""


class SnapshotCache:
    """Three LRU caches of ``limit`` snapshots each: newest, requested by version, and intermediate
    ones at regular versions. Thread-safe."""

    def __init__(self, limit: int) -> None:
        self._newest: LruCache[GameSnapshot] = LruCache(limit)
        self._requested: LruCache[GameSnapshot] = LruCache(limit)
        self._intermediate: LruCache[GameSnapshot] = LruCache(limit)

    def newest(self, game: str) -> GameSnapshot | None:
        """The newest cached snapshot of a game, or None."""
        return self._newest.get(game)

    def at(self, game: str, head: Head) -> GameSnapshot | None:
        """The cached snapshot at a version and hash, or None."""
        cached = self._requested.get(_key(game, head.version))
        return cached if cached is not None and cached.head == head.hash else None

    def before(self, game: str, version: int) -> GameSnapshot | None:
        """A cached snapshot at ``version`` or not far before it, or None."""
        for requested in (version, version - 1):
            if (cached := self._requested.get(_key(game, requested))) is not None:
                return cached
        for intermediate in range(version - version % _STRIDE, 0, -_STRIDE):
            if (cached := self._intermediate.get(_key(game, intermediate))) is not None:
                return cached
        return None

    def put_newest(self, game: str, snapshot: GameSnapshot) -> None:
        """Cache the newest snapshot of a game, unless a newer one is cached.

        A snapshot that spectators see now is cached at its version too: they will still ask for it
        after the next command.
        """
        self._newest.put(game, snapshot, newer=_is_newer)
        if (
            snapshot.spectator_delay is not None
            and snapshot.spectator_delay.head.version == snapshot.version
        ):
            self.put(game, snapshot)

    def put(self, game: str, snapshot: GameSnapshot) -> None:
        """Cache a snapshot that was requested by its version."""
        self._requested.put(_key(game, snapshot.version), snapshot)

    def put_intermediate(self, game: str, snapshot: GameSnapshot) -> None:
        """Cache a snapshot passed while folding, if its version is an intermediate one."""
        if snapshot.version % _STRIDE == 0:
            self._intermediate.put(_key(game, snapshot.version), snapshot)

    def forget(self, game: str) -> None:
        """Drop all snapshots of a game."""
        newest = self._newest.get(game)
        self._newest.drop(game)
        for version in range(newest.version + 1 if newest else 0):
            self._requested.drop(_key(game, version))
            self._intermediate.drop(_key(game, version))


def events_until_snapshot(version: int) -> int:
    """The number of events up to the next intermediate snapshot."""
    return _STRIDE - version % _STRIDE


def _key(game: str, version: int) -> str:
    return f"{game}@{version}"


def _is_newer(candidate: GameSnapshot, cached: GameSnapshot) -> bool:
    return candidate.version > cached.version
