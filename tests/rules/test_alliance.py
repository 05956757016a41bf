"""Pairs at the table (2025 Appendix 5, Operation Alliance)."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from domain import events as e
from domain.commands import (
    Attack,
    ChooseCard,
    EndMoves,
    EndOrders,
    EndTurn,
    HealUnit,
    OrderUnit,
    PlayCard,
    Resign,
    ShowHand,
)
from domain.decide import create
from domain.editions.e2025 import EDITION_2025
from domain.errors import Rule
from domain.evolve import evolve, fold
from domain.legal import legal_commands
from domain.narrative.cards import CLAUSES
from domain.narrative.context import initial_scene
from domain.narrative.messages import AccountMessage as M
from domain.phases import RetreatPhase
from domain.position import Position
from domain.redaction import redact
from domain.rules.cards.orders import commander
from domain.scenarios import load
from domain.setup import Army
from domain.state import Cards
from domain.steps.table.lifecycle import full_deck
from domain.values import (
    UNKNOWN_CARD,
    Card,
    EditionName,
    Seat,
    SharedCardSource,
    Side,
    Status,
    Undo,
    Variant,
)
from domain.view import view
from tests.support.alliance import exchanged, holding, plays, refused
from tests.support.battles import BOOKLET
from tests.support.boards import board
from tests.support.examples import rounds
from tests.support.games import SEED, Playing, alliance, game_options, paired_off

A1, A2, X1, X2 = Seat.ALLIES_1, Seat.ALLIES_2, Seat.AXIS_1, Seat.AXIS_2
A, X = Seat.ALLIES, Seat.AXIS
SMALLER = (None, *Side)
TABLES = pytest.mark.parametrize("smaller", SMALLER, ids=["four", "allies", "axis"])


def start_game(
    battle: str = "omaha_beach",
    smaller: Side | None = None,
    seed: str = SEED,
    army: Callable[[Army], Army] = lambda army: army,
) -> Playing:
    """A battle of the book with a player of its own in each seat."""
    setup = load(battle)
    setup = replace(setup, armies=tuple(map(army, setup.armies)))
    return paired_off(setup, battle, smaller, seed)


def counts(cards: Cards) -> dict[Seat, int]:
    return {seat: len(hand) for seat, hand in cards.hands.items()}


@TABLES
def test_a_pair_sits_in_two_seats_and_a_player_alone_in_one(smaller: Side | None) -> None:
    table = alliance(smaller)
    wanted = {None: (A1, X1, A2, X2), Side.ALLIES: (A, X1, X2), Side.AXIS: (A1, X, A2)}
    assert (table.seats, table.smaller) == (wanted[smaller], smaller)
    assert [table.partners(seat) for seat in (A1, A2) if seat in table] in ([(A2,), (A1,)], [])
    assert all(table.partners(seat) == () for seat in (A, X) if seat in table)


def test_only_2025_knows_pairs() -> None:
    options = replace(game_options(load("omaha_beach")), variant=Variant.OPERATION_ALLIANCE)
    with pytest.raises(ValueError, match="2004 has no operation_alliance"):
        create(EditionName.E2004, options)
    with pytest.raises(ValueError, match="2025 has no standard"):
        create(
            EditionName.E2025, replace(options, variant=Variant.STANDARD, table=alliance(Side.AXIS))
        )


@pytest.mark.parametrize(("cards", "each"), [(4, 2), (5, 3), (6, 4)])
def test_a_pair_is_dealt_the_hands_of_the_table(cards: int, each: int) -> None:
    game = start_game(army=lambda army: replace(army, hand=cards))
    assert counts(game.state.cards) == dict.fromkeys((A1, A2, X1, X2), each)
    assert set(game.state.cards.shared) == set(Side)
    laid = [event for event in game.log if isinstance(event, e.SharedCardLaid)]
    assert [(one.seat, one.side, one.source) for one in laid] == [
        (A1, Side.ALLIES, SharedCardSource.DRAW_PILE),
        (X1, Side.AXIS, SharedCardSource.DRAW_PILE),
    ]


@TABLES
def test_a_growing_hand_grows_by_a_card_for_each_of_a_pair(smaller: Side | None) -> None:
    """The example of Pegasus Bridge: 1 + 1 + 1 at first, 2 + 2 + 1 from the fourth turn on."""
    created = start_game("pegasus_bridge", smaller).state.created
    sizes = {one.seat: (one.start, one.extra_after_own_turns) for one in created.hand_sizes}
    pair = {X1: (1, (1,)), X2: (1, (1,))}
    assert {seat: sizes[seat] for seat in sizes if seat in (X, X1, X2)} == (
        {X: (2, (1, 2))} if smaller is Side.AXIS else pair
    )


@pytest.mark.parametrize("first", Side)
@TABLES
def test_sides_take_turns_and_so_do_the_members_of_a_pair(
    smaller: Side | None, first: Side
) -> None:
    battle = {Side.ALLIES: "pegasus_bridge", Side.AXIS: "omaha_beach"}[first]
    dice = random.Random(7)
    game = start_game(battle, smaller)
    while game.state.turn.number < 10 and game.state.status is Status.ACTIVE:
        game.do(dice.choice(plays(game)))  # type: ignore[arg-type]
    started = [event.seat for event in game.log if isinstance(event, e.TurnStarted)]
    table = game.state.table
    assert started[0] is table.first_of(first)
    assert all(table.side_of(one) is not table.side_of(two) for one, two in pairwise(started))
    for side in Side:
        own = [seat for seat in started if table.side_of(seat) is side]
        assert own == [table.seats_of(side)[n % len(table.seats_of(side))] for n in range(len(own))]


def test_a_shared_card_is_replaced_by_an_open_one() -> None:
    game = start_game()
    holding(game, X1, Card.PROBE_LEFT, Card.BARRAGE, shared=Card.PROBE_CENTER)
    top = game.state.cards.deck[-1]
    shared = PlayCard(X1, Card.PROBE_CENTER, shared=True)
    assert shared in plays(game)
    assert refused(game, PlayCard(X1, Card.BARRAGE, shared=True)) is Rule.CARD_NOT_SHARED
    assert refused(game, PlayCard(X1, Card.PROBE_CENTER)) is Rule.CARD_NOT_IN_HAND
    assert game.do(shared)[:2] == (
        e.SharedCardTaken(X1, Side.AXIS, Card.PROBE_CENTER),
        e.CardPlayed(X1, Card.PROBE_CENTER),
    )
    assert Side.AXIS not in game.state.cards.shared
    game.do(EndOrders(X1))
    ended = game.do(EndTurn(X1))
    assert e.SharedCardLaid(X1, Side.AXIS, top, SharedCardSource.DRAW_PILE) in ended
    assert not any(isinstance(event, e.CardDrawn) for event in ended)
    assert game.state.cards.shared[Side.AXIS] is top
    assert not game.state.cards.taken_up


def test_a_card_of_the_hand_is_replaced_in_the_hand() -> None:
    game = start_game()
    holding(game, X1, Card.PROBE_LEFT, shared=Card.PROBE_CENTER)
    top = game.state.cards.deck[-1]
    for command in (PlayCard(X1, Card.PROBE_LEFT), EndOrders(X1), EndTurn(X1)):
        game.do(command)
    assert game.state.cards.hand(X1) == (top,)
    assert game.state.cards.shared[Side.AXIS] is Card.PROBE_CENTER


def test_of_two_cards_drawn_for_a_shared_recon_one_lies_open() -> None:
    """The active player decides which; the other is discarded."""
    game = start_game()
    holding(game, X1, shared=Card.RECON_LEFT)
    second, first = game.state.cards.deck[-2:]
    for command in (PlayCard(X1, Card.RECON_LEFT, shared=True), EndOrders(X1), EndTurn(X1)):
        game.do(command)
    assert game.state.awaiting == (X1,)
    kept = game.do(ChooseCard(X1, second))
    assert kept[:2] == (
        e.SharedCardLaid(X1, Side.AXIS, second, SharedCardSource.OFFER),
        e.CardDiscarded(X1, first, kept[1].source),  # type: ignore[union-attr]
    )
    assert game.state.cards.shared[Side.AXIS] is second


@pytest.mark.parametrize("shared", [False, True])
def test_a_counter_attack_copies_the_last_card_of_whichever_enemy(shared: bool) -> None:
    """Ruling: of a pair, the card of its latest turn, whoever of the other pair copies it."""
    game = start_game()
    for seat, card in ((X1, Card.ASSAULT_CENTER), (A1, Card.PROBE_CENTER), (X2, Card.PROBE_LEFT)):
        holding(game, seat, card)
        for command in (PlayCard(seat, card), EndOrders(seat), EndTurn(seat)):
            game.do(command)
    copying = Card.COUNTER_ATTACK
    holding(game, A2, *([] if shared else [copying]), shared=copying if shared else Card.DIG_IN)
    result = game.do(PlayCard(A2, copying, shared=shared))
    assert e.CardPlayed(A2, copying, orders_as=Card.PROBE_RIGHT) in result


@pytest.mark.parametrize(("shared", "dice"), [(False, 4), (True, 3)])
def test_dice_are_thrown_for_the_own_hand_and_the_open_card(shared: bool, dice: int) -> None:
    """Their Finest Hour: one for each card in the active player's hand, this one among them, and
    one for the shared card, which may be this one."""
    game = start_game()
    card, other = Card.THEIR_FINEST_HOUR, Card.PROBE_LEFT
    game_hand = (other, other) if shared else (card, other, other)
    holding(game, X1, *game_hand, shared=card if shared else other)
    rolled = [
        event
        for event in game.do(PlayCard(X1, card, shared=shared))
        if isinstance(event, e.OrderDiceRolled)
    ]
    assert [len(event.faces) for event in rolled] == [dice]


def test_medics_roll_for_the_open_card_too() -> None:
    game = start_game()
    holding(game, X1, Card.MEDICS_AND_MECHANICS, shared=Card.PROBE_LEFT)
    unit = next(unit for unit in game.state.units.values() if unit.side is Side.AXIS)
    hurt = replace(unit, figures=1)
    game.state = replace(game.state, units={**game.state.units, unit.id: hurt})
    game.do(PlayCard(X1, Card.MEDICS_AND_MECHANICS))
    rolled = game.do(HealUnit(X1, unit.id))[0]
    assert isinstance(rolled, e.OrderDiceRolled)
    assert len(rolled.faces) == 2


def test_who_holds_nothing_but_reactions_plays_one_without_effect() -> None:
    game = start_game()
    holding(game, X1, Card.AMBUSH, shared=Card.PROBE_LEFT)
    assert {one.card for one in plays(game)} == {Card.PROBE_LEFT}  # type: ignore[attr-defined]
    holding(game, X1, Card.AMBUSH, shared=Card.AMBUSH)
    assert set(plays(game)) == {PlayCard(X1, Card.AMBUSH), PlayCard(X1, Card.AMBUSH, shared=True)}


def attacked(undo: Undo = Undo.NONE, shared: Card | None = None) -> Playing:
    """The first of the Allies attacks a unit of the Axis, which may be in ambush."""
    setup = board("4: I i", 8).setup(Side.ALLIES, 4, (), 4)
    game = paired_off(setup, "drawn", undo=undo)
    holding(game, A1, Card.DIRECT_FROM_HQ)
    holding(game, X1, Card.PROBE_LEFT, shared=shared or Card.PROBE_LEFT)
    holding(game, X2, Card.PROBE_LEFT)
    unit, target = game.state.units.values()
    game.do(PlayCard(A1, Card.DIRECT_FROM_HQ))
    game.do(OrderUnit(A1, unit.id))
    game.do(EndMoves(A1))
    game.do(Attack(A1, unit.id, target.id))
    return game


def test_who_may_answer_for_a_unit_that_goes_back() -> None:
    """Either of the pair that is attacked, and of the attackers who is at turn."""
    state = attacked().state
    for seat, answering in ((X1, (X1, X2)), (A1, (A1,))):
        phase = RetreatPhase(seat, "i", 1, 0, 1, 1)
        assert replace(state, phase=phase).awaiting == answering
    assert replace(state, phase=RetreatPhase(A2, "I", 1, 0, 1, 1)).awaiting == (A1, A2)
    assert commander(Position(EDITION_2025, state), state.units["I"]) is A1
    later = replace(state, turn=replace(state.turn, seat=A2))
    assert commander(Position(EDITION_2025, later), state.units["I"]) is A2


def test_a_partner_sees_the_hand_that_is_shown() -> None:
    game = start_game()
    hand = game.state.cards.hand(A2)
    assert legal_commands(game.state, A2) == (ShowHand(A2), Resign(A2))
    assert game.do(ShowHand(A2)) == (e.HandShown(A2, (A1,), len(hand), hand),)
    assert refused(game, ShowHand(A2)) is Rule.HAND_SHOWN
    assert ShowHand(A2) not in legal_commands(game.state, A2)
    viewers: tuple[tuple[set[Seat], bool], ...] = (
        ({A2}, True),
        ({A1}, True),
        ({X1, X2}, False),
        (set(), False),
    )
    for seats, seen in viewers:
        shown = view(game.state, frozenset(seats))["hands"]["allies_2"]
        assert ("shown" in shown) is seen
        assert ("cards" in shown) is (A2 in seats)
        [result] = (redact(event, frozenset(seats)) for event in game.log[-1:])
        assert isinstance(result, e.HandShown)
        assert (UNKNOWN_CARD in result.cards) is not seen


def test_what_was_shown_is_known_until_it_is_played() -> None:
    game = start_game()
    holding(game, X1, Card.PROBE_LEFT, Card.PROBE_LEFT, shared=Card.BARRAGE)
    game.do(ShowHand(X1))
    for command in (PlayCard(X1, Card.PROBE_LEFT), EndOrders(X1), EndTurn(X1)):
        game.do(command)
    assert game.state.cards.shown[X1] == (Card.PROBE_LEFT,)
    assert ShowHand(X1) in legal_commands(game.state, X1)


def test_a_shared_card_that_nothing_can_replace_is_forgotten_with_the_turn() -> None:
    game = start_game()
    cards = replace(game.state.cards, taken_up=frozenset({X1}))
    after = evolve(replace(game.state, cards=cards), e.TurnStarted(2, A1))
    assert after.cards.taken_up == frozenset()


def test_a_viewer_sees_only_cards_that_it_may_know() -> None:
    scene, unknown = initial_scene(start_game().state.created), (UNKNOWN_CARD, UNKNOWN_CARD)
    for event, message in (
        (e.HandShown(A1, (A2,), 2, (Card.BARRAGE, Card.BARRAGE)), M.HAND_SHOWN_OPEN),
        (e.HandShown(A1, (A2,), 2, unknown), M.HAND_SHOWN),
        (e.CardProposed(A2, (A1,), Card.BARRAGE), M.CARD_PROPOSED_OPEN),
        (e.CardProposed(A2, (A1,), UNKNOWN_CARD), M.CARD_PROPOSED),
    ):
        assert [said.message for said in CLAUSES[type(event)](scene, event)] == [message]


def test_a_seat_without_a_partner_shows_nobody_its_hand() -> None:
    game = start_game(smaller=Side.ALLIES)
    assert refused(game, ShowHand(A)) is Rule.HAND_NO_PARTNER
    assert legal_commands(game.state, A) == (Resign(A),)


@TABLES
@pytest.mark.no_cover
def test_games_are_played_to_their_end(smaller: Side | None) -> None:
    """Each battle by one of the tables: every card is somewhere at any time, and nobody is shown
    what is not held."""
    dice = random.Random(str(smaller))
    for number, battle in enumerate(
        BOOKLET[SMALLER.index(smaller) :: rounds(len(BOOKLET), len(SMALLER))]
    ):
        game = start_game(battle, smaller, seed=f"{number:02x}" * 32)
        deck = Counter(full_deck(game.state.created.deck))
        for _ in range(5000):
            if game.state.status is Status.FINISHED:
                break
            seat = dice.choice(game.state.awaiting)
            listed = legal_commands(game.state, seat)
            game.do(dice.choice([one for one in listed if not isinstance(one, Resign)]))
            cards = game.state.cards
            assert Counter(cards.everywhere()) == deck
            assert all(Counter(cards.shown[s]) <= Counter(cards.hand(s)) for s in cards.shown)
        assert game.state.winner is not None
        assert fold(game.log) == game.state


@TABLES
@pytest.mark.no_cover
def test_games_that_differ_in_hidden_cards_look_alike(smaller: Side | None) -> None:
    """Whatever seats a viewer holds: with the cards that it may not know exchanged, it is shown
    the same, and may do the same."""
    dice = random.Random(str(smaller))
    game = start_game("sword_beach", smaller)
    while game.state.turn.number < 12 and game.state.status is Status.ACTIVE:
        seat = dice.choice(game.state.awaiting)
        listed = legal_commands(game.state, seat)
        game.do(dice.choice([one for one in listed if not isinstance(one, Resign)]))
        for held in game.state.table.possible_viewers():
            other = exchanged(game.state, held, dice)
            assert view(other, held) == view(game.state, held)
            for own in held:
                assert legal_commands(other, own) == legal_commands(game.state, own)
