"""Exports, and what is made sure of when one is read back."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.errors import ScenarioError
from domain.setup import Setup
from domain.values import EditionName, Ending, Seat, Undo
from events.log.stored_event import dump
from events.transfer.exports import export_lines, read_export
from events.transfer.verifying import RefusedLogError
from tests.chain.exports import Json, changed, export, text
from tests.chain.verifier import first_bad
from tests.support.each import each
from tests.support.logs import (
    AT,
    exported,
    played_log,
    recorded_log,
    rehashed,
)
from tests.support.seating import SEATS
from tests.support.taking_back import Wavering
from tests.transfer.forging import Log, joined, lines_of, of_type, read, refusal


@each("seats", [frozenset(), {Seat.ALLIES}, {Seat.AXIS}, set(SEATS)])
def test_an_export_for_a_viewer_verifies_but_is_not_taken(log: Log, seats: set[Seat]) -> None:
    lines = list(export_lines(log, frozenset(seats)))
    header, *events = map(json.loads, lines)
    assert header["complete"] is False
    assert first_bad(events, header["version"], header["head"]) is None
    assert events == [json.loads(json.dumps(one.shown_to(frozenset(seats)))) for one in log]
    assert refusal(b"".join(lines)) == (
        0,
        "parts of the game are hidden; a complete export is required",
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
    assert refusal(data) == (1, "such a game cannot be created")


def test_the_first_event_must_create_the_game(log: Log) -> None:
    lines = [lines_of(log)[0], *(one.shown_to(None) for one in rehashed([log[1], *log[1:]]))]
    lines[0]["head"] = lines[-1]["hash"]
    assert refusal(joined(lines)) == (1, "a game begins with its creation")


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

    with pytest.raises(RefusedLogError, match="has no scenario named"):
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
