"""Following games as they happen: one Redis subscription a process, handed on to its readers.

What a reader is handed is a hint and a shortcut, never the truth: a reader that finds a gap, or is
told that something may have been missed, reads the log.
"""

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TypeVar

import msgspec

from events.live.notifier import ChangeNotifier
from events.log.line import PackedLine
from events.log.stored_event import StoredEvent, unpacked
from events.log.unreadable import FAULTS
from events.store import keys
from events.store.servers import Client, refresh_slots

_log = logging.getLogger(__name__)
_RETRY_SECONDS = 0.5
_POLL_SECONDS = 1.0
_QUIET_POLLS = 3
"""After so many polls without a sign of life from the server the subscription is made anew."""
_MAX_GROUPS = 200
_GROUP = msgspec.msgpack.Decoder(tuple[PackedLine, ...])

_ARRIVED = {"game_created": "created_by", "seat_taken": "player", "seat_handed_over": "player"}
"""Which member of an event names a player who is at a game from then on."""
_ARRIVALS = tuple(map(msgspec.msgpack.encode, _ARRIVED))

Group = tuple[StoredEvent, ...]
T = TypeVar("T")


class Inbox:
    """What one reader has not taken yet: the events of each command, in order.

    An empty group says that something may have been missed.
    """

    def __init__(self) -> None:
        self._groups: deque[Group] = deque()
        self._changed = threading.Condition()

    def put(self, group: Group) -> None:
        """Hand a group over; a reader that does not keep up is told to read the log instead."""
        with self._changed:
            if len(self._groups) >= _MAX_GROUPS:
                self._groups.clear()
                group = ()
            self._groups.append(group)
            self._changed.notify()

    def take(self, seconds: float) -> Group | None:
        """The next group, waiting for it at most so long; None when nothing came."""
        with self._changed:
            if not self._groups:
                self._changed.wait(seconds)
            return self._groups.popleft() if self._groups else None


class LiveHub:
    """Hands each game's new events to the readers of this process."""

    def __init__(self, client: Client, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` tells the seconds by which readers wait."""
        self.clock = clock
        self._client = client
        self._inboxes: defaultdict[str, set[Inbox]] = defaultdict(set)
        self._bells: defaultdict[str, set[ChangeNotifier]] = defaultdict(set)
        self._players: defaultdict[str, set[ChangeNotifier]] = defaultdict(set)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    @contextmanager
    def listen(self, game: str) -> Iterator[Inbox]:
        """An inbox for a game's events from now on; read the log after opening it, not before."""
        inbox = Inbox()
        with self._lock:
            self._inboxes[game].add(inbox)
            self._subscribe_once()
        try:
            yield inbox
        finally:
            with self._lock:
                _discard(self._inboxes, game, inbox)

    @contextmanager
    def attend(self, *players: str) -> Iterator[ChangeNotifier]:
        """A bell that rings for each game that one of the players opens or sits down at from now
        on, and for those that it is hung up at."""
        notifier = ChangeNotifier()
        with self._lock:
            for player in players:
                self._players[player].add(notifier)
            self._subscribe_once()
        try:
            yield notifier
        finally:
            with self._lock:
                for player in players:
                    _discard(self._players, player, notifier)
                for game in notifier.hung:
                    _discard(self._bells, game, notifier)

    def hang_up(self, notifier: ChangeNotifier, game: str) -> None:
        """Let a bell ring for a game."""
        with self._lock:
            self._bells[game].add(notifier)
            notifier.hung.add(game)

    def take_down(self, notifier: ChangeNotifier, game: str) -> None:
        """Let a bell ring for a game no longer."""
        with self._lock:
            _discard(self._bells, game, notifier)
            notifier.hung.discard(game)

    @property
    def readers(self) -> int:
        """How many readers are listening in this process."""
        with self._lock:
            here, everywhere = self._inboxes.values(), self._players.values()
            return sum(map(len, here)) + sum(map(len, everywhere))

    @property
    def closed(self) -> bool:
        """Whether readers should end: this process is stopping."""
        return self._closed.is_set()

    def close(self) -> None:
        """Tell every reader of this process to end."""
        self._closed.set()
        self._all_may_have_missed()

    def _subscribe_once(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="live", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self.closed:
            try:
                self._subscribe()
            except Exception as error:
                # Whatever it was: without this thread the readers would hear nothing for ever.
                _log.warning("live subscription lost, reconnecting: %r", error)
                self._closed.wait(_RETRY_SECONDS)
                refresh_slots(self._client)

    def _subscribe(self) -> None:
        with self._client.pubsub() as subscription:  # type: ignore[no-untyped-call] # redis-py
            subscription.psubscribe(keys.LIVE_PATTERN)
            quiet = 0
            while not self.closed:
                message = subscription.get_message(timeout=_POLL_SECONDS)
                quiet = quiet + 1 if message is None else 0
                if message is None:
                    if quiet > _QUIET_POLLS:
                        raise TimeoutError("the subscription server does not respond")
                    subscription.ping()
                elif message["type"] == "psubscribe":
                    self._all_may_have_missed()
                elif message["type"] == "pmessage":
                    game = message["channel"].decode(errors="replace").removeprefix(keys.live(""))
                    self._hand_on(game, message["data"])

    def _hand_on(self, game: str, data: bytes) -> None:
        with self._lock:
            inboxes = list(self._inboxes.get(game, ()))
            bells = set(self._bells.get(game, ()))
            awaited = bool(self._players) and any(word in data for word in _ARRIVALS)
        group = _decoded(game, data) if inboxes or awaited else ()
        if awaited:
            arrived = {str(event.data.get(_ARRIVED.get(event.type, ""))) for event in group}
            with self._lock:
                bells.update(*(self._players.get(player, ()) for player in arrived))
        for notifier in bells:
            notifier.ring(game)
        for inbox in inboxes:
            inbox.put(group)

    def _all_may_have_missed(self) -> None:
        with self._lock:
            inboxes = list(chain.from_iterable(self._inboxes.values()))
            bells = list(chain.from_iterable(self._players.values()))
        for inbox in inboxes:
            inbox.put(())
        for notifier in bells:
            notifier.ring_all()


def _discard(known: defaultdict[str, set[T]], name: str, reader: T) -> None:
    known[name].discard(reader)
    if not known[name]:
        del known[name]


def _decoded(game: str, data: bytes) -> Group:
    """The events of a message; none when it cannot be read, so that readers turn to the log."""
    try:
        return tuple(map(unpacked, _GROUP.decode(data)))
    except FAULTS as error:
        _log.warning("invalid live message of game %s: %s", game, error)
        return ()
