"""Deliveries to webhooks: queued once, leased by their sender, and listed with their outcome.

The id of a delivery is derived from its content, so that queueing it again has no effect and its
receiver can detect duplicates. It stays pending until its outcome is stored; the lease of a sender
that dies expires.
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
"""The maximum number of pending deliveries per webhook; further ones fail at once."""
MAX_KEPT = 1000
"""The maximum number of listed deliveries per webhook, besides older pending ones."""
LEASE = 2_000
"""The duration of a lease in milliseconds, unless it is renewed."""
_MAX_CONCURRENT = 4
"""The maximum number of concurrent deliveries to a fast receiver."""
_ID_DIGITS, _LEASE_BYTES = 24, 8
_enqueue, _claim = Script("webhook_enqueue.lua"), Script("webhook_claim.lua")
_renew = Script("webhook_renew.lua")
_settle, _replay = Script("webhook_settle.lua"), Script("webhook_replay.lua")
_OUTCOME = msgspec.json.Decoder(Outcome)
_PAGE = 200


class Lane(StrEnum):
    """Webhooks with fast receivers, and all others, which must not delay the former."""

    FAST = "well"
    SLOW = "slow"

    @property
    def due(self) -> str:
        """The key of the lane's due webhooks."""
        return keys.DUE_FAST if self is Lane.FAST else keys.DUE_SLOW

    @property
    def concurrency(self) -> int:
        """The maximum number of concurrent deliveries to a receiver."""
        return _MAX_CONCURRENT if self is Lane.FAST else 1


class Body(msgspec.Struct, frozen=True):
    """The content of a delivery in any format: the type of event, its time (RFC 3339), and the data
    visible to its receiver."""

    type: WebhookEventType
    timestamp: str
    data: msgspec.Raw


class WebhookOffError(Exception):
    """The webhook is disabled."""


class NoDeliveryError(Exception):
    """The delivery does not exist."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A listed delivery; ``due`` is its next attempt (ms) if it is pending."""

    id: str
    position: int
    body: Body
    outcome: Outcome
    due: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """Deliveries of a webhook that are leased to this process."""

    webhook: Webhook
    secrets: tuple[str, ...]
    health: Health
    lane: Lane
    lease: str
    sent: tuple[tuple[str, bytes, Outcome], ...]
    """The id, body and outcome so far of each."""


def delivery_id(webhook: Webhook, *about: object) -> str:
    """The id of a delivery, derived from its content."""
    text = "\n".join(map(str, (webhook.id, *about)))
    return f"msg_{hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]}"


