"""Webhooks on a stage: what is queued for them, and a sender by a clock that stands still."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from typing import Any

import msgspec

from events.clock import at_milliseconds
from events.webhooks.deliveries import Body, Deliveries, Delivery, Lane, delivery_id
from events.webhooks.registry import Webhooks
from events.webhooks.webhook import (
    BodyFormat,
    DeliveryStatus,
    Secret,
    Webhook,
    WebhookEventType,
)
from workers.webhooks.posting import Poster, Resolver
from workers.webhooks.sender import Sender

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
T0 = 1_900_000_000.0


class Seconds:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = T0

    def __call__(self) -> float:
        return self.now


class Stage:
    """Webhooks, what is queued for them, and a sender that is started when it is wanted."""

    def __init__(self, webhooks: Webhooks, deliveries: Deliveries, seconds: Seconds) -> None:
        self.webhooks, self.deliveries, self.seconds = webhooks, deliveries, seconds
        self._made = 0

    def webhook(self, url: str, owner: str = "pl_ada", **about: Any) -> Webhook:
        self._made += 1
        wanted = {
            "events": tuple(WebhookEventType),
            "format": BodyFormat.JSON,
            "language": "en",
        } | about
        at = at_milliseconds(round(T0 * 1000))
        new = Webhook(f"wh_{self._made}", owner, url, enabled=True, created_at=at, **wanted)
        return self.webhooks.add(new, Secret(SECRET)).webhook

    def queue(self, webhook: Webhook, *names: str) -> None:
        body = Body(WebhookEventType.PING, "2030-01-01T00:00:00.000Z", msgspec.Raw(b"{}"))
        new = [(webhook, delivery_id(webhook, name), body) for name in names]
        self.deliveries.enqueue(new, round(self.seconds() * 1000))

    def listed(self, webhook: Webhook) -> list[Delivery]:
        return self.deliveries.page(webhook.id, None, 2000)[0]

    def statuses(self, webhook: Webhook) -> list[DeliveryStatus]:
        return [one.outcome.status for one in self.listed(webhook)]

    def attempts(self, webhook: Webhook) -> list[int]:
        return [one.outcome.attempts for one in reversed(self.listed(webhook))]

    @contextmanager
    def sending(self, timeout: float = 20.0) -> Iterator[Sender]:
        networks = (ip_network("127.0.0.0/8"),)
        posters = {lane: Poster(Resolver(), networks, timeout=timeout) for lane in Lane}
        sender = Sender(
            self.webhooks,
            self.deliveries,
            posters,
            clock=self.seconds,
            chance=lambda: 0.0,
        )
        thread = threading.Thread(target=sender.run, name="sender")
        thread.start()
        try:
            yield sender
        finally:
            sender.stop()
            thread.join()
