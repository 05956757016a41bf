"""``verifier.py``: sound games are found sound by somebody who has nothing else, others are not."""

import ast
import base64
import gzip
import json
import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.chance import DIE
from domain.values import EditionName, Seat
from events.log import verifier
from events.log.stored_event import StoredEvent
from events.log.verifier import Report, verify
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from tests.chain.auditors import VERIFIER, javascript, script
from tests.chain.exports import (
    GENESIS,
    Export,
    Json,
    changed,
    events_of,
    export,
    played,
    played_with_nonces,
    rehashed,
    text,
    until,
)
from tests.chain.tampering import Forgery, crude, skilled
from tests.support.each import each
from tests.support.logs import RECORDINGS, recorded_log
from tests.support.seating import SEATS

ALL = frozenset(SEATS)
SHORT = "vassieux_2025"
SAMPLES = ("sainte_mere_eglise_2004", "arnhem_bridge_2025", "made_up_exits_2025", SHORT)
"""Games with drops from the air, ambushes, strikes, dice for orders, both variants of the deck."""


@cache
def log_of(name: str) -> list[StoredEvent]:
    return played_with_nonces() if name == "nonces" else recorded_log(name)


def judged(lines: Export, **known: object) -> Report:
    return verify(text(lines).removesuffix("\n").split("\n"), **known)  # type: ignore[arg-type]


def test_it_is_one_short_script_that_needs_cryptography_at_most() -> None:
    source = VERIFIER.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 410
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert imported - sys.stdlib_module_names == {"cryptography"}


def test_it_knows_the_dice_of_the_game() -> None:
    assert list(verifier.DIE) == list(DIE)


@pytest.mark.parametrize("name", [*RECORDINGS, "nonces"])
def test_every_recorded_game_is_sound_for_everyone(name: str, signer: Signer) -> None:
    log = log_of(name)
    complete = judged(export(log, None, signer), keys=signer.public_keys())
    assert complete == Report(0, None, "", "the rules")
    # Once the seed is out, what somebody may not see can be derived, and its promise be checked.
    spectator = export(log, frozenset())
    assert not any("salt" in (line["hidden"] or {}) for line in spectator[1:])
    assert judged(spectator) == Report(0, None, "", "the rules, the seal")


@each("name", ["nonces", *SAMPLES])
def test_of_a_running_game_what_can_be_checked_is(name: str) -> None:
    log = until(log_of(name), 40)
    assert log[-1].type != "seed_revealed"
    for seats in (frozenset[Seat](), frozenset({Seat.AXIS}), ALL):
        report = judged(export(log, seats))
        assert report.status == 0
        assert report.unchecked == "the rules, dice and cards (the seed is not revealed), the seal"
    # The operator's own export of a running game shows its seed.
    assert judged(export(log)) == Report(0, None, "", "the rules, the seal")


@pytest.mark.parametrize("name", [SHORT, "nonces"])
def test_a_script_in_an_empty_folder_is_enough(name: str, signer: Signer, tmp_path: Path) -> None:
    whole = text(export(log_of(name), None, signer)).encode()
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(signer.public_keys()))
    (tmp_path / "game.jsonl").write_bytes(whole)
    (tmp_path / "game.jsonl.gz").write_bytes(gzip.compress(whole))
    for arguments, stdin in (
        (["game.jsonl", "--keys", "keys.json"], b""),
        (["game.jsonl.gz", "--keys", "keys.json"], b""),
        (["-", "--keys", "keys.json"], whole),
        (["-", "--keys", "keys.json"], gzip.compress(whole)),
    ):
        done = script(tmp_path, *arguments, stdin=stdin)
        assert done.stdout.decode() == f"SOUND {arguments[0]}\nnot checked: the rules\n"
        assert (done.returncode, done.stderr) == (0, b"")
    plain = script(tmp_path, "game.jsonl")
    assert (plain.returncode, plain.stdout[-9:]) == (0, b"the seal\n")


