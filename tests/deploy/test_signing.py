"""Rotating the key that seals games, as an operator does."""

from pathlib import Path

import pytest

from api.settings import Settings
from deploy.errors import DeployError
from deploy.storage.signing import ensure_key, rotate_key, signing_folder
from events.seals.signing import Signer


def test_the_folder_is_beside_the_data_unless_named(tmp_path: Path) -> None:
    assert signing_folder(Settings(data_dir=tmp_path)) == tmp_path / "keys"
    assert signing_folder(Settings(signing_keys=Path("keys"))) == Path.cwd() / "keys"


def test_a_rotation_names_the_new_key_and_running_processes_take_it(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    ensure_key(settings)
    signer = Signer(signing_folder(settings))
    before = [key["kid"] for key in signer.public_keys()["keys"]]
    after = rotate_key(settings)
    assert [key["kid"] for key in signer.public_keys()["keys"]] == [after, *before]


def test_without_a_key_there_is_nothing_to_rotate(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"^SIGNING_KEYS: .*/keys does not exist"):
        rotate_key(Settings(data_dir=tmp_path))
