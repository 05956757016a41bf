"""Games at which something is due: their time has run out, or they finished or were played last
some time ago."""

from typing import cast

from events.store.failures import translated
from events.store.keys import Keys
from events.store.servers import Client


class DeadlineIndex:
    """Reads what the append script keeps in each partition."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names

    def overdue(self, now: int, limit: int = 10_000) -> list[str]:
        """Games whose awaited seat had run out of time at ``now`` (ms), most overdue first."""
        return self._until(map(self._keys.deadlines, self._keys.all_partitions()), now, limit)

    def finished(self, before: int, limit: int = 10_000) -> list[str]:
        """Games that Redis holds and that finished at ``before`` (ms) at the latest, oldest
        first."""
        return self._until(map(self._keys.finished, self._keys.all_partitions()), before, limit)

    def idle(self, before: int, limit: int = 10_000) -> list[str]:
        """Unfinished games that Redis holds and in which nothing has happened after ``before``
        (ms), longest idle first."""
        return self._until(map(self._keys.running, self._keys.all_partitions()), before, limit)

    def unsealed(self) -> list[str]:
        """Games that Redis holds, that are finished and have no seal; imported ones are not
        among them: a seal says that a game was played here."""
        with translated():
            pipe = self._client.pipeline(transaction=False)
            for partition in self._keys.all_partitions():
                pipe.zrange(self._keys.finished(partition), 0, -1)
                pipe.hkeys(self._keys.seals_of(partition))
                pipe.hkeys(self._keys.imports(partition))
            found = cast(list[list[bytes]], pipe.execute())
        missing = (
            game
            for finished, *others in zip(found[::3], found[1::3], found[2::3], strict=True)
            for game in set(finished).difference(*others)
        )
        return sorted(game.decode() for game in missing)

    def _until(self, names: "map[str]", moment: int, limit: int) -> list[str]:
        with translated():
            pipe = self._client.pipeline(transaction=False)
            for name in names:
                pipe.zrangebyscore(name, "-inf", moment, start=0, num=limit, withscores=True)
            found = cast(list[list[tuple[bytes, float]]], pipe.execute())
        entries = sorted((score, game) for part in found for game, score in part)
        return [game.decode() for _, game in entries[:limit]]
