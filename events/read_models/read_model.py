"""The read model: one generation of lists and tallies, in one slot of Redis.

Everything is derived from the newest states of the games, so a generation can be dropped and
rebuilt at any time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self, cast

from redis.exceptions import ResponseError

from events.read_models.game_index_row import (
    FORMAT,
    GameIndexRow,
    changed_lists,
    dump,
    lists,
    load,
    tallies,
)
from events.store import keys
from events.store.failures import translate_errors
from events.store.scripts import Script
from events.store.servers import Client

GROUP_PREFIX = "lists."
STEPS = "steps"
"""String: the number of successful calls of ``write``."""
_DROP_BATCH = 500

Call = tuple[list[str], list[Any]]
"""The keys and the arguments of a script."""


Write = tuple[str, str, Sequence[Any]]
"""A Redis command, the name of the part that it changes, and its other arguments."""


class ModelLostError(Exception):
    """The read model or its positions in the feeds are missing or inconsistent, and must be
    rebuilt."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new row of a game and the stored row that it replaces, with their tags."""

    game: str
    tag: str
    row: GameIndexRow
    stored_tag: str = ""
    stored: GameIndexRow | None = None


_APPLY = Script("apply.lua")
_ADVANCE = Script("advance.lua")
_WRITE = Script("write.lua")


@dataclass(frozen=True, slots=True)
class ReadModel:
    """One generation of the read model in Redis."""

    client: Client
    generation: int

    @classmethod
    def current(cls, client: Client) -> Self | None:
        """The current generation; None before the first one of this format."""
        with translate_errors():
            value = cast(bytes | None, client.get(keys.MODEL))
        generation, _, format_ = (value or b"").decode("ascii", "replace").partition(" ")
        return cls(client, int(generation)) if format_ == str(FORMAT) else None

    @property
    def mark(self) -> str:
        """The value that marks this generation as the current one."""
        return f"{self.generation} {FORMAT}"

    @property
    def group(self) -> str:
        """Its consumer group on the feeds."""
        return f"{GROUP_PREFIX}{self.generation}"

    def key(self, name: str) -> str:
        """The key of one of its parts."""
        return keys.read_model(self.generation, name)

    def stored(self, games: Collection[str]) -> dict[str, tuple[str, GameIndexRow]]:
        """The stored rows of games, with their tags."""
        if not games:
            return {}
        with translate_errors():
            rows = cast(list[bytes | None], self.client.hmget(self.key("games"), list(games)))
        return {name: load(row) for name, row in zip(games, rows, strict=True) if row}

    def apply(self, changes: Sequence[Change]) -> list[Change]:
        """Apply changes; return those that failed because the stored row has changed. Raises
        ``ModelLostError``."""
        if not changes:
            return []
        with translate_errors():
            replies = self._run(_APPLY, [self._call(change) for change in changes])
        if b"gone" in replies:
            raise ModelLostError(f"generation {self.generation} was dropped")
        return [change for change, r in zip(changes, replies, strict=True) if r != b"applied"]

    def begin(self, positions: Mapping[int, str]) -> None:
        """Create a generation that continues from these positions in the feeds."""
        with translate_errors():
            self.client.hset(
                self.key("positions"), mapping={str(p): i for p, i in positions.items()}
            )

    def positions(self) -> dict[int, str]:
        """The processed position of each feed. Raises ``ModelLostError``."""
        with translate_errors():
            stored = cast(dict[bytes, bytes], self.client.hgetall(self.key("positions")))
        if not stored:
            raise ModelLostError(f"generation {self.generation} has no positions")
        return {int(partition): position.decode("ascii") for partition, position in stored.items()}

    def advance(self, positions: Mapping[int, str]) -> dict[int, str]:
        """Store positions of feeds; return the previous ones. Raises ``ModelLostError``."""
        arguments = [part for position in positions.items() for part in position]
        with translate_errors():
            [previous] = self._run(_ADVANCE, [([self.key("positions")], arguments)])
        if previous == b"gone":
            raise ModelLostError(f"generation {self.generation} was dropped")
        return {
            p: position.decode("ascii") for p, position in zip(positions, previous, strict=True)
        }

    def write(self, writes: Sequence[Write], step: int) -> bool:
        """Execute writes atomically, unless something was written since ``STEPS`` was ``step``;
        return whether they were executed. Raises ``ModelLostError``."""
        names = ["positions", STEPS, *(name for _, name, _ in writes)]
        arguments: list[Any] = [step]
        for command, _, parameters in writes:
            arguments += [command, len(parameters), *parameters]
        with translate_errors():
            [reply] = self._run(_WRITE, [([self.key(name) for name in names], arguments)])
        if reply == b"gone":
            raise ModelLostError(f"generation {self.generation} was dropped")
        return bool(reply == b"written")

    def mark_failed(self, games: Collection[str], until: int) -> None:
        """Mark games as failed, to be retried at ``until`` (ms)."""
        with translate_errors():
            self.client.zadd(self.key("failed"), dict.fromkeys(games, until))

    def clear_failed(self, games: Collection[str]) -> None:
        """Remove games from the failed ones."""
        with translate_errors():
            self.client.zrem(self.key("failed"), *games)

    def failed(self, until: int, limit: int) -> list[str]:
        """Failed games whose retry is due at ``until`` (ms)."""
        with translate_errors():
            games = self.client.zrangebyscore(self.key("failed"), "-inf", until, 0, limit)
        return [name.decode() for name in cast(list[bytes], games)]

    def count_failed(self) -> int:
        """The number of failed games."""
        with translate_errors():
            return self.client.zcard(self.key("failed"))

    def drop(self) -> None:
        """Delete the generation. Its positions go first, so that nothing is added from then on."""
        with translate_errors():
            self.client.delete(self.key("positions"))
            names = self.client.scan_iter(match=self.key("*"), count=1000)
            while batch := list(islice(names, _DROP_BATCH)):
                pipe = self.client.pipeline(transaction=False)
                for name in batch:
                    pipe.unlink(name)
                pipe.execute()

    def _run(self, script: Script, calls: Sequence[Call]) -> list[Any]:
        replies = script.run_each(self.client, calls)
        for reply in replies:
            if isinstance(reply, ResponseError) and str(reply).startswith("WRONGTYPE"):
                raise ModelLostError(str(reply))
            if isinstance(reply, Exception):
                raise reply
        return replies

    def _call(self, change: Change) -> Call:
        stored, row = change.stored, change.row
        before, after = set[str](), set[str]()
        if stored is None or stored.place != row.place:
            before, after = set(lists(stored)) if stored else set(), set(lists(row))
        difference = tallies(row)
        difference.subtract(tallies(stored) if stored else {})
        increments = [
            (name, field, amount) for (name, field), amount in difference.items() if amount
        ]
        joined, left = sorted(after - before), sorted(before - after)
        bumped = changed_lists(row, stored)
        names = ["positions", "games", *joined, *left, *bumped]
        names += [name for name, _, _ in increments]
        arguments: list[Any] = [
            change.game,
            change.stored_tag,
            dump(change.tag, row),
            row.created,
            len(joined),
            len(left),
            len(bumped),
            *bumped.values(),
        ]
        arguments += [part for _, field, amount in increments for part in (field, amount)]
        return [self.key(name) for name in names], arguments
