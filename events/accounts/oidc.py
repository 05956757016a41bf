"""Tokens of an identity provider (OpenID Connect): checked against the provider's keys, which are
fetched when they are needed."""

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
"""Those with a public and a private key: whoever knows what is public can sign by none of them."""
_REQUIRED = ("exp", "iss", "aud", "sub")
_LEEWAY = 60
"""Seconds by which the provider's clock may differ."""
_WITHIN = 2.0
"""Seconds that the provider has for each step of an answer."""
_FRESH = 300
"""Seconds for which its keys are believed without asking again."""
_PAUSE = 10.0
"""Seconds between two attempts to fetch the keys, when a key was unknown or no answer came."""
_STALE = 24 * 3600
"""Seconds for which they are believed while it is out of reach."""
_MAX_ANSWER = 1024 * 1024
_MAX_SUBJECT = 255
_NAMED_BY = ("name", "preferred_username")
_NAMELESS = "Player"
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class WrongTokenError(Exception):
    """A token that identifies nobody; the message says why."""


class OutOfReachError(Exception):
    """The provider does not answer, and the key in question is not known."""


class Provider:
    """The identity provider that the settings name."""

    def __init__(self, issuer: str, audience: str, keys_url: str | None = None) -> None:
        self._issuer = issuer
        self._audience = audience
        self._keys = _Keys(issuer, keys_url)

    def identified(self, token: str) -> tuple[Identity, frozenset[Scope]]:
        """Who a token identifies, and for what. Raises ``WrongTokenError``, ``OutOfReachError``."""
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
    """The provider's keys. Where they are is asked of the provider, unless it is known.

    One thread fetches them while others that need them wait; what was fetched before serves on when
    that fails, for a while.
    """

    def __init__(self, issuer: str, url: str | None) -> None:
        # The library refuses an address that is none of the web's; until the provider has told the
        # right one, its own is as good as any.
        super().__init__(url or issuer, lifespan=_FRESH, timeout=_WITHIN, cooldown_duration=_PAUSE)
        self._issuer = issuer
        self._located = url is not None
        self._failed: float | None = None
        self._keys: PyJWKSet | None = None
        self._fetched_at = 0.0

    def of(self, name: object) -> PyJWK:
        """The key that a token names; for one that names none, the only key there is."""
        if isinstance(name, str):
            return self.get_signing_key(name)
        keys = self.get_signing_keys()
        if name is not None or len(keys) != 1:
            raise WrongTokenError("It has no key id (`kid`).")
        return keys[0]

    def get_jwk_set(self, refresh: bool = False) -> PyJWKSet:
        """The keys, as they are now or as they were lately."""
        with self._client_lock:
            try:
                self._keys = super().get_jwk_set(refresh)
            except PyJWKClientConnectionError:
                key_set, now = self._keys, time.monotonic()
                if refresh or key_set is None or now - self._fetched_at > _STALE:
                    raise
                return key_set
            return self._keys

    def fetch_data(self) -> Any:
        """Ask the provider, unless it has failed to answer just now."""
        if self._failed is not None and time.monotonic() - self._failed < _PAUSE:
            raise PyJWKClientConnectionError("the identity provider is unavailable")
        try:
            if not self._located:
                self.uri, self._located = self._location(), True
            found = super().fetch_data()
        except (PyJWKClientError, jwt.PyJWKSetError, ValueError, OSError, HTTPException) as error:
            self._failed = time.monotonic()
            _log.warning("identity provider unavailable: %s", error)
            raise PyJWKClientConnectionError(str(error)) from error
        self._failed, self._fetched_at = None, time.monotonic()
        return found

    def _location(self) -> str:
        """Where the keys are, by what the provider says of itself (OpenID Connect Discovery)."""
        place = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        with urllib.request.build_opener(_NoRedirect).open(place, timeout=_WITHIN) as answer:
            document = json.loads(answer.read(_MAX_ANSWER))
        if not isinstance(document, dict) or document.get("issuer") != self._issuer:
            raise ValueError(f"{place} is not the OpenID configuration of {self._issuer}")
        url = str(document.get("jwks_uri"))
        PyJWKClient(url)
        return url


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Who answers for the provider is the provider."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nowhere."""
        return


def _subject(claims: Mapping[str, Any]) -> str:
    subject = str(claims["sub"])
    if not (1 <= len(subject) <= _MAX_SUBJECT and _is_text(subject)):
        raise WrongTokenError("Invalid `sub` claim.")
    return subject


def _name(claims: Mapping[str, Any]) -> str:
    """What to call a new player: as the provider does, in the form that names have here."""
    for claim in _NAMED_BY:
        document = claims.get(claim)
        if isinstance(document, str):
            plain = " ".join(_CONTROLS.sub(" ", document).split())
            if name := nearest_nickname(plain):
                return name
    return _NAMELESS


def _is_text(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _scopes(claims: Mapping[str, Any]) -> frozenset[Scope]:
    """Those of a player that the token names; all of them where it names none. Nobody is an
    administrator by another's word."""
    document = claims.get("scope")
    words = document.split() if isinstance(document, str) else ()
    named = PLAYER_SCOPES.intersection(Scope(word) for word in words if word in PLAYER_SCOPES)
    return named | {Scope.READ} if named else PLAYER_SCOPES
