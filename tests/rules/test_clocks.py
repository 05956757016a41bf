"""Clocks: whose time runs, what stops it, what brings new time, and what is refused."""

from typing import Any

import pytest

from domain import events as e
from domain import evolve
from domain.commands import (
    AcceptUndo,
    AgreeToProposal,
    Command,
    CreditTime,
    DropProposal,
    EndPause,
    EndVacation,
    GiveOrders,
    PlayCard,
    Propose,
    Resign,
    TakeBack,
    TakeVacation,
)
from domain.errors import IllegalCommandError, Rule
from domain.legal import legal_commands
from domain.steps.table.agreements import MAX_PAUSE_DAYS, MAX_PROPOSALS
from domain.values import Ending, Seat, Status, Undo, Variant
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel
from domain.values.clock import DAY, AtZero, Clock, ClockKind, ClockSettings
from domain.values.standing import Instruction
from tests.support.each import each
from tests.support.timed import TimedGame, bank

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
K = ClockKind
FLAG = Ending.TIME_LIMIT
BOT = {"at_zero": AtZero.BOT, "bot": BotLevel.GREEDY}
Script = list[tuple[float, Command | str]]


def turn(game: TimedGame, seconds: float) -> None:
    """A turn of the awaited seat, which takes so long before its first decision."""
    number = game.state.turn.number
    while game.state.turn.number == number:
        play(game, seconds)
        seconds = 0


def play(game: TimedGame, seconds: float) -> None:
    """The last decision there is but resigning, after so long: what ends a phase."""
    assert game.state.awaited is not None
    options = legal_commands(game.state, game.state.awaited)
    game.do([one for one in options if not isinstance(one, Resign)][-1], seconds)


def refused(game: TimedGame, command: Command, after: float = 0) -> Rule:
    with pytest.raises(IllegalCommandError) as raised:
        game.do(command, after)
    return raised.value.rule


@each(
    "settings, faults",
    [
        (ClockSettings(K.NONE), []),
        (ClockSettings(K.MOVE, 60, vacation_days=3), []),
        (ClockSettings(K.TURN, 86400, **BOT), []),
        (bank(300, 10, cap=900), []),
        (ClockSettings(K.NONE, 1, vacation_days=1), ["seconds", "vacation_days"]),
        (ClockSettings(K.NONE, **BOT), ["at_zero"]),
        (ClockSettings(K.MOVE, 0, 5, 5), ["seconds", "increment", "cap"]),
        (bank(300, 10, cap=299), ["cap"]),
        (bank(at_zero=AtZero.BOT), ["bot"]),
        (bank(bot=BotLevel.RANDOM), ["bot"]),
    ],
)
def test_settings_go_together(settings: ClockSettings, faults: list[str]) -> None:
    assert settings.faults() == faults


def test_time_runs_for_who_is_awaited() -> None:
    game = TimedGame(bank(300, 0))
    first = game.state.awaited
    assert first is not None
    other = game.state.table.opponents(first)[0]
    play(game, 12.5)
    assert (game.left(first), game.left(other)) == (287.5, 300)
    assert game.time.runs_out(first) == game.now + 287_500
    turn(game, 1)
    play(game, 20)
    assert (game.left(first), game.left(other)) == (286.5, 280)


@each(
    "settings, first, second",
    [
        (bank(300, 10), 300 - 30 + 10, 300 - 30 + 10 - 5),
        (bank(300, 40), 310, 305),
        (bank(300, 40, cap=300), 300, 295),
        (ClockSettings(K.TURN, 300), 300, 295),
        (ClockSettings(K.MOVE, 300), 300, 300),
    ],
)
def test_new_time_comes_with_turns_and_moves(
    settings: ClockSettings, first: float, second: float
) -> None:
    game = TimedGame(settings)
    seat = game.state.awaited
    assert seat is not None
    turn(game, 30)
    assert game.left(seat) == first
    turn(game, 0)
    play(game, 5)
    assert game.left(seat) == second


def test_an_increment_does_not_come_twice_for_a_turn_that_was_taken_back() -> None:
    for settings, before, after in (
        (bank(300, 10), 280, 270),
        (ClockSettings(K.TURN, 300), 300, 290),
    ):
        game = TimedGame(settings, undo=Undo.CONSENT)
        seat = game.state.awaited
        assert seat is not None
        other = game.state.table.opponents(seat)[0]
        start = game.state.version
        turn(game, 30)
        assert game.left(seat) == before
        asked = game.left(other)
        game.do(TakeBack(seat, start)).do(AcceptUndo(other), 7)
        assert (game.left(seat), game.left(other)) == (before, asked - 7)
        turn(game, 10)
        assert game.left(seat) == after, settings
        assert game.left(other) == asked - 7


