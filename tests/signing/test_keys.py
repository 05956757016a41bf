"""The folder of keys: made once, rotated without losing a public key, refused when others read."""

import os
import stat
import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from events.seals.key_folder import CURRENT, KeyFolder, KeysError, key_id, make_key, rotate

PEM, PKCS8 = Encoding.PEM, PrivateFormat.PKCS8


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a key."""
    folder = tmp_path / "keys"
    make_key(folder)
    return folder


def test_a_first_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "keys"
    before = os.umask(0)
    try:
        assert make_key(folder)
    finally:
        os.umask(before)
    assert (mode(folder), mode(folder / CURRENT)) == (0o700, 0o600)
    assert [file.name for file in folder.iterdir()] == [CURRENT]


def test_a_key_is_made_once(folder: Path) -> None:
    first = (folder / CURRENT).read_bytes()
    assert not make_key(folder)
    assert (folder / CURRENT).read_bytes() == first


def test_of_many_who_make_the_first_key_one_does(tmp_path: Path) -> None:
    made: list[bool] = []
    start = threading.Barrier(8)

    def make() -> None:
        start.wait()
        made.append(make_key(tmp_path / "keys"))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False] * 7 + [True]


def test_a_rotation_keeps_every_public_key_and_no_old_private_one(folder: Path) -> None:
    ids = [key_id(KeyFolder.read(folder).current.public_key())]
    ids += [rotate(folder) for _ in range(3)]
    assert len(set(ids)) == 4
    keys = KeyFolder.read(folder)
    published = [key_id(key) for key in keys.public]
    assert published[0] == ids[-1]
    assert sorted(published) == sorted(ids)
    private = [file.name for file in folder.iterdir() if b"PRIVATE" in file.read_bytes()]
    assert private == [CURRENT]
    assert {file.name for file in folder.iterdir()} == {
        CURRENT,
        *(f"{name}.pub.pem" for name in ids[:-1]),
    }


def test_a_rotation_that_stopped_half_way_shows_its_key_once_and_can_go_on(folder: Path) -> None:
    first = (folder / CURRENT).read_bytes()
    before = [key_id(key) for key in KeyFolder.read(folder).public]
    rotate(folder)
    (folder / CURRENT).write_bytes(first)
    (folder / ".new").write_bytes(b"left by a crash")
    assert [key_id(key) for key in KeyFolder.read(folder).public] == before
    assert rotate(folder) not in before
    assert {key_id(key) for key in KeyFolder.read(folder).public} > set(before)


def test_rotations_at_once_lose_no_key(folder: Path) -> None:
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.append(rotate(folder))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8
    assert {key_id(key) for key in KeyFolder.read(folder).public} > set(made)
    assert len(KeyFolder.read(folder).public) == 9


@pytest.mark.parametrize("named", [".", CURRENT, "retired"])
def test_keys_that_others_could_read_or_change_are_refused(folder: Path, named: str) -> None:
    rotate(folder)
    path = next(folder.glob("*.pub.pem")) if named == "retired" else folder / named
    path.chmod(path.stat().st_mode | (0o040 if named == CURRENT else 0o020))
    with pytest.raises(
        KeysError, match=r"is accessible to other users \(mode \d+\); run: chmod \d+ /"
    ) as no:
        KeyFolder.read(folder)
    assert str(path) in str(no.value)
    command = str(no.value).rpartition("run: chmod ")[2].split(" ", 1)
    Path(command[1]).chmod(int(command[0], 8))
    KeyFolder.read(folder)


OTHER_KIND = generate_private_key(SECP256R1()).private_bytes(PEM, PKCS8, NoEncryption())
WITH_PASSPHRASE = Ed25519PrivateKey.generate().private_bytes(
    PEM, PKCS8, BestAvailableEncryption(b"open sesame")
)


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"", "must be an Ed25519 private key in PEM"),
        (b"secret words", "must be an Ed25519 private key in PEM"),
        (OTHER_KIND, "must be an Ed25519 private key in PEM"),
        (WITH_PASSPHRASE, "has a passphrase"),
    ],
    ids=["empty", "text", "other kind", "passphrase"],
)
def test_a_file_that_is_no_such_key_is_named(folder: Path, contents: bytes, said: str) -> None:
    (folder / CURRENT).write_bytes(contents)
    with pytest.raises(KeysError) as no:
        KeyFolder.read(folder)
    assert str(no.value).startswith(f"{folder / CURRENT} {said}")
    assert "secret" not in str(no.value)
    with pytest.raises(KeysError):
        rotate(folder)
    assert (folder / CURRENT).read_bytes() == contents


def test_a_private_key_is_no_public_one(folder: Path) -> None:
    (folder / "0.pub.pem").write_bytes((folder / CURRENT).read_bytes())
    with pytest.raises(KeysError, match=r"0\.pub\.pem must be an Ed25519 public key in PEM"):
        KeyFolder.read(folder)


def test_a_missing_folder_or_key_is_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeysError, match=r"/nowhere does not exist"):
        KeyFolder.read(tmp_path / "nowhere")
    (folder / CURRENT).unlink()
    with pytest.raises(KeysError, match=f"/{CURRENT} does not exist"):
        KeyFolder.read(folder)
    (tmp_path / "file").touch()
    with pytest.raises(KeysError, match=r"cannot use .*/file: "):
        make_key(tmp_path / "file")
