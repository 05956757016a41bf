"""Access tokens and their scopes. Only the SHA-256 of a token is stored.

A player's tokens are in other slots of a cluster than the list of them, so operations are not
atomic: a token is listed before it is returned, and unlisted after it is revoked.
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
"""The maximum number of tokens per player."""
FIRST = "first"
"""The name of the token created with an account."""
_TOKEN_BYTES = 32
_ID_DIGITS = 20
SALT_BYTES = 32
"""The salt from which, with an idempotency key, the secret of a token is derived."""
KEY_KEPT_SECONDS = 24 * 3600
_USE_PRECISION_MS = 3_600_000
"""The precision in milliseconds of the stored time of last use."""
_EXPIRED_RETENTION_MS = 24 * 3_600_000
"""Milliseconds after which an expired token is deleted."""
_JSON = b"{"


class Scope(StrEnum):
    """What a token allows: to see what its player sees, to do what its player does, or to do what
    administrators do."""

    READ = "read"
    PLAY = "play"
    ADMIN = "admin"


PLAYER_SCOPES = frozenset({Scope.READ, Scope.PLAY})


class TooManyTokensError(Exception):
    """The player has reached ``MAX_TOKENS``."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """The parameters of a new token. ``expires_at`` is RFC 3339, or None for never."""

    name: str
    scopes: frozenset[Scope]
    expires_at: str | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret. Times are RFC 3339; ``created_at`` is None for the earliest
    tokens."""

    id: str
    player: str
    name: str
    scopes: frozenset[Scope]
    created_at: str | None
    expires_at: str | None
    last_used_at: str | None = None

    def expired(self, clock: Callable[[], str]) -> bool:
        """Whether the token has expired at the time of a clock (RFC 3339)."""
        return self.expires_at is not None and milliseconds(self.expires_at) <= milliseconds(
            clock()
        )


class _Stored(msgspec.Struct, frozen=True):
    """A stored token."""

    player: str
    name: str
    scopes: list[Scope]
    created_at: str | None
    expires_at: str | None = None


class _PendingToken(msgspec.Struct, frozen=True):
    """A token created with an idempotency key; its secret is derived from ``salt`` and the key."""

    salt: str
    fingerprint: str
    made: bool = False


