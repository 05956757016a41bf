"""Exports, and what is made sure of when one is read back."""

import base64
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from domain.errors import ScenarioError
from domain.events import Event, Throw
from domain.setup import Setup
from domain.values import Card, EditionName, Ending, Seat, Undo
from events.log import chain
from events.log.stored_event import HiddenPart, StoredEvent, dump
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.transfer.exports import export_lines, read_export
from events.transfer.verifying import CheckedLog, RefusedLogError, verified
from tests.chain.exports import Json, changed, export, text
from tests.chain.verifier import first_bad
from tests.support.each import each
from tests.support.logs import (
    AT,
    exported,
    played_log,
    recorded_log,
    rehashed,
    rewritten,
)
from tests.support.seating import SEATS
from tests.support.taking_back import Wavering

Log = list[StoredEvent]


def read(data: bytes, keys: Any = None) -> CheckedLog:
    return read_export(data.splitlines(keepends=True), keys)


def refusal(data: bytes, keys: Any = None) -> tuple[int | None, str]:
    with pytest.raises(RefusedLogError) as refused:
        read(data, keys)
    return refused.value.version, refused.value.reason


@pytest.fixture(scope="module")
def log() -> Log:
    """A game that one side gave up after 60 commands."""
    return recorded_log()


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    make_key(tmp_path / "keys")
    return Signer(tmp_path / "keys")


def seal_of(signer: Signer, log: Log) -> bytes:
    return signer.seal(log[0].data["game"], len(log), log[-1].hash, log[-1].at)


@each("seats", [frozenset(), {Seat.ALLIES}, {Seat.AXIS}, set(SEATS)])
def test_an_export_for_a_viewer_verifies_but_is_not_taken(log: Log, seats: set[Seat]) -> None:
    lines = list(export_lines(log, frozenset(seats)))
    header, *events = map(json.loads, lines)
    assert header["complete"] is False
    assert first_bad(events, header["version"], header["head"]) is None
    assert events == [json.loads(json.dumps(one.shown_to(frozenset(seats)))) for one in log]
    assert refusal(b"".join(lines)) == (
        0,
        "parts of the game are hidden: only a complete export will do",
    )


def test_a_complete_export_opens_everything(log: Log) -> None:
    header, *events = map(json.loads, export_lines(log, None))
    assert header == {
        "format": "afteraction game",
        "schema": 1,
        "game": log[0].data["game"],
        "version": len(log),
        "head": log[-1].hash,
        "complete": True,
        "exported_at": AT,
    }
    assert first_bad(events, len(log), log[-1].hash) is None
    for shown, one in zip(events, log, strict=True):
        if one.hidden is not None:
            assert {name: shown["data"][name] for name in one.hidden.data} == one.hidden.data


def test_a_game_that_still_runs_is_verified_too(log: Log) -> None:
    last = max(one.version for one in log[:60] if one.last)
    checked = read(exported(log[:last]))
    assert (checked.state.version, checked.finished) == (last, None)


def test_an_empty_log_is_none() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        list(export_lines([], None))


Forgery = Callable[[Log], Log]


def of_type(log: Log, kind: str, skip: int = 0) -> int:
    """The version of an event of a type."""
    return [one.version for one in log if one.type == kind][skip]


def with_data(kind: str, **changes: object) -> Forgery:
    def forge(log: Log) -> Log:
        version = of_type(log, kind)
        return rewritten(log, version, data={**log[version - 1].data, **changes})

    return forge


def with_hidden(kind: str, change: Callable[[HiddenPart], HiddenPart | None]) -> Forgery:
    def forge(log: Log) -> Log:
        version = of_type(log, kind)
        hidden = log[version - 1].hidden
        assert hidden is not None
        return rewritten(log, version, hidden=change(hidden))

    return forge


def with_envelope(kind: str, **changes: object) -> Forgery:
    return lambda log: rewritten(log, of_type(log, kind), **changes)


def group_of(log: Log, version: int) -> range:
    """The versions of the command that an event belongs to."""
    first = version
    while not log[first - 2].last:
        first -= 1
    while not log[version - 1].last:
        version += 1
    return range(first, version + 1)


def with_group(kind: str, **changes: object) -> Forgery:
    def forge(log: Log) -> Log:
        chosen = group_of(log, of_type(log, kind))
        return rehashed([replace(one, **changes) if one.version in chosen else one for one in log])

    return forge


