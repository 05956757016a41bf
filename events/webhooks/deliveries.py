"""What is sent to webhooks: queued once, leased by whoever sends it, and listed with its outcome.

A delivery has an id that follows from what it tells, so that queueing it again changes nothing, and
its receiver knows it when it comes twice. It stays pending until an outcome is written down: who
dies while sending leaves a lease that expires.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

import msgspec

from events.store import keys
from events.store.failures import translate_errors
from events.store.keys import WebhookKeys
from events.store.scripts import Script
from events.store.servers import Client
from events.webhooks.registry import health_of, secrets_of
from events.webhooks.retries import Attempt, Verdict, judge
from events.webhooks.webhook import (
    DeliveryError,
    DeliveryStatus,
    Health,
    Outcome,
    Webhook,
    WebhookEventType,
)

MAX_PENDING = 1000
"""How many deliveries of a webhook may be pending; further ones fail at once, and are listed."""
MAX_KEPT = 1000
"""How many deliveries of a webhook are listed, besides older ones that are pending."""
LEASE = 4_000
"""Milliseconds for which a webhook is its sender's, unless the lease is renewed."""
AT_ONCE = 4
"""Deliveries that a receiver which does well is sent at the same time; any other one gets one."""
_ID_DIGITS, _LEASE_BYTES = 24, 8
_enqueue, _claim = Script("webhook_enqueue.lua"), Script("webhook_claim.lua")
_renew = Script("webhook_renew.lua")
_settle, _replay = Script("webhook_settle.lua"), Script("webhook_replay.lua")
_OUTCOME = msgspec.json.Decoder(Outcome)
_PAGE = 200


class Lane(StrEnum):
    """The webhooks whose receivers answer soon, and all others: these never hold those up."""

    WELL = "well"
    SLOW = "slow"

    @property
    def due(self) -> str:
        """The key of what is due of it."""
        return keys.DUE_WELL if self is Lane.WELL else keys.DUE_SLOW


class Body(msgspec.Struct, frozen=True):
    """What is told, whatever its form: the type of the news, when it happened (RFC 3339), and what
    its receiver may know of it."""

    type: WebhookEventType
    timestamp: str
    data: msgspec.Raw


class WebhookOffError(Exception):
    """The webhook is disabled."""


class NoDeliveryError(Exception):
    """There is no such delivery, or no longer."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery as it is listed; ``due`` is when it is tried next (ms), if it is pending."""

    id: str
    position: int
    body: Body
    outcome: Outcome
    due: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """Deliveries of a webhook that are this process's to send, as long as it renews the lease."""

    webhook: Webhook
    secrets: tuple[str, ...]
    health: Health
    lane: Lane
    lease: str
    sent: tuple[tuple[str, bytes, Outcome], ...]
    """Of each its id, its body and its outcome so far."""


def delivery_id(webhook: Webhook, *about: object) -> str:
    """The id of a delivery, by what it tells."""
    text = "\n".join(map(str, (webhook.id, *about)))
    return f"msg_{hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]}"


