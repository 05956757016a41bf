"""Web Push: messages that are encrypted for one browser (RFC 8291, in the content coding of
RFC 8188) and authorized by the service's own key (VAPID, RFC 8292). They are sent like any other
delivery."""

import os
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from events.webhooks.push_keys import PushKeys, encoded, public_key, raw, receiver_key

_TTL = 3 * 24 * 3600
"""Seconds for which a push service stores a message for an offline browser."""
_TOKEN_SECONDS = 12 * 3600
"""The lifetime of an authorization: at most 24 hours (RFC 8292 section 2)."""
_SALT, _KEY, _NONCE = 16, 16, 12
_RECORD = 4096
_DELIMITER = b"\x02"
"""The delimiter of the last record (RFC 8188 section 2)."""


def encrypt(
    to: PushKeys,
    text: bytes,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the encrypted body of a request. Each message has a key and a salt of its own, which
    only tests pass in."""
    own, salt = own or generate_private_key(SECP256R1()), salt or os.urandom(_SALT)
    sender, receiver = raw(own.public_key()), receiver_key(to)
    shared = own.exchange(ECDH(), receiver)
    info = b"WebPush: info\0" + raw(receiver) + sender
    secret = _hkdf(to.secret, shared, info, 32)
    content = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", _KEY)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", _NONCE)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(content).encrypt(nonce, text + _DELIMITER, None)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def vapid_headers(
    url: str, key: EllipticCurvePrivateKey, contact: str | None, now: float
) -> dict[str, str]:
    """Return the headers of a request to a subscription; ``contact`` is a URL of the service."""
    parts = urlsplit(url)
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now) + _TOKEN_SECONDS,
    }
    if contact is not None:
        claims["sub"] = contact
    token = jwt.encode(claims, key, "ES256")
    return {
        "Authorization": f"vapid t={token}, k={encoded(public_key(key))}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_TTL),
    }
