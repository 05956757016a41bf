"""The states of games that this process holds in memory: all of them may be dropped at any time.

Of each game the newest state, on which commands are decided. Whoever steps through a game asks for
one version after the other: each is folded from the last, so older states are cached as well, and
some of those on the way to them.
"""

from events.games.snapshot import GameSnapshot, Head
from events.lru_cache import LruCache

_STRIDE = 200
"""Versions between the states cached on the way."""


class SnapshotCache:
    """The states used last: up to ``limit`` newest ones, as many that were asked for at a version,
    and as many on the way to these. Safe to share between threads."""

    def __init__(self, limit: int) -> None:
        self._newest: LruCache[GameSnapshot] = LruCache(limit)
        self._asked: LruCache[GameSnapshot] = LruCache(limit)
        self._on_the_way: LruCache[GameSnapshot] = LruCache(limit)

    def newest(self, game: str) -> GameSnapshot | None:
        """The newest state of a game that was met; None when none is cached."""
        return self._newest.get(game)

    def at(self, game: str, head: Head) -> GameSnapshot | None:
        """The state at a version whose last event has this hash; None when it is not cached."""
        known = self._asked.get(_name(game, head.version))
        return known if known is not None and known.head == head.hash else None

    def before(self, game: str, version: int) -> GameSnapshot | None:
        """A state that is at the version, or not far before it; None when none is cached."""
        for asked in (version, version - 1):
            if (known := self._asked.get(_name(game, asked))) is not None:
                return known
        for passed in range(version - version % _STRIDE, 0, -_STRIDE):
            if (known := self._on_the_way.get(_name(game, passed))) is not None:
                return known
        return None

    def put_newest(self, game: str, state: GameSnapshot) -> None:
        """Cache what is the newest state of a game, unless a newer one is cached.

        One that spectators see now, who will be behind after the next command, is cached at its
        version too: else the first of them to ask would wait for it to be read.
        """
        self._newest.put(game, state, newer=_is_newer)
        if (
            state.spectator_delay is not None
            and state.spectator_delay.sees.version == state.version
        ):
            self.put(game, state)

    def put(self, game: str, state: GameSnapshot) -> None:
        """Cache a state that was asked for at its version."""
        self._asked.put(_name(game, state.version), state)

    def pass_by(self, game: str, state: GameSnapshot) -> None:
        """Cache a state met on the way, if it is at a version that is to be cached."""
        if state.version % _STRIDE == 0:
            self._on_the_way.put(_name(game, state.version), state)

    def forget(self, game: str) -> None:
        """Drop all states of a game up to the newest one."""
        newest = self._newest.get(game)
        self._newest.drop(game)
        for version in range(newest.version + 1 if newest else 0):
            self._asked.drop(_name(game, version))
            self._on_the_way.drop(_name(game, version))


def events_until_snapshot(version: int) -> int:
    """How many more events there are to the next version that is cached on the way."""
    return _STRIDE - version % _STRIDE


def _name(game: str, version: int) -> str:
    return f"{game}@{version}"


def _is_newer(candidate: GameSnapshot, known: GameSnapshot) -> bool:
    return candidate.version > known.version
