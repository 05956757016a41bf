"""The registry of webhooks.

All are in one slot, so that a webhook's queue and its due time change atomically. Its secrets are
stored separately and are only read to sign deliveries or to show them to the owner.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

from events.feeds.feeds import Feeds
from events.store import keys
from events.store.failures import translate_errors
from events.store.keys import WebhookKeys
from events.store.port import Key, KeyReusedError
from events.store.scripts import Script
from events.store.servers import Client
from events.webhooks.push_keys import service_key
from events.webhooks.webhook import MAX_WEBHOOKS, Figures, Health, Secret, Webhook

GROUP = "webhooks"
"""The consumer group of the webhooks on the feeds, created with the first webhook."""
_script = Script("webhook.lua")
_TRIES = 5
_HEALTH = msgspec.json.Decoder(Health)
_SECRETS = msgspec.json.Decoder(tuple[Secret, ...])


class TooManyWebhooksError(Exception):
    """The player has reached ``MAX_WEBHOOKS``."""


class NoWebhookError(Exception):
    """The webhook does not exist."""


@dataclass(frozen=True, slots=True)
class Added:
    """A webhook with its secrets; ``known`` says that the idempotency key was used before."""

    webhook: Webhook
    secrets: tuple[Secret, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A webhook, the health of its receiver, and its delivery counts."""

    webhook: Webhook
    health: Health
    figures: Figures


class Webhooks:
    """Stores webhooks. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client, feeds: Feeds) -> None:
        self._client = client
        self._feeds = feeds

    def add(self, new: Webhook, secret: Secret, key: Key | None = None) -> Added:
        """Store a webhook, which gets all events from now on. Raises ``TooManyWebhooksError``,
        ``KeyReusedError``."""
        self._feeds.register(GROUP)
        fingerprint = key.fingerprint if key else ""
        reply = self._run("add", new, secrets=(secret,), fingerprint=fingerprint)
        match reply[0]:
            case b"known":
                if reply[1].decode() != fingerprint:
                    raise KeyReusedError("" if key is None else key.field)
                return Added(_decode(reply[2]), _SECRETS.decode(reply[3]), known=True)
            case b"full":
                raise TooManyWebhooksError
        return Added(new, (secret,), known=False)

    def change(
        self,
        name: str,
        changed: Callable[[Webhook], Webhook],
        secrets: Callable[[tuple[Secret, ...]], tuple[Secret, ...]] | None = None,
    ) -> Webhook:
        """Apply ``changed`` to a webhook, and ``secrets`` to its secrets. Disabling it fails
        pending deliveries; nothing is queued for a disabled webhook. Raises ``NoWebhookError``."""
        for _ in range(_TRIES):
            with translate_errors():
                stored = self._client.hmget(WebhookKeys(name).webhook, "text", "secrets")
            text, stored_secrets = cast(list[bytes | None], stored)
            if text is None or stored_secrets is None:
                raise NoWebhookError(name)
            webhook = changed(_decode(text))
            new_secrets = None if secrets is None else secrets(_SECRETS.decode(stored_secrets))
            reply = self._run("change", webhook, before=text, secrets=new_secrets)
            if reply[0] == b"absent":
                raise NoWebhookError(name)
            if reply[0] == b"done":
                return webhook
        raise NoWebhookError(name)

    def remove(self, webhook: Webhook) -> None:
        """Delete a webhook with all of its deliveries. Idempotent."""
        self._run("remove", webhook)

    def erase(self, player: str) -> None:
        """Delete all webhooks of a player. Idempotent."""
        for standing in self.of_player(player):
            self.remove(standing.webhook)

    def find(self, name: str) -> Standing | None:
        """The webhook with an id, or None."""
        return next(iter(self._standings([name])), None)

    def of_player(self, player: str) -> list[Standing]:
        """A player's webhooks, oldest first."""
        return self._standings(self._names([player]))

    def owners(self, players: Collection[str]) -> set[str]:
        """Those of the players who have webhooks."""
        ids = list(players)
        if not ids:
            return set()
        with translate_errors():
            owned: Any = self._client.smismember(keys.WEBHOOK_OWNERS, ids)
        return {player for player, owns in zip(ids, owned, strict=True) if owns}

    def exist(self) -> bool:
        """Whether anyone has a webhook."""
        with translate_errors():
            return bool(self._client.scard(keys.WEBHOOK_OWNERS))

    def enabled_of(self, players: Collection[str]) -> dict[str, list[Webhook]]:
        """The enabled webhooks of players, by player."""
        by_owner: dict[str, list[Webhook]] = {}
        for standing in self._standings(self._names(players)):
            if standing.webhook.enabled:
                by_owner.setdefault(standing.webhook.owner, []).append(standing.webhook)
        return by_owner

    def push_key(self) -> EllipticCurvePrivateKey:
        """The service's own key for Web Push."""
        return service_key(self._client)

    def _names(self, players: Collection[str]) -> list[str]:
        if not players:
            return []
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.smembers(keys.webhooks_of(player))
            sets = cast(list[set[bytes]], pipe.execute())
        return [name.decode() for names in sets for name in names]

    def _standings(self, names: Sequence[str]) -> list[Standing]:
        if not names:
            return []
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for name in names:
                fields = ("text", "health", "delivered", "failed")
                pipe.hmget(WebhookKeys(name).webhook, *fields)
            found = cast(list[list[bytes | None]], pipe.execute())
        standings = [
            Standing(
                _decode(text), health_of(health), Figures(int(delivered or 0), int(failed or 0))
            )
            for text, health, delivered, failed in found
            if text is not None
        ]
        return sorted(
            standings, key=lambda standing: (standing.webhook.created_at, standing.webhook.id)
        )

    def _run(
        self,
        action: str,
        webhook: Webhook,
        before: bytes = b"",
        secrets: tuple[Secret, ...] | None = None,
        fingerprint: str = "",
    ) -> list[Any]:
        own = WebhookKeys(webhook.id)
        names = [own.webhook, own.bodies, own.outcomes, own.order, own.queue]
        names += [keys.webhooks_of(webhook.owner), keys.WEBHOOK_OWNERS]
        names += [keys.DUE_FAST, keys.DUE_SLOW, keys.WEBHOOK_COUNTS]
        arguments = [
            *(action, webhook.id, webhook.owner, msgspec.json.encode(webhook), before),
            "" if secrets is None else msgspec.json.encode(secrets),
            *(int(webhook.enabled), MAX_WEBHOOKS, fingerprint),
        ]
        with translate_errors():
            reply: list[Any] = _script.run(self._client, names, arguments)[0]
        return reply


def health_of(text: bytes | None) -> Health:
    """Decode the health of a receiver; healthy if there was no attempt yet."""
    return _HEALTH.decode(text) if text else Health()


def secrets_of(text: bytes, now: int) -> list[str]:
    """Decode the secrets that are valid at a time (ms), newest first."""
    return [one.text for one in _SECRETS.decode(text) if not 0 < one.until <= now]


def _decode(text: bytes) -> Webhook:
    return msgspec.json.decode(text, type=Webhook)
