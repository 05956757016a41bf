"""Queues deliveries for the events of games and challenges.

The feeds name the games with new events. Deliveries are derived from the states before and after
each command, so reading an entry again gives the same deliveries with the same ids. Their data is
that of lists of games, which has no hidden information.
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
_RETRY_SECONDS = 1.0
"""Between two attempts while there are no webhooks, or no store."""
_BATCH = 64
_CLAIM_SECONDS = 10.0
_IDLE_SECONDS = 30.0
_LOOKBACK = 64
"""The number of events that usually contain the end of the command before."""
_CACHED = 50_000
_log = logging.getLogger(__name__)

New = tuple[Webhook, str, Body]


def changes(before: GameState | None, after: GameState) -> Iterator[tuple[WebhookEventType, str]]:
    """Yield the events of a command with the players to be notified. Sandbox games have none: they
    have one player only."""
    if after.created.branch is not None:
        return
    status = Status.WAITING if before is None else before.status
    people = [player for player in dict.fromkeys(after.seats.values()) if not bot_level(player)]
    if status is Status.WAITING and after.status is Status.ACTIVE:
        yield from ((WebhookEventType.GAME_STARTED, player) for player in people)
    if status is not Status.FINISHED and after.status is Status.FINISHED:
        yield from ((WebhookEventType.GAME_FINISHED, player) for player in people)
    awaited = _awaited(after) - (_awaited(before) if before is not None else set())
    yield from ((WebhookEventType.YOUR_MOVE, player) for player in people if player in awaited)


def _awaited(state: GameState) -> set[str]:
    if state.status is not Status.ACTIVE:
        return set()
    return {state.seats[seat] for seat in state.awaiting}


class Enqueuer:
    """Queues deliveries until it is stopped. Any number of them may run."""

    def __init__(
        self,
        data: Backend,
        webhooks: Webhooks,
        deliveries: Deliveries,
        queued: Callable[[], None],
        clock: Callable[[], str] = utc_now,
    ) -> None:
        """``queued`` is called when there are new deliveries."""
        self._data = data
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._queued = queued
        self._clock = clock
        self._feeds = Feeds(data.client, data.names)
        self._games = GameRepository(data.store)
        self._challenges = Challenges(data.client)
        self._players: LruCache[frozenset[str]] = LruCache(_CACHED)
        self._claim_at = 0.0
        self._stopped = Event()

    def run(self) -> None:
        """Run until ``stop``; wait during an outage of Redis."""
        while not self._stopped.is_set():
            try:
                self.step(_WAIT_SECONDS)
            except FeedLostError as lost:
                self._register(lost)
            except StoreUnavailableError as error:
                _log.warning("webhooks wait for the store: %s", error)
                self._start_over()
            except Exception:
                _log.exception("failed to queue webhook deliveries")
                self._start_over()

    def stop(self) -> None:
        """Make ``run`` return soon."""
        self._stopped.set()

    def step(self, wait: float = 0) -> int:
        """Queue the deliveries of new events, waiting up to ``wait`` seconds for some; return their
        number. Raises ``FeedLostError`` and ``StoreUnavailableError``."""
        count = self._enqueue_challenges()
        if time.monotonic() >= self._claim_at:
            count += self._enqueue_entries(self._feeds.claim(GROUP, self._idle()))
            self._claim_at = time.monotonic() + _CLAIM_SECONDS
        return count + self._enqueue_entries(self._feeds.read(GROUP, _BATCH, wait))

    def _idle(self) -> float:
        """The seconds for which another process may hold an entry before it is claimed: 0 at first,
        as the holder may be this process before a restart."""
        return _IDLE_SECONDS if self._claim_at else 0

    def _register(self, lost: FeedLostError) -> None:
        """Register a position in the feeds, or wait while there are no webhooks."""
        try:
            if not self._webhooks.exist():
                self._stopped.wait(_RETRY_SECONDS)
                return
            _log.error("webhooks missed events, and continue with new ones: %s", lost)
            self._feeds.unregister(GROUP)
            self._feeds.register(GROUP)
        except StoreUnavailableError as error:
            _log.warning("webhooks wait for the store: %s", error)
        self._start_over()

    def _start_over(self) -> None:
        self._claim_at = 0.0
        self._stopped.wait(_RETRY_SECONDS)

    def _enqueue_entries(self, entries: Collection[FeedEntry]) -> int:
        """Queue the deliveries of entries, and acknowledge them."""
        if not entries:
            return 0
        spans: dict[str, tuple[int, int]] = {}
        for entry in entries:
            if entry.game and entry.version:
                first, last = spans.get(entry.game, (entry.version, entry.version))
                spans[entry.game] = min(first, entry.version), max(last, entry.version)
        players = {game: seated for game in spans if (seated := self._players_of(game))}
        owners = self._webhooks.owners(frozenset().union(*players.values()))
        new: list[New] = []
        for game, seated in players.items():
            if seated & owners:
                with isolated(_log, "webhooks not queued for a game", game=game):
                    new += self._messages_of(
                        game, *spans[game], self._webhooks.enabled_of(seated & owners)
                    )
        count = self._enqueue(new)
        self._feeds.acknowledge(GROUP, entries)
        return count

    def _players_of(self, game: str) -> frozenset[str]:
        """The players of a game without bots, which are cached once it has begun."""
        players = self._players.get(game)
        if players is None:
            players = frozenset()
            with isolated(_log, "webhooks not queued for a game", game=game):
                state = self._games.current(game).state
                players = frozenset(p for p in state.seats.values() if bot_level(p) is None)
                if state.status is not Status.WAITING:
                    self._players.put(game, players)
        return players

    def _messages_of(
        self, game: str, first: int, last: int, webhooks: dict[str, list[Webhook]]
    ) -> Iterator[New]:
        """Yield the deliveries of the commands that led to the versions ``first`` to ``last``."""
        if game in self._data.imports.marks([game]):
            return
        after = self._command_before(game, first)
        before = self._games.at(game, after).state if after else None
        for now in self._games.each(game, after, last):
            if now.settled:
                yield from _deliveries(before, now, webhooks)
                before = now.state

    def _command_before(self, game: str, version: int) -> int:
        """The last version of the command before the one that led to a version."""
        for after in dict.fromkeys((max(0, version - 1 - _LOOKBACK), 0)):
            lines = self._data.store.read(game, after, version - 1)
            for count in range(len(lines), 0, -1):
                if parse(lines[count - 1]).last:
                    return after + count
        return 0

    def _enqueue_challenges(self) -> int:
        news = self._challenges.news()
        if not news:
            return 0
        count = self._enqueue([new for each in news for new in self._messages_of_challenge(each)])
        self._challenges.let_go(news)
        return count

    def _messages_of_challenge(self, news: ChallengeNews) -> Iterator[New]:
        challenge = self._challenges.find(news.challenge)
        if challenge is None:
            return
        is_open = news.status is ChallengeStatus.OPEN
        answered = WebhookEventType.CHALLENGE_ANSWERED
        kind = WebhookEventType.CHALLENGE_RECEIVED if is_open else answered
        players = challenge.challenged if is_open else (challenge.challenger,)
        webhooks = self._webhooks.enabled_of(self._webhooks.owners(players))
        data = {"challenge": _answer(challenge.at(self._clock()))}
        about = (news.challenge, news.status)
        for player in players:
            yield from _for_each(webhooks.get(player, ()), kind, news.at, data, about)

    def _enqueue(self, new: Collection[New]) -> int:
        count = self._deliveries.enqueue(new, milliseconds(self._clock())) if new else 0
        if count:
            self._queued()
        return count


def enqueue_disabled(
    webhooks: Webhooks,
    deliveries: Deliveries,
    disabled: Webhook,
    at: str,
) -> None:
    """Queue the event that a webhook is disabled for its owner's other webhooks."""
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
    """Yield a delivery to each webhook that wants the event and is not younger than it."""
    subscribed = [one for one in webhooks if one.wants(kind) and one.created_at <= at]
    if subscribed:
        body = Body(kind, at, msgspec.Raw(msgspec.json.encode(data)))
        yield from ((one, delivery_id(one, kind, *about), body) for one in subscribed)


def _answer(challenge: Challenge) -> ChallengeAnswer:
    return msgspec.convert(challenge, ChallengeAnswer, from_attributes=True)
