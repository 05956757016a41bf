"""Web Push: a message that the push service of a browser passes on without being able to read it.

Encrypted for the one browser (RFC 8291, in the content coding of RFC 8188), and authorized by the
service's own key (VAPID, RFC 8292). It is sent as every delivery is.
"""

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
"""Seconds for which a push service keeps a message for a browser that is not there."""
_AUTHORIZED = 12 * 3600
"""Seconds for which an authorization is good: at most 24 hours (RFC 8292 section 2)."""
_SALT, _KEY, _NONCE = 16, 16, 12
_RECORD = 4096
_LAST = b"\x02"
"""What ends the only record (RFC 8188 section 2)."""


def encrypted(
    to: PushKeys,
    text: bytes,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a request: only the browser that gave its keys can read it. A key of its own and
    a salt are made for each message."""
    own, salt = own or generate_private_key(SECP256R1()), salt or os.urandom(_SALT)
    sender, receiver = raw(own.public_key()), receiver_key(to)
    shared = own.exchange(ECDH(), receiver)
    about = b"WebPush: info\0" + raw(receiver) + sender
    secret = _derived(to.secret, shared, about, 32)
    content = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", _KEY)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", _NONCE)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(content).encrypt(nonce, text + _LAST, None)


def _derived(salt: bytes, secret: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)


def authorized(
    url: str, key: EllipticCurvePrivateKey, contact: str | None, now: float
) -> dict[str, str]:
    """The headers of a request to a subscription. ``contact`` says whose service it is."""
    parts = urlsplit(url)
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now) + _AUTHORIZED,
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
