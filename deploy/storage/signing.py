"""The signing keys, for the supervisor and the operator's commands."""

from pathlib import Path
from typing import Any

from api.settings import Settings
from deploy.errors import DeployError
from events.seals.key_folder import KeyFolder, KeysError, make_key, rotate
from events.seals.signing import signer_at


def signing_folder(settings: Settings) -> Path:
    """The folder of the keys: ``SIGNING_KEYS``, or one in ``DATA_DIR``."""
    return (settings.signing_keys or settings.data_dir / "keys").absolute()


def ensure_key(settings: Settings) -> None:
    """Create a first key if there is none. Raises ``DeployError`` for unusable keys."""
    folder = signing_folder(settings)
    try:
        make_key(folder)
        KeyFolder.read(folder)
    except KeysError as error:
        raise DeployError(f"SIGNING_KEYS: {error}") from error


def rotate_key(settings: Settings) -> str:
    """Retire the current key and create a new one; return the new key's id.

    No restart is needed: processes read the folder for each seal, and still publish the retired
    public keys. If several machines have separate folders, run this on one and copy its folder.
    Raises ``DeployError``.
    """
    try:
        return rotate(signing_folder(settings))
    except KeysError as error:
        raise DeployError(f"SIGNING_KEYS: {error}") from error


def public_keys(settings: Settings) -> dict[str, Any] | None:
    """The public keys as a JSON Web Key Set; None without a folder of keys. Raises
    ``DeployError``."""
    folder = signing_folder(settings)
    try:
        signer = signer_at(folder) if folder.exists() else None
    except KeysError as error:
        raise DeployError(f"SIGNING_KEYS: {error}") from error
    return signer.public_keys() if signer else None
