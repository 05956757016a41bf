"""What a recorded game waited for, and which command came, told from its events alone."""

from pathlib import Path

from domain import evolve, fold
from domain.commands import PlayCard
from domain.history import ExecutedCommand, PastDecision, decision
from domain.inference.decisions import kind_of
from domain.state import GameState
from domain.values import Seat
from tests.replay import BRANCHES, BRANCHING, GAMES, load
from tests.support.each import each
from tests.support.words import command_in, event_in

FILES = sorted(GAMES.glob("*.jsonl"))


@each("path", FILES)
def test_the_events_of_a_command_tell_which_it_was(path: Path) -> None:
    game = load(path)
    state = evolve(None, event_in(game.created))
    settled: dict[int, GameState] = {}
    for stored, entry in zip(game.commands, game.events, strict=True):
        command, events = command_in(stored), [event_in(event) for event in entry]
        asked = decision(state)
        if asked is None:
            assert state.phase is None
        else:
            assert kind_of(state, events) is type(command)
            assert (asked.version, asked.turn) == (state.version, state.turn.number)
            assert (asked.seat, asked.command) == (state.awaited, None)
        for event in events:
            state = evolve(state, event, settled.get)
        settled[state.version] = state
    assert decision(state) is None, "nothing is waited for after the end"


def test_what_came_goes_with_what_was_waited_for() -> None:
    game = load(GAMES / "vassieux_2025.jsonl")
    started = [event_in(event) for events in game.events[:2] for event in events]
    state = fold([event_in(game.created), *started])
    assert state is not None
    came = ExecutedCommand(PlayCard, Seat.AXIS, state.version + 1, state.version + 1)
    expected = PastDecision(state.version, 1, state.turn.seat, "play_card", came)
    assert decision(state, came) == expected


@each("path", sorted(BRANCHES.glob("*.jsonl")))
def test_where_a_branch_begins_no_command_came(path: Path) -> None:
    game = load(path)
    past = [event_in(event) for events in game.past for event in events]
    state = fold([event_in(game.created), *past])
    assert state is not None
    assert game.commands[0] == BRANCHING
    assert decision(state) is not None
    assert kind_of(state, [event_in(event) for event in game.events[0]]) is None
