"""The cards of the chief, Counter-Attack, and what is drawn (Overlord)."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.commands import (
    EndHandOut,
    EndTurn,
    HandOut,
    NameTarget,
    OrderUnit,
)
from domain.errors import Rule
from domain.geometry.shape import OVERLORD
from domain.legal import legal_commands
from domain.notation.words import read_command, write_command
from domain.phases import (
    BattlePhase,
    HandOutPhase,
    NameTargetsPhase,
    OrderPhase,
    RetreatPhase,
)
from domain.scenarios import load
from domain.values import (
    UNKNOWN_CARD,
    Card,
    EditionName,
    Face,
    Seat,
    Side,
)
from domain.view import view
from tests.support.alliance import holding, refused
from tests.support.boards import board
from tests.support.games import Playing
from tests.support.overlord import (
    A1,
    A2,
    A3,
    A4,
    BATTLE,
    E1,
    E2,
    NEW,
    OLD,
    PICTURE,
    W1,
    W2,
    X1,
    X2,
    X3,
    X4,
    handed,
    ordered,
    passed,
    scripted,
    start_game,
)

# The cards of the chief.


def test_a_strike_comes_before_the_generals_orders() -> None:
    game = start_game()
    result = handed(game, (Card.BARRAGE, A1), (Card.MOVE_OUT, A2))
    assert result[-1] == e.TargetsDemanded(4, 1, None)
    assert isinstance(game.state.phase, NameTargetsPhase)
    assert game.state.awaiting == (A1,)
    scripted(game, Face.FLAG, Face.STAR, Face.STAR, Face.STAR)
    game.do(NameTarget(A1, "i4"))
    assert isinstance(game.state.phase, RetreatPhase)
    assert game.state.awaiting == (X3,)
    game.do(legal_commands(game.state, X3)[0])
    assert isinstance(game.state.phase, OrderPhase)
    assert game.state.awaiting == (A2,)


@pytest.mark.parametrize(
    ("edition", "year", "dice"), [(OLD, 1944, 2), (NEW, 1944, 2), (NEW, 1943, 1)]
)
def test_air_power_is_by_the_edition(edition: EditionName, year: int, dice: int) -> None:
    setup = replace(board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4), year=year)
    game = start_game(setup, edition=edition)
    assert handed(game, (Card.AIR_POWER, A1))[-1] == e.TargetsDemanded(dice, 4, None)
    game.do(NameTarget(A1, "i4"))
    while isinstance(game.state.phase, RetreatPhase):
        game.do(legal_commands(game.state, game.state.awaiting[0])[0])
    assert isinstance(game.state.phase, BattlePhase)
    assert game.state.awaiting == (A1,)
    assert game.do(EndTurn(A1))[-1] == e.TurnStarted(2, X1)


def test_their_finest_hour_is_the_only_card_and_each_general_throws() -> None:
    game = start_game()
    holding(game, A1, Card.THEIR_FINEST_HOUR, Card.MOVE_OUT, Card.DIG_IN, Card.BARRAGE)
    other = Playing(game.state, [*game.log], [], game.chance)
    other.do(HandOut(A1, Card.MOVE_OUT, A2))
    assert refused(other, HandOut(A1, Card.THEIR_FINEST_HOUR, A1)) is Rule.CARD_NOT_FOR_SEAT
    left = [Face.INFANTRY, Face.STAR, Face.FLAG, Face.GRENADE]
    none = [Face.FLAG, Face.FLAG, Face.ARMOR, Face.GRENADE]
    stars = [Face.STAR] * 4
    scripted(game, *left, *none, *stars)
    result = game.do(HandOut(A1, Card.THEIR_FINEST_HOUR, A1))
    assert result[1:3] == (
        e.CardPlayed(A1, Card.THEIR_FINEST_HOUR),
        e.CardAssigned(A1, (A2, A3, A4)),
    )
    rolled = [one for one in result if isinstance(one, e.OrderDiceRolled)]
    assert [(one.seat, list(one.faces)) for one in rolled] == [(A2, left), (A3, none), (A4, stars)]
    assert result[-1] == e.PhaseFinished(A3)
    assert game.state.awaiting == (A2, A4)
    game.do(OrderUnit(A2, W1))
    game.do(OrderUnit(A2, W2))
    assert game.state.awaiting == (A4,)
    assert ordered(game, A4) == {E1, E2}
    shown = view(game.state, frozenset())["handed_out"]
    assert [one["card"] for one in shown] == [Card.THEIR_FINEST_HOUR] * 4
    assert shown[1]["order_dice"] == left
    game.chance = start_game().chance
    passed(game)
    shuffled = [one for one in game.log if isinstance(one, e.DeckShuffled)]
    assert shuffled[-1].reason == "card"


def test_a_recon_is_a_barrage_of_the_chief_where_the_battle_says_so() -> None:
    """Ruling: it takes the place of the general's order."""
    game = start_game(load(BATTLE), battle=BATTLE)
    holding(game, X1, Card.RECON_LEFT, Card.PROBE_LEFT, Card.DIG_IN, Card.BARRAGE)
    takers = [
        one.to
        for one in legal_commands(game.state, X1)
        if isinstance(one, HandOut) and one.card is Card.RECON_LEFT
    ]
    assert takers == [X1, X2]
    game.do(HandOut(X1, Card.RECON_LEFT, X1))
    result = game.do(EndHandOut(X1))
    assert result == (
        e.CardPlayed(X1, Card.RECON_LEFT, Card.BARRAGE),
        e.TargetsDemanded(4, 1, None),
    )
    passed(game)
    assert sum(isinstance(one, e.CardDrawn) for one in game.log) == 2


# Counter-Attack.


