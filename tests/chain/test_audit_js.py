"""``audit.js`` comes to the same verdicts as ``verifier.py``, on sound games and on forged ones."""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

from domain.values import Seat
from events.log.stored_event import StoredEvent
from events.log.verifier import DECKS, verify
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from tests.chain.auditors import AUDIT, javascript
from tests.chain.exports import Export, export, played_with_nonces, text, until
from tests.chain.tampering import crude, skilled
from tests.chain.test_verifier import respelt
from tests.support.logs import recorded_log, some_recordings

FORGED = ("vassieux_2025", "nonces", "undo_consent_2025")


@cache
def log_of(name: str) -> list[StoredEvent]:
    return played_with_nonces() if name == "nonces" else recorded_log(name)


def verdicts(source: str, **known: Any) -> dict[str, Any]:
    """What the script says."""
    report = verify(source.removesuffix("\n").split("\n"), **known)
    return report._asdict()


def compare(folder: Path, cases: list[tuple[str, str, dict[str, Any]]]) -> None:
    """Both auditors on each text with what else is known of it."""
    results = javascript(folder, [["verify", source, known] for _, source, known in cases])
    for (name, source, known), found in zip(cases, results, strict=True):
        wanted = verdicts(source, **known)
        # Reasons that Python's or JavaScript's own parsers give are in words of their own.
        if wanted["status"] == 2 or wanted["reason"].startswith("it makes no sense"):
            assert found["reason"], name
            found["reason"] = wanted["reason"]
        assert found == wanted, name


def test_it_is_one_module_that_knows_the_decks(tmp_path: Path) -> None:
    source = AUDIT.read_text(encoding="utf-8")
    imports = re.findall(r"\b(?:import|require)\b *\(.*?\)|^import .*", source, re.MULTILINE)
    assert imports == ['import("node:crypto")']
    [decks] = javascript(tmp_path, [["DECKS"]])
    for variant, deck in decks.items():
        words = DECKS[variant].split()
        assert deck == dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert set(decks) == set(DECKS)


def test_recorded_games_are_sound(tmp_path: Path, signer: Signer) -> None:
    keys = signer.public_keys()
    cases: list[tuple[str, str, dict[str, Any]]] = []
    for name in (*some_recordings(), "nonces"):
        whole = text(export(log_of(name), None, signer))
        cases.append((name, whole, {"keys": keys}))
    results = javascript(tmp_path, [["verify", source, known] for _, source, known in cases])
    sound = {"status": 0, "version": None, "reason": "", "unchecked": "the rules"}
    assert {name: result for (name, _, _), result in zip(cases, results, strict=True)} == {
        name: sound for name, _, _ in cases
    }


def test_it_says_what_it_could_not_check(tmp_path: Path) -> None:
    cases = []
    for name in FORGED:
        log = log_of(name)
        for seats in (frozenset[Seat](), frozenset({Seat.AXIS}), None):
            cases.append((name, text(export(until(log, 40), seats)), {}))
        cases.append((name, text(export(log, frozenset())), {}))
    compare(tmp_path, cases)


def test_it_finds_what_the_script_finds(tmp_path: Path, signer: Signer) -> None:
    chooser = random.Random(20)
    cases: list[tuple[str, str, dict[str, Any]]] = []
    for name in FORGED:
        lines = export(log_of(name))
        count = lines[0]["version"]
        for version in (1, count, *chooser.sample(range(2, count), 3)):
            forged = list(crude(lines, version, chooser.randint(1, count)))
            cases += [(f"{name} {f.name}", text(f.lines), {}) for f in chooser.sample(forged, 8)]
        most = list(skilled(lines, chooser))
        forged = most if name == "vassieux_2025" else chooser.sample(most, 15)
        cases += [(f"{name} {f.name}", text(f.lines), {}) for f in forged]
    lines = export(log_of("sainte_mere_eglise_2004"))
    forged = [f for f in skilled(lines, chooser) if "unit_" in f.name or "ambush" in f.name]
    cases += [(f.name, text(f.lines), {}) for f in forged]
    assert len(cases) > 100
    compare(tmp_path, cases)