def other_faces(log: Log, kind: str = "dice_rolled") -> Log:
    version = of_type(log, kind)
    data = log[version - 1].data
    faces = ["star" if face != "star" else "flag" for face in data["faces"]]
    return rewritten(log, version, data={**data, "faces": faces})


def swapped_deck(hidden: HiddenPart) -> HiddenPart:
    first, second, *rest = hidden.data["order"]
    places = [second, first, *rest] if first != second else [*rest, first, second]
    return replace(hidden, data={"order": places})


def without(kind: str) -> Forgery:
    def forge(log: Log) -> Log:
        chosen = group_of(log, of_type(log, kind))
        return rehashed([one for one in log if one.version not in chosen])

    return forge


def reseeded(log: Log) -> Log:
    """Another seed, with all that hangs on it made right but the draws."""
    seed = "11" * 32
    data = {**log[0].data, "seed_commitment": hash_of(bytes.fromhex(seed))}
    forged = [replace(log[0], data=data, hidden=replace(log[0].hidden, data={"seed": seed}))]
    forged += log[1:-1]
    forged += [replace(log[-1], data={"seed": seed})]
    return rehashed(
        [
            replace(one, hidden=replace(one.hidden, salt=chain.salt(seed, one.version)))
            if one.hidden
            else one
            for one in forged
        ]
    )


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


FORGERIES: dict[str, tuple[Forgery, str | None, str]] = {
    "other dice": (other_faces, "dice_rolled", "no command"),
    "another order of the deck": (
        with_hidden("deck_shuffled", swapped_deck),
        "deck_shuffled",
        "no command",
    ),
    "another card dealt": (
        with_hidden("card_drawn", lambda hidden: replace(hidden, data={"card": str(Card.BARRAGE)})),
        "card_drawn",
        "no command",
    ),
    "another seed": (reseeded, "game_started", "no command"),
    "a salt of one's own": (
        with_hidden("cards_dealt", lambda hidden: replace(hidden, salt="00" * 16)),
        "cards_dealt",
        "salt",
    ),
    "hidden from nobody": (
        with_hidden("cards_dealt", lambda hidden: replace(hidden, audience=tuple(SEATS))),
        "cards_dealt",
        "hides other fields",
    ),
    "more losses": (with_data("figures_lost", count=4), "figures_lost", "no command"),
    "more dice": (with_data("attack_declared", dice=5), "attack_declared", "no command"),
    "a unit that is not there": (
        with_data("unit_ordered", unit="axis-99"),
        "unit_ordered",
        "no command",
    ),
    "a field that no event has": (
        with_data("turn_started", note="x"),
        "turn_started",
        "no such fields",
    ),
    "a truth value for a number": (with_data("turn_started", turn=True), "turn_started", "fit"),
    "more units in the set-up": (
        lambda log: rewritten(
            log,
            1,
            data={
                **log[0].data,
                "setup": {**log[0].data["setup"], "units": log[0].data["setup"]["units"][1:]},
            },
        ),
        "game_created",
        "another set-up",
    ),
    "a battle that is not": (with_data("game_created", scenario="x"), "game_created", "no battle"),
    "larger hands": (with_data("game_created", hand_sizes=[]), "game_created", "another set-up"),
    "no time to decide": (
        with_data("game_created", move_time_limit=0),
        "game_created",
        "its time limit",
    ),
    "a creator who cannot be": (
        with_data("game_created", created_by="a:b"),
        "game_created",
        "by no id",
    ),
    "a player who cannot be": (with_data("seat_taken", player="a b"), "seat_taken", "by no id"),
    "another seed at the end": (
        with_data("seed_revealed", seed="00" * 32),
        "seed_revealed",
        "no command",
    ),
    "another winner": (with_data("game_finished", winner="allies"), "game_finished", "no command"),
    "a command left out": (without("turn_ended"), None, "no command"),
    "a seat left out": (without("seat_taken"), "game_started", "no command"),
    "decided by the other": (
        with_group("unit_ordered", seat=Seat.ALLIES),
        "unit_ordered",
        "the decision of",
    ),
    "decided by nobody": (with_group("unit_ordered", seat=None), "unit_ordered", "the decision of"),
    "resigned by nobody": (with_group("seat_resigned", seat=None), "seat_resigned", "decision of"),
    "decided by who does not sit there": (
        with_group("unit_ordered", seat=Seat.ALLIES_2),
        "unit_ordered",
        "the decision of",
    ),
    "dealt to who does not sit there": (
        with_data("cards_dealt", seat="axis_4"),
        "cards_dealt",
        "no command",
    ),
    "dealt to a seat that is none": (
        with_data("cards_dealt", seat="axis_5"),
        "cards_dealt",
        "does not fit",
    ),
    "one decider within a command": (
        with_envelope("game_finished", seat=None),
        "game_finished",
        "differ in their envelope",
    ),
    "a time that is none": (with_group("unit_ordered", at="yesterday"), "unit_ordered", "time"),
    "a date that is none": (
        with_group("unit_ordered", at="2030-02-31T03:04:05.678Z"),
        "unit_ordered",
        "fit",
    ),
    "a command that does not end": (
        with_envelope("seed_revealed", last=False),
        None,
        "not all there",
    ),
    "a command that ends early": (
        with_envelope("game_finished", last=True),
        "seat_resigned",
        "no command",
    ),
    "a nonce that is none": (with_group("unit_ordered", nonce="a.b"), "unit_ordered", "nonce"),
    "an empty nonce": (with_group("unit_ordered", nonce=""), "unit_ordered", "nonce"),
    "a nonce that gives other dice": (
        with_group("dice_rolled", nonce="abc"),
        "attack_declared",
        "no command",
    ),
    "an unknown type": (with_envelope("unit_ordered", type="unit_flown"), "unit_ordered", "fit"),
    "an unknown schema": (with_envelope("unit_ordered", schema=7), "unit_ordered", "fit"),
}