def test_the_script_says_where_a_game_is_not_sound(signer: Signer, tmp_path: Path) -> None:
    lines = export(log_of(SHORT), None, signer)
    rolled = events_of(lines, "dice_rolled")[0]["version"]
    forged = changed(lines, rolled, lambda event: event["data"]["faces"].reverse())
    if forged[rolled]["data"]["faces"] == lines[rolled]["data"]["faces"]:
        forged = changed(lines, rolled, lambda event: event["data"]["faces"].pop())
    done = script(tmp_path, "-", stdin=text(forged).encode())
    assert done.returncode == 1
    first, second, _ = done.stdout.decode().splitlines()
    assert first == "NOT SOUND -"
    assert second.startswith(f"version {rolled}: draw 1 gives [")


@pytest.mark.parametrize(
    "stdin",
    [b"", b"\n", b"{}", b"[]\n", b'{"format":"other"}', b"\xff\n", b"\x1f\x8bno", b'"text"\n'],
)
def test_what_is_no_export_is_unreadable(stdin: bytes, tmp_path: Path) -> None:
    done = script(tmp_path, "-", stdin=stdin)
    assert done.returncode == 2
    assert done.stdout.startswith(b"UNREADABLE -\n")
    assert done.stderr == b""


def test_files_that_are_not_there_are_unreadable(tmp_path: Path) -> None:
    assert script(tmp_path, "nothing").returncode == 2
    assert script(tmp_path, "-", "--keys", "nothing").returncode == 2


def test_a_line_that_is_no_canonical_json_is_named(signer: Signer) -> None:
    lines = text(export(log_of(SHORT))).splitlines()
    for other in (
        lines[30].replace(",", ", ", 1),
        lines[30][:-1],
        lines[30].replace('"version":30', '"version":30.0'),
        lines[30].replace('"version":30', '"version":30,"version":30'),
        lines[30].replace('"version":30', '"version":NaN'),
        lines[30].replace('"version":30', '"version":1234567890123456'),
        lines[30].replace('"version":30', '"version":"\\ud800"'),
        lines[30].replace('"last"', '"l\\u0061st"'),
        "[" * 100_000,
    ):
        assert other != lines[30]
        report = verify([*lines[:30], other, *lines[31:]])
        assert (report.status, report.version) == (2, 30)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_crude_change_to_an_event_goes_unseen(data: st.DataObject) -> None:
    lines = export(log_of(data.draw(st.sampled_from([SHORT, "nonces"]))))
    versions = st.integers(1, lines[0]["version"])
    forgeries = list(crude(lines, data.draw(versions), data.draw(versions)))
    forgery = data.draw(st.sampled_from(forgeries))
    report = judged(forgery.lines)
    assert (report.status, report.version) == (1, forgery.version), forgery.name


@each("name", ["nonces", *SAMPLES[:2]])
def test_no_skilled_change_goes_unseen(name: str) -> None:
    lines = export(log_of(name))
    found = 0
    for forgery in skilled(lines, random.Random(name)):
        report = judged(forgery.lines)
        version = report.version if forgery.version is None else forgery.version
        assert (report.status, report.version) == (1, version), forgery.name
        found += 1
    assert found > 20


@settings(max_examples=150, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), other=st.integers(1, 255))
def test_no_byte_can_be_another(place: float, other: int, signer: Signer) -> None:
    whole = text(export(log_of(SHORT), None, signer)).encode()
    at = int(place * len(whole))
    flipped = bytearray(whole)
    flipped[at] ^= other
    assert readable_and_sound(bytes(flipped), signer) is False


def readable_and_sound(whole: bytes, signer: Signer) -> bool:
    """As the script decides it."""
    try:
        lines = whole.decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        return False
    return verify(lines, signer.public_keys()).status == 0


def nonce(value: object) -> Callable[[Json], object]:
    return lambda event: event.update(nonce=value)


@each(
    "version, value",
    [(1, ""), (1, "a.b"), (2, "a.b"), (2, ""), (3, "other"), (3, "ann-1."), (3, "ann-1.a.b")],
)
def test_a_nonce_that_no_client_gave_is_found(version: int, value: str) -> None:
    lines = export(log_of("nonces"), frozenset())
    assert [line.get("nonce") for line in lines[1:4]] == [None, "ann-1", "ann-1.bob_2"]
    report = judged(changed(lines, version, nonce(value)))
    # The nonce of a seat is that of the whole command, so the next event may be the odd one.
    assert (report.status, report.version) == (1, version)
    assert report.reason == "its nonce does not match the earlier ones"


