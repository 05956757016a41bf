"""What each policy lets a seat take back, and what is refused."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import (
    AcceptUndo,
    Attack,
    Command,
    DeclineUndo,
    EndMoves,
    EndTurn,
    HandOut,
    MoveUnit,
    Resign,
    TakeBack,
    WithdrawUndo,
)
from domain.errors import IllegalCommandError, Rule
from domain.evolve import evolve
from domain.legal import legal_commands
from domain.seating import tables_for
from domain.state import GameState
from domain.steps.table.undo import MAX_REQUESTS
from domain.values import EditionName, Seat, Undo, Variant
from tests.support.boards import path
from tests.support.chance import Script
from tests.support.games import Skirmish
from tests.support.seating import SEATS, opponent
from tests.support.timed import TimedGame

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
MOVE = MoveUnit(ALLIES, "I", path((4, 8), "e"))
SHOT = Attack(ALLIES, "I", "i")


class Table:
    """A skirmish under a policy, after which commands are given one by one."""

    def __init__(self, policy: Undo, *, solo: bool = False, phase: str = "move") -> None:
        given = Skirmish("4: I . . i", ordered="I", phase=phase)  # type: ignore[arg-type]
        state = given.begin(EditionName.E2025)
        state = replace(state, created=replace(state.created, undo=policy))
        self.state = replace(state, seats=dict.fromkeys(SEATS, "ann")) if solo else state
        self.start = self.state.version
        self.settled = {self.start: self.state}
        self.log: list[e.Event] = []
        self.states = [self.state]

    def past(self, version: int) -> GameState | None:
        return self.settled.get(version)

    def do(self, command: Command, dice: str = "") -> list[e.Event]:
        events = decide(self.state, command, Script(dice), self.past)
        for event in events:
            self.state = evolve(self.state, event, self.past)
            self.log.append(event)
            self.states.append(self.state)
        self.settled[self.state.version] = self.state
        return list(events)

    def refusal(self, command: Command) -> Rule:
        with pytest.raises(IllegalCommandError) as refused:
            self.do(command)
        return refused.value.rule


def test_an_own_decision_that_revealed_nothing_is_taken_back_freely() -> None:
    table = Table(Undo.FREE)
    table.do(MOVE)
    moved = table.state.version
    assert table.do(TakeBack(ALLIES, table.start)) == [e.TakenBack(table.start)]
    assert table.state.units == table.settled[table.start].units
    assert table.state.turn == table.settled[table.start].turn
    assert table.state.version == moved + 1
    table.do(MOVE)


def test_what_was_taken_back_can_be_had_again() -> None:
    table = Table(Undo.FREE)
    table.do(MOVE)
    moved = table.state
    table.do(TakeBack(ALLIES, table.start))
    table.do(TakeBack(ALLIES, moved.version))
    assert table.state.units == moved.units


def test_a_die_is_never_taken_back_freely() -> None:
    table = Table(Undo.FREE, phase="battle")
    table.do(SHOT, "armor")
    assert table.refusal(TakeBack(ALLIES, table.start)) is Rule.UNDO_REVEALED


def test_only_the_seat_whose_turn_it_is_takes_back_freely() -> None:
    table = Table(Undo.FREE)
    table.do(MOVE)
    assert table.refusal(TakeBack(AXIS, table.start)) is Rule.UNDO_NOT_YOUR_TURN


@pytest.mark.parametrize("policy", [Undo.FREE, Undo.CONSENT])
@pytest.mark.parametrize("held", [(1, 1, 1, 1), (1, 2, 2, 2), (1, 1, 2, 3)], ids=str)
def test_several_players_who_act_in_one_turn_take_back_together(
    policy: Undo, held: tuple[int, ...]
) -> None:
    """Overlord: a general does not undo what another one did; a player of all seats of a side does
    as ever. ``held`` are the players of its seats."""
    sides = {"allies": 0, "axis": 4}
    seats = tables_for(Variant.OVERLORD)[0].seats
    players = tuple(
        f"pl_{sides[seat.partition('_')[0]] + held[int(seat[-1]) - 1]}" for seat in seats
    )
    game = TimedGame(None, Variant.OVERLORD, policy, players)
    start, cards = game.state.version, game.state.cards
    chief = game.state.turn.seat
    game.do(next(one for one in legal_commands(game.state, chief) if isinstance(one, HandOut)))
    game.do(TakeBack(chief, start))
    free = policy is Undo.FREE and len(set(held)) == 1
    others = list(dict.fromkeys(p for p in players if p != game.state.seats[chief]))
    for player in () if free else others:
        assert game.state.offer is not None
        assert game.state.cards.handed
        game.do(AcceptUndo(game.state.seats_of(player)[-1]))
    assert game.state.offer is None
    assert game.state.cards == cards


def test_nothing_is_taken_back_where_that_was_not_agreed_on() -> None:
    table = Table(Undo.NONE)
    table.do(MOVE)
    assert table.refusal(TakeBack(ALLIES, table.start)) is Rule.UNDO_NOT_ALLOWED


@pytest.mark.parametrize("policy", Undo)
def test_who_plays_alone_takes_back_at_will_and_throws_other_dice(policy: Undo) -> None:
    table = Table(policy, solo=True, phase="battle")
    draws = table.state.draws
    table.do(SHOT, "armor")
    table.do(TakeBack(ALLIES, table.start))
    [_, rolled] = table.do(SHOT, "grenade")[:2]
    assert rolled == e.DiceRolled(("grenade",), draws + 1)


@pytest.mark.parametrize("policy", [Undo.FREE, Undo.CONSENT])
def test_there_must_be_such_a_version(policy: Undo) -> None:
    table = Table(policy)
    table.do(MOVE)
    table.settled[1] = replace(table.state, version=1, phase=None)
    for version in (-1, 0, 1, table.start - 1, table.state.version, table.state.version + 1):
        assert table.refusal(TakeBack(ALLIES, version)) is Rule.UNDO_NO_SUCH_VERSION


@pytest.mark.parametrize("asking", SEATS)
def test_the_other_seat_agrees(asking: Seat) -> None:
    table = Table(Undo.CONSENT, phase="battle")
    table.do(SHOT, "grenade")
    asked = table.do(TakeBack(asking, table.start))
    assert asked == [e.UndoRequested(asking, table.start)]
    assert table.refusal(AcceptUndo(asking)) is Rule.UNDO_NO_OFFER
    assert table.do(AcceptUndo(opponent(asking))) == [e.TakenBack(table.start)]
    assert table.state.units == table.settled[table.start].units
    assert table.state.offer is None


def test_the_other_seat_declines() -> None:
    table = Table(Undo.CONSENT)
    table.do(MOVE)
    table.do(TakeBack(ALLIES, table.start))
    assert table.refusal(DeclineUndo(ALLIES)) is Rule.UNDO_NO_OFFER
    assert table.do(DeclineUndo(AXIS)) == [e.UndoDeclined(AXIS)]
    assert table.refusal(AcceptUndo(AXIS)) is Rule.UNDO_NO_OFFER
    assert table.refusal(TakeBack(ALLIES, table.start)) is Rule.UNDO_ASKED_ALREADY
    table.do(EndTurn(ALLIES))
    table.do(TakeBack(ALLIES, table.start))


def test_an_offer_is_withdrawn() -> None:
    table = Table(Undo.CONSENT)
    table.do(MOVE)
    table.do(TakeBack(AXIS, table.start))
    assert table.refusal(TakeBack(ALLIES, table.start)) is Rule.UNDO_OFFER_STANDS
    assert table.refusal(WithdrawUndo(ALLIES)) is Rule.UNDO_NO_OFFER
    assert table.do(WithdrawUndo(AXIS)) == [e.UndoWithdrawn(AXIS)]
    assert table.refusal(WithdrawUndo(AXIS)) is Rule.UNDO_NO_OFFER


def test_an_offer_lapses_when_play_goes_on() -> None:
    table = Table(Undo.CONSENT)
    table.do(MOVE)
    table.do(TakeBack(ALLIES, table.start))
    table.do(EndTurn(ALLIES))
    assert table.state.offer is None
    assert table.refusal(AcceptUndo(AXIS)) is Rule.UNDO_NO_OFFER


def test_nobody_asks_for_ever() -> None:
    table = Table(Undo.CONSENT, solo=False)
    for _ in range(MAX_REQUESTS):
        table.do(MOVE)
        table.do(TakeBack(ALLIES, table.start))
        table.do(AcceptUndo(AXIS))
    table.do(MOVE)
    assert table.refusal(TakeBack(ALLIES, table.start)) is Rule.UNDO_NONE_LEFT
    table.do(TakeBack(AXIS, table.start))


def test_a_game_that_waits_or_is_over_is_not_taken_back() -> None:
    table = Table(Undo.CONSENT)
    table.do(MOVE)
    table.do(TakeBack(ALLIES, table.start))
    table.do(Resign(AXIS))
    assert table.refusal(AcceptUndo(AXIS)) is Rule.GAME_OVER
    assert table.refusal(TakeBack(ALLIES, table.start)) is Rule.GAME_OVER
    waiting = Skirmish("4: I i", phase="seating").begin(EditionName.E2025)
    with pytest.raises(IllegalCommandError) as refused:
        decide(waiting, TakeBack(ALLIES, 1), Script())
    assert refused.value.rule is Rule.GAME_NOT_STARTED


def test_booking_a_take_back_needs_the_past() -> None:
    table = Table(Undo.FREE)
    with pytest.raises(ValueError, match="is unknown"):
        evolve(table.state, e.TakenBack(3))


def back_to(number: int) -> Callable[[Table], Command]:
    """Taking back to where ``number`` commands had been carried out, those before this one."""
    return lambda table: TakeBack(ALLIES, list(table.settled)[number])


ROUTES: dict[str, tuple[Command | Callable[[Table], Command], ...]] = {
    "at the end": (MOVE, back_to(0)),
    "in the middle": (MOVE, back_to(0), MOVE, SHOT),
    "twice in a row": (MOVE, SHOT, back_to(1), back_to(0)),
    "again and again": (MOVE, back_to(0), MOVE, SHOT, back_to(2), back_to(3), SHOT),
    "to where it had been taken back to": (MOVE, back_to(0), MOVE, back_to(2), EndMoves(ALLIES)),
}


@pytest.mark.parametrize("route", ROUTES)
def test_folding_at_once_is_as_event_by_event(route: str) -> None:
    table = Table(Undo.FREE, solo=True)
    for one in ROUTES[route]:
        table.do(one if isinstance(one, Command) else one(table), "armor armor armor")
    for done, state in enumerate(table.states):
        assert fold(table.log[done:], state, table.past) == table.state


def test_folding_at_once_needs_the_past_before_its_beginning() -> None:
    table = Table(Undo.FREE)
    table.do(MOVE)
    moved = table.state
    table.do(TakeBack(ALLIES, table.start))
    with pytest.raises(ValueError, match="is unknown"):
        fold(table.log[-1:], moved)
    assert fold(table.log, table.states[0]) == table.state
