"""The command is in the log: what it asked for, told by the first event that came of it."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import commands as c
from domain import events as e
from domain.values import UNKNOWN_CARD, Card, Ending, Seat
from events.games.decision_log import DecisionLog
from events.games.service import GameService
from events.log import chain, command_codec
from events.log.stored_event import StoredEvent, dump, load, with_hash
from events.log.verifier import verify
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.transfer.exports import read_export
from events.transfer.records import read_record, record_text
from events.transfer.verifying import RefusedLogError
from tests.fixtures import ALICE, BOB, Clock, game_options, opened, plays, started
from tests.support.branching import branch_of
from tests.support.logs import exported, recorded_log, rewritten

Log = list[StoredEvent]
HANDED_OUT = c.HandOut(Seat.AXIS_1, Card.DIG_IN, Seat.AXIS_2)
HANDED_OUT_TOLD = {"type": "hand_out", "to": "axis_2"}


@pytest.fixture
def log(store: Any, clock: Clock) -> Log:
    """A whole game as the service stores it, in which one seat has resigned at last."""
    games = GameService(store, clock)
    started(games)
    for number in range(80):
        state = games.repository.cached("game").state
        legal = plays(state)
        games.submit("game", legal[number * 7 % len(legal)])
    awaited = games.repository.cached("game").state.awaited
    clock.advance(days=90)
    games.submit("game", c.Resign(awaited or Seat.AXIS, Ending.TIME_LIMIT))
    return games.repository.events("game", 0)


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    make_key(tmp_path / "keys")
    return Signer(tmp_path / "keys")


def seal_of(signer: Signer, log: Log) -> bytes:
    return signer.seal(log[0].data["game"], len(log), log[-1].hash, log[-1].at)


def begins(log: Log) -> list[StoredEvent]:
    """The first event of each command."""
    return [one for before, one in pairwise(log) if before.last]


def test_every_command_is_reported_by_its_first_event_and_by_no_other(log: Log) -> None:
    first = begins(log)
    assert all(one.command is not msgspec.UNSET for one in first)
    assert all(one.command is msgspec.UNSET for one in log if one not in first)
    assert [one.command for one in first[:2]] == [
        {"type": "take_seat", "player": ALICE},
        {"type": "take_seat", "player": BOB},
    ]
    last = first[-1]
    late = last.event
    assert isinstance(late, e.SeatResigned)
    assert last.command == {"type": "resign", "seat": late.seat, "reason": "time_limit"}
    assert last.seat is None
    assert last.command_to(late) == c.Resign(late.seat, Ending.TIME_LIMIT)
    kinds = {str(one.command["type"]) for one in first if one.command is not msgspec.UNSET}
    assert {"play_card", "order_unit", "end_turn"} < kinds
    assert [load(dump(one)) for one in log] == log


@pytest.mark.parametrize(
    ("command", "result", "first"),
    [
        (
            c.ChooseCard(Seat.AXIS, Card.AMBUSH),
            {"type": "choose_card"},
            e.CardKept(Seat.AXIS, Card.AMBUSH),
        ),
        (
            c.ProposeCard(Seat.AXIS_2, Card.AMBUSH),
            {"type": "propose_card"},
            e.CardProposed(Seat.AXIS_2, (Seat.AXIS_1,), Card.AMBUSH),
        ),
        (HANDED_OUT, HANDED_OUT_TOLD, e.CardHandedOut(Seat.AXIS_1, Seat.AXIS_2, Card.DIG_IN)),
    ],
    ids=lambda one: one["type"] if isinstance(one, dict) else "",
)
def test_an_argument_that_is_hidden_is_in_the_hidden_part_alone(
    command: c.Command, result: dict[str, Any], first: Any
) -> None:
    assert command_codec.encode(command) == result
    assert command_codec.decode(result, command.seat, first) == command
    unseen = replace(first, card=UNKNOWN_CARD)
    assert command_codec.decode(result, command.seat, unseen) is None


def test_the_first_logs_tell_a_card_that_is_handed_out() -> None:
    """They are read as before; what they tell is the card of the event."""
    first = e.CardHandedOut(Seat.AXIS_1, Seat.AXIS_2, Card.DIG_IN)
    values = {**HANDED_OUT_TOLD, "card": "dig_in"}
    assert command_codec.decode(values, Seat.AXIS_1, first) == HANDED_OUT
    for command in (c.ProposeCard(Seat.AXIS_2, Card.AMBUSH), HANDED_OUT):
        values = {**command_codec.encode(command), "card": "barrage"}
        proposed = e.CardProposed(Seat.AXIS_2, (Seat.AXIS_1,), Card.AMBUSH)
        event = first if command is HANDED_OUT else proposed
        with pytest.raises(ValueError, match="is not in its canonical form"):
            command_codec.decode(values, command.seat, event)


def test_what_is_recorded_is_judged(log: Log) -> None:
    place = next(n for n, one in enumerate(log) if one.type == "unit_ordered")
    asked = log[place].command
    assert asked is not msgspec.UNSET
    for other in (
        {**asked, "unit": "allies-1" if asked["unit"] != "allies-1" else "allies-2"},
        {**asked, "more": 1},
        {**asked, "seat": "axis"},
        {"type": "end_orders"},
        {"type": "no_such_command"},
        {"type": "order_unit", "unit": "x" * 100},
        {"type": ["order_unit"]},
        {},
    ):
        forged = rewritten(log, place + 1, command=other)
        with pytest.raises(RefusedLogError) as refused:
            read_export(exported(forged).splitlines(keepends=True))
        assert refused.value.version == place + 1
        assert verify(exported(rewritten(log, 1)).decode().splitlines()).status == 0
    without = rewritten(log, place + 1, command=msgspec.UNSET)
    with pytest.raises(RefusedLogError, match="missing"):
        read_export(exported(without).splitlines(keepends=True))
    second = next(n for n, one in enumerate(log) if not one.last and n > place) + 1
    forged = rewritten(log, second + 1, command={"type": "end_orders"})
    with pytest.raises(RefusedLogError):
        read_export(exported(forged).splitlines(keepends=True))


def test_what_came_of_no_command_tells_none(log: Log, signer: Signer) -> None:
    created = rewritten(log, 1, command={"type": "take_seat", "seat": "allies", "player": ALICE})
    branch = branch_of(log)
    game = next(one for one in branch if one.type == "game_branched")
    late = {"type": "resign", "seat": "allies", "reason": "time_limit"}
    branching = rewritten(branch, game.version, command=late)
    for forged, version in ((created, 1), (branching, game.version)):
        for seal in (None, seal_of(signer, forged)):
            assert refused(forged, signer, seal) == version


def test_no_command_stands_where_the_hash_does_not_cover_it(signer: Signer) -> None:
    log = relinked([msgspec.structs.replace(one, form=2) for one in recorded_log()])
    read_export(exported(log).splitlines(keepends=True))
    place = next(n for n, one in enumerate(log) if one.type == "unit_ordered")
    for unit in (log[place].data["unit"], "another"):
        forged = list(log)
        asked = {"type": "order_unit", "unit": unit}
        forged[place] = msgspec.structs.replace(log[place], command=asked)
        assert relinked(forged)[-1].hash == log[-1].hash
        for seal in (None, seal_of(signer, log)):
            assert refused(forged, signer, seal) == place + 1
            assert verify(exported(forged).decode().splitlines()).version == place + 1


def refused(log: Log, signer: Signer, seal: bytes | None) -> int | None:
    """The event that a log is refused for."""
    lines = exported(log, seal).splitlines(keepends=True)
    with pytest.raises(RefusedLogError) as refusal:
        read_export(lines, signer.public_keys())
    return refusal.value.version


def relinked(log: Log) -> Log:
    """The same events with the hashes that their form has."""
    head = chain.GENESIS
    sound: Log = []
    for one in log:
        sound.append(with_hash(one, head))
        head = sound[-1].hash
    return sound


def test_its_hash_covers_it(log: Log) -> None:
    place = next(n for n, one in enumerate(log) if one.type == "unit_ordered")
    one = msgspec.structs.replace(log[place], command={"type": "end_orders"})
    assert log[place].follows(log[place - 1].hash)
    assert not one.follows(log[place - 1].hash)


def test_a_record_in_writing_gives_the_same_log_with_and_without_commands(log: Log) -> None:
    text = record_text(log, None)
    assert '[Commands "recorded from 1"]' in text
    assert read_record(text).lines == tuple(map(dump, log))
    since = next(one for one in begins(log) if one.version > 40).version
    older = list(log)
    for one in begins(log):
        if one.version < since:
            older = rewritten(older, one.version, command=msgspec.UNSET)
    mixed = record_text(older, None)
    assert read_record(mixed).lines == tuple(map(dump, older))
    assert "[Commands" not in record_text(recorded_log(), None)


def test_a_decision_is_that_of_the_recorded_command(store: Any, clock: Clock) -> None:
    games = GameService(store, clock)
    opened(games, game_options("game"))
    games.submit("game", c.TakeSeat(Seat.ALLIES, ALICE))
    games.submit("game", c.TakeSeat(Seat.AXIS, BOB))
    asked = []
    for _ in range(30):
        command = plays(games.repository.cached("game").state)[-1]
        asked.append(type(command))
        version = games.submit("game", command).loaded.version
    found = DecisionLog(games.repository).upto("game", version)
    assert [one.command.kind for one in found if one.command] == asked
