"""The feeds: what was appended in each partition, read by groups of consumers.

A group is handed every entry at least once. An entry that was handed out and never acknowledged is
handed out again after a while, to whoever asks first. All processes of a group go by one name: as
taking an entry in twice does no harm, it does not matter whose it was.
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
_BEGINNING = "0-0"
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.002, 0.1
"""Seconds between two looks at the feeds of a cluster, where nothing can wake a reader."""
_CLAIMED = 100
_NEWEST = (
    "local newest = {} "
    "for i = 1, #KEYS do "
    "local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1] "
    "newest[i] = last and last[1] or '' end "
    "return newest"
)
_COUNTED = 200
"""How many entries of a feed are counted at most when the lag is measured."""

Places = dict[int, str]
"""The id of an entry by partition."""


class FeedLostError(Exception):
    """A group, or an entry that it has not acknowledged or has begun behind, was taken away: what
    the group has not been told cannot be known any more."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Something was appended to a game, which is at ``version`` with it; without a version, a game
    was judged. Or a ``player``'s name has changed. An entry without either only marks a place."""

    partition: int
    id: str
    game: str
    version: int = 0
    player: str = ""


@dataclass(frozen=True, slots=True)
class Lag:
    """How far a group is behind: entries that it has not acknowledged, ``_COUNTED`` of a feed at
    most, and the age of the oldest one in seconds."""

    entries: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a group has come in one feed: the last entry that was handed out, and the first of
    those handed out that are not acknowledged."""

    delivered: str
    pending: str | None
    unacknowledged: int

    @property
    def floor(self) -> str:
        """The first entry that has to stay. The last one handed out does too: while it is there,
        nothing behind it was trimmed."""
        return self.delivered if self.pending is None else self.pending

    def includes(self, entry: str) -> bool:
        """Whether everything up to an entry is acknowledged."""
        if order(entry) > order(self.delivered):
            return False
        return self.pending is None or order(self.pending) > order(entry)


def order(entry: str) -> tuple[int, int]:
    """What entries of one feed are sorted by."""
    moment, _, number = entry.partition("-")
    return int(moment), int(number)


class Feeds:
    """The feeds of all partitions. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._feeds = {partition: names.feed(partition) for partition in names.all_partitions()}
        self._partitions = {name.encode("ascii"): p for p, name in self._feeds.items()}

    def register(self, group: str) -> Places:
        """Make a group that is handed what is appended from now on; returns where it begins."""
        last = self._each(self._feeds, lambda pipe, p: pipe.xrevrange(self._feeds[p], count=1))
        begins = {p: _text(found[0][0]) if found else _BEGINNING for p, found in last.items()}

        def create(pipe: Any, partition: int) -> None:
            pipe.xgroup_create(self._feeds[partition], group, begins[partition], mkstream=True)

        self._each(begins, create, but="BUSYGROUP")
        # Now every feed is given an entry, so that a group always has begun behind one.
        empty = [partition for partition, begin in begins.items() if begin == _BEGINNING]
        self._each(empty, lambda pipe, p: pipe.xadd(self._feeds[p], {"game": "", "version": 0}))
        return begins

    def tell_of_player(self, partition: int, player: str) -> None:
        """Let groups know that a player has another name than before, or none any more."""
        with translate_errors():
            self._client.xadd(self._feeds[partition], {"game": "", "version": 0, "player": player})

    def tell_of_game(self, pipe: Any, partition: int, game: str) -> None:
        """Let groups know that more is known of a game than its log says, when ``pipe`` is run."""
        pipe.xadd(self._feeds[partition], {"game": game, "version": 0})

    def unregister(self, group: str) -> None:
        """Take a group away where it is."""
        self._each(
            self._feeds,
            lambda pipe, p: pipe.xgroup_destroy(self._feeds[p], group),
            but="requires the key to exist",
        )

    def groups(self) -> set[str]:
        """The names of all groups."""
        return {group for _, group in self._reached(self._feeds)}

    def newest(self) -> Places:
        """The newest entry of each feed that has one."""
        if isinstance(self._client, Redis):
            # One call instead of one for each feed: it is asked before every look at the lists.
            names = list(self._feeds.values())
            with translate_errors():
                replies: Any = self._client.eval(_NEWEST, len(names), *names)
            found = dict(zip(self._feeds, replies, strict=True))
        else:
            last = self._each(self._feeds, lambda pipe, p: pipe.xrevrange(self._feeds[p], count=1))
            found = {p: entries[0][0] if entries else b"" for p, entries in last.items()}
        return {partition: _text(entry) for partition, entry in found.items() if entry}

    def read(self, group: str, count: int, wait: float = 0) -> list[FeedEntry]:
        """Entries that nobody was handed yet, ``count`` of a feed at most, oldest of a feed first;
        waits up to so many seconds for the first one. Raises ``FeedLostError``."""
        if isinstance(self._client, Redis):
            return self._read_all(self._client, group, count, wait)
        end, pause = time.monotonic() + wait, _SHORTEST_PAUSE
        while not (found := self._read_now(group, count)) and time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        return found

    def claim(self, group: str, idle: float) -> list[FeedEntry]:
        """Entries that were handed out and that nobody has acknowledged for so many seconds.
        Raises ``FeedLostError``."""
        found: list[FeedEntry] = []
        begins = dict.fromkeys(self._feeds, _BEGINNING)

        def claim(pipe: Any, partition: int) -> None:
            pipe.xautoclaim(
                self._feeds[partition],
                group,
                _CONSUMER,
                round(idle * 1000),
                begins[partition],
                count=_CLAIMED,
            )

        while begins:
            replies = self._each(begins, claim)
            for partition, (_, entries, *deleted) in replies.items():
                if any(deleted) or any(entry is None for entry, _ in entries):
                    raise FeedLostError(f"entries of partition {partition} are gone")
                found += _entries(partition, entries)
            nexts = {partition: _text(reply[0]) for partition, reply in replies.items()}
            begins = {p: begin for p, begin in nexts.items() if begin != _BEGINNING}
        return found

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Say that entries need not be handed out again."""
        of: dict[int, list[str]] = {}
        for entry in entries:
            of.setdefault(entry.partition, []).append(entry.id)
        self._each(of, lambda pipe, p: pipe.xack(self._feeds[p], group, *of[p]))

    def check(self, group: str) -> None:
        """Raise ``FeedLostError`` unless everything that the group was not told is still there."""
        suspects = self._without_last(group, self._feeds)
        if suspects:
            # It may have been trimmed in good order since; then the group has gone on.
            again = self._without_last(group, suspects)
            for partition, entry in suspects.items() & again.items():
                raise FeedLostError(f"entry {entry} of partition {partition} is gone")

    def reached(self, group: str, partitions: Iterable[int] | None = None) -> dict[int, Reached]:
        """How far a group has come in feeds, in all by default. Raises ``FeedLostError``."""
        wanted = list(self._feeds if partitions is None else partitions)
        known = self._reached(wanted)
        for partition in wanted:
            if (partition, group) not in known:
                raise FeedLostError(f"partition {partition} has no group {group}")
        return {partition: known[partition, group] for partition in wanted}

    def trim(self, waits_since: int = 0) -> int:
        """Let go of the entries that every group has acknowledged; returns how many. A feed that
        no group reads is left as it is. An entry from before ``waits_since`` (ms) that one group
        has acknowledged is kept for no other one: a program that no longer runs would have the
        feeds grow for ever."""
        reached: dict[int, list[str]] = {}
        for (partition, _), place in self._reached(self._feeds).items():
            reached.setdefault(partition, []).append(place.floor)
        floors: Places = {}
        for partition, places in reached.items():
            least = min(f"{waits_since}-0", max(places, key=order), key=order)
            floors[partition] = max(min(places, key=order), least, key=order)

        def trim(pipe: Any, partition: int) -> None:
            pipe.xtrim(self._feeds[partition], minid=floors[partition], approximate=False)

        return sum(self._each(floors, trim).values())

    def lag(self, group: str, now: float) -> Lag:
        """How far a group is behind at ``now`` (seconds since 1970). Raises ``FeedLostError``."""
        reached = self.reached(group)

        def behind(pipe: Any, partition: int) -> None:
            after = f"({reached[partition].delivered}"
            pipe.xrange(self._feeds[partition], after, count=_COUNTED)

        waiting = self._each(reached, behind)
        oldest = [place.pending for place in reached.values() if place.pending is not None]
        oldest += [_text(found[0][0]) for found in waiting.values() if found]
        entries = sum(place.unacknowledged for place in reached.values())
        entries += sum(map(len, waiting.values()))
        since = min((order(entry)[0] / 1000 for entry in oldest), default=now)
        return Lag(entries, max(0.0, now - since))

    def _read_all(self, client: Redis, group: str, count: int, wait: float) -> list[FeedEntry]:
        feeds: Any = dict.fromkeys(self._feeds.values(), ">")
        with translate_errors():
            try:
                reply = client.xreadgroup(
                    group, _CONSUMER, feeds, count=count, block=round(wait * 1000) or None
                )
            except ResponseError as error:
                raise _known(error) from error
        return self._all_entries(reply)

    def _read_now(self, group: str, count: int) -> list[FeedEntry]:
        def read(pipe: Any, partition: int) -> None:
            pipe.xreadgroup(group, _CONSUMER, {self._feeds[partition]: ">"}, count=count)

        replies = self._each(self._feeds, read)
        return [entry for reply in replies.values() for entry in self._all_entries(reply)]

    def _all_entries(self, reply: Any) -> list[FeedEntry]:
        return [entry for feed, found in reply for entry in _entries(self._partitions[feed], found)]

    def _reached(self, partitions: Iterable[int]) -> dict[tuple[int, str], Reached]:
        """How far every group has come in some feeds."""
        infos = self._each(
            partitions,
            lambda pipe, p: pipe.xinfo_groups(self._feeds[p]),
            but="no such key",
            instead=(),
        )
        known = {(p, _text(info["name"])): info for p, found in infos.items() for info in found}
        behind = [place for place, info in known.items() if info["pending"]]

        def first(pipe: Any, place: tuple[int, str]) -> None:
            pipe.xpending_range(self._feeds[place[0]], place[1], "-", "+", 1)

        # A group that is taken away at this moment is not there any more.
        pending = self._each(behind, first, but="NOGROUP", instead=())
        return {
            place: Reached(
                delivered=_text(info["last-delivered-id"]),
                pending=next((_text(one["message_id"]) for one in pending.get(place, ())), None),
                unacknowledged=info["pending"],
            )
            for place, info in known.items()
        }

    def _without_last(self, group: str, partitions: Iterable[int]) -> Places:
        """The last entries handed out that are not there any more."""
        last = {p: place.delivered for p, place in self.reached(group, partitions).items()}
        found = self._each(
            last, lambda pipe, p: pipe.xrange(self._feeds[p], last[p], last[p], count=1)
        )
        return {p: entry for p, entry in last.items() if not found[p] and entry != _BEGINNING}

    def _each(
        self,
        wanted: Iterable[K],
        ask: Callable[[Any, K], object],
        *,
        but: str | None = None,
        instead: object = None,
    ) -> dict[K, Any]:
        """The replies to one command for each, sent together; ``instead`` stands for a refusal that
        says ``but``."""
        each = list(wanted)
        if not each:
            return {}
        with translate_errors():
            pipe = self._client.pipeline(transaction=False)
            for one in each:
                ask(pipe, one)
            replies = pipe.execute(raise_on_error=False)
            for number, reply in enumerate(replies):
                if isinstance(reply, Exception):
                    if but is None or but not in str(reply):
                        raise _known(reply) from reply
                    replies[number] = instead
        return dict(zip(each, replies, strict=True))


def _known(error: Exception) -> Exception:
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
