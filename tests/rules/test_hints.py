"""Hints: who may have one, that it is told once, and that it is what an analysis would say."""

import random
from dataclasses import replace

import pytest

from domain import apply, view
from domain.chance import NoChance
from domain.commands import (
    AcceptUndo,
    EndOrders,
    OrderUnit,
    PlayCard,
    TakeBack,
    TakeHint,
)
from domain.errors import IllegalCommandError, Rule
from domain.events import HintGiven
from domain.evolve import evolve
from domain.judgement import advise, judge
from domain.legal import legal_commands
from domain.notation.words import read_command, write_command
from domain.redaction import is_open
from domain.state import GameState
from domain.values import Seat, Undo
from domain.values.bots import BotLevel, bot_player
from tests.support.each import each
from tests.support.seating import opponent
from tests.support.timed import TimedGame, against_a_bot, bank
from tests.support.twins import exchanged

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
BOT = bot_player(BotLevel.PLANNER)


def refused(state: GameState, seat: Seat) -> Rule:
    with pytest.raises(IllegalCommandError) as raised:
        apply(state, TakeHint(seat), NoChance())
    return raised.value.rule


def hinted(state: GameState, seat: Seat) -> GameState:
    return apply(state, TakeHint(seat), NoChance()).state


@each(
    "players, rule",
    [
        (("ann", "bob"), Rule.HINT_NOT_ALONE),
        (("ann", "ann"), Rule.HINT_NOT_ALONE),
        (("ann", "bot_12ab"), Rule.HINT_NOT_ALONE),
        ((BOT, BOT), Rule.HINT_NOT_ALONE),
        ((BOT, "ann"), Rule.HINT_NOT_ALONE),
    ],
)
def test_who_does_not_play_against_bots_of_the_service_alone_has_none(
    players: tuple[str, str], rule: Rule
) -> None:
    game = TimedGame(None, players=players)
    assert refused(game.state, ALLIES) is rule


def test_there_is_none_for_a_seat_that_is_not_awaited_nor_in_rated_games() -> None:
    state = against_a_bot().state
    assert refused(state, AXIS) is Rule.TURN_NOT_YOURS
    rated = replace(state, created=replace(state.created, rated=True))
    assert refused(rated, ALLIES) is Rule.HINT_NOT_ALONE


def test_it_is_reported_to_all_and_changes_nothing_else() -> None:
    state = against_a_bot().state
    done = apply(state, TakeHint(ALLIES), NoChance())
    assert done.events == (HintGiven(ALLIES),)
    assert is_open(done.events[0], frozenset())
    seats = frozenset({ALLIES})
    shown = [dict(view(one, seats)) for one in (state, done.state)]
    assert shown[1].pop("version") == shown[0].pop("version") + 1
    assert shown[0] == shown[1]
    assert legal_commands(state, ALLIES) == legal_commands(done.state, ALLIES)


def test_it_counts_until_something_is_decided() -> None:
    state = against_a_bot().state
    assert not state.hints.given(ALLIES, state.version)
    state = hinted(state, ALLIES)
    assert state.hints.given(ALLIES, state.version)
    assert not state.hints.given(AXIS, state.version)
    options = (one for one in legal_commands(state, ALLIES) if isinstance(one, PlayCard))
    state = apply(state, next(options), NoChance()).state
    assert not state.hints.given(ALLIES, state.version)


def test_seats_that_decide_at_the_same_time_have_one_each() -> None:
    state = against_a_bot().state
    for seat in (ALLIES, AXIS):
        state = evolve(state, HintGiven(seat))
    assert all(state.hints.given(seat, state.version) for seat in (ALLIES, AXIS))


def test_what_was_taken_back_leaves_the_hint_in_the_log_and_not_in_force() -> None:
    game = against_a_bot(undo=Undo.FREE)
    options = legal_commands(game.state, ALLIES)
    game.do(next(one for one in options if isinstance(one, PlayCard)))
    back = game.do(TakeHint(ALLIES)).state.version
    orders = [one for one in legal_commands(game.state, ALLIES) if isinstance(one, OrderUnit)]
    game.do((orders or [EndOrders(ALLIES)])[0]).do(TakeBack(ALLIES, back))
    assert not game.state.hints.given(ALLIES, game.state.version)
    assert [one.type for one in game.log].count("hint_given") == 1


def test_an_offer_and_the_time_for_a_move_stay_as_they_are() -> None:
    game = against_a_bot(undo=Undo.CONSENT, clock=bank(60, increment=0))
    card = next(one for one in legal_commands(game.state, ALLIES) if isinstance(one, PlayCard))
    version = game.state.version
    game.do(card, after=5).do(TakeBack(ALLIES, version), after=5)
    assert game.state.offer is not None
    left = game.left(ALLIES)
    game.do(TakeHint(ALLIES), after=5)
    assert game.state.offer is not None
    assert game.left(ALLIES) == left - 5
    game.do(AcceptUndo(AXIS))
    assert game.state.version > version


def test_it_is_written_as_a_word() -> None:
    state = against_a_bot().state
    assert write_command(TakeHint(ALLIES), state) == ("hint", "")
    assert read_command(ALLIES, "hint", "", state) == TakeHint(ALLIES)


def test_it_is_what_an_analysis_says_and_follows_from_what_the_seat_knows() -> None:
    game, dice, tried = against_a_bot(), random.Random(5), 0
    while len(game.done) < 60 and (seat := game.state.awaited) is not None:
        before, found = game.state, advise(game.state, seat)
        twin = exchanged(before, opponent(seat), dice)
        assert advise(twin, seat) == found
        command = found.best[0].command
        game.do(command)
        one = judge(before, command, [], game.state)
        assert one is not None
        assert found.chance == one.after_choice
        if one.best:
            assert (found.best, one.loss) == (one.best, 0)
            tried += 1
    assert tried > 20


def test_where_nothing_is_asked_nothing_is_advised() -> None:
    with pytest.raises(ValueError, match="empty"):
        advise(against_a_bot().state, AXIS)
