"""Tables of more than two seats: nothing in the rules knows how many there are."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from domain import events as e
from domain import seating
from domain.chance import SeededChance
from domain.commands import (
    AcceptUndo,
    DeclineUndo,
    LeaveSeat,
    OrderUnit,
    PlayCard,
    Resign,
    TakeBack,
    TakeSeat,
    Undoing,
)
from domain.decide import apply, create
from domain.errors import IllegalCommandError, Rule
from domain.events import SeatSetup as Place
from domain.evolve import evolve
from domain.legal import legal_commands
from domain.redaction import redact
from domain.scenarios import load
from domain.seating import Table
from domain.state import GameState
from domain.steps.table.lifecycle import free_seats, seat_on
from domain.values import (
    UNKNOWN_CARD,
    Cancellation,
    Card,
    EditionName,
    Seat,
    Section,
    Side,
    Undo,
    Variant,
)
from domain.view import view
from tests.support.games import SEED, Playing, game_options

A1, A2, X1, X2 = Seat.ALLIES_1, Seat.ALLIES_2, Seat.AXIS_1, Seat.AXIS_2
WEST, EAST = (Section.LEFT,), (Section.CENTER, Section.RIGHT)
FOUR = Table(
    (
        Place(A1, Side.ALLIES, sections=WEST),
        Place(X1, Side.AXIS, sections=WEST),
        Place(A2, Side.ALLIES, sections=EAST),
        Place(X2, Side.AXIS, sections=EAST),
    )
)
TOGETHER = Table(FOUR.places, together=True)
THREE = Table((FOUR.places[0], FOUR.places[2], Place(X1, Side.AXIS)))
TABLES = pytest.mark.parametrize("table", [FOUR, THREE], ids=["4", "3"])
BATTLE = "pegasus_bridge"


def opened(monkeypatch: pytest.MonkeyPatch, table: Table) -> Playing:
    """A game with a table of tomorrow, at which nobody sits yet."""
    monkeypatch.setitem(seating._TABLES, Variant.STANDARD, (table,))
    options = replace(game_options(load(BATTLE), SEED, BATTLE), variant=Variant.STANDARD)
    created = create(EditionName.E2025, options)
    chance = SeededChance(bytes.fromhex(SEED), options.game)
    return Playing(evolve(None, created), [created], [], chance)


def start_game(monkeypatch: pytest.MonkeyPatch, table: Table) -> Playing:
    """The same with a player of its own in each seat."""
    game = opened(monkeypatch, table)
    for seat in table.seats:
        game.do(TakeSeat(seat, f"player of {seat}"))
    return game


def choices(state: GameState, seat: Seat) -> list[object]:
    return [one for one in legal_commands(state, seat) if not isinstance(one, Resign)]


def at_random(game: Playing, dice: random.Random, turns: int) -> None:
    """Play on for some turns, each time by one of those who are awaited."""
    while game.state.awaiting and game.state.turn.number <= turns:
        seat = dice.choice(game.state.awaiting)
        game.do(dice.choice(choices(game.state, seat)))  # type: ignore[arg-type]


def test_a_table_says_who_sits_where() -> None:
    assert [FOUR.side_of(seat) for seat in FOUR.seats] == [*Side, *Side]
    assert (FOUR.seats_of(Side.AXIS), FOUR.first_of(Side.ALLIES)) == ((X1, X2), A1)
    assert (FOUR.others(A2), FOUR.opponents(A2)) == ((X2, A1, X1), (X2, X1))
    assert Seat.ALLIES not in FOUR


def test_turns_go_round_the_table() -> None:
    taken = dict.fromkeys(FOUR.seats, 1)
    assert [FOUR.next_after(seat, taken) for seat in FOUR.seats] == [X1, A1, X1, A1]
    assert [FOUR.next_after(A1, {**taken, X1: 2}), FOUR.next_after(X1, {**taken, A1: 2})] == [
        X2,
        A2,
    ]
    assert [THREE.next_after(seat, {**taken, A1: 2}) for seat in THREE.seats] == [X1, X1, A2]
    assert (FOUR.acting_with(A2), TOGETHER.acting_with(A2)) == ((A2,), (A2, A1))


def test_a_unit_has_one_commander() -> None:
    assert FOUR.commander(Side.AXIS, WEST) is X1
    assert FOUR.commander(Side.AXIS, (Section.CENTER,)) is X2
    assert FOUR.commander(Side.AXIS, (Section.LEFT, Section.CENTER)) is X1


def test_viewers_hold_any_set_of_seats() -> None:
    held = list(FOUR.possible_viewers())
    assert len(held) == len(set(held)) == 16
    assert {frozenset(), frozenset({A1, X2}), frozenset(FOUR.seats)} <= set(held)


@TABLES
def test_the_last_seat_starts_the_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(monkeypatch, table)
    for number, seat in enumerate(table.seats, start=1):
        assert game.state.free_seats == free_seats(game.state, "ann") == table.seats[number - 1 :]
        assert not game.state.awaiting
        game.do(TakeSeat(seat, f"player {number}"))
    dealt = [event.seat for event in game.log if isinstance(event, e.CardsDealt)]
    assert sorted(dealt) == sorted(table.seats)
    assert game.state.awaiting == table.acting_with(table.first_of(load(BATTLE).first))


def test_a_bot_is_not_left_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    for others in (["bot_greedy"], ["bot_greedy", "bot_random"], ["bot_greedy", "bob"], []):
        game = opened(monkeypatch, FOUR)
        for seat, player in zip(FOUR.seats, ("ann", *others), strict=False):
            game.do(TakeSeat(seat, player))
        left = game.do(LeaveSeat(A1, "ann"))
        off = (e.GameCancelled(Cancellation.ABANDONED),) if others and "bob" not in others else ()
        assert left == (e.SeatLeft(A1, "ann"), *off)
        assert list(game.state.seats.values()) == others


def test_a_take_back_wants_the_consent_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start_game(monkeypatch, FOUR)
    created = replace(game.state.created, undo=Undo.CONSENT)
    game.state = start = replace(game.state, created=created)
    first = game.state.awaiting[0]
    game.do(choices(game.state, first)[0])  # type: ignore[arg-type]
    past = {start.version: start}

    def do(command: Undoing) -> tuple[e.Event, ...]:
        decision = apply(game.state, command, game.chance, past.get)
        game.state = decision.state
        return decision.events

    asked, *others = FOUR.seats
    assert do(TakeBack(asked, start.version)) == (e.UndoRequested(asked, start.version),)
    for seat in others[:-1]:
        assert do(AcceptUndo(seat)) == (e.UndoAgreed(seat),)
        with pytest.raises(IllegalCommandError, match=Rule.UNDO_NO_OFFER):
            do(AcceptUndo(seat))
    assert game.state.offer is not None
    assert game.state.offer.agreed == tuple(others[:-1])
    assert do(AcceptUndo(others[-1]))[0] == e.TakenBack(start.version)
    assert game.state.offer is None
    game.state = replace(game.state, seats={**game.state.seats, others[1]: "player of allies_1"})
    game.do(choices(game.state, first)[0])  # type: ignore[arg-type]
    past |= {game.state.version: game.state, start.version: start}
    do(TakeBack(asked, start.version))
    assert do(AcceptUndo(others[0])) == (e.UndoAgreed(others[0]),)
    assert do(DeclineUndo(others[2])) == (e.UndoDeclined(others[2]),)


def test_a_side_gives_its_next_free_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(monkeypatch, FOUR)
    assert seat_on(game.state, Side.AXIS, "ann") is X1
    game.do(TakeSeat(X1, "ann"))
    assert (seat_on(game.state, Side.AXIS, "ann"), seat_on(game.state, Side.AXIS, "bob")) == (
        X1,
        X2,
    )
    game.do(TakeSeat(X2, "bob"))
    assert seat_on(game.state, Side.AXIS, "cy") is X1


def test_a_seat_that_the_table_lacks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start_game(monkeypatch, FOUR)
    assert legal_commands(game.state, Seat.ALLIES) == ()
    with pytest.raises(IllegalCommandError) as refused:
        game.do(Resign(Seat.ALLIES))
    assert refused.value.rule is Rule.SEAT_UNKNOWN
    assert refused.value.facts == {"seat": Seat.ALLIES, "seats": list(FOUR.seats)}


@TABLES
@pytest.mark.parametrize("number", range(3))
def test_games_are_played_in_the_order_of_the_table(
    table: Table, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(monkeypatch, table)
    at_random(game, random.Random(number), 12)
    started = [event.seat for event in game.log if isinstance(event, e.TurnStarted)]
    assert len(started) > 3
    assert all(table.side_of(one) is not table.side_of(then) for one, then in pairwise(started))
    for side in Side:
        own = [seat for seat in started if table.side_of(seat) is side]
        seats = table.seats_of(side)
        assert own == [seats[turn % len(seats)] for turn in range(len(own))]
    state = None
    for event in game.log:
        state = evolve(state, event)
    assert state == game.state


@TABLES
def test_a_viewer_sees_the_cards_of_the_seats_held(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(monkeypatch, table)
    at_random(game, random.Random(7), 6)
    for held in table.possible_viewers():
        shown = dict(view(game.state, held))["hands"]
        assert {seat for seat in table.seats if "cards" in shown[seat]} == held  # type: ignore[index]
        for event in game.log:
            if isinstance(event, e.CardsDealt):
                dealt = redact(event, held)
                assert isinstance(dealt, e.CardsDealt)
                assert (UNKNOWN_CARD not in dealt.cards) == (event.seat in held)
    places = view(game.state, frozenset())["table"]
    assert [place["seat"] for place in places] == list(table.seats)
    assert [place["side"] for place in places] == [place.side for place in table.places]


def test_a_seat_orders_the_units_it_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start_game(monkeypatch, FOUR)
    seat = game.state.turn.seat
    state = dealt(game.state, {seat: (Card.GENERAL_ADVANCE,)})
    state = apply(state, PlayCard(seat, Card.GENERAL_ADVANCE), game.chance).state
    sections = {
        section
        for one in choices(state, seat)
        if isinstance(one, OrderUnit)
        for section in after(state, one).turn.ordered[one.unit].sections
    }
    assert sections == {Section.LEFT}


def dealt(state: GameState, hands: dict[Seat, tuple[Card, ...]]) -> GameState:
    """The state with other hands, whatever is in the deck."""
    return replace(state, cards=replace(state.cards, hands={**state.cards.hands, **hands}))


def after(state: GameState, command: OrderUnit) -> GameState:
    return apply(state, command, SeededChance(bytes(32), "game")).state
