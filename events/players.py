"""Accounts: who a token belongs to. Tokens are stored as hashes only."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import cast

from events import keys
from events.cache import Recent
from events.redis_store import translated
from events.servers import Client

TOKEN_PREFIX = "aft_"
_TOKEN_BYTES = 32
_ID_BYTES = 10


@dataclass(frozen=True, slots=True)
class Player:
    """An account. ``created_at`` is RFC 3339."""

    id: str
    name: str
    created_at: str


class Players:
    """All accounts."""

    def __init__(self, client: Client, cached: int = 10_000) -> None:
        self._client = client
        self._recent: Recent[Player] = Recent(cached)

    def register(self, name: str, at: str) -> tuple[Player, str]:
        """Open an account; returns it and its token, which is not kept and cannot be asked for
        again."""
        player = Player(f"pl_{secrets.token_hex(_ID_BYTES)}", name, at)
        token = TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)
        with translated():
            pipe = self._client.pipeline(transaction=False)
            pipe.hset(keys.player(player.id), mapping={"name": name, "created_at": at})
            pipe.set(keys.token(_digest(token)), player.id)
            pipe.execute()
        return player, token

    def of_token(self, token: str) -> Player | None:
        """The player a token identifies; None for a token that was never given out."""
        digest = _digest(token)
        known = self._recent.get(digest)
        if known is not None:
            return known
        with translated():
            owner = cast(bytes | None, self._client.get(keys.token(digest)))
            if owner is None:
                return None
            account = self._client.hmget(keys.player(owner.decode()), "name", "created_at")
        name, at = cast(list[bytes], account)
        player = Player(owner.decode(), name.decode(), at.decode())
        self._recent.put(digest, player)
        return player


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8")).hexdigest()
