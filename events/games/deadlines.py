"""Find games by due time: overdue, finished before, or idle since a moment."""

from typing import cast

from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client


class DeadlineIndex:
    """Reads the sorted sets that the append script maintains in each partition."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names

    def overdue(self, now: int, limit: int = 10_000) -> list[str]:
        """Games whose deadline is at or before ``now`` (ms), most overdue first."""
        return self._until(map(self._keys.deadlines, self._keys.all_partitions()), now, limit)

    def finished(self, before: int, limit: int = 10_000) -> list[str]:
        """Games in Redis that finished at or before ``before`` (ms), oldest first."""
        return self._until(map(self._keys.finished, self._keys.all_partitions()), before, limit)

    def idle(self, before: int, limit: int = 10_000) -> list[str]:
        """Unfinished games in Redis with no event after ``before`` (ms), oldest first."""
        return self._until(map(self._keys.running, self._keys.all_partitions()), before, limit)

    def unsealed(self) -> list[str]:
        """Finished games in Redis that have no seal. Imported games are left out: a seal states
        that a game was played on this service."""
        with translate_errors():
            pipe = self._client.pipeline(transaction=False)
            for partition in self._keys.all_partitions():
                pipe.zrange(self._keys.finished(partition), 0, -1)
                pipe.hkeys(self._keys.seals_of(partition))
                pipe.hkeys(self._keys.imports(partition))
            replies = cast(list[list[bytes]], pipe.execute())
        missing = (
            game
            for finished, *excluded in zip(replies[::3], replies[1::3], replies[2::3], strict=True)
            for game in set(finished).difference(*excluded)
        )
        return sorted(game.decode() for game in missing)

    def _until(self, sets: "map[str]", moment: int, limit: int) -> list[str]:
        with translate_errors():
            pipe = self._client.pipeline(transaction=False)
            for name in sets:
                pipe.zrangebyscore(name, "-inf", moment, start=0, num=limit, withscores=True)
            replies = cast(list[list[tuple[bytes, float]]], pipe.execute())
        entries = sorted((score, game) for part in replies for game, score in part)
        return [game.decode() for _, game in entries[:limit]]
