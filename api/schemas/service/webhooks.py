"""Webhooks and their deliveries."""

from marshmallow import Schema, fields, validate
from msgspec import UNSET, UnsetType

from api.locales import LANGUAGES
from api.schemas.answer import Answer
from api.schemas.fields import Flag, WholeNumber, described, words
from api.schemas.lists import PageQuerySchema
from api.schemas.play.challenges import ChallengeAnswer
from events.clock import Moment
from events.summaries import GameSummaryView
from events.webhooks.webhook import (
    BodyFormat,
    DeliveryError,
    DeliveryStatus,
    DisabledReason,
    WebhookEventType,
)

MAX_URL = 1000
_MAX_KEY = 128


class PushKeysSchema(Schema):
    """The keys of a subscription to Web Push."""

    p256dh = fields.String(required=True, validate=validate.Length(1, _MAX_KEY))
    auth = fields.String(required=True, validate=validate.Length(1, _MAX_KEY))


class WebhookRequestSchema(Schema):
    """The settings of a webhook."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, MAX_URL),
        metadata=described("Where to send to, by https."),
    )
    events = fields.List(
        fields.String(validate=words(WebhookEventType)),
        required=True,
        validate=validate.Length(1, len(WebhookEventType)),
        metadata=described(
            "What to send. `webhook.ping` is sent when you ask for it.", example=["game.your_move"]
        ),
    )
    format = fields.String(
        load_default=BodyFormat.JSON.value,
        validate=words(BodyFormat),
        metadata=described(
            "`json`: a WebhookEvent; else a sentence, for a channel's webhook or a"
            " browser (`web_push`)."
        ),
    )
    keys = fields.Nested(
        PushKeysSchema,
        metadata=described("With `web_push` alone: the `keys` of the PushSubscription."),
    )
    language = fields.String(
        load_default="en",
        validate=validate.OneOf(LANGUAGES),
        metadata=described("The language of messages."),
    )
    enabled = Flag(load_default=True, metadata=described("Whether anything is sent."))


class DeliveriesQuerySchema(PageQuerySchema):
    """Which deliveries to list."""

    status = fields.String(validate=words(DeliveryStatus))


class ReplayRequestSchema(Schema):
    """What to send again."""

    delivery = fields.String(
        validate=validate.Length(1, 64), metadata=described("The id of a delivery.")
    )
    after = WholeNumber(
        validate=validate.Range(0, 2**53 - 1),
        metadata=described("All with a higher position."),
    )


class WebhookAnswer(Answer, frozen=True, kw_only=True):
    """A webhook and the health of its receiver."""

    id: str
    """The id of the webhook."""
    url: str
    """The URL of the receiver."""
    events: list[WebhookEventType]
    """The types of events."""
    format: BodyFormat
    language: str
    """The language of messages."""
    enabled: bool
    """Whether anything is sent."""
    created_at: Moment
    disabled_at: Moment | None
    """When the service disabled it; null if it did not."""
    disabled_reason: DisabledReason | None
    """Why; null if it did not."""
    failing_since: Moment | None
    """The start of the failures; null if the last attempt succeeded."""
    delivered: int
    """Accepted deliveries."""
    failed: int
    """Deliveries given up."""
    secret: str | UnsetType = UNSET
    """The key of the signatures. Returned only when it is new."""


class WebhooksPageAnswer(Answer, frozen=True):
    """The webhooks of a player."""

    items: list[WebhookAnswer]
    next: str | None
    """Always null: all webhooks fit on one page."""
    push_key: str
    """The `applicationServerKey` of the service for Web Push."""


class WebhookDataAnswer(Answer, frozen=True):
    """What the event is about."""

    game: GameSummaryView | UnsetType = UNSET
    """The game at the version with which it happened."""
    challenge: ChallengeAnswer | UnsetType = UNSET
    webhook: str | UnsetType = UNSET
    """The id of the webhook that was disabled."""


class WebhookEventAnswer(Answer, frozen=True):
    """The body of a delivery."""

    type: WebhookEventType
    timestamp: Moment
    """When it happened."""
    data: WebhookDataAnswer


class DeliveryAnswer(Answer, frozen=True, kw_only=True):
    """A delivery and its status."""

    id: str
    """The `webhook-id` of every attempt, the same for good."""
    position: int
    """Its position among the webhook's deliveries, from 1."""
    status: DeliveryStatus
    attempts: int
    """Attempts."""
    last_attempt_at: Moment | None
    """The last attempt; null for none."""
    next_attempt_at: Moment | None
    """The next attempt; null if it is not pending."""
    response_status: int | None
    """The status of the last response; null if there was none."""
    error: DeliveryError | None
    """Why there was none, or why it was not sent."""
    event: WebhookEventAnswer


class DeliveriesPageAnswer(Answer, frozen=True):
    """A page of deliveries."""

    items: list[DeliveryAnswer]
    next: str | None
    """The cursor of the next page; null on the last one."""


class ReplayAnswer(Answer, frozen=True):
    """The deliveries to be sent again."""

    count: int
    """Deliveries that are pending by this request."""
