"""The feeds: one Redis stream of appends per partition, read by consumer groups.

Delivery is at least once: an entry that was delivered and not acknowledged is delivered again after
a while. All processes of a group share one consumer name, as processing an entry twice is harmless.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from redis import Redis
from redis.exceptions import ResponseError

from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client

K = TypeVar("K")

_CONSUMER = "any"
_START = "0-0"
_MIN_PAUSE, _MAX_PAUSE = 0.002, 0.1
"""Seconds between two polls of the feeds of a cluster, where a read cannot block."""
_CLAIM_COUNT = 100
_NEWEST = (
    "local newest = {} "
    "for i = 1, #KEYS do "
    "local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1] "
    "newest[i] = last and last[1] or '' end "
    "return newest"
)
_COUNTED = 200
"""The maximum number of entries of a feed that are counted for the lag."""

FeedPositions = dict[int, str]
"""Entry ids by partition."""


class FeedLostError(Exception):
    """A group, an unacknowledged entry or the group's start is missing: the group may have missed
    entries."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An append that led a game to ``version``, a judgement of a game (version 0), or a change of a
    ``player``'s name. An entry without game and player only marks a position."""

    partition: int
    id: str
    game: str
    version: int = 0
    player: str = ""


@dataclass(frozen=True, slots=True)
class Lag:
    """How far a group is behind: the number of unacknowledged entries (at most ``_COUNTED`` of a
    feed) and the age of the oldest one in seconds."""

    entries: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GroupPosition:
    """The position of a group in a feed: the last delivered entry, and the first delivered entry
    that is not acknowledged."""

    delivered: str
    pending: str | None
    unacknowledged: int

    @property
    def floor(self) -> str:
        """The first entry that must not be trimmed. The last delivered entry is kept too: it proves
        that nothing after it was trimmed."""
        return self.delivered if self.pending is None else self.pending

    def includes(self, entry: str) -> bool:
        """Whether all entries up to ``entry`` are acknowledged."""
        if entry_order(entry) > entry_order(self.delivered):
            return False
        return self.pending is None or entry_order(self.pending) > entry_order(entry)


def entry_order(entry: str) -> tuple[int, int]:
    """The sort key of an entry id."""
    moment, _, number = entry.partition("-")
    return int(moment), int(number)


