"""Encodes bodies in the format of a webhook: JSON, or a sentence for a channel of Discord or Slack,
or for a browser."""

from typing import Any

import msgspec

from api.locales import chosen, filled, webhook_text
from api.pictures.scene import titles
from events.webhooks.deliveries import Body
from events.webhooks.webhook import BodyFormat, Webhook, WebhookEventType

_BODY = msgspec.json.Decoder(Body)


def encode_body(webhook: Webhook, body: bytes, public_url: str | None) -> bytes:
    """Encode the body of a request to a receiver."""
    if webhook.format is BodyFormat.JSON:
        return body
    text, path = sentence(webhook, _BODY.decode(body))
    if webhook.format is BodyFormat.WEB_PUSH:
        return msgspec.json.encode({"body": text, "path": path or "/"})
    message = f"{text} {public_url.rstrip('/')}{path}" if public_url and path else text
    if webhook.format is BodyFormat.SLACK:
        return msgspec.json.encode({"text": message})
    return msgspec.json.encode({"content": message, "allowed_mentions": {"parse": []}})


def sentence(webhook: Webhook, content: Body) -> tuple[str, str]:
    """Return a sentence in the webhook's language, and the path of a page, if any. Neither contains
    text of players."""
    data: dict[str, Any] = msgspec.json.decode(content.data)
    text_key, values, path = content.type.value, {}, ""
    match content.type:
        case (
            WebhookEventType.GAME_STARTED
            | WebhookEventType.YOUR_MOVE
            | WebhookEventType.GAME_FINISHED
        ):
            game = data["game"]
            values = {"battle": _title(game["scenario"], webhook), "turn": game["turn"]}
            path = f"/play/{game['id']}"
            if content.type is WebhookEventType.GAME_FINISHED:
                text_key = f"{text_key}.{_result(game, webhook.owner)}"
        case WebhookEventType.CHALLENGE_RECEIVED | WebhookEventType.CHALLENGE_ANSWERED:
            challenge = data["challenge"]
            values = {"battle": _title(challenge["terms"]["scenario"], webhook)}
            path = f"/play/{challenge['game']}" if challenge["game"] else "/"
            if content.type is WebhookEventType.CHALLENGE_ANSWERED:
                text_key = f"{text_key}.{challenge['status']}"
        case WebhookEventType.WEBHOOK_DISABLED:
            values = {"webhook": data["webhook"]}
        case WebhookEventType.PING:
            values = {}
    return filled(webhook_text(text_key, webhook.language), webhook.language, values), path


def _title(slug: str, webhook: Webhook) -> str:
    return chosen(titles(slug), webhook.language)


def _result(game: dict[str, Any], player: str) -> str:
    """The result of a game for a player; ``over`` for one who plays both sides."""
    sides = {seat["side"] for seat in game["table"] if seat["player"] == player}
    if game["winner"] is None or len(sides) != 1:
        return "over"
    return "won" if game["winner"] in sides else "lost"