def test_a_nonce_of_one_event_alone_is_found() -> None:
    lines = export(log_of("nonces"))
    inside = next(line for line in lines[10:] if "nonce" in line and not line["last"])
    report = judged(changed(lines, inside["version"] + 1, lambda event: event.pop("nonce")))
    assert (report.status, report.version) == (1, inside["version"] + 1)


def test_another_nonce_for_a_whole_command_gives_other_dice() -> None:
    lines = export(log_of("nonces"))
    rolled = next(line for line in events_of(lines, "dice_rolled") if "nonce" in line)
    others: Export = json.loads(json.dumps(lines))
    for line in others[1:]:
        if line.get("nonce") == rolled["nonce"]:
            line["nonce"] = "chosen-by-the-service"
    report = judged(rehashed(others))
    assert (report.status, report.version) == (1, rolled["version"])


def test_a_seed_that_was_not_promised_is_found_at_the_start() -> None:
    lines: Export = json.loads(json.dumps(export(log_of(SHORT))))
    for line in (lines[1], lines[-1]):
        line["data"]["seed"] = "ab" * 32
    report = judged(rehashed(lines))
    assert report == Report(1, 1, "it promised another seed", "")


@each("cut", [1, 2])
def test_a_log_that_stops_short_is_found(cut: int) -> None:
    lines = rehashed(json.loads(json.dumps(export(log_of(SHORT))[:-cut])))
    report = judged(lines)
    assert (report.status, report.reason) == (1, "events are missing at the end")


def test_a_reshuffle_that_was_not_due_is_found() -> None:
    """Whoever knows what lies on top must not be free to shuffle it away."""
    log = log_of("arnhem_bridge_2025")
    lines: Export = json.loads(json.dumps(export(log)))
    reshuffled = events_of(lines, "deck_shuffled")[1]
    assert reshuffled["data"]["reason"] == "card"
    report = judged(
        changed(lines, reshuffled["version"], lambda e: e["data"].update(reason="exhausted"))
    )
    assert (report.status, report.version) == (1, reshuffled["version"])


def test_a_hash_that_was_seen_before_binds_the_service() -> None:
    lines = export(log_of(SHORT))
    seen, end = lines[20]["hash"], lines[-1]["hash"]
    assert judged(lines, head=seen, at=20).status == 0
    assert judged(lines, head=end).status == 0
    assert judged(lines, head=seen, at=21) == Report(1, 21, "you saved another hash for it", "")
    assert judged(lines, head=seen).version == len(lines) - 1
    assert judged(lines, head=seen, at=900) == Report(1, len(lines), "it is missing", "")
    # A game rewritten from its first event on holds together by itself.
    other = rehashed(json.loads(json.dumps(export(until(log_of(SHORT), 40), frozenset()))))
    other[1]["data"]["created_by"] = "somebody else"
    assert judged(rehashed(other)).status == 0
    assert judged(rehashed(other), head=seen, at=20).version == 20


def test_the_script_takes_a_hash_that_was_seen_before(tmp_path: Path) -> None:
    lines = export(log_of(SHORT))
    whole = text(lines).encode()
    right = script(tmp_path, "-", "--head", lines[20]["hash"], "--version", "20", stdin=whole)
    wrong = script(tmp_path, "-", "--head", lines[20]["hash"], "--version", "21", stdin=whole)
    assert (right.returncode, wrong.returncode) == (0, 1)


def respelt(signature: str) -> str:
    """The same bytes, told by another last letter."""
    other = signature[:-1] + chr(ord(signature[-1]) + 1)
    assert base64.urlsafe_b64decode(other + "==") == base64.urlsafe_b64decode(signature + "==")
    return other


def seal_change(name: str, value: object) -> Callable[[Json], None]:
    return lambda seal: seal.update({name: value})


@each(
    "change",
    [
        seal_change("game", "other"),
        seal_change("version", 3),
        seal_change("head", GENESIS),
        seal_change("at", "2031-01-02T03:04:05.678Z"),
        seal_change("key", "0" * 16),
        seal_change("more", 1),
        # The last letter has four bits that do not count: the same bytes in another spelling.
        lambda seal: seal.update(signature=respelt(seal["signature"])),
        lambda seal: seal.update(signature=seal["signature"] + "!"),
        lambda seal: seal.update(signature="A" * 86),
        lambda seal: seal.pop("signature"),
        lambda seal: seal.clear(),
    ],
)
def test_a_changed_seal_is_found(change: Callable[[Json], object], signer: Signer) -> None:
    lines: Export = json.loads(json.dumps(export(log_of(SHORT), None, signer)))
    change(lines[-1]["seal"])
    assert judged(lines, keys=signer.public_keys()).status == 1


