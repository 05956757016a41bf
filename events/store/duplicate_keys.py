"""How the store remembers idempotency keys: by short digests, since each command has one for as
long as its game is there.

Nobody can find a request that is taken for another one: 64 bits tell the keys of one game apart,
and the 32 of a fingerprint only whether an owner has used a key twice. Keys that were stored
before are still there under their whole names, which hold a space.
"""

import base64
import hashlib

from events.store.port import DuplicateKey, Key

DIGEST_BYTES, PRINT_BYTES = 8, 4


def name_of(field: str) -> str:
    """The name under which a key is stored, by its field."""
    return _text(hashlib.sha256(field.encode()).digest()[:DIGEST_BYTES])


def value_of(key: Key, after: int, upto: int) -> str:
    """What is stored of a key: a part of its fingerprint, and the events of its command."""
    return f"{_print(key.fingerprint)} {after} {upto}"


def is_of(known: DuplicateKey, key: Key) -> bool:
    """Whether a key that is known came with the same request."""
    return known.fingerprint in (_print(key.fingerprint), key.fingerprint)


def recall(value: bytes) -> DuplicateKey:
    """What a stored value says."""
    fingerprint, after, upto = value.decode("ascii").split(" ")
    return DuplicateKey(fingerprint, int(after), int(upto))


def shortened(fields: dict[str, str]) -> dict[str, str]:
    """Stored keys and values in the form of today."""
    return dict(_short(name, value) for name, value in fields.items())


def digest_of(name: str) -> bytes:
    """The digest that a short name stands for."""
    return base64.urlsafe_b64decode(f"{name}=")


def name_from(digest: bytes) -> str:
    """The short name of a digest."""
    return _text(digest)


def _short(name: str, value: str) -> tuple[str, str]:
    fingerprint, events = value.split(" ", 1)
    if " " not in name:
        return name, value
    return name_of(name), f"{_print(fingerprint)} {events}"


def _print(fingerprint: str) -> str:
    return hashlib.sha256(fingerprint.encode()).hexdigest()[: 2 * PRINT_BYTES]


def _text(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
