"""Webhooks, their secrets, the health of their receivers, and the outcomes of deliveries."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from events.webhooks.push_keys import PushKeys

MAX_WEBHOOKS = 10
"""The maximum number of webhooks per player."""
_GONE = frozenset({410})
_EXPIRED = _GONE | {404}
ROTATION = 24 * 3600 * 1000
"""Milliseconds after a rotation for which deliveries are signed with the former secret too."""


class WebhookEventType(StrEnum):
    """The types of events that are sent."""

    GAME_STARTED = "game.started"
    YOUR_MOVE = "game.your_move"
    GAME_FINISHED = "game.finished"
    CHALLENGE_RECEIVED = "challenge.received"
    CHALLENGE_ANSWERED = "challenge.answered"
    WEBHOOK_DISABLED = "webhook.disabled"
    PING = "webhook.ping"


class BodyFormat(StrEnum):
    """The formats of bodies."""

    JSON = "json"
    DISCORD = "discord"
    SLACK = "slack"
    WEB_PUSH = "web_push"


class DisabledReason(StrEnum):
    """The receiver has failed for five days, or has answered that it is gone."""

    FAILING = "failing"
    GONE = "gone"


class Webhook(msgspec.Struct, frozen=True):
    """A webhook of a player. ``language`` is that of messages for people. Times are RFC 3339;
    ``disabled_at`` is set if the service has disabled it, ``keys`` if it is a subscription to Web
    Push."""

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
        """The status codes of a receiver that is gone: 410, and 404 in Web Push (RFC 8030, 7.3)."""
        return _GONE if self.keys is None else _EXPIRED

    def wants(self, event_type: WebhookEventType) -> bool:
        """Whether the webhook is sent events of a type."""
        return self.enabled and (event_type is WebhookEventType.PING or event_type in self.events)

    def disabled(self, reason: DisabledReason, at: str) -> "Webhook":
        """The webhook after the service has disabled it."""
        return replace(self, enabled=False, disabled_at=at, disabled_reason=reason)


class Secret(msgspec.Struct, frozen=True):
    """A secret for signatures in the format of Standard Webhooks, valid until a time (ms) or, with
    0, for good."""

    text: str
    until: int = 0


class Health(msgspec.Struct, frozen=True):
    """The health of a receiver: consecutive failures, their start, and the last attempt (ms)."""

    failures: int = 0
    failing_since: int | None = None
    tried_at: int | None = None


class Figures(msgspec.Struct, frozen=True):
    """The numbers of ended deliveries of a webhook."""

    delivered: int = 0
    failed: int = 0


class DeliveryStatus(StrEnum):
    """The status of a delivery."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


class DeliveryError(StrEnum):
    """Why a delivery or an attempt failed."""

    DNS = "dns"
    ADDRESS = "forbidden_address"
    CONNECTION = "connection"
    TLS = "tls"
    TIMEOUT = "timeout"
    RESPONSE = "response"
    QUEUE_FULL = "queue_full"
    DISABLED = "disabled"


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a delivery. ``queued_at`` and ``tried_at``, the last attempt, are in ms;
    ``code`` is the status code of the last response."""

    queued_at: int
    status: DeliveryStatus = DeliveryStatus.PENDING
    attempts: int = 0
    tried_at: int | None = None
    code: int | None = None
    error: DeliveryError | None = None
