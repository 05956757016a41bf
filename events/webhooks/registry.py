"""The webhooks of all players: made, changed, taken away, found.

All lie in one slot, so that what is queued for a webhook and when it is looked at change together.
Its secrets lie beside it and are read only where something is signed, or shown to its owner.
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
"""The consumer group on the feeds by which news of games come to the webhooks. It is made with the
first webhook."""
_script = Script("webhook.lua")
_TRIES = 5
_HEALTH = msgspec.json.Decoder(Health)
_SECRETS = msgspec.json.Decoder(tuple[Secret, ...])


class TooManyWebhooksError(Exception):
    """The player has as many webhooks as one may have."""


class NoWebhookError(Exception):
    """There is no such webhook, or no longer."""


@dataclass(frozen=True, slots=True)
class Added:
    """The webhook with its secrets; ``known`` says that it had been added before."""

    webhook: Webhook
    secrets: tuple[Secret, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A webhook, how its receiver does, and what its deliveries have come to."""

    webhook: Webhook
    health: Health
    figures: Figures


class Webhooks:
    """All webhooks. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client, feeds: Feeds) -> None:
        self._client = client
        self._feeds = feeds

    def add(self, new: Webhook, secret: Secret, key: Key | None = None) -> Added:
        """Keep a webhook: it is sent what happens from now on. Raises ``TooManyWebhooksError``,
        ``KeyReusedError``."""
        self._feeds.register(GROUP)
        fingerprint = key.fingerprint if key else ""
        reply = self._run("add", new, secrets=(secret,), fingerprint=fingerprint)
        match reply[0]:
            case b"known":
                if reply[1].decode() != fingerprint:
                    raise KeyReusedError("" if key is None else key.field)
                return Added(_read(reply[2]), _SECRETS.decode(reply[3]), known=True)
            case b"full":
                raise TooManyWebhooksError
        return Added(new, (secret,), known=False)

    def change(
        self,
        name: str,
        changed: Callable[[Webhook], Webhook],
        secrets: Callable[[tuple[Secret, ...]], tuple[Secret, ...]] | None = None,
    ) -> Webhook:
        """Let a webhook, and its secrets, be what they are ``changed`` to. While it is disabled,
        nothing is queued for it, and what was pending has failed. Raises ``NoWebhookError``."""
        for _ in range(_TRIES):
            with translate_errors():
                found = self._client.hmget(WebhookKeys(name).webhook, "text", "secrets")
            text, known = cast(list[bytes | None], found)
            if text is None or known is None:
                raise NoWebhookError(name)
            after = changed(_read(text))
            signed = None if secrets is None else secrets(_SECRETS.decode(known))
            reply = self._run("change", after, before=text, secrets=signed)
            if reply[0] == b"absent":
                raise NoWebhookError(name)
            if reply[0] == b"done":
                return after
        raise NoWebhookError(name)

    def remove(self, webhook: Webhook) -> None:
        """Take a webhook away, with all of its deliveries. May be done twice."""
        self._run("remove", webhook)

    def erase(self, player: str) -> None:
        """Take away all webhooks of a player. May be done twice."""
        for one in self.of_player(player):
            self.remove(one.webhook)

    def find(self, name: str) -> Standing | None:
        """The webhook that has an id."""
        return next(iter(self._standings([name])), None)

    def of_player(self, player: str) -> list[Standing]:
        """A player's webhooks, oldest first."""
        return self._standings(self._names([player]))

    def owners(self, players: Collection[str]) -> set[str]:
        """Those of the players who have webhooks."""
        asked = list(players)
        if not asked:
            return set()
        with translate_errors():
            found: Any = self._client.smismember(keys.WEBHOOK_OWNERS, asked)
        return {player for player, owns in zip(asked, found, strict=True) if owns}

    def exist(self) -> bool:
        """Whether anyone has a webhook."""
        with translate_errors():
            return bool(self._client.scard(keys.WEBHOOK_OWNERS))

    def enabled_of(self, players: Collection[str]) -> dict[str, list[Webhook]]:
        """The webhooks of players that are enabled, by player."""
        found: dict[str, list[Webhook]] = {}
        for one in self._standings(self._names(players)):
            if one.webhook.enabled:
                found.setdefault(one.webhook.owner, []).append(one.webhook)
        return found

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
                asked = ("text", "health", "delivered", "failed")
                pipe.hmget(WebhookKeys(name).webhook, *asked)
            found = cast(list[list[bytes | None]], pipe.execute())
        standings = [
            Standing(_read(text), health_of(health), Figures(int(well or 0), int(ill or 0)))
            for text, health, well, ill in found
            if text is not None
        ]
        return sorted(standings, key=lambda one: (one.webhook.created_at, one.webhook.id))

    def _run(
        self,
        action: str,
        one: Webhook,
        before: bytes = b"",
        secrets: tuple[Secret, ...] | None = None,
        fingerprint: str = "",
    ) -> list[Any]:
        own = WebhookKeys(one.id)
        names = [own.webhook, own.bodies, own.outcomes, own.order, own.queue]
        names += [keys.webhooks_of(one.owner), keys.WEBHOOK_OWNERS]
        names += [keys.DUE_WELL, keys.DUE_SLOW, keys.WEBHOOK_COUNTS]
        sent = [
            *(action, one.id, one.owner, msgspec.json.encode(one), before),
            "" if secrets is None else msgspec.json.encode(secrets),
            *(int(one.enabled), MAX_WEBHOOKS, fingerprint),
        ]
        with translate_errors():
            reply: list[Any] = _script.run(self._client, names, sent)[0]
        return reply


def health_of(text: bytes | None) -> Health:
    """How a receiver does, as it is kept; one that was never asked does well."""
    return _HEALTH.decode(text) if text else Health()


def secrets_of(text: bytes, now: int) -> list[str]:
    """The secrets, as they are kept, that sign at a time (ms); the newest first."""
    return [one.text for one in _SECRETS.decode(text) if not 0 < one.until <= now]


def _read(text: bytes) -> Webhook:
    return msgspec.json.decode(text, type=Webhook)