def test_what_is_said_aside_brings_no_time_for_a_move_and_keeps_an_offer() -> None:
    game = TimedGame(ClockSettings(K.MOVE, 300, vacation_days=1), undo=Undo.CONSENT)
    seat = game.state.awaited
    assert seat is not None
    other = game.state.table.opponents(seat)[0]
    start = game.state.version
    play(game, 5)
    game.do(TakeBack(seat, start), 10)
    game.do(GiveOrders(other, (Instruction.AMBUSH_NEVER,)), 10)
    game.do(Propose(other, Agreement.PAUSE, 1), 10).do(DropProposal(seat), 10)
    game.do(TakeVacation(other, 1), 10)
    assert game.state.offer is not None
    assert game.left(seat) == 250
    game.do(AcceptUndo(other), 10)
    assert game.left(seat) == 240
    play(game, 0)
    assert game.left(seat) == 300


def test_time_does_not_run_backward_nor_twice() -> None:
    clock = Clock.of(bank(300, 0), (ALLIES, AXIS))
    assert clock is not None
    clock = clock.at(1000, ()).at(5000, (ALLIES,))
    assert clock.left[ALLIES] == 296_000
    back = clock.at(2000, (ALLIES,))
    assert back is clock
    assert back.at(6000, (ALLIES,)).left[ALLIES] == 295_000


def test_the_flag_falls_when_the_time_is_up_and_not_before() -> None:
    game = TimedGame(bank(300, 0))
    seat = game.state.awaited
    assert seat is not None
    other = game.state.table.opponents(seat)[0]
    assert refused(game, Resign(seat, FLAG), 299.999) is Rule.CLOCK_TIME_LEFT
    assert refused(game, Resign(other, FLAG), 0.001) is Rule.CLOCK_TIME_LEFT
    game.do(Resign(seat, FLAG))
    assert game.state.status is Status.FINISHED
    assert game.state.ending is FLAG


def test_a_bot_takes_over_where_that_was_chosen() -> None:
    game = TimedGame(bank(300, 0, **BOT), undo=Undo.CONSENT)
    seat = game.state.awaited
    assert seat is not None
    other = game.state.table.opponents(seat)[0]
    start = game.state.version
    play(game, 1)
    game.do(GiveOrders(other, (Instruction.AMBUSH_NEVER,)))
    game.do(Propose(other, Agreement.PAUSE, 1))
    game.do(Resign(seat, FLAG), 299)
    assert game.state.seats[seat] == "bot_greedy"
    assert game.state.timed == ()
    assert game.state.proposal is None
    assert refused(game, Resign(seat, FLAG), 10_000) is Rule.CLOCK_TIME_LEFT
    assert set(game.state.standing) == {other}
    restored = evolve(game.state, e.TakenBack(start), game.states.get)
    assert restored.seats[seat] == "bot_greedy"


def test_vacation_stops_ones_own_time_for_whole_days() -> None:
    game = TimedGame(bank(300, 0, vacation_days=3))
    seat = game.state.awaited
    assert seat is not None
    other = game.state.table.opponents(seat)[0]
    assert refused(game, EndVacation(seat)) is Rule.VACATION_NONE
    assert refused(game, TakeVacation(seat, 4)) is Rule.VACATION_NONE_LEFT
    game.do(TakeVacation(seat, 2), 100)
    assert refused(game, TakeVacation(seat, 1)) is Rule.VACATION_TAKEN
    assert game.time.runs_out(seat) == game.now + 2 * DAY + 200_000
    game.do(TakeVacation(other, 1), 3600)
    game.do(EndVacation(seat), 1)
    assert (game.left(seat), game.time.vacation[seat]) == (200, 2)
    game.do(TakeVacation(seat, 1), 50).do(GiveOrders(other, (Instruction.TAKE_GROUND,)), 86_500)
    assert game.left(seat) == 50
    assert refused(game, EndVacation(seat)) is Rule.VACATION_NONE
    assert game.time.vacation[seat] == 1


def test_a_pause_is_agreed_on_and_ends_by_itself_or_by_who_is_awaited() -> None:
    game = TimedGame(bank(300, 0))
    seat = game.state.awaited
    assert seat is not None
    other = game.state.table.opponents(seat)[0]
    assert refused(game, EndPause(seat)) is Rule.PAUSE_NONE
    assert refused(game, AgreeToProposal(seat)) is Rule.PROPOSAL_NONE
    assert refused(game, DropProposal(seat)) is Rule.PROPOSAL_NONE
    game.do(Propose(other, Agreement.PAUSE, 2), 10)
    assert refused(game, AgreeToProposal(other)) is Rule.PROPOSAL_NONE
    assert refused(game, Propose(seat, Agreement.PAUSE, 2)) is Rule.PROPOSAL_STANDS
    game.do(AgreeToProposal(seat), 10)
    assert game.time.paused == game.now + 2 * DAY
    assert refused(game, EndPause(other), 3600) is Rule.PAUSE_NOT_AWAITED
    play(game, 0)
    assert game.left(seat) == 280
    game.do(EndPause(seat), 3600)
    play(game, 30)
    assert game.left(seat) == 250
    game.do(Propose(seat, Agreement.PAUSE, 1)).do(AgreeToProposal(other))
    play(game, 86_400 + 7)
    assert game.left(seat) == 243
    game.do(Propose(seat, Agreement.PAUSE, 3)).do(AgreeToProposal(other))
    game.do(Propose(seat, Agreement.PAUSE, 1)).do(AgreeToProposal(other))
    assert game.time.paused == game.now + 3 * DAY
    game.do(EndPause(seat))
    game.do(Propose(seat, Agreement.PAUSE, 900)).do(DropProposal(seat))
    assert game.log[-2].data["days"] == MAX_PAUSE_DAYS
    for _ in range(MAX_PROPOSALS - 4):
        game.do(Propose(seat, Agreement.PAUSE, 1)).do(DropProposal(other))
    assert refused(game, Propose(seat, Agreement.PAUSE, 1)) is Rule.PROPOSAL_NONE_LEFT


