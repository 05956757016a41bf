"""The hash chain that makes a log tamper-evident: each event's hash covers the hash before it.

The hash covers the event's public part and a salted commitment to its hidden part, so that a
redacted history verifies as well. All JSON here is canonical in the sense
of RFC 8785: keys sorted, no spaces, UTF-8 (the data holds no floating-point numbers).
"""

import hashlib
import hmac
from typing import Any

import msgspec

GENESIS = "0" * 64
_SALT_BYTES = 16


def canonical(value: object) -> bytes:
    """The canonical JSON of a value."""
    return msgspec.json.encode(value, order="sorted")


def salt(seed: str, version: int) -> str:
    """The salt of an event's hidden part, in hex: derived from the secret seed, so reproducible."""
    digest = hmac.digest(bytes.fromhex(seed), b"salt:%d" % version, hashlib.sha256)
    return digest[:_SALT_BYTES].hex()


def commitment(salt_hex: str, hidden: dict[str, Any]) -> str:
    """The public commitment to a hidden part: SHA-256 of its salt and its canonical JSON, in
    hex."""
    return hashlib.sha256(bytes.fromhex(salt_hex) + canonical(hidden)).hexdigest()


def link(previous: str, public: dict[str, Any]) -> str:
    """The hash of an event: SHA-256 over the canonical JSON of its public part and ``previous``.

    ``public`` is the event without its hash, redacted for a viewer who may see nothing hidden.
    Members added in the future are covered as well.
    """
    return hashlib.sha256(canonical({**public, "previous": previous})).hexdigest()
