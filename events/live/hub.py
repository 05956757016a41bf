"""Follow games live: one Redis subscription per process, dispatched to its readers.

Messages are hints that may save a read: a reader that finds a gap, or is told that events may have
been missed, reads the log.
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
"""Polls without a message from the server before the subscription is renewed."""
_MAX_GROUPS = 200
_GROUP = msgspec.msgpack.Decoder(tuple[PackedLine, ...])

_JOINING_MEMBERS = {
    "game_created": "created_by",
    "seat_taken": "player",
    "seat_handed_over": "player",
}
"""The event types by which a player joins a game, with the member that names the player."""
_JOINING_TYPES = tuple(map(msgspec.msgpack.encode, _JOINING_MEMBERS))

Group = tuple[StoredEvent, ...]
T = TypeVar("T")


class Inbox:
    """The queue of one reader: groups of events, one per command, in order.

    An empty group means that events may have been missed.
    """

    def __init__(self) -> None:
        self._groups: deque[Group] = deque()
        self._changed = threading.Condition()

    def put(self, group: Group) -> None:
        """Add a group; if the queue is full, replace it by an empty group."""
        with self._changed:
            if len(self._groups) >= _MAX_GROUPS:
                self._groups.clear()
                group = ()
            self._groups.append(group)
            self._changed.notify()

    def take(self, seconds: float) -> Group | None:
        """Return the next group, waiting at most ``seconds``; None if there was none."""
        with self._changed:
            if not self._groups:
                self._changed.wait(seconds)
            return self._groups.popleft() if self._groups else None


class LiveHub:
    """Dispatches each game's new events to the readers of this process."""

    def __init__(self, client: Client, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` is the monotonic clock of the readers' timeouts."""
        self.clock = clock
        self._client = client
        self._inboxes: defaultdict[str, set[Inbox]] = defaultdict(set)
        self._subscriptions: defaultdict[str, set[ChangeNotifier]] = defaultdict(set)
        self._players: defaultdict[str, set[ChangeNotifier]] = defaultdict(set)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    @contextmanager
    def listen(self, game: str) -> Iterator[Inbox]:
        """Open an inbox for a game's events; read the log after opening it, not before."""
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
    def notifier_for(self, *players: str) -> Iterator[ChangeNotifier]:
        """Open a notifier for each game that one of the players creates or joins from now on, and
        for those that it is subscribed to."""
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
                for game in notifier.subscriptions:
                    _discard(self._subscriptions, game, notifier)

    def subscribe(self, notifier: ChangeNotifier, game: str) -> None:
        """Subscribe a notifier to a game."""
        with self._lock:
            self._subscriptions[game].add(notifier)
            notifier.subscriptions.add(game)

    def unsubscribe(self, notifier: ChangeNotifier, game: str) -> None:
        """Unsubscribe a notifier from a game."""
        with self._lock:
            _discard(self._subscriptions, game, notifier)
            notifier.subscriptions.discard(game)

    @property
    def readers(self) -> int:
        """The number of readers in this process."""
        with self._lock:
            by_game, by_player = self._inboxes.values(), self._players.values()
            return sum(map(len, by_game)) + sum(map(len, by_player))

    @property
    def closed(self) -> bool:
        """Whether the process is stopping and readers should end."""
        return self._closed.is_set()

    def close(self) -> None:
        """Tell every reader of this process to end."""
        self._closed.set()
        self._notify_all()

    def _subscribe_once(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="live", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self.closed:
            try:
                self._subscribe()
            except Exception as error:
                # Any error: the thread must go on, or readers would never be notified again.
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
                    self._notify_all()
                elif message["type"] == "pmessage":
                    game = message["channel"].decode(errors="replace").removeprefix(keys.live(""))
                    self._dispatch(game, message["data"])

    def _dispatch(self, game: str, data: bytes) -> None:
        with self._lock:
            inboxes = list(self._inboxes.get(game, ()))
            notifiers = set(self._subscriptions.get(game, ()))
            joining = bool(self._players) and any(word in data for word in _JOINING_TYPES)
        group = _decoded(game, data) if inboxes or joining else ()
        if joining:
            players = {str(event.data.get(_JOINING_MEMBERS.get(event.type, ""))) for event in group}
            with self._lock:
                notifiers.update(*(self._players.get(player, ()) for player in players))
        for notifier in notifiers:
            notifier.notify(game)
        for inbox in inboxes:
            inbox.put(group)

    def _notify_all(self) -> None:
        with self._lock:
            inboxes = list(chain.from_iterable(self._inboxes.values()))
            notifiers = list(chain.from_iterable(self._players.values()))
        for inbox in inboxes:
            inbox.put(())
        for notifier in notifiers:
            notifier.notify_all()


def _discard(readers: defaultdict[str, set[T]], name: str, reader: T) -> None:
    readers[name].discard(reader)
    if not readers[name]:
        del readers[name]


def _decoded(game: str, data: bytes) -> Group:
    """Decode a message; empty if it is invalid, so that readers read the log."""
    try:
        return tuple(map(unpacked, _GROUP.decode(data)))
    except FAULTS as error:
        _log.warning("invalid live message of game %s: %s", game, error)
        return ()
