"""What there is to tell of games and challenges, and to whom.

The feeds say which games went on. What is told follows from the states before and after each
command, so reading an entry again leads to the same deliveries under the same ids. A delivery says
what lists say of the game: nothing of that is hidden from its players.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from threading import Event
from typing import Any

import msgspec

from api.schemas.play.challenges import ChallengeAnswer
from domain.state import GameState
from domain.values import Status
from domain.values.bots import bot_level
from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.feeds.feeds import FeedEntry, FeedLostError, Feeds
from events.games.repository import GameRepository
from events.games.snapshot import GameSnapshot
from events.lobby.challenges import Challenge, ChallengeNews, Challenges, ChallengeStatus
from events.log.fold_event import parse
from events.lru_cache import LruCache
from events.store.port import StoreUnavailableError
from events.summaries import summary
from events.webhooks.deliveries import Body, Deliveries, delivery_id
from events.webhooks.registry import GROUP, Webhooks
from events.webhooks.webhook import Webhook, WebhookEventType
from workers.runtime.failures import isolated

_WAIT_SECONDS = 0.25
_QUIET_SECONDS = 1.0
"""Between two looks for webhooks while there are none."""
_READ_AT_ONCE = 64
_CHORES_SECONDS = 10.0
_IDLE_SECONDS = 30.0
_LOOKS_BACK = 64
"""Events in which the end of the command before is usually found."""
_CACHED = 50_000
_log = logging.getLogger(__name__)

New = tuple[Webhook, str, Body]


def changes(before: GameState | None, after: GameState) -> Iterator[tuple[WebhookEventType, str]]:
    """What a command has brought about that players are told, and which players. Nobody is told of
    a sandbox: it is one player's alone."""
    if after.created.branch is not None:
        return
    was = Status.WAITING if before is None else before.status
    people = [one for one in dict.fromkeys(after.seats.values()) if bot_level(one) is None]
    if was is Status.WAITING and after.status is Status.ACTIVE:
        yield from ((WebhookEventType.GAME_STARTED, player) for player in people)
    if was is not Status.FINISHED and after.status is Status.FINISHED:
        yield from ((WebhookEventType.GAME_FINISHED, player) for player in people)
    awaited = _awaited(after) - (_awaited(before) if before is not None else set())
    yield from ((WebhookEventType.YOUR_MOVE, player) for player in people if player in awaited)


def _awaited(state: GameState) -> set[str]:
    if state.status is not Status.ACTIVE:
        return set()
    return {state.seats[seat] for seat in state.awaiting}


