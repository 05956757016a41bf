"""The folder of signing keys.

``current.pem`` is the private key, PKCS #8 without a passphrase, with mode 0600. ``*.pub.pem`` are
the public keys of retired keys.
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
_ACCESSIBLE_BY_OTHERS = 0o077
_WRITABLE_BY_OTHERS = 0o022
_MAX_FILE = 10_000


class KeysError(Exception):
    """A folder or file of keys cannot be used. The message says which one, why, and what to do; it
    has no part of a key."""


@dataclass(frozen=True, slots=True)
class KeyFolder:
    """The keys of a folder; the retired ones in the order of their file names."""

    current: Ed25519PrivateKey
    retired: tuple[Ed25519PublicKey, ...]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read a folder. Raises ``KeysError``."""
        with _translate_errors(folder):
            _refuse_modes(folder, folder.stat().st_mode, _WRITABLE_BY_OTHERS, "700")
            retired = sorted(folder.glob(f"*{RETIRED}"))
        return cls(_private(folder / CURRENT), tuple(map(_public, retired)))

    @property
    def public(self) -> tuple[Ed25519PublicKey, ...]:
        """All public keys, the current one first."""
        keys = (self.current.public_key(), *self.retired)
        return tuple({key_id(key): key for key in keys}.values())


def key_id(key: Ed25519PublicKey) -> str:
    """The id of a key: the first hex digits of the SHA-256 of its raw bytes."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:_ID_DIGITS]


def make_key(folder: Path) -> bool:
    """Create the folder and a first key unless they exist; return whether a key was created.

    Raises ``KeysError``.
    """
    with _translate_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(folder) as sync:
            if (folder / CURRENT).exists():
                return False
            _write(folder / CURRENT, _new_key())
            sync()
    return True


def rotate(folder: Path) -> str:
    """Retire the current key, keep its public key, and create a new one; return the new key's id.

    The retired private key is deleted. Running processes detect the rotation. Raises ``KeysError``.
    """
    with _translate_errors(folder), _locked(folder) as sync:
        retired = KeyFolder.read(folder).current.public_key()
        # First: a crash after this loses no key that a seal may need.
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
    data = _contents(file, _ACCESSIBLE_BY_OTHERS, "600")
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


def _contents(file: Path, forbidden: int, allowed: str) -> bytes:
    with _translate_errors(file), file.open("rb") as stream:
        _refuse_modes(file, os.fstat(stream.fileno()).st_mode, forbidden, allowed)
        return stream.read(_MAX_FILE)


def _refuse_modes(path: Path, mode: int, forbidden: int, allowed: str) -> None:
    if mode & forbidden:
        actual = f"{stat.S_IMODE(mode):o}"
        raise KeysError(
            f"{path} is accessible to other users (mode {actual}); run: chmod {allowed} {path}"
        )


def _write(file: Path, data: bytes) -> None:
    """Write a file atomically with mode 0600; by one process at a time."""
    temporary = file.with_name(".new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(descriptor)
    temporary.rename(file)


@contextmanager
def _locked(folder: Path) -> Iterator[Callable[[], None]]:
    """Lock the folder; yield a function that makes its changes durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield lambda: os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise KeysError(f"{error.filename or path} does not exist") from error
    except OSError as error:
        raise KeysError(f"cannot use {error.filename or path}: {error.strerror}") from error