def test_a_game_without_a_clock_knows_nothing_of_time() -> None:
    for clock in None, ClockSettings(K.NONE):
        game = TimedGame(clock)
        seat = game.state.awaited
        assert seat is not None
        assert game.state.clock is None
        for command in (
            Propose(seat, Agreement.PAUSE, 1),
            EndPause(seat),
            TakeVacation(seat, 1),
            EndVacation(seat),
            CreditTime(seat, 1),
        ):
            assert refused(game, command) is Rule.CLOCK_NONE, command


def test_who_plays_alone_or_with_bots_needs_nobodys_consent() -> None:
    for other in "pl_me", "bot_random":
        game = TimedGame(bank(), players=("pl_me", other))
        game.do(Propose(ALLIES, Agreement.PAUSE, 1))
        assert game.time.paused == game.now + DAY


def test_only_time_that_has_passed_is_given_back() -> None:
    game = TimedGame(bank(300, 0))
    seat = game.state.awaited
    assert seat is not None
    other = game.state.table.opponents(seat)[0]
    for who, ms in (seat, 100_001), (seat, 0), (other, 5):
        assert refused(game, CreditTime(who, ms), 100) is Rule.CLOCK_NO_CREDIT
        game.now -= 100_000
    game.do(CreditTime(seat, 60_000), 100)
    assert game.left(seat) == 260


def test_a_seat_is_left_to_a_partner_alone() -> None:
    game = TimedGame(None)
    assert refused(game, Propose(ALLIES, Agreement.HAND_OVER)) is Rule.PROPOSAL_NO_PARTNER


def test_of_several_seats_that_are_awaited_each_ones_time_runs() -> None:
    game = TimedGame(bank(300, 0), Variant.YOUNG_GENERALS_TEAM)
    script: list[Any] = []
    for _ in range(400):
        awaiting = game.state.awaiting
        if len(awaiting) > 1:
            before = {seat: game.left(seat) for seat in game.state.table.seats}
            seat = awaiting[-1]
            options = legal_commands(game.state, seat)
            game.do([one for one in options if not isinstance(one, Resign)][-1], 20)
            script = [s for s in before if game.left(s) == before[s] - 20]
            break
        options = legal_commands(game.state, awaiting[0])
        cards = [one for one in options if isinstance(one, PlayCard)]
        game.do(cards[0] if cards else [o for o in options if not isinstance(o, Resign)][-1])
    assert script == list(awaiting)


@pytest.mark.parametrize(
    ("variant", "sharing"),
    [(Variant.YOUNG_GENERALS_TEAM, 3), (Variant.OVERLORD, 4), (Variant.OPERATION_ALLIANCE, 1)],
)
def test_a_turn_that_several_have_in_common_brings_each_its_increment(
    variant: Variant, sharing: int
) -> None:
    """Ruling: whoever decides in the turn of a leader has that turn, too."""
    game = TimedGame(bank(300, 10), variant)
    first = game.state.turn.seat
    while game.state.turn.number == 1:
        seat = game.state.awaiting[0]
        options = legal_commands(game.state, seat)
        game.do([one for one in options if not isinstance(one, Resign)][-1])
    later = [seat for seat in game.state.table.seats if game.left(seat) == 310]
    assert later == [
        seat for seat in game.state.table.seats if seat in game.state.table.team(first)
    ]
    assert len(later) == sharing


def test_a_general_whose_time_is_up_loses_its_seat_to_a_bot_and_nobody_else_does() -> None:
    """Overlord: the times of all generals who are awaited run at once."""
    game = TimedGame(bank(300, 0, at_zero=AtZero.BOT, bot=BotLevel.GREEDY), Variant.OVERLORD)
    while len(game.state.awaiting) < 2:
        seat = game.state.awaiting[0]
        options = legal_commands(game.state, seat)
        game.do([one for one in options if not isinstance(one, Resign)][-1])
    awaited = game.state.awaiting
    players = dict(game.state.seats)
    game.do(Resign(awaited[-1], Ending.TIME_LIMIT), 301)
    assert game.state.status is Status.ACTIVE
    assert game.state.awaiting == awaited
    changed = {seat for seat in players if game.state.seats[seat] != players[seat]}
    assert changed == {awaited[-1]}
    assert game.state.timed == awaited[:-1]