class Reporter:
    """Queues deliveries for what happens in games and challenges, until it is stopped. Any number
    of them may run."""

    def __init__(
        self,
        data: Backend,
        webhooks: Webhooks,
        deliveries: Deliveries,
        queued: Callable[[], None],
        clock: Callable[[], str] = utc_now,
    ) -> None:
        """``queued`` is called when there is something to send."""
        self._data = data
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._queued = queued
        self._clock = clock
        self._feeds = Feeds(data.client, data.names)
        self._games = GameRepository(data.store)
        self._challenges = Challenges(data.client)
        self._players: LruCache[frozenset[str]] = LruCache(_CACHED)
        self._chores_at = 0.0
        self._stopped = Event()

    def run(self) -> None:
        """Work until ``stop``; an outage of Redis is waited out."""
        while not self._stopped.is_set():
            try:
                self.step(_WAIT_SECONDS)
            except FeedLostError as lost:
                self._begin(lost)
            except StoreUnavailableError as error:
                _log.warning("webhooks wait for the store: %s", error)
                self._start_over()
            except Exception:
                _log.exception("nothing queued for webhooks")
                self._start_over()

    def stop(self) -> None:
        """Have ``run`` return soon."""
        self._stopped.set()

    def step(self, wait: float = 0) -> int:
        """Queue what has happened, or what happens within so many seconds; returns how many
        deliveries. Raises ``FeedLostError`` and ``StoreUnavailableError``."""
        count = self._take_in_challenges()
        if time.monotonic() >= self._chores_at:
            count += self._take_in(self._feeds.claim(GROUP, self._idle()))
            self._chores_at = time.monotonic() + _CHORES_SECONDS
        return count + self._take_in(self._feeds.read(GROUP, _READ_AT_ONCE, wait))

    def _idle(self) -> float:
        """For how long (seconds) another may have had an entry before it is taken over: at first
        not at all, as whoever had it may be this one's forerunner."""
        return _IDLE_SECONDS if self._chores_at else 0

    def _begin(self, lost: FeedLostError) -> None:
        """Go on after the place in the feeds is gone, or wait until there is a webhook."""
        try:
            if not self._webhooks.exist():
                self._stopped.wait(_QUIET_SECONDS)
                return
            _log.error("webhooks were not told of everything, and go on from now: %s", lost)
            self._feeds.unregister(GROUP)
            self._feeds.register(GROUP)
        except StoreUnavailableError as error:
            _log.warning("webhooks wait for the store: %s", error)
        self._start_over()

    def _start_over(self) -> None:
        self._chores_at = 0.0
        self._stopped.wait(_QUIET_SECONDS)

    def _take_in(self, entries: Collection[FeedEntry]) -> int:
        """Queue what entries tell, and acknowledge them."""
        if not entries:
            return 0
        spans: dict[str, tuple[int, int]] = {}
        for entry in entries:
            if entry.game and entry.version:
                first, last = spans.get(entry.game, (entry.version, entry.version))
                spans[entry.game] = min(first, entry.version), max(last, entry.version)
        players = {game: found for game in spans if (found := self._seated(game))}
        owners = self._webhooks.owners(frozenset().union(*players.values()))
        new: list[New] = []
        for game, seated in players.items():
            if seated & owners:
                with isolated(_log, "webhooks not told of a game", game=game):
                    new += self._messages_of(
                        game, *spans[game], self._webhooks.enabled_of(seated & owners)
                    )
        count = self._enqueue(new)
        self._feeds.acknowledge(GROUP, entries)
        return count

    def _seated(self, game: str) -> frozenset[str]:
        """The players of a game who are no bots; asked of its log only until it begins."""
        known = self._players.get(game)
        if known is None:
            known = frozenset()
            with isolated(_log, "webhooks not told of a game", game=game):
                state = self._games.current(game).state
                known = frozenset(p for p in state.seats.values() if bot_level(p) is None)
                if state.status is not Status.WAITING:
                    self._players.put(game, known)
        return known

    def _messages_of(
        self, game: str, first: int, last: int, webhooks: dict[str, list[Webhook]]
    ) -> Iterator[New]:
        """The deliveries of the commands that led to versions from ``first`` to ``last``."""
        if game in self._data.imports.marks([game]):
            return
        after = self._command_before(game, first)
        before = self._games.at(game, after).state if after else None
        for now in self._games.each(game, after, last):
            if now.settled:
                yield from _deliveries(before, now, webhooks)
                before = now.state

    def _command_before(self, game: str, version: int) -> int:
        """The version at which the command before the one that led to a version ended."""
        for after in dict.fromkeys((max(0, version - 1 - _LOOKS_BACK), 0)):
            lines = self._data.store.read(game, after, version - 1)
            for found in range(len(lines), 0, -1):
                if parse(lines[found - 1]).last:
                    return after + found
        return 0

    def _take_in_challenges(self) -> int:
        news = self._challenges.news()
        if not news:
            return 0
        count = self._enqueue([one for each in news for one in self._messages_of_challenge(each)])
        self._challenges.let_go(news)
        return count

    def _messages_of_challenge(self, news: ChallengeNews) -> Iterator[New]:
        found = self._challenges.find(news.challenge)
        if found is None:
            return
        asks = news.status is ChallengeStatus.OPEN
        kind = WebhookEventType.CHALLENGE_RECEIVED if asks else WebhookEventType.CHALLENGE_ANSWERED
        players = found.asked if asks else (found.challenger,)
        webhooks = self._webhooks.enabled_of(self._webhooks.owners(players))
        data = {"challenge": _shown(found.at(self._clock()))}
        about = (news.challenge, news.status)
        for player in players:
            yield from _for_each(webhooks.get(player, ()), kind, news.at, data, about)

    def _enqueue(self, new: Collection[New]) -> int:
        count = self._deliveries.enqueue(new, milliseconds(self._clock())) if new else 0
        if count:
            self._queued()
        return count


def tell_of_disabled(
    webhooks: Webhooks,
    deliveries: Deliveries,
    disabled: Webhook,
    at: str,
) -> None:
    """Queue the news that a webhook is disabled for its owner's other ones."""
    others = webhooks.enabled_of([disabled.owner]).get(disabled.owner, ())
    data = {"webhook": disabled.id}
    recipients = (one for one in others if one.id != disabled.id)
    new = _for_each(recipients, WebhookEventType.WEBHOOK_DISABLED, at, data, (disabled.id, at))
    deliveries.enqueue(new, milliseconds(at))


def _deliveries(
    before: GameState | None, now: GameSnapshot, webhooks: dict[str, list[Webhook]]
) -> Iterator[New]:
    at, data = now.times.updated, {"game": summary(now.state, now.times, None)}
    for kind, player in changes(before, now.state):
        about = (now.state.created.game, now.version)
        yield from _for_each(webhooks.get(player, ()), kind, at, data, about)


def _for_each(
    webhooks: Iterable[Webhook],
    kind: WebhookEventType,
    at: str,
    data: dict[str, Any],
    about: tuple[object, ...],
) -> Iterator[New]:
    """A delivery to each webhook that wants it and was there when it happened."""
    wanting = [one for one in webhooks if one.wants(kind) and one.created_at <= at]
    if wanting:
        body = Body(kind, at, msgspec.Raw(msgspec.json.encode(data)))
        yield from ((one, delivery_id(one, kind, *about), body) for one in wanting)


def _shown(challenge: Challenge) -> ChallengeAnswer:
    return msgspec.convert(challenge, ChallengeAnswer, from_attributes=True)