class Feeds:
    """The feeds of all partitions. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._feeds = {partition: names.feed(partition) for partition in names.all_partitions()}
        self._partitions = {name.encode("ascii"): p for p, name in self._feeds.items()}

    def register(self, group: str) -> FeedPositions:
        """Create a group that starts at the end of each feed; return these positions."""
        last = self._each(self._feeds, lambda pipe, p: pipe.xrevrange(self._feeds[p], count=1))
        begins = {p: _text(found[0][0]) if found else _START for p, found in last.items()}

        def create(pipe: Any, partition: int) -> None:
            pipe.xgroup_create(self._feeds[partition], group, begins[partition], mkstream=True)

        self._each(begins, create, ignored="BUSYGROUP")
        # Every feed gets an entry, so that a group always starts after one.
        empty = [partition for partition, begin in begins.items() if begin == _START]
        self._each(empty, lambda pipe, p: pipe.xadd(self._feeds[p], {"game": "", "version": 0}))
        return begins

    def add_player_entry(self, partition: int, player: str) -> None:
        """Add an entry: the name of a player was changed or erased."""
        with translate_errors():
            self._client.xadd(self._feeds[partition], {"game": "", "version": 0, "player": player})

    def add_game_entry(self, pipe: Any, partition: int, game: str) -> None:
        """Queue an entry on ``pipe``: a game was judged."""
        pipe.xadd(self._feeds[partition], {"game": game, "version": 0})

    def unregister(self, group: str) -> None:
        """Delete a group, if it exists."""
        self._each(
            self._feeds,
            lambda pipe, p: pipe.xgroup_destroy(self._feeds[p], group),
            ignored="requires the key to exist",
        )

    def groups(self) -> set[str]:
        """The names of all groups."""
        return {group for _, group in self._reached(self._feeds)}

    def newest(self) -> FeedPositions:
        """The newest entry of each feed that has one."""
        if isinstance(self._client, Redis):
            # One call instead of one per feed: it precedes every read of the lists.
            names = list(self._feeds.values())
            with translate_errors():
                replies: Any = self._client.eval(_NEWEST, len(names), *names)
            found = dict(zip(self._feeds, replies, strict=True))
        else:
            last = self._each(self._feeds, lambda pipe, p: pipe.xrevrange(self._feeds[p], count=1))
            found = {p: entries[0][0] if entries else b"" for p, entries in last.items()}
        return {partition: _text(entry) for partition, entry in found.items() if entry}

    def read(self, group: str, count: int, wait: float = 0) -> list[FeedEntry]:
        """Read new entries, at most ``count`` per feed, oldest first; wait up to ``wait`` seconds
        for the first one. Raises ``FeedLostError``."""
        if isinstance(self._client, Redis):
            return self._read_all(self._client, group, count, wait)
        end, pause = time.monotonic() + wait, _MIN_PAUSE
        while not (found := self._read_now(group, count)) and time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, _MAX_PAUSE)
        return found

    def claim(self, group: str, idle: float) -> list[FeedEntry]:
        """Claim entries that were delivered at least ``idle`` seconds ago and not acknowledged.
        Raises ``FeedLostError``."""
        found: list[FeedEntry] = []
        begins = dict.fromkeys(self._feeds, _START)

        def claim(pipe: Any, partition: int) -> None:
            pipe.xautoclaim(
                self._feeds[partition],
                group,
                _CONSUMER,
                round(idle * 1000),
                begins[partition],
                count=_CLAIM_COUNT,
            )

        while begins:
            replies = self._each(begins, claim)
            for partition, (_, entries, *deleted) in replies.items():
                if any(deleted) or any(entry is None for entry, _ in entries):
                    raise FeedLostError(f"entries of partition {partition} are gone")
                found += _entries(partition, entries)
            nexts = {partition: _text(reply[0]) for partition, reply in replies.items()}
            begins = {p: begin for p, begin in nexts.items() if begin != _START}
        return found

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Acknowledge entries."""
        of: dict[int, list[str]] = {}
        for entry in entries:
            of.setdefault(entry.partition, []).append(entry.id)
        self._each(of, lambda pipe, p: pipe.xack(self._feeds[p], group, *of[p]))

    def check(self, group: str) -> None:
        """Raise ``FeedLostError`` if entries were trimmed that the group has not read."""
        suspects = self._without_last(group, self._feeds)
        if suspects:
            # It may have been trimmed legitimately meanwhile; then the group has advanced.
            again = self._without_last(group, suspects)
            for partition, entry in suspects.items() & again.items():
                raise FeedLostError(f"entry {entry} of partition {partition} is gone")

    def reached(
        self, group: str, partitions: Iterable[int] | None = None
    ) -> dict[int, GroupPosition]:
        """The positions of a group, in all feeds by default. Raises ``FeedLostError``."""
        feeds = list(self._feeds if partitions is None else partitions)
        groups = self._reached(feeds)
        for partition in feeds:
            if (partition, group) not in groups:
                raise FeedLostError(f"partition {partition} has no group {group}")
        return {partition: groups[partition, group] for partition in feeds}

    def trim(self, retain_since: int = 0) -> int:
        """Trim entries that every group has acknowledged; return how many. A feed without groups is
        left unchanged. Entries from before ``retain_since`` (ms) need only one group's
        acknowledgement, so that the group of an abandoned program does not make the feeds grow for
        ever."""
        reached: dict[int, list[str]] = {}
        for (partition, _), place in self._reached(self._feeds).items():
            reached.setdefault(partition, []).append(place.floor)
        floors: FeedPositions = {}
        for partition, places in reached.items():
            retained = min(f"{retain_since}-0", max(places, key=entry_order), key=entry_order)
            floors[partition] = max(min(places, key=entry_order), retained, key=entry_order)

        def trim(pipe: Any, partition: int) -> None:
            pipe.xtrim(self._feeds[partition], minid=floors[partition], approximate=False)

        return sum(self._each(floors, trim).values())

    def lag(self, group: str, now: float) -> Lag:
        """The lag of a group at ``now`` (seconds since 1970). Raises ``FeedLostError``."""
        reached = self.reached(group)

        def undelivered(pipe: Any, partition: int) -> None:
            after = f"({reached[partition].delivered}"
            pipe.xrange(self._feeds[partition], after, count=_COUNTED)

        entries_after = self._each(reached, undelivered)
        oldest = [place.pending for place in reached.values() if place.pending is not None]
        oldest += [_text(found[0][0]) for found in entries_after.values() if found]
        entries = sum(place.unacknowledged for place in reached.values())
        entries += sum(map(len, entries_after.values()))
        since = min((entry_order(entry)[0] / 1000 for entry in oldest), default=now)
        return Lag(entries, max(0.0, now - since))

    def _read_all(self, client: Redis, group: str, count: int, wait: float) -> list[FeedEntry]:
        feeds: Any = dict.fromkeys(self._feeds.values(), ">")
        with translate_errors():
            try:
                reply = client.xreadgroup(
                    group, _CONSUMER, feeds, count=count, block=round(wait * 1000) or None
                )
            except ResponseError as error:
                raise _translate(error) from error
        return self._all_entries(reply)

    def _read_now(self, group: str, count: int) -> list[FeedEntry]:
        def read(pipe: Any, partition: int) -> None:
            pipe.xreadgroup(group, _CONSUMER, {self._feeds[partition]: ">"}, count=count)

        replies = self._each(self._feeds, read)
        return [entry for reply in replies.values() for entry in self._all_entries(reply)]

    def _all_entries(self, reply: Any) -> list[FeedEntry]:
        return [entry for feed, found in reply for entry in _entries(self._partitions[feed], found)]

    def _reached(self, partitions: Iterable[int]) -> dict[tuple[int, str], GroupPosition]:
        """The positions of all groups in some feeds."""
        infos = self._each(
            partitions,
            lambda pipe, p: pipe.xinfo_groups(self._feeds[p]),
            ignored="no such key",
            default=(),
        )
        groups = {(p, _text(info["name"])): info for p, found in infos.items() for info in found}
        with_pending = [group for group, info in groups.items() if info["pending"]]

        def first(pipe: Any, group: tuple[int, str]) -> None:
            pipe.xpending_range(self._feeds[group[0]], group[1], "-", "+", 1)

        # A group that is deleted concurrently is left out.
        pending = self._each(with_pending, first, ignored="NOGROUP", default=())
        return {
            group: GroupPosition(
                delivered=_text(info["last-delivered-id"]),
                pending=next(
                    (_text(entry["message_id"]) for entry in pending.get(group, ())), None
                ),
                unacknowledged=info["pending"],
            )
            for group, info in groups.items()
        }

    def _without_last(self, group: str, partitions: Iterable[int]) -> FeedPositions:
        """The last delivered entries that no longer exist."""
        last = {p: place.delivered for p, place in self.reached(group, partitions).items()}
        existing = self._each(
            last, lambda pipe, p: pipe.xrange(self._feeds[p], last[p], last[p], count=1)
        )
        return {p: entry for p, entry in last.items() if not existing[p] and entry != _START}

    def _each(
        self,
        items: Iterable[K],
        command: Callable[[Any, K], object],
        *,
        ignored: str | None = None,
        default: object = None,
    ) -> dict[K, Any]:
        """Pipeline one command per item and return the replies; an error that contains ``ignored``
        is replaced by ``default``."""
        keys = list(items)
        if not keys:
            return {}
        with translate_errors():
            pipe = self._client.pipeline(transaction=False)
            for item in keys:
                command(pipe, item)
            replies = pipe.execute(raise_on_error=False)
            for index, reply in enumerate(replies):
                if isinstance(reply, Exception):
                    if ignored is None or ignored not in str(reply):
                        raise _translate(reply) from reply
                    replies[index] = default
        return dict(zip(keys, replies, strict=True))


def _translate(error: Exception) -> Exception:
    return FeedLostError(str(error)) if "NOGROUP" in str(error) else error


def _entries(
    partition: int, found: Iterable[tuple[bytes, Mapping[bytes, bytes]]]
) -> list[FeedEntry]:
    return [
        FeedEntry(
            partition,
            _text(entry),
            _text(fields.get(b"game", b"")),
            int(fields.get(b"version", 0)),
            _text(fields.get(b"player", b"")),
        )
        for entry, fields in found
    ]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
