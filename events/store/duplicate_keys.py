"""The stored form of idempotency keys: short digests, since every command has a key for the
lifetime of its game.

64 bits identify the keys of one game, and 32 bits of a fingerprint detect that an owner has reused
a key with another request; collisions are not a practical concern. Keys from before this form have
their full names, which contain a space.
"""

import base64
import hashlib

from events.store.port import DuplicateKey, Key

DIGEST_BYTES, PRINT_BYTES = 8, 4


def name_of(field: str) -> str:
    """The stored name of a key, by its field."""
    return _encode(hashlib.sha256(field.encode()).digest()[:DIGEST_BYTES])


def value_of(key: Key, after: int, upto: int) -> str:
    """The stored value of a key: part of its fingerprint, and the versions of its command."""
    return f"{_fingerprint(key.fingerprint)} {after} {upto}"


def is_same_request(stored: DuplicateKey, key: Key) -> bool:
    """Whether a stored key was used with the same request."""
    return stored.fingerprint in (_fingerprint(key.fingerprint), key.fingerprint)


def recall(value: bytes) -> DuplicateKey:
    """Parse a stored value."""
    fingerprint, after, upto = value.decode("ascii").split(" ")
    return DuplicateKey(fingerprint, int(after), int(upto))


def shortened(fields: dict[str, str]) -> dict[str, str]:
    """Convert stored keys and values to the short form."""
    return dict(_shorten(name, value) for name, value in fields.items())


def digest_of(name: str) -> bytes:
    """The digest of a short name."""
    return base64.urlsafe_b64decode(f"{name}=")


def name_from(digest: bytes) -> str:
    """The short name of a digest."""
    return _encode(digest)


def _shorten(name: str, value: str) -> tuple[str, str]:
    fingerprint, events = value.split(" ", 1)
    if " " not in name:
        return name, value
    return name_of(name), f"{_fingerprint(fingerprint)} {events}"


def _fingerprint(fingerprint: str) -> str:
    return hashlib.sha256(fingerprint.encode()).hexdigest()[: 2 * PRINT_BYTES]


def _encode(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
