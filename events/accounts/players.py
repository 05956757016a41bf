"""Accounts: registration, authentication by tokens and identities, and deletion.

An account's keys are in different slots of a cluster, so operations are not atomic: writes are
ordered such that an interrupted operation is harmless or is repeated.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import msgspec

from domain.values.bots import BOT_PREFIX, bot_level
from events.accounts.tokens import (
    FIRST,
    KEY_KEPT_SECONDS,
    PLAYER_SCOPES,
    SALT_BYTES,
    NewToken,
    Scope,
    Token,
    Tokens,
    derived,
    digest_of,
)
from events.clock import milliseconds, utc_now
from events.feeds.feeds import Feeds
from events.lru_cache import LruCache
from events.store import keys
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.port import Key, KeyReusedError, StoreUnavailableError
from events.store.scripts import Script
from events.store.servers import Client

FRESH_SECONDS = 3.0
"""How long a process caches a token: the maximum time that a token revoked by another process is
accepted."""
_ID_BYTES = 10
_ERASED = b""
_BOTS_SINCE = "2026-11-01T00:00:00.000Z"
"""The creation time of bots, which have no stored accounts."""
_RENAME = Script("rename.lua")
_DEFAULT_KEYS = Keys()


@dataclass(frozen=True, slots=True)
class Player:
    """An account. ``created_at`` is RFC 3339; a deleted account has no name."""

    id: str
    name: str | None
    created_at: str

    @property
    def deleted(self) -> bool:
        """Whether the account was deleted. Its id remains in the logs of games."""
        return self.name is None


@dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated player, with the scopes and the id of its token; None for an identity
    provider's token."""

    player: Player
    scopes: frozenset[Scope]
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """A user of an identity provider: ``subject`` is the permanent id there, ``name`` the name for
    a new player."""

    issuer: str
    subject: str
    name: str

    @property
    def digest(self) -> str:
        """The stored hash of the identity."""
        return hashlib.sha256(f"{self.issuer}\0{self.subject}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _CachedPlayer:
    """A cached player, read at ``at`` (seconds of the monotonic clock); with its token and the
    stored time of the token's last use (ms since 1970), if authenticated by a token."""

    player: Player
    at: float
    token: Token | None = None
    used: int | None = None


class _SignUp(msgspec.Struct, frozen=True):
    """The account registered with an idempotency key. Its token is derived from ``salt`` and the
    key, of which only a digest is stored."""

    player: str
    salt: str
    at: str
    fingerprint: str


class Players:
    """All accounts, and their ``tokens``. Changes that have to take effect at once go through the
    methods here. Each change of a name adds a feed entry, for the index of names."""

    def __init__(
        self,
        client: Client,
        clock: Callable[[], str] = utc_now,
        cached: int = 10_000,
        fresh_seconds: float = FRESH_SECONDS,
        names: Keys = _DEFAULT_KEYS,
    ) -> None:
        self._client = client
        self._names = names
        self._feeds = Feeds(client, names)
        self._clock = clock
        self._fresh_seconds = fresh_seconds
        self._cache: LruCache[_CachedPlayer] = LruCache(cached)
        self.tokens = Tokens(client, clock)

    def register(self, name: str, at: str, *, bot: bool = False) -> tuple[Player, str]:
        """Create an account, a ``bot``'s or a person's; return it and its token, which is not
        stored and cannot be retrieved again."""
        player = self._store(Player(_new_id(bot=bot), name, at))
        _, secret = self.tokens.add(player.id, NewToken(FIRST, PLAYER_SCOPES))
        return player, secret

    def register_once(
        self, name: str, at: str, key: Key, *, bot: bool = False
    ) -> tuple[Player, str, bool]:
        """Create an account, or return the one created with this key within a day; return it, its
        first token, and whether the key was used before. The key gives access to the account.

        Raises ``KeyReusedError`` for a key used with another name or for a deleted account.
        """
        new = _SignUp(_new_id(bot=bot), secrets.token_hex(SALT_BYTES), at, key.fingerprint)
        sign_up_key = keys.sign_up(hashlib.sha256(key.field.encode()).hexdigest())
        with translate_errors():
            is_first = self._client.set(
                sign_up_key, msgspec.json.encode(new), nx=True, ex=KEY_KEPT_SECONDS
            )
            stored = None if is_first else cast(bytes | None, self._client.get(sign_up_key))
        sign_up = msgspec.json.decode(stored, type=_SignUp) if stored else new
        player = self.of_id(sign_up.player)
        if sign_up.fingerprint != key.fingerprint or (player is not None and player.deleted):
            raise KeyReusedError(key.field)
        secret = derived(sign_up.salt, key.field)
        if player is None:
            # The account last: it exists once it is complete, and its token may be revoked then.
            self.tokens.add(sign_up.player, NewToken(FIRST, PLAYER_SCOPES), secret)
            return self._store(Player(sign_up.player, name, sign_up.at)), secret, not is_first
        # The first request may have been interrupted before this.
        self._add_feed_entry(sign_up.player)
        return player, secret, not is_first

    def open(self, name: str, at: str) -> Player:
        """Create an account without a token."""
        return self._store(Player(_new_id(), name, at))

    def rename(self, player: Player, name: str) -> Player | None:
        """Change a player's name; None if the account is being deleted."""
        account = keys.player(player.id)
        with translate_errors():
            [done] = _RENAME.run(self._client, [account], [name])
            tokens = cast(set[bytes], self._client.smembers(keys.tokens(player.id)))
        for digest in tokens:
            self._cache.drop(digest.decode())
        self._add_feed_entry(player.id)
        return replace(player, name=name) if done else None

    def of_token(self, secret: str) -> Caller | None:
        """Authenticate a token; None if it is unknown, revoked or expired."""
        digest = digest_of(secret)
        cached = self._cached(digest) or self._authenticate(digest)
        if cached is None or cached.token is None or cached.token.expired(self._clock):
            return None
        return Caller(cached.player, cached.token.scopes, cached.token.id)

    def of_identity(self, identity: Identity, at: str) -> Player | None:
        """The player of an identity, created by its first request; None while the account is being
        deleted."""
        cached = self._cached(identity.digest)
        if cached is None:
            player = self._find_or_create(identity, at)
            if player.deleted:
                return None
            cached = _CachedPlayer(player, time.monotonic())
            self._cache.put(identity.digest, cached)
        return cached.player

    def of_id(self, player_id: str) -> Player | None:
        """The player with an id, deleted or not; None for an unknown id."""
        bot = bot_level(player_id)
        if bot is not None:
            return Player(player_id, f"{bot.capitalize()} bot", _BOTS_SINCE)
        return self.of_ids([player_id]).get(player_id)

    def of_ids(self, ids: Sequence[str]) -> dict[str, Player]:
        """The players with accounts who have these ids, deleted or not."""
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for player_id in ids:
                pipe.hmget(keys.player(player_id), "name", "created_at")
            accounts = zip(ids, cast(list[list[bytes | None]], pipe.execute()), strict=True)
        return {
            player_id: Player(player_id, None if name == _ERASED else name.decode(), at.decode())
            for player_id, (name, at) in accounts
            if name is not None and at is not None
        }

    def revoke(self, player_id: str, token_id: str) -> bool:
        """Revoke a token; return whether the player had it."""
        digests = self.tokens.revoke(player_id, token_id)
        for digest in digests:
            self._cache.drop(digest)
        return bool(digests)

    def delete(self, player_id: str, at: str) -> None:
        """Erase a player's name and revoke all of its tokens, permanently.

        The player is listed as leaving, for a worker to give up its seats.
        """
        with translate_errors():
            # First: a worker completes the deletion if this process is interrupted.
            self._client.zadd(keys.LEAVING, {player_id: milliseconds(at)}, nx=True)
        self.erase(player_id, at)

    def erase(self, player_id: str, at: str) -> str:
        """Complete a deletion; return when it was begun. Idempotent."""
        account = keys.player(player_id)
        with translate_errors():
            found = self._client.hmget(account, "name", "deleted_at", "identity")
            name, deleted_at, identity = cast(list[bytes | None], found)
            if name != _ERASED or deleted_at is None:
                deleted_at = at.encode()
                self._client.hset(account, mapping={"name": _ERASED, "deleted_at": deleted_at})
            for digest in self.tokens.revoke(player_id):
                self._cache.drop(digest)
            self._client.delete(keys.tokens(player_id))
            self._client.delete(keys.tokens_used(player_id))
            self._client.delete(keys.blocks(player_id))
            if identity is not None:
                self._unlink_identity(player_id, identity.decode())
        self._add_feed_entry(player_id)
        return deleted_at.decode()

    def leaving(self, now: int) -> list[str]:
        """Leaving players whose cleanup is due at ``now`` (ms)."""
        with translate_errors():
            found = self._client.zrangebyscore(keys.LEAVING, "-inf", now)
        return [name.decode() for name in cast(list[bytes], found)]

    def reschedule(self, player_id: str, at: int) -> None:
        """Schedule the next cleanup of a leaving player at ``at`` (ms)."""
        with translate_errors():
            self._client.zadd(keys.LEAVING, {player_id: at}, xx=True)

    def has_left(self, player_id: str) -> None:
        """Remove a player from the leaving ones: its cleanup is complete."""
        with translate_errors():
            self._client.zrem(keys.LEAVING, player_id)

    def _store(self, player: Player) -> Player:
        account = {"name": player.name or "", "created_at": player.created_at}
        with translate_errors():
            self._client.hset(keys.player(player.id), mapping=account)  # type: ignore[arg-type]
        self._add_feed_entry(player.id)
        return player

    def _add_feed_entry(self, player_id: str) -> None:
        self._feeds.add_player_entry(self._names.partition(player_id), player_id)

    def _unlink_identity(self, player_id: str, identity: str) -> None:
        """Unlink an identity from a player, unless it already belongs to a later one."""
        key = keys.identity(identity)
        if self._client.get(key) == player_id.encode():
            self._client.delete(key)
        self._client.hdel(keys.player(player_id), "identity")
        self._cache.drop(identity)

    def _cached(self, digest: str) -> _CachedPlayer | None:
        cached = self._cache.get(digest)
        if cached is None or time.monotonic() - cached.at >= self._fresh_seconds:
            return None
        return cached

    def _authenticate(self, digest: str) -> _CachedPlayer | None:
        """Read a token from the store and cache it."""
        previous = self._cache.get(digest)
        token = self.tokens.find(digest)
        player = None if token is None else self.of_id(token.player)
        if token is None or player is None or player.deleted:
            self._cache.drop(digest)
            return None
        used = self.tokens.use(token, previous.used if previous else None)
        authenticated = _CachedPlayer(player, time.monotonic(), token, used)
        self._cache.put(digest, authenticated)
        return authenticated

    def _find_or_create(self, identity: Identity, at: str) -> Player:
        """Find or create the player of an identity. Of concurrent first requests one determines the
        id; the others complete what it may have left undone."""
        key = keys.identity(identity.digest)
        with translate_errors():
            owner = cast(bytes | None, self._client.get(key))
            while owner is None:
                self._client.set(key, _new_id(), nx=True)
                owner = cast(bytes | None, self._client.get(key))
        player = self.of_id(owner.decode())
        if player is None:
            account = keys.player(owner.decode())
            with translate_errors():
                # The name last: the account exists once it is complete.
                self._client.hsetnx(account, "identity", identity.digest)
                self._client.hsetnx(account, "created_at", at)
                self._client.hsetnx(account, "name", identity.name)
            self._add_feed_entry(owner.decode())
            player = self.of_id(owner.decode())
            if player is None:
                raise StoreUnavailableError("an account that was just created is missing")
        return player


def _new_id(*, bot: bool = False) -> str:
    """A new id, which says permanently whether the account is a bot's."""
    return f"{BOT_PREFIX if bot else 'pl_'}{secrets.token_hex(_ID_BYTES)}"
