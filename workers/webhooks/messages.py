"""What is sent, in the form that a webhook asks for: the JSON as it is, or a sentence for a channel
of Discord or Slack, or for a browser."""

from typing import Any

import msgspec

from api.locales import chosen, filled, webhook_text
from api.pictures.scene import titles
from events.webhooks.deliveries import Body
from events.webhooks.webhook import BodyFormat, Webhook, WebhookEventType

_BODY = msgspec.json.Decoder(Body)


def shaped(webhook: Webhook, body: bytes, public_url: str | None) -> bytes:
    """The body of a request to a webhook's receiver."""
    if webhook.format is BodyFormat.JSON:
        return body
    text, path = sentence(webhook, _BODY.decode(body))
    if webhook.format is BodyFormat.WEB_PUSH:
        return msgspec.json.encode({"body": text, "path": path or "/"})
    said = f"{text} {public_url.rstrip('/')}{path}" if public_url and path else text
    if webhook.format is BodyFormat.SLACK:
        return msgspec.json.encode({"text": said})
    return msgspec.json.encode({"content": said, "allowed_mentions": {"parse": []}})


def sentence(webhook: Webhook, news: Body) -> tuple[str, str]:
    """The news for people, in the webhook's language, and the path of the page that it is about, if
    there is one. It contains nothing that a player has written."""
    data: dict[str, Any] = msgspec.json.decode(news.data)
    words, values, path = news.type.value, {}, ""
    match news.type:
        case (
            WebhookEventType.GAME_STARTED
            | WebhookEventType.YOUR_MOVE
            | WebhookEventType.GAME_FINISHED
        ):
            game = data["game"]
            values = {"battle": _title(game["scenario"], webhook), "turn": game["turn"]}
            path = f"/play/{game['id']}"
            if news.type is WebhookEventType.GAME_FINISHED:
                words = f"{words}.{_result(game, webhook.owner)}"
        case WebhookEventType.CHALLENGE_RECEIVED | WebhookEventType.CHALLENGE_ANSWERED:
            challenge = data["challenge"]
            values = {"battle": _title(challenge["terms"]["scenario"], webhook)}
            path = f"/play/{challenge['game']}" if challenge["game"] else "/"
            if news.type is WebhookEventType.CHALLENGE_ANSWERED:
                words = f"{words}.{challenge['status']}"
        case WebhookEventType.WEBHOOK_DISABLED:
            values = {"webhook": data["webhook"]}
        case WebhookEventType.PING:
            values = {}
    return filled(webhook_text(words, webhook.language), webhook.language, values), path


def _title(slug: str, webhook: Webhook) -> str:
    return chosen(titles(slug), webhook.language)


def _result(game: dict[str, Any], player: str) -> str:
    """How a game has ended for a player: of who plays both sides, only that it has."""
    sides = {place["side"] for place in game["table"] if place["player"] == player}
    if game["winner"] is None or len(sides) != 1:
        return "over"
    return "won" if game["winner"] in sides else "lost"