def test_it_reads_what_the_script_reads(tmp_path: Path, signer: Signer) -> None:
    chooser = random.Random(21)
    whole = text(export(log_of("vassieux_2025"), None, signer))
    cases: list[tuple[str, str, dict[str, Any]]] = []
    for _ in range(60):
        at = chooser.randrange(len(whole))
        other = chr(ord(whole[at]) ^ (1 << chooser.randrange(7)))
        flipped = whole[:at] + other + whole[at + 1 :]
        cases.append((f"{at} {other!r}", flipped, {"keys": signer.public_keys()}))
    for odd in ("", "\n", "{}", "[]\n", '{"format":"other"}', '"text"\n', whole[:-1], whole + "\n"):
        cases.append((odd[:20], odd, {}))
    line = '"version":30'
    for other in ('"version":30.0', '"version": 30', f"{line},{line}", '"version":1e1'):
        cases.append((other, whole.replace(line, other, 1), {}))
    for other in ('"version":1234567890123456', '"version":-0', '"version":"\\ud800"'):
        cases.append((other, whole.replace(line, other, 1), {}))
    compare(tmp_path, cases)


def test_it_takes_a_hash_that_was_seen_before(tmp_path: Path) -> None:
    lines = export(log_of("vassieux_2025"))
    whole, seen, end = text(lines), lines[20]["hash"], lines[-1]["hash"]
    known: list[dict[str, Any]] = [
        {"head": seen, "at": 20},
        {"head": end},
        {"head": seen, "at": 21},
        {"head": seen},
        {"head": seen, "at": 900},
    ]
    compare(tmp_path, [(str(one), whole, one) for one in known])


def test_it_judges_seals_as_the_script_does(tmp_path: Path, signer: Signer) -> None:
    keys = signer.public_keys()
    log = log_of("vassieux_2025")
    lines = export(log, None, signer)
    make_key(tmp_path / "keys")
    other = Signer(tmp_path / "keys")
    sealed: list[Export] = [lines, lines[:-1], export(log, None, other)]
    for name, value in (
        ("version", 3),
        ("at", "2031"),
        ("key", "0" * 16),
        ("more", 1),
        ("signature", "A" * 86),
        ("signature", respelt(lines[-1]["seal"]["signature"])),
    ):
        changed: Export = json.loads(json.dumps(lines))
        changed[-1]["seal"][name] = value
        sealed.append(changed)
    posing: Export = json.loads(json.dumps(sealed[2]))
    posing[-1]["seal"]["key"] = keys["keys"][0]["kid"]
    running = export(until(log, 40), frozenset())
    cases = [
        (f"seal {place}", text(one), {"keys": keys})
        for place, one in enumerate([*sealed, posing, running])
    ]
    found = javascript(tmp_path, [["verify", source, known] for _, source, known in cases])
    wanted = [verdicts(source, **known) for _, source, known in cases]
    for one, two in zip(found, wanted, strict=True):
        assert (one["status"], one["version"]) == (two["status"], two["version"])
        assert one["unchecked"] == two["unchecked"]
    assert [one["status"] for one in found] == [0, *[1] * (len(found) - 2), 0]


def test_it_takes_an_export_in_several_forms(tmp_path: Path) -> None:
    lines = export(log_of("vassieux_2025"))
    whole = text(lines)
    sources = [whole, whole.removesuffix("\n").split("\n"), lines, {"bytes": list(whole.encode())}]
    reports = javascript(tmp_path, [["verify", source] for source in sources])
    assert [report["status"] for report in reports] == [0, 0, 0, 0]
    [unreadable] = javascript(tmp_path, [["verify", {"bytes": [*b'{"a":"', 0xFF, *b'"}']}]])
    assert unreadable["status"] == 2
