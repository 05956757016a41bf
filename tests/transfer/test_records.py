"""Logs told in writing, and logs made again from records."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import apply, create, evolve
from domain.chance import SeededChance
from domain.commands import Resign, TakeSeat, decider
from domain.notation import NotationError, read
from domain.values import EditionName, Ending, Seat, Undo
from events.clock import at_milliseconds
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop, load
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.transfer.exports import export_lines
from events.transfer.records import read_record, record_text, recorded
from events.transfer.verifying import CheckedLog, RefusedLogError
from tests.fixtures import game_options, plays
from tests.support.each import each
from tests.support.logs import RECORDINGS, battles_of, recorded_log, rehashed
from tests.support.taking_back import Wavering

Log = list[StoredEvent]
OLD_CARDS = {"pegasus_2004", "pegasus_2025", "made_up_2004", "made_up_2025"}
"""Recordings with cards played in a form that is not written any more."""
GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "records").glob("*.txt"))
"""Records as they were written once: they are read and played again for ever."""
REPORTS = sorted((Path(__file__).parent.parent / "reports").glob("*.txt"))
"""Records that came with a report of something wrong; comments say what."""


def lines(log: Log) -> list[bytes]:
    return list(map(dump, log))


def again(log: Log, **known: Any) -> CheckedLog:
    """A log that was told in writing and read back."""
    return read_record(record_text(log, None), battles=battles_of(log).__getitem__, **known)


def refusal(text: str) -> str:
    with pytest.raises(RefusedLogError) as refused:
        read_record(text)
    return refused.value.reason


@cache
def small() -> Log:
    """A short game as it would be stored today."""
    stored = recorded_log()
    seed = stored[0].hidden.data["seed"] if stored[0].hidden else ""
    made: Log = []
    for one in stored:
        head = made[-1].hash if made else chain.GENESIS
        [again] = envelop((one.event,), len(made), head, EventMetadata(one.at, one.seat, seed))
        made.append(msgspec.structs.replace(again, last=one.last))
    return rehashed(made)


@pytest.fixture(scope="module")
def log() -> Log:
    """A game by clients that add to chance, in which time passes, and runs out in the end."""
    return list(_timed())


def _timed() -> Iterator[StoredEvent]:
    new = game_options("timed")
    clock, dice, head = 1_900_000_000_123, random.Random(5), chain.GENESIS
    created = create(EditionName.E2025, new)
    state = evolve(None, created)
    [one] = envelop((created,), 0, head, EventMetadata(at_milliseconds(clock), None, new.seed))
    yield one
    nonces = ["ab", "ab.cd_1"]
    while state.winner is None:
        clock += dice.choice((0, 1, 999, 86_400_000))
        nonce = nonces.pop(0) if nonces else dice.choice(("", "x-1", "y"))
        command: Any = TakeSeat(Seat.ALLIES, "pl_a")
        if state.seats:
            command = TakeSeat(Seat.AXIS, "pl_b")
        if state.awaited is not None:
            command = dice.choice(plays(state))
            if state.version > 200:
                clock += 1000 * new.move_time_limit
                command = Resign(state.awaited, Ending.TIME_LIMIT)
        chance = SeededChance(bytes.fromhex(new.seed), new.game, nonce)
        decision = apply(state, command, chance)
        stamp = EventMetadata(at_milliseconds(clock), decider(command), new.seed, nonce)
        made = envelop(decision.events, one.version, one.hash, stamp)
        yield from made
        one = made[-1]
        state = decision.state


def test_times_nonces_salts_and_hashes_come_out_as_they_were(log: Log) -> None:
    text = record_text(log, None)
    assert '[Nonces "1=ab 2=ab.cd_1 ' in text and "timeout" in text
    checked = read_record(text)
    assert list(checked.lines) == lines(log)
    assert checked.vouched_by == "rules"


@pytest.mark.parametrize("name", sorted({*RECORDINGS[::5], *OLD_CARDS}))
def test_recorded_games_come_out_as_they_were(name: str) -> None:
    log = recorded_log(name)
    text = record_text(log, None)
    made = recorded(read(text), battles_of(log).__getitem__)
    assert [one.event for one in made] == [one.event for one in log]
    exact = lines(made) == lines(log)
    assert exact is ("[Head " in text) is (name not in OLD_CARDS)


@each("policy", [Undo.FREE, Undo.CONSENT])
def test_what_was_taken_back_comes_out_as_it_was(policy: Undo) -> None:
    log = Wavering(policy, 3).go_on()
    assert list(again(log).lines) == lines(log)


def test_a_record_is_a_tenth_of_an_export(log: Log) -> None:
    everything = b"".join(export_lines(log, None))
    assert len(record_text(log, None)) * 10 < len(everything)


def test_a_seal_goes_along_and_vouches(tmp_path: Path, log: Log) -> None:
    make_key(tmp_path)
    signer = Signer(tmp_path)
    seal = signer.seal("timed", len(log), log[-1].hash, log[-1].at)
    text = record_text(log, None, seal)
    trusted = read_record(text, signer.public_keys())
    assert (trusted.vouched_by, trusted.seal) == ("seal", seal)
    unknown = read_record(text)
    assert (unknown.vouched_by, unknown.seal) == ("rules", None)
    spoiled = text.replace('\\"version\\":', '\\"version\\":1')
    assert "seal" in refusal(spoiled)
    assert refusal(text.replace('[Seal "{', '[Seal "')).startswith("invalid seal")


def test_a_battle_that_was_changed_since_goes_along(log: Log) -> None:
    created = log[0].event
    setup = replace(created.setup, year=1943)  # type: ignore[union-attr]
    other = {"pegasus_bridge": setup}.__getitem__
    text = record_text(log, None)
    assert "[Creation" not in text
    assert refusal_on(text, other)
    data = {**log[0].data, "setup": msgspec.to_builtins(setup)}
    changed = [msgspec.structs.replace(log[0], data=data), *log[1:]]
    text = record_text(changed, None)
    assert "[Creation" in text
    assert [one.event for one in recorded(read(text))] == [one.event for one in changed]


def refusal_on(text: str, battles: Any) -> bool:
    with pytest.raises(RefusedLogError):
        read_record(text, battles=battles)
    return True


def creation(**changes: Any) -> str:
    """The text of a game that says itself how it was created."""
    log = small()
    stored = {"schema": log[0].schema, "data": log[0].data} | changes
    escaped = json.dumps(stored).replace("\\", "\\\\").replace('"', '\\"')
    return f'{record_text(log, None)}[Creation "{escaped}"]\n'


def without(text: str, name: str) -> str:
    return "".join(line for line in text.splitlines(True) if not line.startswith(f"[{name} "))


def test_a_record_without_times_and_hash_is_taken_by_the_rules() -> None:
    log = small()
    bare = without(without(record_text(log, None), "Head"), "Finished")
    start, times = bare.index("[Times"), bare.index("]", bare.index("[Times"))
    checked = read_record(bare[:start] + bare[times + 1 :])
    assert checked.finished is not None
    assert [load(line).event for line in checked.lines] == [one.event for one in log]


SPOILED = {
    "Head": ("Head: the game of this record has", '[Head "', '[Head "0'),
    "Created": ("Created: 'noon' is not a time", '[Created "2030', '[XWas "2030'),
    "Finished": ("Finished: the game of this record has", '[Finished "2', '[Finished "1'),
    "Times": ("Times: 'x0' is not a number of milliseconds", '[Times "0', '[Times "x0'),
    "count": ("Times: there are", '[Times "0', '[Times "0 0'),
    "far": ("Times: '99999999999999999' is not a number", '[Times "0', '[Times "99999999999999999'),
}


@each("name", SPOILED)
def test_a_spoiled_record_is_refused(name: str) -> None:
    reason, before, after = SPOILED[name]
    text = record_text(small(), None)
    assert before in text
    spoiled = text.replace(before, after)
    if name == "Created":
        spoiled += '[Created "noon"]'
    assert reason in refusal(spoiled)


@each(
    "changes, reason",
    [
        ({}, ""),
        ({"schema": 99}, "such a game cannot be created"),
        ({"data": {}}, "such a game cannot be created"),
        ({"more": 1}, "such a game cannot be created"),
        ({"data": {"game": 1}}, "such a game cannot be created"),
    ],
)
def test_a_creation_is_looked_at_closely(changes: dict[str, Any], reason: str) -> None:
    if not changes:
        assert read_record(creation()).lines
        return
    assert reason in refusal(creation(**changes))


def test_a_creation_that_leads_to_no_game_is_refused() -> None:
    log = small()
    setup = {**log[0].data["setup"], "armies": []}
    text = creation(data={**log[0].data, "setup": setup})
    assert "Creation: the set-up of 'vassieux' differs" in refusal(text)
    with pytest.raises(NotationError, match="Creation: no game can be played like that"):
        recorded(read(text))


def test_a_text_may_not_be_longer_than_any_game() -> None:
    assert "characters" in refusal(" " * (4 * 1024 * 1024 + 1))


def test_a_log_begins_with_its_creation(log: Log) -> None:
    with pytest.raises(ValueError, match="begins with its creation"):
        record_text(log[1:], None)


@each("path", GOLDEN)
def test_a_record_of_old_is_read_and_played_again(path: Path) -> None:
    game = read(path.read_text(encoding="utf-8"))
    assert str(len(recorded(game))) == game.required("Version")


@each("path", REPORTS)
def test_what_was_reported_is_played_again(path: Path) -> None:
    game = read(path.read_text(encoding="utf-8"))
    assert game.comment or any(step.comment for step in game.steps), "say what was wrong"
    assert len(recorded(game)) > 1


def test_a_report_of_what_the_rules_do_not_lead_to_says_where() -> None:
    text = REPORTS[0].read_text(encoding="utf-8").replace("[rolls ", "[rolls S", 1)
    with pytest.raises(NotationError, match="where the seed and the rules lead to 'rolls"):
        recorded(read(text))