@each("name", FORGERIES)
def test_a_forged_game_is_refused_though_its_hashes_hold(log: Log, name: str) -> None:
    forge, kind, reason = FORGERIES[name]
    forged = forge(log)
    version, said = refusal(exported(forged))
    assert reason in said
    if kind is not None:
        culprit = of_type(forged, "unit_flown" if name == "an unknown type" else kind)
        assert version in (range(1, 2) if culprit == 1 else group_of(forged, culprit))


def lines_of(log: Log) -> list[Any]:
    return [json.loads(line) for line in export_lines(log, None)]


def joined(lines: list[Any]) -> bytes:
    return b"".join(chain.canonical(line) + b"\n" for line in lines)


Spoiling = Callable[[list[Any]], object]

SPOILED: dict[str, tuple[Spoiling, int | None]] = {
    "no header": (lambda lines: lines.pop(0), 0),
    "another format": (lambda lines: lines[0].update(format="chess"), 0),
    "another schema": (lambda lines: lines[0].update(schema=2), 0),
    "more in the header": (lambda lines: lines[0].update(more=1), 0),
    "another game": (lambda lines: lines[0].update(game="gm_1"), 0),
    "a name that is a path": (lambda lines: lines[0].update(game="../x"), 0),
    "another head": (lambda lines: lines[0].update(head="0" * 64), 0),
    "another time": (lambda lines: lines[0].update(exported_at="2030-01-01T00:00:00.000Z"), 0),
    "no events": (lambda lines: lines[0].update(version=0), 0),
    "too many events": (lambda lines: lines[0].update(version=20_001), 0),
    "cut off": (lambda lines: lines.pop(), None),
    "lines behind the end": (lambda lines: lines.append(lines[-1]), None),
    "two seals": (lambda lines: lines.extend([{"seal": {}}] * 2), None),
    "an event left out": (lambda lines: (lines.pop(20), lines[0].update(version=113)), 20),
    "two events swapped": (lambda lines: lines.insert(20, lines.pop(21)), 20),
    "another time of an event": (lambda lines: lines[9].update(at="2030-01-01T00:00:00.000Z"), 9),
    "a further member": (lambda lines: lines[9].update(note="x"), 9),
    "another hash": (lambda lines: lines[9].update(hash="0" * 64), 9),
    "another secret": (lambda lines: lines[1]["data"].update(seed="0" * 64), 1),
    "another commitment": (lambda lines: lines[1]["hidden"].update(commitment="0" * 64), 1),
    "a closed secret": (lambda lines: lines[1]["hidden"].pop("salt"), 1),
    "a salt that is none": (lambda lines: lines[1]["hidden"].update(salt="0" * 31), 1),
    "a field that is not there": (lambda lines: lines[1]["hidden"].update(fields=["x"]), 1),
    "no creation": (lambda lines: (lines.pop(1), lines[0].update(version=113)), 1),
}


