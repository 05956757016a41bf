"""Tokens: what identifies a player, and what may be done with it. Only their SHA-256 is stored.

A player's tokens lie in other slots of a cluster than the list of them, so nothing here is one
step: nobody has a token before it is on the list, and it is off the list after it opens nothing.
"""

import base64
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

import msgspec

from events.clock import at_milliseconds, milliseconds, utc_now
from events.store import keys
from events.store.failures import translate_errors
from events.store.port import Key, KeyReusedError, StoreUnavailableError
from events.store.servers import Client

_log = logging.getLogger(__name__)
TOKEN_PREFIX = "aft_"  # nosec B105 # what every token begins with
MAX_TOKENS = 50
"""How many tokens a player may have at a time."""
FIRST = "first"
"""The name of the token that comes with an account."""
_TOKEN_BYTES = 32
_ID_DIGITS = 20
SALT_BYTES = 32
"""Of what the secret of a token follows from, besides an idempotency key."""
KEY_KEPT_SECONDS = 24 * 3600
_USED_EVERY = 3_600_000
"""Milliseconds: how exactly it is kept when a token was used last."""
_KEPT_AFTER = 24 * 3_600_000
"""Milliseconds after which the store forgets a token that has expired."""
_JSON = b"{"


class Scope(StrEnum):
    """What a token allows: to see what its player sees, to do what its player does, or to do what
    administrators do."""

    READ = "read"
    PLAY = "play"
    ADMIN = "admin"


PLAYER_SCOPES = frozenset({Scope.READ, Scope.PLAY})


class TooManyTokensError(Exception):
    """The player has as many tokens as one may have."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """What a new token is to be. ``expires_at`` is RFC 3339; None never."""

    name: str
    scopes: frozenset[Scope]
    expires_at: str | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A token as its player may see it: everything but the token itself. Times are RFC 3339;
    ``created_at`` is None for one made before that was kept."""

    id: str
    player: str
    name: str
    scopes: frozenset[Scope]
    created_at: str | None
    expires_at: str | None
    last_used_at: str | None = None

    def expired(self, clock: Callable[[], str]) -> bool:
        """Whether the token is of no use any more at the time of a clock (RFC 3339)."""
        return self.expires_at is not None and milliseconds(self.expires_at) <= milliseconds(
            clock()
        )


class _Stored(msgspec.Struct, frozen=True):
    """What the store keeps of a token."""

    player: str
    name: str
    scopes: list[Scope]
    created_at: str | None
    expires_at: str | None = None


class _PendingToken(msgspec.Struct, frozen=True):
    """The token that an idempotency key stands for, which follows from ``salt`` and the key."""

    salt: str
    fingerprint: str
    made: bool = False


