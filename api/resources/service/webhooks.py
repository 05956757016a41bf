"""Webhooks: made, changed, tried, taken away; their deliveries, listed and sent again."""

import secrets
from base64 import b64encode
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from flask import Response
from flask_smorest import Blueprint
from msgspec import UNSET, Raw
from msgspec.structs import replace

from api.access.identity import player
from api.http import cursors
from api.http.problems import ProblemError
from api.http.requests import body, idempotency_key, query
from api.http.responses import answer
from api.operations.operation import IDEMPOTENCY_KEY, LOCATION, REPLAYED, Operation, Success
from api.schemas.service.webhooks import (
    DeliveriesPageAnswer,
    DeliveriesQuerySchema,
    DeliveryAnswer,
    ReplayAnswer,
    ReplayRequestSchema,
    WebhookAnswer,
    WebhookEventAnswer,
    WebhookRequestSchema,
    WebhooksPageAnswer,
)
from api.services import services
from events.clock import at_milliseconds, milliseconds
from events.commentary.documents import new_id
from events.webhooks.addresses import fault_of
from events.webhooks.deliveries import (
    Body,
    Delivery,
    NoDeliveryError,
    WebhookOffError,
    delivery_id,
)
from events.webhooks.push_keys import PushKeys, encoded, public_key
from events.webhooks.registry import NoWebhookError, Standing, TooManyWebhooksError
from events.webhooks.webhook import (
    MAX_WEBHOOKS,
    ROTATION,
    BodyFormat,
    DeliveryStatus,
    Figures,
    Health,
    Secret,
    Webhook,
    WebhookEventType,
)

webhooks = Blueprint(
    "webhooks", __name__, description="Webhooks: what happens, sent to your server or channel."
)
_NEW, _REPLAY = WebhookRequestSchema(), ReplayRequestSchema()
_QUERY = DeliveriesQuerySchema()
_PLACE = "/v1/webhooks/<string:webhook_id>"
_SECRET_BYTES = 32


