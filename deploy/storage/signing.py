"""The keys that seal finished games, as the supervisor and the operator see them."""

from pathlib import Path
from typing import Any

from api.settings import Settings
from deploy.errors import DeployError
from events.seals.key_folder import KeyFolder, KeysError, make_key, rotate
from events.seals.signing import signer_at


def signing_folder(settings: Settings) -> Path:
    """Where the keys are: the folder that was named, or one beside the data."""
    return (settings.signing_keys or settings.data_dir / "keys").absolute()


def ensure_key(settings: Settings) -> None:
    """Make a first key where there is none. Refuses with DeployError what no process could use."""
    folder = signing_folder(settings)
    try:
        make_key(folder)
        KeyFolder.read(folder)
    except KeysError as error:
        raise DeployError(f"SIGNING_KEYS: {error}") from error


def rotate_key(settings: Settings) -> str:
    """Retire the current key and make a new one; returns the new key's id.

    Nothing has to be restarted: processes that sign look at the folder for each seal, and go on to
    publish the retired public keys. Where several machines have folders of their own, run this on
    one of them and copy the folder. Raises DeployError.
    """
    try:
        return rotate(signing_folder(settings))
    except KeysError as error:
        raise DeployError(f"SIGNING_KEYS: {error}") from error


def public_keys(settings: Settings) -> dict[str, Any] | None:
    """The keys that seals are checked with, as a JSON Web Key Set; None without a folder of keys.

    Raises DeployError.
    """
    folder = signing_folder(settings)
    try:
        signer = signer_at(folder) if folder.exists() else None
    except KeysError as error:
        raise DeployError(f"SIGNING_KEYS: {error}") from error
    return signer.public_keys() if signer else None