class Tokens:
    """Stores the tokens of all players."""

    def __init__(self, client: Client, clock: Callable[[], str] = utc_now) -> None:
        self._client = client
        self._clock = clock

    def add(self, player: str, params: NewToken, secret: str | None = None) -> tuple[Token, str]:
        """Create a token, with a new secret unless one is given; return it and its secret, which is
        not stored and cannot be retrieved again.

        Raises ``TooManyTokensError``.
        """
        secret = secret or TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)
        digest, token_list = digest_of(secret), keys.tokens(player)
        stored = _Stored(
            player, params.name, sorted(params.scopes), self._clock(), params.expires_at
        )
        until = None
        if params.expires_at is not None:
            until = milliseconds(params.expires_at) + _EXPIRED_RETENTION_MS
        with translate_errors():
            if self._client.scard(token_list) >= MAX_TOKENS:
                self.of_player(player)
            pipe = self._client.pipeline(transaction=False)
            pipe.set(keys.token(digest), msgspec.json.encode(stored), pxat=until)
            pipe.sadd(token_list, digest)
            pipe.scard(token_list)
            *_, count = pipe.execute()
        # Counted afterwards, because of concurrent requests.
        if count > MAX_TOKENS:
            self._delete(player, digest)
            raise TooManyTokensError
        return _token(digest, stored), secret

    def add_once(self, player: str, params: NewToken, key: Key) -> tuple[Token, str, bool]:
        """Create a token, or return the one created with this key within a day; return it, its
        secret, and whether the key was used before.

        Raises ``KeyReusedError`` for a key used with another request or for a revoked token, and
        ``TooManyTokensError``.
        """
        new = _PendingToken(secrets.token_hex(SALT_BYTES), key.fingerprint)
        pending_key = keys.sign_up(hashlib.sha256(key.field.encode()).hexdigest())
        with translate_errors():
            is_first = self._client.set(
                pending_key, msgspec.json.encode(new), nx=True, ex=KEY_KEPT_SECONDS
            )
            stored = None if is_first else cast(bytes | None, self._client.get(pending_key))
        pending = msgspec.json.decode(stored, type=_PendingToken) if stored else new
        secret = derived(pending.salt, key.field)
        token = self.find(digest_of(secret))
        if pending.fingerprint != key.fingerprint or (token is None and pending.made):
            raise KeyReusedError(key.field)
        if token is None:
            token, _ = self.add(player, params, secret)
        if not pending.made:
            with translate_errors():
                completed = msgspec.structs.replace(pending, made=True)
                self._client.set(pending_key, msgspec.json.encode(completed), xx=True, keepttl=True)
        return token, secret, not is_first

    def find(self, digest: str) -> Token | None:
        """The token with this SHA-256, expired or not; None if it is unknown or revoked."""
        return self._read(digest, {})

    def of_player(self, player: str) -> list[Token]:
        """The valid tokens of a player, oldest first; remains of others are deleted."""
        digests = self._digests(player)
        with translate_errors():
            used = cast(dict[bytes, bytes], self._client.hgetall(keys.tokens_used(player)))
        tokens = []
        for digest in digests:
            token = self._read(digest, used)
            if token is None or token.expired(self._clock):
                self._delete(player, digest)
            else:
                tokens.append(token)
        return sorted(tokens, key=lambda token: (token.created_at or "", token.id))

    def revoke(self, player: str, token_id: str | None = None) -> list[str]:
        """Revoke a token of a player by its id, or all; return the SHA-256 of the revoked tokens.
        Idempotent."""
        digests = self._digests(player)
        revoked = [digest for digest in digests if token_id is None or _id(digest) == token_id]
        for digest in revoked:
            self._delete(player, digest)
        return revoked

    def use(self, token: Token, stored: int | None) -> int:
        """Record the use of a token; return the stored time of last use (ms since 1970). ``stored``
        is that time as far as the caller knows it.

        A store that does not accept writes is ignored.
        """
        now, key = milliseconds(self._clock()), keys.tokens_used(token.player)
        if stored is not None and now - stored < _USE_PRECISION_MS:
            return stored
        try:
            with translate_errors():
                last_used = cast(bytes | None, self._client.hget(key, token.id))
                if last_used is not None and now - int(last_used) < _USE_PRECISION_MS:
                    return int(last_used)
                self._client.hset(key, token.id, now)
        except StoreUnavailableError as error:
            _log.debug("token use not recorded: %s", error)
        return now

    def _delete(self, player: str, digest: str) -> None:
        with translate_errors():
            self._client.delete(keys.token(digest))
            self._client.hdel(keys.tokens_used(player), _id(digest))
            self._client.srem(keys.tokens(player), digest)

    def _digests(self, player: str) -> list[str]:
        with translate_errors():
            members = cast(set[bytes], self._client.smembers(keys.tokens(player)))
        return sorted(digest.decode() for digest in members)

    def _read(self, digest: str, used: dict[bytes, bytes]) -> Token | None:
        with translate_errors():
            value = cast(bytes | None, self._client.get(keys.token(digest)))
        if value is None:
            return None
        if not value.startswith(_JSON):
            # From before tokens had names: the player's id alone.
            stored = _Stored(value.decode(), FIRST, sorted(PLAYER_SCOPES), None)
        else:
            stored = msgspec.json.decode(value, type=_Stored)
        return _token(digest, stored, used.get(_id(digest).encode()))


def digest_of(secret: str) -> str:
    """The stored digest of a token."""
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()


def derived(salt: str, key: str) -> str:
    """Derive the secret of a token from an idempotency key and a stored salt, repeatably."""
    digest = hmac.digest(salt.encode(), key.encode(), hashlib.sha256)
    return TOKEN_PREFIX + base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def _id(digest: str) -> str:
    """The id of a token, derived from its digest, so that the earliest tokens have one too."""
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
