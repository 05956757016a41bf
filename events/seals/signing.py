"""Seals: signatures on the heads of finished games' logs, which prove the games.

A seal is ``{"game", "version", "head", "at", "key", "signature"}``. The Ed25519 signature covers
``afteraction seal 1`` and a line feed, then the canonical JSON of all members but the signature.
``key`` is the first 16 hex digits of the SHA-256 of the raw public key.
"""

import base64
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from events.log.chain import canonical
from events.seals.key_folder import CURRENT, RETIRED, KeyFolder, KeysError, key_id

_HEADLINE = b"afteraction seal 1\n"
_log = logging.getLogger(__name__)


class BadSealError(Exception):
    """The seal is invalid; the message says why."""


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seal as it is written. ``at`` is RFC 3339: when the seal was put on.

    Each member is held to its form when a seal is read, since seals come from clients too.
    """

    game: Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
    version: Annotated[int, msgspec.Meta(ge=1)]
    head: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    at: Annotated[str, msgspec.Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z\Z")]
    key: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{16}\Z")]
    signature: Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{86}\Z")]


class Signer:
    """Seals games with the current key of a folder, and publishes its public keys. Thread-safe.

    The folder is checked for a rotation before each seal. Raises ``KeysError`` for a folder without
    a usable key; later invalid changes are logged, and the previous keys stay in use.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fingerprint = _fingerprint(folder)
        self._keys = KeyFolder.read(folder)

    def seal(self, game: str, version: int, head: str, at: str) -> bytes:
        """Seal a game whose last event is ``version`` with the hash ``head``."""
        current = self._newest().current
        unsigned = {
            "game": game,
            "version": version,
            "head": head,
            "at": at,
            "key": key_id(current.public_key()),
        }
        signature = current.sign(_HEADLINE + canonical(unsigned))
        return canonical({**unsigned, "signature": _base64url(signature)})

    def public_keys(self) -> dict[str, Any]:
        """The public keys as a JSON Web Key Set, the current one first."""
        return {"keys": [_web_key(key) for key in self._newest().public]}

    def _newest(self) -> KeyFolder:
        mark = _fingerprint(self._folder)
        if mark != self._fingerprint:
            try:
                self._keys = KeyFolder.read(self._folder)
            except KeysError as error:
                _log.error("signing keys not reloaded: %s", error)
            self._fingerprint = mark
        return self._keys


def signer_at(folder: Path | None) -> Signer | None:
    """The signer of a process; None, with a log message, if no folder is configured."""
    if folder is None:
        _log.info("no signing keys: finished games are not sealed")
        return None
    return Signer(folder)


def check(seal: bytes | Mapping[str, Any], keys: Mapping[str, Any]) -> Seal:
    """Verify a seal with the public ``keys`` (a JSON Web Key Set) and return it.

    The caller has to compare its game, version and head. Raises ``BadSealError``.
    """
    try:
        parsed = (
            msgspec.json.decode(seal, type=Seal)
            if isinstance(seal, bytes)
            else msgspec.convert(seal, Seal)
        )
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadSealError(f"not a valid seal: {error}") from None
    unsigned = msgspec.structs.asdict(parsed)
    del unsigned["signature"]
    try:
        _find_key(parsed.key, keys).verify(
            _from_base64url(parsed.signature), _HEADLINE + canonical(unsigned)
        )
    except InvalidSignature:
        raise BadSealError(f"the signature is not by key {parsed.key} over this seal") from None
    return parsed


def _find_key(name: str, keys: Mapping[str, Any]) -> Ed25519PublicKey:
    for known in keys["keys"]:
        if known.get("kid") == name:
            try:
                key = Ed25519PublicKey.from_public_bytes(_from_base64url(known["x"]))
            except (KeyError, ValueError):
                continue
            if key_id(key) == name:
                return key
    raise BadSealError(f"no key {name!r} is among the public keys")


def _web_key(key: Ed25519PublicKey) -> dict[str, str]:
    return {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": _base64url(key.public_bytes_raw()),
        "kid": key_id(key),
        "use": "sig",
        "alg": "EdDSA",
    }


def _fingerprint(folder: Path) -> object:
    """A fingerprint of the folder that changes whenever its keys change."""
    try:
        found = [
            (entry.name, entry.stat())
            for entry in os.scandir(folder)
            if entry.name == CURRENT or entry.name.endswith(RETIRED)
        ]
    except OSError:
        return None
    return sorted((name, s.st_mtime_ns, s.st_ino, s.st_size, s.st_mode) for name, s in found)


def _base64url(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _from_base64url(text: str) -> bytes:
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        data = b""
    if _base64url(data) != text:
        raise BadSealError(f"{text!r} is not base64url without padding")
    return data
