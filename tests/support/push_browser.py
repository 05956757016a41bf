"""A browser that has subscribed to Web Push: its keys, and how it reads what is sent to it."""

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from events.webhooks.push_keys import PushKeys, encoded, public_key


class PushBrowser:
    """One subscription."""

    def __init__(
        self, key: EllipticCurvePrivateKey | None = None, secret: bytes = b"sixteen bytes ..."[:16]
    ) -> None:
        self._key = key or generate_private_key(SECP256R1())
        self._secret = secret
        self.keys = PushKeys(encoded(public_key(self._key)), encoded(secret))

    def read(self, body: bytes) -> bytes:
        """The message, as RFC 8188 and RFC 8291 have it read. Raises ``InvalidTag``."""
        salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        other = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender)
        shared = self._key.exchange(ECDH(), other)
        about = b"WebPush: info\x00" + public_key(self._key) + sender
        secret = HKDF(SHA256(), 32, self._secret, about).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        text, _, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert not padding.strip(b"\x00")
        return text