class Tokens:
    """The tokens of all players."""

    def __init__(self, client: Client, clock: Callable[[], str] = utc_now) -> None:
        self._client = client
        self._clock = clock

    def add(self, player: str, params: NewToken, secret: str | None = None) -> tuple[Token, str]:
        """Make a token, with a new secret unless one is given; returns it and its secret, which is
        not kept and cannot be asked for again.

        Raises ``TooManyTokensError``.
        """
        secret = secret or TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)
        digest, place = digest_of(secret), keys.tokens(player)
        stored = _Stored(
            player, params.name, sorted(params.scopes), self._clock(), params.expires_at
        )
        until = None
        if params.expires_at is not None:
            until = milliseconds(params.expires_at) + _KEPT_AFTER
        with translate_errors():
            if self._client.scard(place) >= MAX_TOKENS:
                self.of_player(player)
            pipe = self._client.pipeline(transaction=False)
            pipe.set(keys.token(digest), msgspec.json.encode(stored), pxat=until)
            pipe.sadd(place, digest)
            pipe.scard(place)
            *_, count = pipe.execute()
        # Counted afterwards: others may have made tokens at the same time.
        if count > MAX_TOKENS:
            self._forget(player, digest)
            raise TooManyTokensError
        return _token(digest, stored), secret

    def add_once(self, player: str, params: NewToken, key: Key) -> tuple[Token, str, bool]:
        """Make a token unless one was made with this key within a day; returns it, its secret, and
        whether the key was known.

        Raises ``KeyReusedError`` where it came with another wish, or the token is revoked, and
        ``TooManyTokensError``.
        """
        new = _PendingToken(secrets.token_hex(SALT_BYTES), key.fingerprint)
        place = keys.sign_up(hashlib.sha256(key.field.encode()).hexdigest())
        with translate_errors():
            is_first = self._client.set(
                place, msgspec.json.encode(new), nx=True, ex=KEY_KEPT_SECONDS
            )
            found = None if is_first else cast(bytes | None, self._client.get(place))
        known = msgspec.json.decode(found, type=_PendingToken) if found else new
        secret = derived(known.salt, key.field)
        token = self.find(digest_of(secret))
        if known.fingerprint != key.fingerprint or (token is None and known.made):
            raise KeyReusedError(key.field)
        if token is None:
            token, _ = self.add(player, params, secret)
        if not known.made:
            with translate_errors():
                made = msgspec.structs.replace(known, made=True)
                self._client.set(place, msgspec.json.encode(made), xx=True, keepttl=True)
        return token, secret, not is_first

    def find(self, digest: str) -> Token | None:
        """The token that has this SHA-256, though it may have expired; None for one that was never
        given out, or revoked."""
        return self._read(digest, {})

    def of_player(self, player: str) -> list[Token]:
        """The tokens of a player that can be used, oldest first; what is left of others goes."""
        digests = self._digests(player)
        with translate_errors():
            used = cast(dict[bytes, bytes], self._client.hgetall(keys.tokens_used(player)))
        found = []
        for digest in digests:
            token = self._read(digest, used)
            if token is None or token.expired(self._clock):
                self._forget(player, digest)
            else:
                found.append(token)
        return sorted(found, key=lambda token: (token.created_at or "", token.id))

    def revoke(self, player: str, token_id: str | None = None) -> list[str]:
        """Let the token of a player that has this id be of no use any more, or all of them; returns
        their SHA-256, nothing where there was none. May be done twice."""
        digests = self._digests(player)
        gone = [one for one in digests if token_id is None or _id(one) == token_id]
        for digest in gone:
            self._forget(player, digest)
        return gone

    def use(self, token: Token, stored: int | None) -> int:
        """Keep that a token is used now; ``stored`` is what the caller knows to be kept of it, and
        what this returns (ms since 1970).

        A store that takes no writes may be read all the same.
        """
        now, place = milliseconds(self._clock()), keys.tokens_used(token.player)
        if stored is not None and now - stored < _USED_EVERY:
            return stored
        try:
            with translate_errors():
                found = cast(bytes | None, self._client.hget(place, token.id))
                if found is not None and now - int(found) < _USED_EVERY:
                    return int(found)
                self._client.hset(place, token.id, now)
        except StoreUnavailableError as error:
            _log.debug("token use not recorded: %s", error)
        return now

    def _forget(self, player: str, digest: str) -> None:
        with translate_errors():
            self._client.delete(keys.token(digest))
            self._client.hdel(keys.tokens_used(player), _id(digest))
            self._client.srem(keys.tokens(player), digest)

    def _digests(self, player: str) -> list[str]:
        with translate_errors():
            found = cast(set[bytes], self._client.smembers(keys.tokens(player)))
        return sorted(digest.decode() for digest in found)

    def _read(self, digest: str, used: dict[bytes, bytes]) -> Token | None:
        with translate_errors():
            value = cast(bytes | None, self._client.get(keys.token(digest)))
        if value is None:
            return None
        if not value.startswith(_JSON):
            # Made before tokens had names: the player's id alone.
            stored = _Stored(value.decode(), FIRST, sorted(PLAYER_SCOPES), None)
        else:
            stored = msgspec.json.decode(value, type=_Stored)
        return _token(digest, stored, used.get(_id(digest).encode()))


def digest_of(secret: str) -> str:
    """What is stored in place of a token."""
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()


def derived(salt: str, key: str) -> str:
    """The secret of a token that whoever has ``key`` can be told again; ``salt`` is kept."""
    made = hmac.digest(salt.encode(), key.encode(), hashlib.sha256)
    return TOKEN_PREFIX + base64.urlsafe_b64encode(made).rstrip(b"=").decode("ascii")


def _id(digest: str) -> str:
    """A token's id follows from its digest, so that tokens made before there were ids have one."""
    return f"tk_{digest[:_ID_DIGITS]}"


def _token(digest: str, stored: _Stored, used: bytes | None = None) -> Token:
    return Token(
        id=_id(digest),
        player=stored.player,
        name=stored.name,
        scopes=frozenset(stored.scopes),
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        last_used_at=None if used is None else at_milliseconds(int(used)),
    )
