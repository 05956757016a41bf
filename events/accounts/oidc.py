"""Validate tokens of an identity provider (OpenID Connect) with its keys, fetched on demand."""

import json
import logging
import re
import time
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any

import jwt
from jwt import PyJWK, PyJWKClient, PyJWKClientConnectionError, PyJWKClientError, PyJWKSet

from events.accounts.names import nearest_nickname
from events.accounts.players import Identity
from events.accounts.tokens import PLAYER_SCOPES, Scope

_log = logging.getLogger(__name__)
_ALGORITHMS = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
)
"""Asymmetric algorithms only: a public key must not be usable as a shared secret."""
_REQUIRED = ("exp", "iss", "aud", "sub")
_LEEWAY = 60
"""The clock skew tolerated, in seconds."""
_TIMEOUT = 2.0
"""The timeout in seconds for each step of a request to the provider."""
_LIFESPAN = 300
"""Seconds for which fetched keys are used without a refresh."""
_COOLDOWN = 10.0
"""The minimum seconds between two fetches, after an unknown key or a failure."""
_MAX_STALE = 24 * 3600
"""Seconds for which fetched keys are used while the provider is unavailable."""
_MAX_ANSWER = 1024 * 1024
_MAX_SUBJECT = 255
_NAME_CLAIMS = ("name", "preferred_username")
_DEFAULT_NAME = "Player"
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class WrongTokenError(Exception):
    """The token is invalid; the message says why."""


class OutOfReachError(Exception):
    """The provider is unavailable, and the key of the token is not cached."""


class Provider:
    """The configured identity provider."""

    def __init__(self, issuer: str, audience: str, keys_url: str | None = None) -> None:
        self._issuer = issuer
        self._audience = audience
        self._keys = _Keys(issuer, keys_url)

    def identified(self, token: str) -> tuple[Identity, frozenset[Scope]]:
        """The identity and the scopes of a token. Raises ``WrongTokenError``,
        ``OutOfReachError``."""
        try:
            header = jwt.get_unverified_header(token)
            if header.get("alg") not in _ALGORITHMS:
                raise WrongTokenError(
                    "Its signing algorithm is not supported; use one with a public key."
                )
            claims = jwt.decode(
                token,
                self._keys.of(header.get("kid")),
                algorithms=_ALGORITHMS,
                audience=self._audience,
                issuer=self._issuer,
                leeway=_LEEWAY,
                options={"require": list(_REQUIRED)},
            )
        except jwt.ExpiredSignatureError:
            raise WrongTokenError("It has expired.") from None
        except jwt.InvalidAudienceError:
            raise WrongTokenError("Its audience (`aud`) is not this service.") from None
        except jwt.InvalidIssuerError:
            raise WrongTokenError(
                "Its issuer (`iss`) is not the configured identity provider."
            ) from None
        except PyJWKClientConnectionError as error:
            raise OutOfReachError from error
        except (jwt.InvalidTokenError, PyJWKClientError, jwt.PyJWKError, jwt.PyJWKSetError):
            raise WrongTokenError("Its signature or its claims are invalid.") from None
        return Identity(self._issuer, _subject(claims), _name(claims)), _scopes(claims)


class _Keys(PyJWKClient):
    """The provider's keys. Their URL is discovered unless it is configured.

    One thread fetches them while others wait; if that fails, the previous ones are used for a
    while.
    """

    def __init__(self, issuer: str, url: str | None) -> None:
        # The library requires a valid URL; until discovery the issuer stands in for it.
        super().__init__(
            url or issuer, lifespan=_LIFESPAN, timeout=_TIMEOUT, cooldown_duration=_COOLDOWN
        )
        self._issuer = issuer
        self._has_url = url is not None
        self._failed_at: float | None = None
        self._keys: PyJWKSet | None = None
        self._fetched_at = 0.0

    def of(self, name: object) -> PyJWK:
        """The key with the id ``name``; without an id, the only key."""
        if isinstance(name, str):
            return self.get_signing_key(name)
        keys = self.get_signing_keys()
        if name is not None or len(keys) != 1:
            raise WrongTokenError("It has no key id (`kid`).")
        return keys[0]

    def get_jwk_set(self, refresh: bool = False) -> PyJWKSet:
        """The keys, possibly stale ones."""
        with self._client_lock:
            try:
                self._keys = super().get_jwk_set(refresh)
            except PyJWKClientConnectionError:
                key_set, now = self._keys, time.monotonic()
                if refresh or key_set is None or now - self._fetched_at > _MAX_STALE:
                    raise
                return key_set
            return self._keys

    def fetch_data(self) -> Any:
        """Fetch the keys, unless a fetch has failed just now."""
        if self._failed_at is not None and time.monotonic() - self._failed_at < _COOLDOWN:
            raise PyJWKClientConnectionError("the identity provider is unavailable")
        try:
            if not self._has_url:
                self.uri, self._has_url = self._location(), True
            data = super().fetch_data()
        except (PyJWKClientError, jwt.PyJWKSetError, ValueError, OSError, HTTPException) as error:
            self._failed_at = time.monotonic()
            _log.warning("identity provider unavailable: %s", error)
            raise PyJWKClientConnectionError(str(error)) from error
        self._failed_at, self._fetched_at = None, time.monotonic()
        return data

    def _location(self) -> str:
        """The URL of the keys, by OpenID Connect Discovery."""
        discovery_url = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        with urllib.request.build_opener(_NoRedirect).open(
            discovery_url, timeout=_TIMEOUT
        ) as answer:
            document = json.loads(answer.read(_MAX_ANSWER))
        if not isinstance(document, dict) or document.get("issuer") != self._issuer:
            raise ValueError(f"{discovery_url} is not the OpenID configuration of {self._issuer}")
        url = str(document.get("jwks_uri"))
        PyJWKClient(url)
        return url


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: only the provider itself is trusted."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nowhere."""
        return


def _subject(claims: Mapping[str, Any]) -> str:
    subject = str(claims["sub"])
    if not (1 <= len(subject) <= _MAX_SUBJECT and _is_text(subject)):
        raise WrongTokenError("Invalid `sub` claim.")
    return subject


def _name(claims: Mapping[str, Any]) -> str:
    """The name of a new player, from the claims."""
    for claim in _NAME_CLAIMS:
        value = claims.get(claim)
        if isinstance(value, str):
            cleaned = " ".join(_CONTROLS.sub(" ", value).split())
            if name := nearest_nickname(cleaned):
                return name
    return _DEFAULT_NAME


def _is_text(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _scopes(claims: Mapping[str, Any]) -> frozenset[Scope]:
    """The token's player scopes, all if it has none. Never the administrator's scope."""
    value = claims.get("scope")
    words = value.split() if isinstance(value, str) else ()
    scopes = PLAYER_SCOPES.intersection(Scope(word) for word in words if word in PLAYER_SCOPES)
    return scopes | {Scope.READ} if scopes else PLAYER_SCOPES