class Deliveries:
    """The deliveries of all webhooks. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def enqueue(self, new: Iterable[tuple[Webhook, str, Body]], now: int) -> int:
        """Queue deliveries by their ids; return how many are new. Those already queued, and those
        of disabled or deleted webhooks, are skipped."""
        pending = _encode(Outcome(now))
        full = _encode(Outcome(now, DeliveryStatus.FAILED, error=DeliveryError.QUEUE_FULL))
        calls = []
        for webhook, name, body in new:
            own = WebhookKeys(webhook.id)
            names = [own.webhook, own.bodies, own.outcomes, own.order, own.queue]
            names += [keys.DUE_FAST, keys.DUE_SLOW, keys.WEBHOOK_COUNTS]
            parameters = (webhook.id, name, msgspec.json.encode(body), pending, full)
            calls.append((names, (*parameters, now, MAX_PENDING, MAX_KEPT)))
        return sum(reply in (b"queued", b"full") for reply in self._run_each(_enqueue, calls))

    def due(self, lane: Lane, now: int, max_messages: int) -> list[str]:
        """The due webhooks of a lane, longest overdue first."""
        with translate_errors():
            found = self._client.zrangebyscore(lane.due, "-inf", now, 0, max_messages)
        return [name.decode() for name in cast(list[bytes], found)]

    def claim(self, lane: Lane, webhooks: Sequence[str], now: int) -> list[Claim]:
        """Lease the due deliveries of webhooks of a lane."""
        lease, max_messages = secrets.token_hex(_LEASE_BYTES), lane.concurrency
        calls = []
        for name in webhooks:
            own = WebhookKeys(name)
            names = [own.webhook, own.bodies, own.outcomes, own.queue, lane.due]
            calls.append((names, (name, now, now + LEASE, max_messages, lease)))
        replies = self._run_each(_claim, calls)
        return [_claim_of(reply, lane, lease, now) for reply in replies if reply]

    def renew(self, claims: Iterable[Claim], now: int) -> None:
        """Renew leases."""
        calls = []
        for claim in claims:
            names = [WebhookKeys(claim.webhook.id).webhook, claim.lane.due]
            calls.append((names, (claim.webhook.id, claim.lease, now + LEASE)))
        self._run_each(_renew, calls)

    def settle(
        self, claim: Claim, attempts: Sequence[Attempt], now: int, chance: Callable[[], float]
    ) -> Verdict:
        """Store the outcome of a claim's attempts, in the order of its deliveries."""
        tried = [
            (before, attempt) for (_, _, before), attempt in zip(claim.sent, attempts, strict=True)
        ]
        verdict = judge(claim.health, tried, now, chance, claim.webhook.gone)
        lanes = (Lane.FAST, Lane.SLOW) if verdict.fast else (Lane.SLOW, Lane.FAST)
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
            arguments += [name, _encode(outcome), "" if due is None else due]
        own = WebhookKeys(claim.webhook.id)
        names = [own.webhook, own.outcomes, own.queue, *(lane.due for lane in lanes)]
        with translate_errors():
            _settle.run(self._client, [*names, keys.WEBHOOK_COUNTS], arguments)
        return verdict

    def page(
        self, webhook: str, status: DeliveryStatus | None, limit: int, before: int | None = None
    ) -> tuple[list[Delivery], int | None]:
        """Return up to ``limit`` deliveries before a position, newest first, and the position of
        the next page, if there may be one."""
        deliveries: list[Delivery] = []
        while True:
            batch = self._before(webhook, before)
            for delivery in batch:
                if status in (None, delivery.outcome.status):
                    if len(deliveries) == limit:
                        return deliveries, deliveries[-1].position
                    deliveries.append(delivery)
            if len(batch) < _PAGE:
                return deliveries, None
            before = batch[-1].position

    def find(self, webhook: str, name: str) -> Delivery | None:
        """The delivery with an id, or None."""
        with translate_errors():
            position: Any = self._client.zscore(WebhookKeys(webhook).order, name)
        if position is None:
            return None
        return next(iter(self._read(webhook, [(name, int(position))])), None)

    def replay(self, webhook: str, now: int, name: str = "", after: int = 0) -> int:
        """Make a delivery pending again, or all listed ones after a position; return how many. They
        keep their ids. Raises ``NoDeliveryError``, ``WebhookOffError``."""
        own = WebhookKeys(webhook)
        names = [own.webhook, own.outcomes, own.order, own.queue, keys.DUE_FAST, keys.DUE_SLOW]
        arguments = (webhook, name, after, _encode(Outcome(now)), now, MAX_PENDING)
        with translate_errors():
            count = int(_replay.run(self._client, names, arguments)[0])
        if count == -1:
            raise NoDeliveryError(name)
        if count == -2:
            raise WebhookOffError(webhook)
        return count

    def overdue(self, lane: Lane, now: int) -> float:
        """The seconds by which the longest overdue webhook of a lane is overdue."""
        with translate_errors():
            found: Any = self._client.zrange(lane.due, 0, 0, withscores=True)
        return max(0.0, (now - found[0][1]) / 1000) if found else 0.0

    def counts(self) -> dict[str, int]:
        """The numbers of ``delivered`` and ``failed`` deliveries and of failed attempts
        (``attempts_failed``), for all webhooks ever."""
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


def _claim_of(reply: Sequence[bytes], lane: Lane, lease: str, now: int) -> Claim:
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


def _encode(outcome: Outcome) -> bytes:
    return msgspec.json.encode(outcome)
