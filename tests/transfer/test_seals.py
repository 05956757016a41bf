"""Seals of exports."""

import base64
import json
from pathlib import Path
from typing import Any, get_args

import pytest

from domain.events import Event, Throw
from events.log import chain
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.transfer.verifying import RefusedLogError, verified
from tests.support.each import each
from tests.support.logs import (
    AT,
    exported,
    recorded_log,
    rewritten,
)
from tests.transfer.forging import Log, of_type, other_faces, read, refusal, seal_of


def test_a_known_seal_vouches_for_a_game_that_todays_rules_would_not_lead_to(
    log: Log, signer: Signer
) -> None:
    odd = rewritten(log, of_type(log, "figures_lost"), data=odd_loss(log))
    assert "no legal command" in refusal(exported(odd))[1]
    checked = read(exported(odd, seal_of(signer, odd)), signer.public_keys())
    assert (checked.vouched_by, checked.seal) == ("seal", seal_of(signer, odd))


def odd_loss(log: Log) -> dict[str, Any]:
    """A loss by other rules than those of today."""
    return {**log[of_type(log, "figures_lost") - 1].data, "cause": "retreat_blocked"}


def test_a_seal_does_not_vouch_for_dice(log: Log, signer: Signer) -> None:
    forged = other_faces(log)
    version, said = refusal(exported(forged, seal_of(signer, forged)), signer.public_keys())
    assert version == of_type(forged, "dice_rolled")
    assert "draw" in said


@each("kind", ["dice_rolled", "battle_back_rolled", "hazard_rolled", "visibility_rolled"])
def test_what_is_vouched_for_has_the_dice_of_its_seed(kind: str) -> None:
    forged = other_faces(recorded_log("winter_2025"), kind)
    with pytest.raises(RefusedLogError, match="draw") as refused:
        verified(forged, None, vouched=True)
    assert refused.value.version == of_type(forged, kind)


def test_all_dice_are_known_to_be_of_the_seed() -> None:
    fields = {kind: kind.__dataclass_fields__.keys() for kind in get_args(Event)}
    assert set(get_args(Throw)) == {kind for kind in fields if {"draw", "faces"} <= fields[kind]}


def test_a_seal_by_an_unknown_key_vouches_for_nothing_and_is_left_out(
    log: Log, signer: Signer, tmp_path: Path
) -> None:
    make_key(tmp_path / "others")
    others = Signer(tmp_path / "others").public_keys()
    data = exported(log, seal_of(signer, log))
    for keys in (None, {"keys": []}, others):
        checked = read(data, keys)
        assert (checked.vouched_by, checked.seal) == ("rules", None)


@each(
    "member, value",
    [
        ("signature", "A" * 1_000_000),
        ("signature", "A" * 85 + "\n"),
        ("key", "a\r\nb"),
        ("key", "0" * 16 + "\n"),
        ("at", "2030-01-02T03:04:05.678Z" * 1000),
        ("at", "yesterday"),
    ],
)
def test_a_seal_of_another_form_is_refused(
    log: Log, signer: Signer, member: str, value: str
) -> None:
    seal = {**json.loads(seal_of(signer, log)), member: value}
    version, said = refusal(exported(log, chain.canonical(seal)))
    assert version is None
    assert "not a seal" in said
    assert len(said) < 300


def test_a_seal_of_another_game_is_refused(log: Log, signer: Signer) -> None:
    for seal in (
        signer.seal("other", len(log), log[-1].hash, AT),
        signer.seal(log[0].data["game"], len(log) - 1, log[-1].hash, AT),
        signer.seal(log[0].data["game"], len(log), "0" * 64, AT),
    ):
        assert refusal(exported(log, seal)) == (None, "the seal is that of another log")


def test_a_seal_that_a_known_key_has_not_signed_is_refused(log: Log, signer: Signer) -> None:
    seal = json.loads(seal_of(signer, log))
    seal["signature"] = base64.urlsafe_b64encode(bytes(64)).decode().rstrip("=")
    data = exported(log, chain.canonical(seal))
    version, said = refusal(data, signer.public_keys())
    assert version is None
    assert "signature" in said
