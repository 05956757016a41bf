"""What is read without reading logs: one generation of it, in one slot of Redis.

Every part follows from the newest states of the games, so a generation can be thrown away and
built anew at any time.
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
"""String: how often ``write`` has written."""
_DROPPED_AT_ONCE = 500

Call = tuple[list[str], list[Any]]
"""The keys and the arguments of a script."""


Write = tuple[str, str, Sequence[Any]]
"""A command of Redis, the name of the part that it changes, and what else it is given."""


class ModelLostError(Exception):
    """The read model, or the place in the feeds that it had reached, is not there any more, or not
    as it was left. It has to be built anew."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new entry of a game and the stored one that it takes the place of, with their tags."""

    game: str
    tag: str
    entry: GameIndexRow
    known_tag: str = ""
    known: GameIndexRow | None = None


_APPLY = Script("apply.lua")
_ADVANCE = Script("advance.lua")
_WRITE = Script("write.lua")


@dataclass(frozen=True, slots=True)
class ReadModel:
    """One generation, as it is in Redis."""

    client: Client
    generation: int

    @classmethod
    def current(cls, client: Client) -> Self | None:
        """The generation that is read now; None before the first one of this format."""
        with translate_errors():
            found = cast(bytes | None, client.get(keys.MODEL))
        generation, _, kind = (found or b"").decode("ascii", "replace").partition(" ")
        return cls(client, int(generation)) if kind == str(FORMAT) else None

    @property
    def mark(self) -> str:
        """What says that this generation is the one to read."""
        return f"{self.generation} {FORMAT}"

    @property
    def group(self) -> str:
        """Its consumer group on the feeds."""
        return f"{GROUP_PREFIX}{self.generation}"

    def key(self, name: str) -> str:
        """The key of one of its parts."""
        return keys.read_model(self.generation, name)

    def stored(self, games: Collection[str]) -> dict[str, tuple[str, GameIndexRow]]:
        """The entries of games, with their tags, as far as there are any."""
        if not games:
            return {}
        with translate_errors():
            found = cast(list[bytes | None], self.client.hmget(self.key("games"), list(games)))
        return {name: load(text) for name, text in zip(games, found, strict=True) if text}

    def apply(self, changes: Sequence[Change]) -> list[Change]:
        """Make changes; returns those that were not made, because another entry was stored than
        the one known. Raises ``ModelLostError``."""
        if not changes:
            return []
        with translate_errors():
            replies = self._run(_APPLY, [self._call(change) for change in changes])
        if b"gone" in replies:
            raise ModelLostError(f"generation {self.generation} was dropped")
        return [change for change, r in zip(changes, replies, strict=True) if r != b"applied"]

    def begin(self, positions: Mapping[int, str]) -> None:
        """Make a new generation whose games are to be read from these places of the feeds on."""
        with translate_errors():
            self.client.hset(
                self.key("positions"), mapping={str(p): i for p, i in positions.items()}
            )

    def positions(self) -> dict[int, str]:
        """How far each feed is taken in. Raises ``ModelLostError``."""
        with translate_errors():
            found = cast(dict[bytes, bytes], self.client.hgetall(self.key("positions")))
        if not found:
            raise ModelLostError(f"generation {self.generation} has no positions")
        return {int(partition): place.decode("ascii") for partition, place in found.items()}

    def advance(self, places: Mapping[int, str]) -> dict[int, str]:
        """Note how far feeds are taken in; returns how far they were. Raises ``ModelLostError``."""
        arguments = [part for place in places.items() for part in place]
        with translate_errors():
            [before] = self._run(_ADVANCE, [([self.key("positions")], arguments)])
        if before == b"gone":
            raise ModelLostError(f"generation {self.generation} was dropped")
        return {p: place.decode("ascii") for p, place in zip(places, before, strict=True)}

    def write(self, writes: Sequence[Write], step: int) -> bool:
        """Carry writes out, all or none: none when something was written since ``STEPS``
        was this ``step``. Raises ``ModelLostError``."""
        names = ["positions", STEPS, *(name for _, name, _ in writes)]
        arguments: list[Any] = [step]
        for command, _, words in writes:
            arguments += [command, len(words), *words]
        with translate_errors():
            [done] = self._run(_WRITE, [([self.key(name) for name in names], arguments)])
        if done == b"gone":
            raise ModelLostError(f"generation {self.generation} was dropped")
        return bool(done == b"written")

    def set_aside(self, games: Collection[str], until: int) -> None:
        """Remember games that cannot be taken in, to be tried again at ``until`` (ms)."""
        with translate_errors():
            self.client.zadd(self.key("failed"), dict.fromkeys(games, until))

    def take_back(self, games: Collection[str]) -> None:
        """Forget that games could not be taken in."""
        with translate_errors():
            self.client.zrem(self.key("failed"), *games)

    def failed(self, until: int, limit: int) -> list[str]:
        """Games to be tried again at ``until`` (ms) at the latest."""
        with translate_errors():
            found = self.client.zrangebyscore(self.key("failed"), "-inf", until, 0, limit)
        return [name.decode() for name in cast(list[bytes], found)]

    def count_failed(self) -> int:
        """How many games could not be taken in."""
        with translate_errors():
            return self.client.zcard(self.key("failed"))

    def drop(self) -> None:
        """Delete it all. First what says that it is there: nothing is added from then on."""
        with translate_errors():
            self.client.delete(self.key("positions"))
            names = self.client.scan_iter(match=self.key("*"), count=1000)
            while batch := list(islice(names, _DROPPED_AT_ONCE)):
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
        known, new = change.known, change.entry
        before, after = set[str](), set[str]()
        if known is None or known.place != new.place:
            before, after = set(lists(known)) if known else set(), set(lists(new))
        added = tallies(new)
        added.subtract(tallies(known) if known else {})
        adding = [(name, field, amount) for (name, field), amount in added.items() if amount]
        entered, left = sorted(after - before), sorted(before - after)
        moved = changed_lists(new, known)
        names = ["positions", "games", *entered, *left, *moved]
        names += [name for name, _, _ in adding]
        arguments: list[Any] = [
            change.game,
            change.known_tag,
            dump(change.tag, new),
            new.created,
            len(entered),
            len(left),
            len(moved),
            *moved.values(),
        ]
        arguments += [part for _, field, amount in adding for part in (field, amount)]
        return [self.key(name) for name in names], arguments
