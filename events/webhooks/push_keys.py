"""The keys of Web Push: those of a browser's subscription, and the service's own.

The service's key is created on first use and stored with the webhooks. It must never change, or
existing subscriptions become invalid.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

_CURVE = SECP256R1()
_SCALAR, _POINT, _SECRET = 32, 65, 16
"""Bytes of a private key, of an uncompressed public one, and of a subscription's secret."""


class PushKeys(msgspec.Struct, frozen=True):
    """The keys of a browser's subscription in base64url (RFC 8291): its public key and its shared
    secret."""

    p256dh: str
    auth: str

    def fault(self) -> str | None:
        """The name of an invalid member, or None."""
        try:
            receiver_key(self)
        except ValueError:
            return "p256dh"
        try:
            return None if len(self.secret) == _SECRET else "auth"
        except ValueError:
            return "auth"

    @property
    def secret(self) -> bytes:
        """The shared secret. Raises ``ValueError``."""
        return _decoded(self.auth)


def receiver_key(push_keys: PushKeys) -> EllipticCurvePublicKey:
    """A subscription's public key. Raises ``ValueError`` unless it is a point of P-256."""
    point = _decoded(push_keys.p256dh)
    if len(point) != _POINT:
        raise ValueError("not an uncompressed point")
    return EllipticCurvePublicKey.from_encoded_point(_CURVE, point)


def service_key(client: Client) -> EllipticCurvePrivateKey:
    """The service's own key. Raises ``StoreUnavailableError``."""
    with translate_errors():
        text = client.get(keys.PUSH_KEY)
        if text is None:
            number = generate_private_key(_CURVE).private_numbers().private_value
            client.set(keys.PUSH_KEY, number.to_bytes(_SCALAR, "big").hex(), nx=True)
            text = client.get(keys.PUSH_KEY)
    return derive_private_key(int(text or b"", 16), _CURVE)


def public_key(key: EllipticCurvePrivateKey) -> bytes:
    """The public key in the form for browsers."""
    return raw(key.public_key())


def raw(key: EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(data: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    """Bytes in base64url, padded or not. Raises ``ValueError``."""
    bare = text.rstrip("=")
    data = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if encoded(data) != bare:
        raise ValueError("not base64url")
    return data
