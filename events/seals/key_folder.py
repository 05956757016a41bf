"""The folder of the keys that seal games.

``current.pem`` is the private key, PKCS #8 without a passphrase, for its owner alone (mode 0600).
``*.pub.pem`` are the public keys of those that came before it.
"""

import fcntl
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

CURRENT = "current.pem"
RETIRED = ".pub.pem"
_ID_DIGITS = 16
_ANY_OF_OTHERS = 0o077
_WRITABLE_BY_OTHERS = 0o022
_LARGEST_FILE = 10_000


class KeysError(Exception):
    """A folder or file of keys that cannot be used. The message is complete in itself: which one,
    why, and what helps; it holds nothing of a key."""


@dataclass(frozen=True, slots=True)
class KeyFolder:
    """The keys of a folder as they were read; the retired ones by the names of their files."""

    current: Ed25519PrivateKey
    retired: tuple[Ed25519PublicKey, ...]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read a folder. Refuses with ``KeysError``."""
        with _explained(folder):
            _refuse_modes(folder, folder.stat().st_mode, _WRITABLE_BY_OTHERS, "700")
            retired = sorted(folder.glob(f"*{RETIRED}"))
        return cls(_private(folder / CURRENT), tuple(map(_public, retired)))

    @property
    def public(self) -> tuple[Ed25519PublicKey, ...]:
        """Every public key once, the current one first."""
        keys = (self.current.public_key(), *self.retired)
        return tuple({key_id(key): key for key in keys}.values())


def key_id(key: Ed25519PublicKey) -> str:
    """The name of a key: the first hex digits of the SHA-256 of its raw bytes."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:_ID_DIGITS]


def make_key(folder: Path) -> bool:
    """Make the folder and its first key unless they are there; returns whether a key was made.

    Raises ``KeysError``.
    """
    with _explained(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(folder) as sync:
            if (folder / CURRENT).exists():
                return False
            _write(folder / CURRENT, _new_key())
            sync()
    return True


def rotate(folder: Path) -> str:
    """Retire the current key, keep its public half, and make a new one; returns the new key's id.

    The retired private key is gone afterwards. Processes that sign notice it by themselves. Raises
    ``KeysError``.
    """
    with _explained(folder), _alone(folder) as sync:
        retired = KeyFolder.read(folder).current.public_key()
        # First of all: a crash from here on loses no key that a seal may need.
        _write(
            folder / f"{key_id(retired)}{RETIRED}",
            retired.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        )
        sync()
        _write(folder / CURRENT, _new_key())
        sync()
        return key_id(_private(folder / CURRENT).public_key())


def _new_key() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )


def _private(file: Path) -> Ed25519PrivateKey:
    data = _contents(file, _ANY_OF_OTHERS, "600")
    try:
        key = load_pem_private_key(data, password=None)
    except TypeError:
        raise KeysError(f"{file} has a passphrase; store the key without a passphrase") from None
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeysError(f"{file} must be an Ed25519 private key in PEM (PKCS #8)")
    return key


def _public(file: Path) -> Ed25519PublicKey:
    data = _contents(file, _WRITABLE_BY_OTHERS, "644")
    try:
        key = load_pem_public_key(data)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise KeysError(f"{file} must be an Ed25519 public key in PEM")
    return key


def _contents(file: Path, forbidden: int, wanted: str) -> bytes:
    with _explained(file), file.open("rb") as opened:
        _refuse_modes(file, os.fstat(opened.fileno()).st_mode, forbidden, wanted)
        return opened.read(_LARGEST_FILE)


def _refuse_modes(path: Path, mode: int, forbidden: int, wanted: str) -> None:
    if mode & forbidden:
        found = f"{stat.S_IMODE(mode):o}"
        raise KeysError(
            f"{path} is accessible to other users (mode {found}); run: chmod {wanted} {path}"
        )


def _write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, for its owner alone; by one process at a time."""
    fresh = file.with_name(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(descriptor)
    fresh.rename(file)


@contextmanager
def _alone(folder: Path) -> Iterator[Callable[[], None]]:
    """Keep out others who change the folder; gives what puts its changes on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield lambda: os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise KeysError(f"{error.filename or path} does not exist") from error
    except OSError as error:
        raise KeysError(f"cannot use {error.filename or path}: {error.strerror}") from error