def test_a_seal_of_another_key_is_found(signer: Signer, tmp_path: Path) -> None:
    make_key(tmp_path / "keys")
    lines = export(log_of(SHORT), None, Signer(tmp_path / "keys"))
    assert judged(lines).status == 0
    unknown = judged(lines, keys=signer.public_keys())
    assert (unknown.status, unknown.version) == (1, len(lines) - 2)
    # Under the name of the right key it is a signature by the wrong one.
    posing: Export = json.loads(json.dumps(lines))
    posing[-1]["seal"]["key"] = signer.public_keys()["keys"][0]["kid"]
    assert judged(posing, keys=signer.public_keys()).status == 1


def test_a_game_that_is_over_has_a_seal_where_keys_are_given(signer: Signer) -> None:
    whole = export(log_of(SHORT))
    report = judged(whole, keys=signer.public_keys())
    assert (report.status, report.reason) == (1, "seal missing or wrong")
    running = export(until(log_of(SHORT), 40), frozenset())
    assert judged(running, keys=signer.public_keys()).status == 0


def test_a_complete_export_hides_nothing() -> None:
    lines: Export = json.loads(json.dumps(export(log_of(SHORT), frozenset())))
    lines[0]["complete"] = True
    assert judged(lines) == Report(1, 1, "it is redacted", "")


@each("name", ["game", "version", "head", "exported_at"])
def test_a_header_of_another_game_is_found(name: str) -> None:
    lines = export(log_of(SHORT))
    other = export(log_of("nonces"))
    assert judged([{**lines[0], name: other[0][name]}, *lines[1:]]).status == (
        0 if lines[0][name] == other[0][name] else 1
    )
    assert judged([{**lines[0], name: "2031"}, *lines[1:]]).status == 1


def test_forgeries_are_forgeries() -> None:
    """What is tried above differs from the game, and is well made."""
    lines = export(log_of(SHORT))
    for forgery in (*crude(lines, 20, 30), *skilled(lines, random.Random(1))):
        assert isinstance(forgery, Forgery)
        assert text(forgery.lines) != text(lines), forgery.name
    assert judged(changed(lines, 20, lambda _: None)) == judged(lines)


def test_a_counter_attack_mixes_the_cards_as_its_model_does(tmp_path: Path) -> None:
    log = played("saverne", EditionName.E2025, 12)
    cards = [one.data["card"] for one in log if one.type == "card_played"]
    mixed = [one for one in log if one.type == "deck_shuffled" and one.data["reason"] == "card"]
    models = [one.data.get("orders_as") for one in log if one.type == "card_played"]
    mirrored = list(zip(cards, models, strict=True)).count(("counter_attack", "their_finest_hour"))
    assert mirrored > 0
    assert len(mixed) == mirrored + cards.count("their_finest_hour")
    lines = export(log)
    assert judged(lines).status == 0
    assert javascript(tmp_path, [["verify", text(lines)]])[0]["status"] == 0


def test_what_is_said_of_a_take_back_is_checked() -> None:
    lines = export(log_of("undo_consent_2025"))
    shuffles = [event["version"] for event in events_of(lines, "draw_pile_shuffled")]
    for shuffle in shuffles[:3]:
        back = shuffle - 1
        assert lines[back]["type"] == "taken_back"
        for version, change in (
            (back, lambda event: event["data"].update(to_version=event["version"] - 1)),
            (back, lambda event: event["data"].update(to_version=0)),
            (back, lambda event: event.update(last=True)),
            (shuffle, lambda event: event["data"]["order"].reverse()),
            (shuffle, lambda event: event["data"].update(count=3)),
            (shuffle, lambda event: event.update(type="deck_shuffled")),
        ):
            report = judged(changed(lines, version, change))
            assert report.status == 1, (version, report)
            assert report.version in (back, shuffle), report
    for event in events_of(lines, "deck_shuffled")[1:2]:
        forged = changed(lines, event["version"], lambda one: one["data"].update(reason="undo"))
        assert judged(forged).version == event["version"]
