"""Whatever is legal can be written and read; whatever is read is a record or a clear refusal."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import legal_commands
from domain.notation import LoggedCommand, NotationError, creation, read, record_of, replay, write
from domain.notation.words import read_command, write_command
from domain.values import EditionName
from tests.support.battles import BOOKLET
from tests.support.games import plays, start_game
from tests.support.seating import SEATS

STEPS = 50
SAMPLED = 5
SCRAPS = ("[", "]", "{", "}", '"', "(", ")", "\\", ",", ":", ";", "\n", "1.", "allies", "E5-", "é")


@pytest.mark.parametrize("edition", EditionName)
@pytest.mark.parametrize("slug", BOOKLET)
def test_every_legal_command_of_random_play_is_written_and_read(
    slug: str, edition: EditionName
) -> None:
    game, dice = start_game(slug, edition, f"{len(slug):064x}"), random.Random(slug)
    deeds, before = [], 0
    for command in game.commands:
        events = 1 if before == 0 else len(game.log) - 2
        deeds.append(LoggedCommand(command.seat, tuple(game.log[1 + before : 1 + before + events])))
        before += events
    for step in range(STEPS):
        options = plays(game.state)
        if not options:
            break
        if step % SAMPLED == 0:
            for seat in SEATS:
                for command in legal_commands(game.state, seat):
                    said = write_command(command, game.state)
                    assert read_command(seat, *said, game.state) == command
        command = dice.choice(options)
        deeds.append(LoggedCommand(command.seat, game.do(command)))
    created = game.state.created
    record = record_of(created, deeds)
    assert read(write(record)) == record
    assert [done.events for done in replay(record, created)] == [deed.events for deed in deeds]


def a_text() -> str:
    """A short record with an order, a move, dice and a comment."""
    game, dice = start_game("pegasus_bridge", EditionName.E2025, "5eed" * 16), random.Random(3)
    first, second = game.log[1:2], game.log[2:]
    seats = [command.seat for command in game.commands]
    deeds = [LoggedCommand(seats[0], tuple(first)), LoggedCommand(seats[1], tuple(second))]
    while len(deeds) < 25:
        command = dice.choice(plays(game.state))
        deeds.append(LoggedCommand(command.seat, game.do(command)))
    return write(record_of(game.state.created, deeds)) + "{well played}\n"


TEXT = a_text()


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(TEXT)),
            st.integers(0, 12),
            st.one_of(st.sampled_from(SCRAPS), st.text(max_size=4)),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_text_that_was_changed_anywhere_is_a_record_or_refused(
    changes: list[tuple[int, int, str]],
) -> None:
    text = TEXT
    for place, gone, put in changes:
        text = text[:place] + put + text[place + gone :]
    try:
        record = read(text)
        replay(record, creation(record))
    except NotationError as error:
        line, column = error.place
        assert 1 <= line <= text.count("\n") + 1
        assert column >= 1
        assert error.reason
        return
    assert read(write(record)) == record


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from([*"".join(SCRAPS), *"abcxyz ?=/-_09"]), max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        read('[Afteraction "record 1"]' + text)
    except NotationError as error:
        assert error.place.line >= 1