@each("name", SPOILED)
def test_a_spoiled_export_is_refused_where_it_is_spoiled(log: Log, name: str) -> None:
    spoil, version = SPOILED[name]
    lines = lines_of(log)
    spoil(lines)
    assert refusal(joined(lines))[0] == version


@each("data", [b"", b"\n", b"{", b"[" * 100_000, b"\xff", b"null"])
def test_what_is_no_export_at_all_is_refused(data: bytes) -> None:
    assert refusal(data)[0] == 0


@each(
    "change",
    [
        lambda event: event["data"].update(edition="1999"),
        lambda event: event["data"].update(setup=[]),
        lambda event: event["data"].pop("variant"),
        lambda event: event.update(schema=7),
        lambda event: event.update(type="world_created"),
    ],
)
def test_a_creation_that_nobody_here_knows_is_refused(
    log: Log, change: Callable[[Json], object]
) -> None:
    data = text(changed(export(log), 1, change)).encode()
    assert refusal(data) == (1, "no game is created like that here")


def test_the_first_event_must_create_the_game(log: Log) -> None:
    lines = [lines_of(log)[0], *(one.shown_to(None) for one in rehashed([log[1], *log[1:]]))]
    lines[0]["head"] = lines[-1]["hash"]
    assert refusal(joined(lines)) == (1, "a game begins with its creation")


def test_a_known_seal_vouches_for_a_game_that_todays_rules_would_not_lead_to(
    log: Log, signer: Signer
) -> None:
    odd = rewritten(log, of_type(log, "figures_lost"), data=odd_loss(log))
    assert "no command" in refusal(exported(odd))[1]
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
    assert "no seal" in said
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


def test_time_that_ran_out_is_nobodys_decision(log: Log) -> None:
    resigned = of_type(log, "seat_resigned")
    group = log[resigned - 1 :]
    group[0] = replace(group[0], data={**group[0].data, "reason": str(Ending.TIME_LIMIT)})
    group[1] = replace(group[1], data={**group[1].data, "reason": str(Ending.TIME_LIMIT)})

    def ended(at: str, seat: Seat | None) -> bytes:
        events = [replace(one, at=at, seat=seat) for one in group]
        return exported(rehashed([*log[: resigned - 1], *events]))

    late, early = "2030-01-03T03:04:05.678Z", "2030-01-03T03:04:05.677Z"
    assert read(ended(late, None)).times.updated == late
    assert refusal(ended(early, None)) == (resigned, "the seat had time left")
    assert refusal(ended(late, Seat.AXIS))[0] == resigned


def test_a_game_of_a_battle_that_was_changed_since_is_taken_as_it_was_stored() -> None:
    old = recorded_log("pegasus_2004")
    assert {one.schema for one in old} == {1}
    assert read(exported(old)).vouched_by == "rules"


def test_battles_are_looked_up_by_name(log: Log) -> None:
    def nowhere(_name: str) -> Setup:
        raise ScenarioError

    with pytest.raises(RefusedLogError, match="no battle is named"):
        read_export(exported(log).splitlines(), None, nowhere)


@each("solo", [False, True])
@each("policy", [Undo.FREE, Undo.CONSENT])
def test_games_with_what_was_taken_back_are_read_back(policy: Undo, solo: bool) -> None:
    log = Wavering(policy, solo=solo).go_on()
    assert {"taken_back"} <= {one.type for one in log}
    assert list(read(exported(log)).lines) == [dump(one) for one in log]


def test_a_take_back_that_the_policy_does_not_allow_is_refused() -> None:
    log = Wavering(Undo.FREE).go_on()
    place = next(n for n, one in enumerate(log) if one.type == "taken_back")
    for to_version in (1, 3, place, place + 1, 10**6):
        forged = [*log]
        forged[place] = replace(log[place], data={"to_version": to_version})
        version, _ = refusal(exported(rehashed(forged)))
        assert version == place + 1


@pytest.mark.parametrize("edition", list(EditionName))
def test_random_games_are_read_back(edition: EditionName) -> None:
    for number in range(2):
        log = played_log(f"game-{number}", edition, number)
        assert list(read(exported(log)).lines) == [dump(one) for one in log]
