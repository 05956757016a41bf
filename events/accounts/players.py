"""Accounts: who there is, whom a token or an identity provider means, and the end of an account.

An account's keys lie in different slots of a cluster, so nothing here is one step: the order of the
writes is such that what a process leaves undone harms nobody, or is done again.
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
"""How long a process goes by what it has read of a token: a token that another process has revoked
is taken for so long at most."""
_ID_BYTES = 10
_ERASED = b""
_BOTS_SINCE = "2026-11-01T00:00:00.000Z"
"""When bots count as created: they have no accounts of their own."""
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
        """Whether the account was deleted. Its id goes on to stand in the logs of games."""
        return self.name is None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: a player, what it may do this time, and the id of its token; None for one that an
    identity provider has made."""

    player: Player
    scopes: frozenset[Scope]
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody whom an identity provider knows: ``subject`` is the provider's name for that person
    for ever, ``name`` what to call a new player."""

    issuer: str
    subject: str
    name: str

    @property
    def digest(self) -> str:
        """What is stored in place of it."""
        return hashlib.sha256(f"{self.issuer}\0{self.subject}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Checked:
    """A player as it was found at ``at`` (seconds of the process's own clock); by which token, and
    when the use of that is kept for (ms since 1970), where it was by one."""

    player: Player
    at: float
    token: Token | None = None
    used: int | None = None


class _SignUp(msgspec.Struct, frozen=True):
    """The account that an idempotency key stands for. Its token follows from ``salt`` and the key,
    of which the store has but a digest."""

    player: str
    salt: str
    at: str
    fingerprint: str


class Players:
    """All accounts. ``tokens`` are theirs; what takes effect at once goes by the methods here. The
    feeds are told of each new name, so that players are found by it."""

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
        self._recent: LruCache[_Checked] = LruCache(cached)
        self.tokens = Tokens(client, clock)

    def register(self, name: str, at: str, *, bot: bool = False) -> tuple[Player, str]:
        """Open an account, a ``bot``'s or a person's; returns it and its token, which is not kept
        and cannot be asked for again."""
        player = self._written(Player(_new_id(bot=bot), name, at))
        _, secret = self.tokens.add(player.id, NewToken(FIRST, PLAYER_SCOPES))
        return player, secret

    def register_once(
        self, name: str, at: str, key: Key, *, bot: bool = False
    ) -> tuple[Player, str, bool]:
        """Open an account unless one was opened with this key within a day; returns it, its first
        token, and whether the key was known. Whoever knows the key gets the account.

        Raises ``KeyReusedError`` where it came with another name, or the account is deleted.
        """
        new = _SignUp(_new_id(bot=bot), secrets.token_hex(SALT_BYTES), at, key.fingerprint)
        place = keys.sign_up(hashlib.sha256(key.field.encode()).hexdigest())
        with translate_errors():
            is_first = self._client.set(
                place, msgspec.json.encode(new), nx=True, ex=KEY_KEPT_SECONDS
            )
            found = None if is_first else cast(bytes | None, self._client.get(place))
        known = msgspec.json.decode(found, type=_SignUp) if found else new
        player = self.of_id(known.player)
        if known.fingerprint != key.fingerprint or (player is not None and player.deleted):
            raise KeyReusedError(key.field)
        secret = derived(known.salt, key.field)
        if player is None:
            # The account last: it is there once it is whole, and its token may be revoked then.
            self.tokens.add(known.player, NewToken(FIRST, PLAYER_SCOPES), secret)
            return self._written(Player(known.player, name, known.at)), secret, not is_first
        # Whoever was first may have ended before it did this.
        self._tell(known.player)
        return player, secret, not is_first

    def open(self, name: str, at: str) -> Player:
        """Open an account that has no token yet."""
        return self._written(Player(_new_id(), name, at))

    def rename(self, player: Player, name: str) -> Player | None:
        """Give a player another name; None where the account is being deleted meanwhile."""
        place = keys.player(player.id)
        with translate_errors():
            [done] = _RENAME.run(self._client, [place], [name])
            tokens = cast(set[bytes], self._client.smembers(keys.tokens(player.id)))
        for digest in tokens:
            self._recent.drop(digest.decode())
        self._tell(player.id)
        return replace(player, name=name) if done else None

    def of_token(self, secret: str) -> Caller | None:
        """Who a token identifies; None for one that was never given out, is revoked or expired."""
        digest = digest_of(secret)
        known = self._fresh(digest) or self._checked(digest)
        if known is None or known.token is None or known.token.expired(self._clock):
            return None
        return Caller(known.player, known.token.scopes, known.token.id)

    def of_identity(self, identity: Identity, at: str) -> Player | None:
        """The player that somebody is whom an identity provider knows, opened by the first request;
        None when that player's account is being deleted."""
        known = self._fresh(identity.digest)
        if known is None:
            player = self._opened(identity, at)
            if player.deleted:
                return None
            known = _Checked(player, time.monotonic())
            self._recent.put(identity.digest, known)
        return known.player

    def of_id(self, player_id: str) -> Player | None:
        """The player with an id, deleted or not; None for an id that was never given out."""
        bot = bot_level(player_id)
        if bot is not None:
            return Player(player_id, f"{bot.capitalize()} bot", _BOTS_SINCE)
        return self.of_ids([player_id]).get(player_id)

    def of_ids(self, ids: Sequence[str]) -> dict[str, Player]:
        """The players with accounts who have these ids, deleted or not."""
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for one in ids:
                pipe.hmget(keys.player(one), "name", "created_at")
            found = zip(ids, cast(list[list[bytes | None]], pipe.execute()), strict=True)
        return {
            one: Player(one, None if name == _ERASED else name.decode(), at.decode())
            for one, (name, at) in found
            if name is not None and at is not None
        }

    def revoke(self, player_id: str, token_id: str) -> bool:
        """Let a token be of no use any more; whether the player had one with this id."""
        gone = self.tokens.revoke(player_id, token_id)
        for digest in gone:
            self._recent.drop(digest)
        return bool(gone)

    def delete(self, player_id: str, at: str) -> None:
        """Erase a player's name and revoke all of its tokens, for good.

        The player stays among those who leave, for a worker to give up its seats.
        """
        with translate_errors():
            # First of all: a worker goes on from here where this process may end.
            self._client.zadd(keys.LEAVING, {player_id: milliseconds(at)}, nx=True)
        self.erase(player_id, at)

    def erase(self, player_id: str, at: str) -> str:
        """Do what is left to do of a deletion; returns when it was begun. May be done twice."""
        account = keys.player(player_id)
        with translate_errors():
            found = self._client.hmget(account, "name", "deleted_at", "identity")
            name, deleted_at, identity = cast(list[bytes | None], found)
            if name != _ERASED or deleted_at is None:
                deleted_at = at.encode()
                self._client.hset(account, mapping={"name": _ERASED, "deleted_at": deleted_at})
            for digest in self.tokens.revoke(player_id):
                self._recent.drop(digest)
            self._client.delete(keys.tokens(player_id))
            self._client.delete(keys.tokens_used(player_id))
            self._client.delete(keys.blocks(player_id))
            if identity is not None:
                self._part(player_id, identity.decode())
        self._tell(player_id)
        return deleted_at.decode()

    def leaving(self, now: int) -> list[str]:
        """Deleted players whose games are to be looked for at ``now`` (ms)."""
        with translate_errors():
            found = self._client.zrangebyscore(keys.LEAVING, "-inf", now)
        return [name.decode() for name in cast(list[bytes], found)]

    def reschedule(self, player_id: str, at: int) -> None:
        """Look for a leaving player's games again at ``at`` (ms)."""
        with translate_errors():
            self._client.zadd(keys.LEAVING, {player_id: at}, xx=True)

    def has_left(self, player_id: str) -> None:
        """A deleted player sits at no game any more."""
        with translate_errors():
            self._client.zrem(keys.LEAVING, player_id)

    def _written(self, player: Player) -> Player:
        account = {"name": player.name or "", "created_at": player.created_at}
        with translate_errors():
            self._client.hset(keys.player(player.id), mapping=account)  # type: ignore[arg-type]
        self._tell(player.id)
        return player

    def _tell(self, player_id: str) -> None:
        self._feeds.add_player_entry(self._names.partition(player_id), player_id)

    def _part(self, player_id: str, identity: str) -> None:
        """Let an identity mean a player no more. By now it may mean a later one."""
        place = keys.identity(identity)
        if self._client.get(place) == player_id.encode():
            self._client.delete(place)
        self._client.hdel(keys.player(player_id), "identity")
        self._recent.drop(identity)

    def _fresh(self, digest: str) -> _Checked | None:
        known = self._recent.get(digest)
        if known is None or time.monotonic() - known.at >= self._fresh_seconds:
            return None
        return known

    def _checked(self, digest: str) -> _Checked | None:
        """What the store says of a token now."""
        before = self._recent.get(digest)
        token = self.tokens.find(digest)
        player = None if token is None else self.of_id(token.player)
        if token is None or player is None or player.deleted:
            self._recent.drop(digest)
            return None
        used = self.tokens.use(token, before.used if before else None)
        found = _Checked(player, time.monotonic(), token, used)
        self._recent.put(digest, found)
        return found

    def _opened(self, identity: Identity, at: str) -> Player:
        """The player of an identity. Of several first requests at once one decides which it is;
        whoever comes after it finishes what it may have left undone."""
        place = keys.identity(identity.digest)
        with translate_errors():
            owner = cast(bytes | None, self._client.get(place))
            while owner is None:
                self._client.set(place, _new_id(), nx=True)
                owner = cast(bytes | None, self._client.get(place))
        player = self.of_id(owner.decode())
        if player is None:
            account = keys.player(owner.decode())
            with translate_errors():
                # The name last: it is there once the account is whole.
                self._client.hsetnx(account, "identity", identity.digest)
                self._client.hsetnx(account, "created_at", at)
                self._client.hsetnx(account, "name", identity.name)
            self._tell(owner.decode())
            player = self.of_id(owner.decode())
            if player is None:
                raise StoreUnavailableError("an account that was just created is missing")
        return player


def _new_id(*, bot: bool = False) -> str:
    """Whether an account is a bot's stands in its id, for good."""
    return f"{BOT_PREFIX if bot else 'pl_'}{secrets.token_hex(_ID_BYTES)}"
