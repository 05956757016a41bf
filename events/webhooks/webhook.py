"""What a webhook is: where to, of what, in which form; and how its receiver does."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from events.webhooks.push_keys import PushKeys

MAX_WEBHOOKS = 10
"""How many a player may have."""
_GONE = frozenset({410})
_EXPIRED = _GONE | {404}
ROTATION = 24 * 3600 * 1000
"""Milliseconds for which deliveries are signed by the former secret too."""


class WebhookEventType(StrEnum):
    """What is sent."""

    GAME_STARTED = "game.started"
    YOUR_MOVE = "game.your_move"
    GAME_FINISHED = "game.finished"
    CHALLENGE_RECEIVED = "challenge.received"
    CHALLENGE_ANSWERED = "challenge.answered"
    WEBHOOK_DISABLED = "webhook.disabled"
    PING = "webhook.ping"


class BodyFormat(StrEnum):
    """The shape of what is sent."""

    JSON = "json"
    DISCORD = "discord"
    SLACK = "slack"
    WEB_PUSH = "web_push"


class DisabledReason(StrEnum):
    """The receiver failed for five days, or said that it is gone."""

    FAILING = "failing"
    GONE = "gone"


class Webhook(msgspec.Struct, frozen=True):
    """A webhook of a player. ``language`` is that of the sentences for people. Times are RFC 3339;
    ``disabled_at`` is there when the service has disabled it, ``keys`` where it is a browser's
    subscription to Web Push."""

    id: str
    owner: str
    url: str
    events: tuple[WebhookEventType, ...]
    format: BodyFormat
    language: str
    enabled: bool
    created_at: str
    disabled_at: str | None = None
    disabled_reason: DisabledReason | None = None
    keys: PushKeys | None = None

    @property
    def gone(self) -> frozenset[int]:
        """The statuses by which its receiver says that it is there no longer (of Web Push, RFC 8030
        section 7.3 has 404 too)."""
        return _GONE if self.keys is None else _EXPIRED

    def wants(self, news: WebhookEventType) -> bool:
        """Whether it is sent news of a kind."""
        return self.enabled and (news is WebhookEventType.PING or news in self.events)

    def disabled(self, reason: DisabledReason, at: str) -> "Webhook":
        """The same after the service has disabled it."""
        return replace(self, enabled=False, disabled_at=at, disabled_reason=reason)


class Secret(msgspec.Struct, frozen=True):
    """What deliveries are signed with, as Standard Webhooks writes it, until a time (ms); 0 is for
    good."""

    text: str
    until: int = 0


class Health(msgspec.Struct, frozen=True):
    """How a receiver does: failures in a row, since when, and when it was tried last (ms)."""

    failures: int = 0
    failing_since: int | None = None
    tried_at: int | None = None


class Figures(msgspec.Struct, frozen=True):
    """How many deliveries of a webhook have come to an end, each way."""

    delivered: int = 0
    failed: int = 0


class DeliveryStatus(StrEnum):
    """What has become of a delivery."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


class DeliveryError(StrEnum):
    """Why a delivery came to nothing."""

    DNS = "dns"
    ADDRESS = "forbidden_address"
    CONNECTION = "connection"
    TLS = "tls"
    TIMEOUT = "timeout"
    RESPONSE = "response"
    QUEUE_FULL = "queue_full"
    DISABLED = "disabled"


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a delivery is. ``queued_at`` and ``tried_at``, the last attempt, are in milliseconds;
    ``code`` is the status that the receiver answered with."""

    queued_at: int
    status: DeliveryStatus = DeliveryStatus.PENDING
    attempts: int = 0
    tried_at: int | None = None
    code: int | None = None
    error: DeliveryError | None = None
