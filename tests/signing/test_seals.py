"""Seals: whoever has the public key can check one; nobody without the private key can make one."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from events.seals.key_folder import CURRENT, KeysError, make_key, rotate
from events.seals.signing import BadSealError, Signer, check
from tests.chain.verifier import canonical

HEAD = "ab" * 32
AT = "2030-01-02T03:04:05.678Z"
# Of the private key of the bytes 0 to 31.
KNOWN_KEY = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg",
    "kid": "56475aa75463474c",
    "use": "sig",
    "alg": "EdDSA",
}
KNOWN_SEAL = (
    b'{"at":"2030-01-02T03:04:05.678Z","game":"gm_1",'
    b'"head":"abababababababababababababababababababababababababababababababab",'
    b'"key":"56475aa75463474c","signature":"q9wMnJLB0AcNeTOMqL8Ybf6HhaueSs_Rv12ZY561A_x'
    b'7AjR1Jo9des5dazAPl5iDeJejvCcyGHLaQoOnjn03Ag","version":17}'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a key."""
    make_key(tmp_path / "keys")
    return tmp_path / "keys"


def sealed(signer: Signer) -> bytes:
    return signer.seal("gm_1", 17, HEAD, AT)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_seal_is_checked_with_what_is_published_and_nothing_of_ours(folder: Path) -> None:
    signer = Signer(folder)
    seal = json.loads(sealed(signer))
    assert set(seal) == {"game", "version", "head", "at", "key", "signature"}
    assert (seal["game"], seal["version"], seal["head"], seal["at"]) == ("gm_1", 17, HEAD, AT)
    (published,) = signer.public_keys()["keys"]
    assert set(published) == {"kty", "crv", "x", "kid", "use", "alg"}
    raw = base64.urlsafe_b64decode(published["x"] + "=")
    assert seal["key"] == published["kid"] == hashlib.sha256(raw).hexdigest()[:16]
    signature = base64.urlsafe_b64decode(seal.pop("signature") + "==")
    signed = b"afteraction seal 1\n" + canonical(seal)
    Ed25519PublicKey.from_public_bytes(raw).verify(signature, signed)
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, signed.removeprefix(b"a"))


def test_the_form_of_a_seal_never_changes(folder: Path) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / CURRENT).write_bytes(pem)
    signer = Signer(folder)
    assert signer.public_keys()["keys"] == [KNOWN_KEY]
    assert sealed(signer) == KNOWN_SEAL
    check(KNOWN_SEAL, {"keys": [KNOWN_KEY]})


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("game", "gm_2"),
        ("version", 18),
        ("head", "ac" + HEAD[2:]),
        ("at", "2030-01-02T03:04:05.679Z"),
        ("key", "0" * 16),
        ("key", None),
        ("version", "17"),
        ("more", 1),
        ("signature", ""),
        ("signature", text(bytes(64))),
        ("signature", text(bytes(32))),
        ("signature", "~" * 86),
        ("signature", "é"),
    ],
)
def test_a_seal_that_says_something_else_does_not_hold(
    folder: Path, member: str, value: object
) -> None:
    signer = Signer(folder)
    keys = signer.public_keys()
    seal = json.loads(sealed(signer))
    assert check(seal, keys) == check(sealed(signer), keys)
    other = {**seal, member: value}
    for form in (other, json.dumps(other).encode()):
        with pytest.raises(BadSealError):
            check(form, keys)


@pytest.mark.parametrize("form", [b"", b"{}", b"\xff", b"[]", {}])
def test_what_is_no_seal_is_reported(folder: Path, form: Any) -> None:
    with pytest.raises(BadSealError, match="not a valid seal"):
        check(form, Signer(folder).public_keys())


def test_a_signature_has_one_spelling(folder: Path) -> None:
    seal = json.loads(sealed(Signer(folder)))
    keys = Signer(folder).public_keys()
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    last = alphabet.index(seal["signature"][-1])
    for other, said in (
        (seal["signature"][:-1] + alphabet[last ^ 1], "base64url"),
        (seal["signature"] + "==", "not a valid seal"),
    ):
        with pytest.raises(BadSealError, match=said):
            check({**seal, "signature": other}, keys)


def test_another_key_under_the_same_name_is_not_taken(folder: Path, tmp_path: Path) -> None:
    seal = sealed(Signer(folder))
    make_key(tmp_path / "other")
    (other,) = Signer(tmp_path / "other").public_keys()["keys"]
    name = json.loads(seal)["key"]
    with pytest.raises(BadSealError, match=f"no key '{name}'"):
        check(seal, {"keys": [{**other, "kid": name}, {"kid": name}, {"kid": name, "x": "AAAA"}]})


def test_a_rotation_is_noticed_and_old_seals_go_on_to_hold(folder: Path) -> None:
    signer = Signer(folder)
    before = sealed(signer)
    for _ in range(3):
        made = rotate(folder)
        after = sealed(signer)
        assert json.loads(after)["key"] == made == signer.public_keys()["keys"][0]["kid"]
        for seal in (before, after):
            check(seal, signer.public_keys())
    assert len(signer.public_keys()["keys"]) == 4


def test_a_change_that_cannot_be_read_keeps_the_keys_and_is_logged_once(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    signer = Signer(folder)
    keys = signer.public_keys()
    (folder / CURRENT).rename(folder / "elsewhere")
    for _ in range(3):
        check(sealed(signer), keys)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert CURRENT in caplog.text
    (folder / "elsewhere").rename(folder / CURRENT)
    rotate(folder)
    assert len(signer.public_keys()["keys"]) == 2


def test_without_a_usable_key_there_is_no_signer(folder: Path) -> None:
    (folder / CURRENT).chmod(0o644)
    with pytest.raises(KeysError, match="chmod 600"):
        Signer(folder)