class Deliveries:
    """The deliveries of all webhooks. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def enqueue(self, new: Iterable[tuple[Webhook, str, Body]], now: int) -> int:
        """Queue deliveries, each by its id; returns how many are new. What is queued already, or
        meant for a webhook that is disabled or gone, is passed over."""
        begins = _written(Outcome(now))
        full = _written(Outcome(now, DeliveryStatus.FAILED, error=DeliveryError.QUEUE_FULL))
        calls = []
        for webhook, name, body in new:
            own = WebhookKeys(webhook.id)
            names = [own.webhook, own.bodies, own.outcomes, own.order, own.queue]
            names += [keys.DUE_WELL, keys.DUE_SLOW, keys.WEBHOOK_COUNTS]
            about = (webhook.id, name, msgspec.json.encode(body), begins, full)
            calls.append((names, (*about, now, MAX_PENDING, MAX_KEPT)))
        return sum(reply in (b"queued", b"full") for reply in self._run_each(_enqueue, calls))

    def due(self, lane: Lane, now: int, max_messages: int) -> list[str]:
        """Webhooks of a lane that have to be looked at, the longest overdue first."""
        with translate_errors():
            found = self._client.zrangebyscore(lane.due, "-inf", now, 0, max_messages)
        return [name.decode() for name in cast(list[bytes], found)]

    def claim(self, lane: Lane, webhooks: Sequence[str], now: int) -> list[Claim]:
        """What is due of webhooks of a lane, leased to the caller."""
        lease, max_messages = secrets.token_hex(_LEASE_BYTES), AT_ONCE if lane is Lane.WELL else 1
        calls = []
        for name in webhooks:
            own = WebhookKeys(name)
            names = [own.webhook, own.bodies, own.outcomes, own.queue, lane.due]
            calls.append((names, (name, now, now + LEASE, max_messages, lease)))
        replies = self._run_each(_claim, calls)
        return [_claimed(reply, lane, lease, now) for reply in replies if reply]

    def renew(self, claims: Iterable[Claim], now: int) -> None:
        """Keep what is under way leased to the caller."""
        calls = []
        for one in claims:
            names = [WebhookKeys(one.webhook.id).webhook, one.lane.due]
            calls.append((names, (one.webhook.id, one.lease, now + LEASE)))
        self._run_each(_renew, calls)

    def settle(
        self, claim: Claim, attempts: Sequence[Attempt], now: int, chance: Callable[[], float]
    ) -> Verdict:
        """Write down what came of a claim, whose deliveries were tried in order."""
        tried = [
            (before, attempt) for (_, _, before), attempt in zip(claim.sent, attempts, strict=True)
        ]
        verdict = judge(claim.health, tried, now, chance, claim.webhook.gone)
        lanes = (Lane.WELL, Lane.SLOW) if verdict.well else (Lane.SLOW, Lane.WELL)
        ends = [outcome.status for outcome, _ in verdict.outcomes]
        arguments: list[Any] = [
            claim.webhook.id,
            claim.lease,
            msgspec.json.encode(verdict.health),
            verdict.not_before,
            lanes[0].value,
            ends.count(DeliveryStatus.DELIVERED),
            ends.count(DeliveryStatus.FAILED),
            sum(not attempt.succeeded for attempt in attempts),
            now if verdict.recovered else "",
        ]
        for (name, _, _), (outcome, due) in zip(claim.sent, verdict.outcomes, strict=True):
            arguments += [name, _written(outcome), "" if due is None else due]
        own = WebhookKeys(claim.webhook.id)
        names = [own.webhook, own.outcomes, own.queue, *(lane.due for lane in lanes)]
        with translate_errors():
            _settle.run(self._client, [*names, keys.WEBHOOK_COUNTS], arguments)
        return verdict

    def page(
        self, webhook: str, status: DeliveryStatus | None, limit: int, before: int | None = None
    ) -> tuple[list[Delivery], int | None]:
        """Up to ``limit`` deliveries, newest first, from before a position; and where to go on, if
        there may be more."""
        shown: list[Delivery] = []
        while True:
            batch = self._before(webhook, before)
            for one in batch:
                if status in (None, one.outcome.status):
                    if len(shown) == limit:
                        return shown, shown[-1].position
                    shown.append(one)
            if len(batch) < _PAGE:
                return shown, None
            before = batch[-1].position

    def find(self, webhook: str, name: str) -> Delivery | None:
        """One delivery."""
        with translate_errors():
            position: Any = self._client.zscore(WebhookKeys(webhook).order, name)
        if position is None:
            return None
        return next(iter(self._read(webhook, [(name, int(position))])), None)

    def replay(self, webhook: str, now: int, name: str = "", after: int = 0) -> int:
        """Make a delivery pending again, or all behind a position that are still listed; returns
        how many. They keep their ids. Raises ``NoDeliveryError``, ``WebhookOffError``."""
        own = WebhookKeys(webhook)
        names = [own.webhook, own.outcomes, own.order, own.queue, keys.DUE_WELL, keys.DUE_SLOW]
        arguments = (webhook, name, after, _written(Outcome(now)), now, MAX_PENDING)
        with translate_errors():
            count = int(_replay.run(self._client, names, arguments)[0])
        if count == -1:
            raise NoDeliveryError(name)
        if count == -2:
            raise WebhookOffError(webhook)
        return count

    def overdue(self, lane: Lane, now: int) -> float:
        """For how many seconds the longest overdue webhook of a lane has been waiting."""
        with translate_errors():
            found: Any = self._client.zrange(lane.due, 0, 0, withscores=True)
        return max(0.0, (now - found[0][1]) / 1000) if found else 0.0

    def counts(self) -> dict[str, int]:
        """How many deliveries were ``delivered`` and have ``failed``, and how many attempts have
        (``attempts_failed``), of all webhooks ever."""
        with translate_errors():
            found = cast(dict[bytes, bytes], self._client.hgetall(keys.WEBHOOK_COUNTS))
        return {name.decode(): int(count) for name, count in found.items()}

    def _before(self, webhook: str, before: int | None) -> list[Delivery]:
        high = "+inf" if before is None else f"({before}"
        with translate_errors():
            found: Any = self._client.zrevrangebyscore(
                WebhookKeys(webhook).order, high, "-inf", 0, _PAGE, withscores=True
            )
        return self._read(webhook, [(name.decode(), int(position)) for name, position in found])

    def _read(self, webhook: str, entries: Sequence[tuple[str, int]]) -> list[Delivery]:
        if not entries:
            return []
        own, names = WebhookKeys(webhook), [name for name, _ in entries]
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            pipe.hmget(own.bodies, names)
            pipe.hmget(own.outcomes, names)
            pipe.zmscore(own.queue, names)
            bodies, outcomes, dues = pipe.execute()
        return [
            Delivery(
                name,
                position,
                msgspec.json.decode(body, type=Body),
                _OUTCOME.decode(outcome),
                None if due is None else int(due),
            )
            for (name, position), body, outcome, due in zip(
                entries, bodies, outcomes, dues, strict=True
            )
            if body is not None and outcome is not None
        ]

    def _run_each(self, script: Script, calls: Sequence[tuple[list[str], Any]]) -> list[Any]:
        if not calls:
            return []
        with translate_errors():
            replies = script.run_each(self._client, calls)
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return replies


def _claimed(reply: Sequence[bytes], lane: Lane, lease: str, now: int) -> Claim:
    text, signing, health, *rest = reply
    sent = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
    return Claim(
        msgspec.json.decode(text, type=Webhook),
        tuple(secrets_of(signing, now)),
        health_of(health),
        lane,
        lease,
        tuple((name.decode(), body, _OUTCOME.decode(outcome)) for name, body, outcome in sent),
    )


def _written(outcome: Outcome) -> bytes:
    return msgspec.json.encode(outcome)
