"""Accounts: who a token belongs to. Tokens are stored as hashes only.

An account's keys lie in different slots of a cluster, so nothing here is one step: the order of the
writes is such that what a process leaves undone harms nobody, or is done again.
"""

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import cast

from events import keys
from events.cache import Recent
from events.failures import translated
from events.listing import milliseconds
from events.servers import Client

TOKEN_PREFIX = "aft_"
FRESH_SECONDS = 3.0
"""How long a process goes by what it has read of a token: a token that another process has revoked
is taken for so long at most."""
_TOKEN_BYTES = 32
_ID_BYTES = 10
_ERASED = b""


@dataclass(frozen=True, slots=True)
class Player:
    """An account. ``created_at`` is RFC 3339; a deleted account has no name."""

    id: str
    name: str | None
    created_at: str

    @property
    def deleted(self) -> bool:
        """Whether the account was deleted. Its id goes on to stand in the logs of games."""
        return self.name is None


@dataclass(frozen=True, slots=True)
class _Checked:
    """Whose token it is, as it was found at ``at`` (seconds of the process's own clock)."""

    player: Player
    at: float


class Players:
    """All accounts."""

    def __init__(
        self, client: Client, cached: int = 10_000, fresh_seconds: float = FRESH_SECONDS
    ) -> None:
        self._client = client
        self._fresh_seconds = fresh_seconds
        self._recent: Recent[_Checked] = Recent(cached)

    def register(self, name: str, at: str) -> tuple[Player, str]:
        """Open an account; returns it and its token, which is not kept and cannot be asked for
        again."""
        player = Player(f"pl_{secrets.token_hex(_ID_BYTES)}", name, at)
        token = TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)
        digest = _digest(token)
        with translated():
            pipe = self._client.pipeline(transaction=False)
            pipe.hset(keys.player(player.id), mapping={"name": name, "created_at": at})
            pipe.sadd(keys.tokens(player.id), digest)
            pipe.set(keys.token(digest), player.id)
            pipe.execute()
        return player, token

    def of_token(self, token: str) -> Player | None:
        """The player a token identifies; None for one that was never given out, or revoked."""
        digest = _digest(token)
        now = time.monotonic()
        known = self._recent.get(digest)
        if known is not None and now - known.at < self._fresh_seconds:
            return known.player
        player = self._owner(digest)
        if player is None:
            self._recent.drop(digest)
        else:
            self._recent.put(digest, _Checked(player, now))
        return player

    def of_id(self, player_id: str) -> Player | None:
        """The player with an id, deleted or not; None for an id that was never given out."""
        with translated():
            found = self._client.hmget(keys.player(player_id), "name", "created_at")
        name, at = cast(list[bytes | None], found)
        if name is None or at is None:
            return None
        return Player(player_id, None if name == _ERASED else name.decode(), at.decode())

    def delete(self, player_id: str, at: str) -> None:
        """Erase a player's name and revoke all of its tokens, for good.

        The player stays among those who leave, for a worker to give up its seats.
        """
        with translated():
            # First of all: a worker goes on from here where this process may end.
            self._client.zadd(keys.LEAVING, {player_id: milliseconds(at)}, nx=True)
        self.erase(player_id, at)

    def erase(self, player_id: str, at: str) -> str:
        """Do what is left to do of a deletion; returns when it was begun. May be done twice."""
        account = keys.player(player_id)
        with translated():
            name, begun = cast(
                list[bytes | None], self._client.hmget(account, "name", "deleted_at")
            )
            if name != _ERASED or begun is None:
                begun = at.encode()
                self._client.hset(account, mapping={"name": _ERASED, "deleted_at": begun})
            for digest in cast(set[bytes], self._client.smembers(keys.tokens(player_id))):
                self._client.delete(keys.token(digest.decode()))
                self._recent.drop(digest.decode())
            self._client.delete(keys.tokens(player_id))
        return begun.decode()

    def leaving(self, now: int) -> list[str]:
        """Deleted players whose games are to be looked for at ``now`` (ms)."""
        with translated():
            found = self._client.zrangebyscore(keys.LEAVING, "-inf", now)
        return [name.decode() for name in cast(list[bytes], found)]

    def look_again(self, player_id: str, at: int) -> None:
        """Look for a leaving player's games again at ``at`` (ms)."""
        with translated():
            self._client.zadd(keys.LEAVING, {player_id: at}, xx=True)

    def has_left(self, player_id: str) -> None:
        """A deleted player sits at no game any more."""
        with translated():
            self._client.zrem(keys.LEAVING, player_id)

    def _owner(self, digest: str) -> Player | None:
        with translated():
            owner = cast(bytes | None, self._client.get(keys.token(digest)))
        player = None if owner is None else self.of_id(owner.decode())
        return None if player is None or player.deleted else player


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8")).hexdigest()