@Operation(
    webhooks,
    "POST /v1/webhooks",
    "Create a webhook",
    Success(201, WebhookAnswer, headers=LOCATION | REPLAYED),
    fails=(409,),
    body=WebhookRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_webhook() -> Response:
    """Sends what happens from now on in your games and challenges, signed by the Standard Webhooks
    scheme ([guide](/docs/guides/webhooks)). A player may have 10 webhooks.

    Each event is sent at least once, in no promised order, until the receiver responds with 2xx
    within 10 seconds, ten times at most in three days.
    """
    who, params = player(), body(_NEW)
    key = idempotency_key(who, params, scope="webhook")
    new = _changed(
        Webhook(
            id=new_id("wh", key),
            owner=who.id,
            url="",
            events=(),
            format=BodyFormat.JSON,
            language="",
            enabled=True,
            created_at=services().clock(),
        ),
        params,
    )
    try:
        made = services().webhooks.add(new, _new_secret(), key)
    except TooManyWebhooksError:
        detail = f"You have {MAX_WEBHOOKS} webhooks, which is the limit; nothing was done."
        raise ProblemError("too_many_webhooks", detail, {"most": MAX_WEBHOOKS}) from None
    headers = {"Location": f"/v1/webhooks/{made.webhook.id}"}
    if made.known:
        headers["Idempotency-Replayed"] = "true"
    created = _webhook_answer(_new(made.webhook), made.secrets[0])
    return answer(created, HTTPStatus.CREATED, headers)


@Operation(webhooks, "GET /v1/webhooks", "List your webhooks", Success(200, WebhooksPageAnswer))
def list_webhooks() -> Response:
    """Oldest first."""
    found = services().webhooks.of_player(player().id)
    key = encoded(public_key(services().webhooks.push_key()))
    return answer(WebhooksPageAnswer([_webhook_answer(one) for one in found], None, key))


@Operation(webhooks, f"GET {_PLACE}", "Get a webhook", Success(200, WebhookAnswer), fails=(404,))
def get_webhook(webhook_id: str) -> Response:
    """And how its receiver does."""
    return answer(_webhook_answer(_found(webhook_id)))


@Operation(
    webhooks,
    f"PUT {_PLACE}",
    "Change a webhook",
    Success(200, WebhookAnswer),
    fails=(404,),
    body=WebhookRequestSchema,
)
def update_webhook(webhook_id: str) -> Response:
    """What is pending goes to the new address, in the new format. If you disable it, that fails."""
    found, params = _found(webhook_id), body(_NEW)
    _change(found, lambda one: _changed(one, params))
    return answer(_webhook_answer(_found(webhook_id)))


@Operation(webhooks, f"DELETE {_PLACE}", "Delete a webhook", Success(204), fails=(404,))
def delete_webhook(webhook_id: str) -> Response:
    """With all of its deliveries."""
    services().webhooks.remove(_found(webhook_id).webhook)
    return Response(status=HTTPStatus.NO_CONTENT)


@Operation(
    webhooks,
    f"POST {_PLACE}/secret",
    "Rotate the secret of a webhook",
    Success(200, WebhookAnswer),
    fails=(404,),
)
def rotate_webhook_secret(webhook_id: str) -> Response:
    """For 24 hours requests are signed by the former one too."""
    found, new, now = _found(webhook_id), _new_secret(), milliseconds(services().clock())

    def rotated(known: tuple[Secret, ...]) -> tuple[Secret, ...]:
        return (new, replace(known[0], until=now + ROTATION))

    _change(found, lambda one: one, rotated)
    return answer(_webhook_answer(found, new))


@Operation(
    webhooks,
    f"POST {_PLACE}/ping",
    "Send a test delivery",
    Success(202, DeliveryAnswer),
    fails=(404, 409),
)
def ping_webhook(webhook_id: str) -> Response:
    """Queues a `webhook.ping`."""
    one, now = _found(webhook_id).webhook, services().clock()
    name = delivery_id(one, WebhookEventType.PING, secrets.token_hex(_SECRET_BYTES))
    ping = Body(WebhookEventType.PING, now, Raw(b"{}"))
    services().deliveries.enqueue([(one, name, ping)], milliseconds(now))
    found = services().deliveries.find(one.id, name)
    if found is None:
        raise _off()
    return answer(_shown(found), HTTPStatus.ACCEPTED)


@Operation(
    webhooks,
    f"GET {_PLACE}/deliveries",
    "List the deliveries of a webhook",
    Success(200, DeliveriesPageAnswer),
    fails=(404,),
    query=DeliveriesQuerySchema,
)
def list_deliveries(webhook_id: str) -> Response:
    """Newest first: the last 1000. As many may be pending; further ones fail."""
    found, params = _found(webhook_id), query(_QUERY)
    status = DeliveryStatus(params["status"]) if "status" in params else None
    before = cursors.decode(params["cursor"], int) if "cursor" in params else None
    page, last = services().deliveries.page(found.webhook.id, status, params["limit"], before)
    items = [_shown(one) for one in page]
    return answer(DeliveriesPageAnswer(items, cursors.encode(str(last)) if last else None))


@Operation(
    webhooks,
    f"POST {_PLACE}/replay",
    "Send deliveries again",
    Success(202, ReplayAnswer),
    fails=(404, 409),
    body=ReplayRequestSchema,
)
def replay_deliveries(webhook_id: str) -> Response:
    """One `delivery`, or all `after` a position, delivered or not. They keep their ids."""
    found, params = _found(webhook_id), body(_REPLAY)
    if len(params) != 1:
        reasons = {"/delivery": ["Send either `delivery` or `after`."]}
        raise ProblemError(
            "invalid_request", "Name one delivery, or a position.", {"errors": reasons}
        )
    now = milliseconds(services().clock())
    name, after = params.get("delivery", ""), params.get("after", 0)
    try:
        count = services().deliveries.replay(found.webhook.id, now, name, after)
    except NoDeliveryError:
        raise ProblemError("not_found", "The webhook has no delivery with this id.") from None
    except WebhookOffError:
        raise _off() from None
    return answer(ReplayAnswer(count), HTTPStatus.ACCEPTED)


def _found(name: str) -> Standing:
    """The caller's webhook that has an id. Raises a problem."""
    who, found = player(), services().webhooks.find(name)
    if found is None or found.webhook.owner != who.id:
        raise _absent()
    return found


def _change(
    found: Standing,
    changed: Callable[[Webhook], Webhook],
    rotated: Callable[[tuple[Secret, ...]], tuple[Secret, ...]] | None = None,
) -> None:
    try:
        services().webhooks.change(found.webhook.id, changed, rotated)
    except NoWebhookError:
        raise _absent() from None


def _changed(one: Webhook, params: dict[str, Any]) -> Webhook:
    """A webhook with what a request asks for. Raises a problem."""
    fault = fault_of(params["url"], services().settings.webhook_networks)
    if fault is not None:
        errors = {"/url": [fault]}
        raise ProblemError("invalid_request", "The URL is invalid; see errors.", {"errors": errors})
    enabled: bool = params["enabled"]
    return replace(
        one,
        url=params["url"],
        events=tuple(word for word in WebhookEventType if word in params["events"]),
        format=BodyFormat(params["format"]),
        language=params["language"],
        keys=_push_keys(params),
        enabled=enabled,
        disabled_at=None if enabled else one.disabled_at,
        disabled_reason=None if enabled else one.disabled_reason,
    )


def _push_keys(params: dict[str, Any]) -> PushKeys | None:
    """The keys that a request gives. Raises a problem."""
    expected, given = params["format"] == BodyFormat.WEB_PUSH, params.get("keys")
    if expected != (given is not None):
        errors = {"/keys": ["Send the keys of the subscription with the format web_push only."]}
        raise ProblemError("invalid_request", "See errors.", {"errors": errors})
    if given is None:
        return None
    keys = PushKeys(**given)
    fault = keys.fault()
    if fault is not None:
        errors = {f"/keys/{fault}": ["Must be the key that the browser gave, in base64url."]}
        raise ProblemError("invalid_request", "A key is invalid; see errors.", {"errors": errors})
    return keys


def _absent() -> ProblemError:
    return ProblemError("not_found", "You have no webhook with this id.")


def _off() -> ProblemError:
    return ProblemError("webhook_disabled", "The webhook is disabled, so nothing is sent to it.")


def _new_secret() -> Secret:
    return Secret("whsec_" + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode())


def _new(one: Webhook) -> Standing:
    return Standing(one, Health(), Figures())


def _webhook_answer(standing: Standing, secret: Secret | None = None) -> WebhookAnswer:
    one, since = standing.webhook, standing.health.failing_since
    return WebhookAnswer(
        id=one.id,
        url=one.url,
        events=list(one.events),
        format=one.format,
        language=one.language,
        enabled=one.enabled,
        created_at=one.created_at,
        disabled_at=one.disabled_at,
        disabled_reason=one.disabled_reason,
        failing_since=None if since is None else at_milliseconds(since),
        delivered=standing.figures.delivered,
        failed=standing.figures.failed,
        secret=UNSET if secret is None else secret.text,
    )


def _shown(one: Delivery) -> DeliveryAnswer:
    outcome, body_sent = one.outcome, one.body
    return DeliveryAnswer(
        id=one.id,
        position=one.position,
        status=outcome.status,
        attempts=outcome.attempts,
        last_attempt_at=None if outcome.tried_at is None else at_milliseconds(outcome.tried_at),
        next_attempt_at=None if one.due is None else at_milliseconds(one.due),
        response_status=outcome.code,
        error=outcome.error,
        # As it is sent: what it holds was bound to its shape when it was queued.
        event=WebhookEventAnswer(body_sent.type, body_sent.timestamp, cast(Any, body_sent.data)),
    )