def answered(*given: tuple[Card, Seat], order: dict[Seat, str] | None = None) -> Playing:
    """The Allies have had a turn with these cards; the Axis holds a Counter-Attack."""
    game = start_game()
    handed(game, *given)
    for seat, unit in (order or {}).items():
        game.do(OrderUnit(seat, unit))
    passed(game)
    holding(game, X1, Card.COUNTER_ATTACK, Card.PROBE_LEFT, Card.DIG_IN, Card.MOVE_OUT)
    return game


@pytest.mark.parametrize(
    ("card", "seat", "to", "copied"),
    [
        (Card.PROBE_LEFT, A2, X4, Card.PROBE_RIGHT),
        (Card.ATTACK_RIGHT, A4, X2, Card.ATTACK_LEFT),
        (Card.ASSAULT_CENTER, A3, X3, Card.ASSAULT_CENTER),
        (Card.MOVE_OUT, A2, X4, Card.MOVE_OUT),
        (Card.BARRAGE, A1, X1, Card.BARRAGE),
    ],
)
def test_a_counter_attack_goes_to_who_faces_the_card(
    card: Card, seat: Seat, to: Seat, copied: Card
) -> None:
    game = answered((card, seat))
    takers = [
        one.to
        for one in legal_commands(game.state, X1)
        if isinstance(one, HandOut) and one.card is Card.COUNTER_ATTACK
    ]
    assert takers == [to]
    game.do(HandOut(X1, Card.COUNTER_ATTACK, to))
    assert e.CardPlayed(to, Card.COUNTER_ATTACK, copied) in game.do(EndHandOut(X1))


@pytest.mark.parametrize(("unit", "open_"), [(W1, "i1"), (W2, "i2 i3"), (None, "i1 i2 i3")])
def test_it_orders_in_the_half_directly_opposite(unit: str | None, open_: str) -> None:
    """Where the copied card was carried out in one half; in any where it ordered nobody."""
    game = answered((Card.PROBE_LEFT, A2), order={A2: unit} if unit else {})
    game.do(HandOut(X1, Card.COUNTER_ATTACK, X4))
    game.do(EndHandOut(X1))
    assert ordered(game, X4) == set(open_.split())


def test_only_the_last_turn_is_copied() -> None:
    game = answered((Card.PROBE_LEFT, A2))
    game.do(HandOut(X1, Card.DIG_IN, X2))
    game.do(EndHandOut(X1))
    passed(game)
    handed(game, (Card.PROBE_RIGHT, A4))
    passed(game)
    assert set(game.state.cards.issued) == {A4, X2}


def test_a_copied_finest_hour_is_the_only_card_too() -> None:
    game = start_game()
    holding(game, A1, Card.THEIR_FINEST_HOUR, Card.MOVE_OUT, Card.DIG_IN)
    game.do(HandOut(A1, Card.THEIR_FINEST_HOUR, A1))
    passed(game)
    holding(game, X1, Card.COUNTER_ATTACK, Card.MOVE_OUT, Card.DIG_IN)
    result = game.do(HandOut(X1, Card.COUNTER_ATTACK, X1))
    assert e.CardAssigned(X1, (X2, X3, X4)) in result


def test_a_copy_is_not_copied_where_it_copied_nothing() -> None:
    game = start_game()
    holding(game, A1, Card.COUNTER_ATTACK, Card.AMBUSH)
    game.do(HandOut(A1, Card.COUNTER_ATTACK, A1))
    passed(game)
    holding(game, X1, Card.COUNTER_ATTACK, Card.MOVE_OUT)
    listed = {one.card for one in legal_commands(game.state, X1) if isinstance(one, HandOut)}
    assert listed == {Card.MOVE_OUT}


# Drawing.


@pytest.mark.parametrize(
    ("given", "before", "drawn"),
    [
        ([(Card.MOVE_OUT, A2)], 6, 2),
        ([(Card.MOVE_OUT, A2)], 8, 1),
        ([(Card.RECON_LEFT, A2), (Card.RECON_RIGHT, A4)], 7, 3),
        ([(Card.MOVE_OUT, A2), (Card.DIG_IN, A3), (Card.DIG_IN, A4)], 8, 2),
    ],
)
def test_two_cards_are_drawn_up_to_the_hand_and_three_with_a_recon(
    given: list[tuple[Card, Seat]], before: int, drawn: int
) -> None:
    game = start_game()
    cards = [card for card, _ in given]
    holding(game, A1, *cards, *[Card.PROBE_CENTER] * (before - len(cards)))
    for card, to in given:
        game.do(HandOut(A1, card, to))
    if isinstance(game.state.phase, HandOutPhase):
        game.do(EndHandOut(A1))
    start = len(game.log)
    passed(game)
    found = [one for one in game.log[start:] if isinstance(one, e.CardDrawn)]
    assert [one.seat for one in found] == [A1] * drawn


def test_a_draw_that_ends_the_game_is_the_last() -> None:
    setup = board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4)
    game = start_game(replace(setup, winner_when_deck_empty=Side.AXIS))
    handed(game, (Card.MOVE_OUT, A2))
    game.state = replace(game.state, cards=replace(game.state.cards, deck=()))
    passed(game)
    assert game.state.winner is Side.AXIS


def test_a_hand_out_is_written_with_its_seat() -> None:
    state = start_game().state
    result = write_command(HandOut(A1, Card.MOVE_OUT, A2), state)
    assert result == ("hand_out", "move_out/allies_2")
    assert read_command(A1, *result, state) == HandOut(A1, Card.MOVE_OUT, A2)
    assert write_command(HandOut(A1, UNKNOWN_CARD, A2), state)[1] == "?/allies_2"
    with pytest.raises(ValueError, match="is not a card for a seat"):
        read_command(A1, "hand_out", "move_out", state)
