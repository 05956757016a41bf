"""Generals who order, move and battle at the same time (Overlord)."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    Decline,
    EndBattles,
    EndMoves,
    EndOrders,
    EndTurn,
    HealUnit,
    MoveUnit,
    OrderUnit,
    Resign,
    Retreat,
)
from domain.errors import Rule
from domain.evolve import evolve
from domain.geometry.hexes import at, grid_of
from domain.geometry.shape import OVERLORD
from domain.legal import legal_commands
from domain.phases import (
    AmbushPhase,
    BattlePhase,
    HandOutPhase,
    MoveAgainPhase,
    MovePhase,
    OrderPhase,
    RetreatPhase,
)
from domain.setup import AppliedDoctrine
from domain.values import (
    Card,
    DiscardSource,
    Doctrine,
    Edge,
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
    C1,
    C2,
    CENTER,
    E1,
    E2,
    EIGHT,
    SHARED,
    W1,
    W2,
    X1,
    X4,
    handed,
    ordered,
    scripted,
    start_game,
)

# Orders.


def test_a_general_orders_the_units_of_its_section_and_those_on_its_lines() -> None:
    game = start_game()
    handed(game, (Card.DIRECT_FROM_HQ, A2), (Card.MOVE_OUT, A3), (Card.DIG_IN, A4))
    assert isinstance(game.state.phase, OrderPhase)
    assert game.state.awaiting == (A2, A3, A4)
    assert ordered(game, A2) == {W1, W2, SHARED}
    assert ordered(game, A3) == {SHARED, C1, C2}
    assert ordered(game, A4) == {E1, E2}
    assert refused(game, OrderUnit(A4, C1)) is Rule.UNIT_NOT_YOURS
    assert game.do(OrderUnit(A3, SHARED)) == (e.UnitOrdered(SHARED, (CENTER,)),)
    assert ordered(game, A2) == {W1, W2}
    assert refused(game, OrderUnit(A2, SHARED)) is Rule.UNIT_NOT_YOURS
    assert refused(game, OrderUnit(A3, SHARED)) is Rule.ORDER_ALREADY_GIVEN
    assert game.state.orderer(SHARED) is A3


def test_a_unit_on_the_line_is_the_first_generals_until_it_is_ordered() -> None:
    """Ruling: where a retreat is to be chosen for it."""
    game = start_game()
    handed(game, (Card.MOVE_OUT, A3))
    rules = (None, A2), (SHARED, A3)
    for unit, seat in rules:
        if unit:
            game.do(OrderUnit(A3, unit))
        ground = game.state.units[SHARED].hex
        state = evolve(game.state, e.RetreatDemanded(SHARED, seat, 1, 0, 1, 1))
        assert state.awaiting == (seat,)
        assert ground == at(7, 17)


HALVES = [
    # Two in one half, three in one half, all of one half, one and two in each half.
    (Card.PROBE_LEFT, A2, W1, (), Rule.ORDER_NOT_IN_SECTION),
    (Card.PROBE_LEFT, A2, W2, (SHARED,), None),
    (Card.ATTACK_CENTER, A3, C1, (SHARED,), None),
    (Card.ASSAULT_CENTER, A3, C2, (), Rule.ORDER_NOT_IN_SECTION),
    (Card.INFANTRY_ASSAULT, A2, W2, (SHARED,), None),
    (Card.PINCER_MOVE, A4, E1, (), Rule.ORDER_NOT_IN_SECTION),
    (Card.RECON_IN_FORCE, A2, W2, (W1,), Rule.ORDER_NONE_LEFT),
    (Card.GENERAL_ADVANCE, A2, W2, (W1, SHARED), None),
    (Card.RECON_LEFT, A2, W1, (), Rule.ORDER_NONE_LEFT),
    (Card.DIRECT_FROM_HQ, A2, W1, (W2, SHARED), None),
]


@pytest.mark.parametrize(("card", "to", "first", "others", "rule"), HALVES, ids=str)
def test_cards_order_in_halves_of_a_section(
    card: Card, to: Seat, first: str, others: tuple[str, ...], rule: Rule | None
) -> None:
    """The first unit shows which half a card for one of them orders in."""
    game = start_game()
    handed(game, (card, to))
    game.do(OrderUnit(to, first))
    assert ordered(game, to) == set(others)
    if rule is not None and isinstance(game.state.phase, OrderPhase):
        grid, own = grid_of(OVERLORD), set(EIGHT.commands(to))
        left = [
            unit.id
            for unit in game.state.units.values()
            if unit.side is Side.ALLIES
            and own & set(grid.sections(unit.hex, Edge.BOTTOM))
            and unit.id not in (first, *others)
        ]
        assert {refused(game, OrderUnit(to, one)) for one in left} == {rule}


def test_a_unit_in_the_middle_of_a_section_counts_for_either_half() -> None:
    """General Advance: two in each half; one at x 25 is of both."""
    rows = "1: i\n 7: . . . . . . . . I1 . I2 . I3 . I4 . I5"
    game = start_game(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4))
    handed(game, (Card.GENERAL_ADVANCE, A3))
    # x 17, 21, 25, 29, 33.
    for name in ("I1", "I2", "I3"):
        game.do(OrderUnit(A3, name))
    assert ordered(game, A3) == {"I4", "I5"}
    game.do(OrderUnit(A3, "I4"))
    assert isinstance(game.state.phase, MovePhase)


def test_a_probe_fills_up_with_two() -> None:
    game = start_game()
    handed(game, (Card.PROBE_LEFT, A2), (Card.MOVE_OUT, A3))
    game.do(OrderUnit(A2, W2))
    assert game.do(OrderUnit(A2, SHARED))[-1] == e.PhaseFinished(A2)
    assert game.state.awaiting == (A3,)
    assert refused(game, EndOrders(A2)) is Rule.TURN_NOT_YOURS


def test_a_general_without_units_of_a_kind_orders_one_of_any() -> None:
    """Tested over its own section: others may have armor."""
    rows = "1: i\n 7: I1 . . . . . . . . . A1"
    game = start_game(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4))
    handed(game, (Card.ARMOR_ASSAULT, A2), (Card.ARMOR_ASSAULT, A3))
    assert game.state.turn.orders[A2].fallback
    assert not game.state.turn.orders[A3].fallback
    assert (ordered(game, A2), ordered(game, A3)) == ({"I1"}, {"A1"})


def test_who_can_order_nobody_has_finished() -> None:
    rows = "1: i\n 7: I1"
    game = start_game(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4))
    result = handed(game, (Card.MOVE_OUT, A2), (Card.MOVE_OUT, A3))
    assert result[-1] == e.PhaseFinished(A3)
    assert game.state.awaiting == (A2,)


# Moves and battles.


def test_generals_order_move_and_battle_at_the_same_time() -> None:
    game = start_game()
    handed(game, (Card.MOVE_OUT, A2), (Card.MOVE_OUT, A4))
    for seat, unit in ((A4, E1), (A2, W1), (A4, E2)):
        game.do(OrderUnit(seat, unit))
    game.do(EndOrders(A2))
    assert game.state.awaiting == (A2, A4)
    assert isinstance(game.state.phase, MovePhase)
    assert game.state.awaiting == (A2, A4)
    movers = {
        seat: {one.unit for one in legal_commands(game.state, seat) if isinstance(one, MoveUnit)}
        for seat in (A2, A3, A4)
    }
    assert movers == {A2: {W1}, A3: set(), A4: {E1, E2}}
    assert refused(game, MoveUnit(A2, E1, (at(6, 36),))) is Rule.UNIT_NOT_YOURS
    assert game.do(EndMoves(A2)) == (e.PhaseFinished(A2),)
    assert game.do(EndMoves(A4)) == (e.MovesEnded(),)
    assert isinstance(game.state.phase, BattlePhase)
    assert game.state.awaiting == (A2, A4)
    assert game.do(EndTurn(A4)) == (e.PhaseFinished(A4),)
    ended = game.do(EndTurn(A2))
    assert isinstance(ended[0], e.BattlesEnded)
    discarded = [(one.seat, one.card) for one in ended if isinstance(one, e.CardDiscarded)]
    assert discarded == [(A2, Card.MOVE_OUT), (A4, Card.MOVE_OUT)]
    assert ended[-2:] == (e.TurnEnded(1, A1), e.TurnStarted(2, X1))
    assert isinstance(game.state.phase, HandOutPhase)


def attacking(
    card: Card = Card.DIRECT_FROM_HQ, *more: tuple[Card, Seat], doctrine: Doctrine | None = None
) -> Playing:
    """The left general has a unit next to one of the enemy's right general, the other one has one
    far off."""
    rows = "4: . . i1 i2\n 5: . . I1 . . . . . . . . . . . . . . . . . . I2"
    applied = (AppliedDoctrine(Side.AXIS, doctrine),) if doctrine else ()
    game = start_game(
        replace(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4), doctrines=applied)
    )
    handed(game, (card, A2), *more)
    return game


def test_each_general_decides_on_what_its_units_win() -> None:
    game = attacking(Card.DIRECT_FROM_HQ, (Card.DIRECT_FROM_HQ, A4))
    game.do(OrderUnit(A2, "I1"))
    game.do(OrderUnit(A4, "I2"))
    for seat in (A2, A4):
        game.do(EndMoves(seat))
    scripted(game, *[Face.INFANTRY] * 3)
    result = game.do(Attack(A2, "I1", "i1"))
    assert isinstance(result[-1], e.AmbushOffered)
    assert game.state.awaiting == (X1,)
    game.do(Decline(X1))
    assert isinstance(game.state.phase, BattlePhase)
    assert game.state.awaiting == (A2, A4)
    assert view(game.state, frozenset())["ordered"][0]["battled"]


@pytest.mark.parametrize(("seat", "unit", "other"), [(A2, "I1", A4), (A4, "I2", A2)])
def test_who_ordered_a_unit_decides_on_its_ground(seat: Seat, unit: str, other: Seat) -> None:
    game = attacking(Card.DIRECT_FROM_HQ, (Card.DIRECT_FROM_HQ, A4))
    game.do(OrderUnit(A2, "I1"))
    game.do(OrderUnit(A4, "I2"))
    for one in (A2, A4):
        game.do(EndMoves(one))
    offered = e.GroundOffered(unit, game.state.units[unit].hex)
    game.state = evolve(game.state, offered)
    assert game.state.awaiting == (seat,)
    assert refused(game, Decline(other)) is Rule.TURN_NOT_YOURS
    game.do(Decline(seat))
    assert game.state.awaiting == (A2, A4)


def test_the_general_of_a_section_answers_for_its_units() -> None:
    game = attacking()
    game.do(OrderUnit(A2, "I1"))
    game.do(EndMoves(A2))
    scripted(game, Face.FLAG, Face.STAR, Face.STAR)
    game.do(Attack(A2, "I1", "i1"))
    game.do(Decline(X1))
    assert isinstance(game.state.phase, RetreatPhase)
    assert game.state.awaiting == (X4,)
    back = legal_commands(game.state, X4)
    assert isinstance(back[0], Retreat)
    game.do(back[0])
    assert game.state.awaiting == (A2,)


def test_it_decides_whether_they_battle_back() -> None:
    """No card is played for it, so that it is not the Commander-in-Chief's decision."""
    game = attacking(doctrine=Doctrine.BRITISH_COMMONWEALTH)
    game.do(OrderUnit(A2, "I1"))
    game.do(EndMoves(A2))
    scripted(game, *[Face.INFANTRY] * 3)
    game.do(Attack(A2, "I1", "i1"))
    assert game.do(Decline(X1))[-1] == e.BattleBackOffered("i1", X4)
    assert game.state.awaiting == (X4,)


def test_an_ambush_is_the_chiefs_and_replaced_at_once() -> None:
    game = attacking()
    game.do(OrderUnit(A2, "I1"))
    game.do(EndMoves(A2))
    game.do(Attack(A2, "I1", "i1"))
    assert isinstance(game.state.phase, AmbushPhase)
    holding(game, X1, Card.AMBUSH)
    top = game.state.cards.deck[-1]
    result = game.do(Ambush(X1))
    assert [type(one) for one in result[:2]] == [e.AmbushPlayed, e.AmbushRolled]
    assert e.CardDiscarded(X1, Card.AMBUSH, DiscardSource.REACTION) in result
    assert game.state.cards.hand(X1) == (top,)
    assert not game.state.cards.reactions


def test_a_second_move_is_made_while_others_battle() -> None:
    """Behind Enemy Lines: its general has finished with it, the others go on."""
    game = start_game()
    handed(game, (Card.BEHIND_ENEMY_LINES, A2), (Card.MOVE_OUT, A4))
    for seat, unit in ((A2, W1), (A4, E1)):
        game.do(OrderUnit(seat, unit))
    for seat in game.state.awaiting:
        game.do(EndOrders(seat))
    for seat in game.state.awaiting:
        game.do(EndMoves(seat))
    assert refused(game, EndTurn(A2)) is Rule.MOVEMENT_SECOND_MOVE_LEFT
    assert game.do(EndBattles(A2)) == (e.SecondMoveOffered(W1),)
    assert isinstance(game.state.phase, MoveAgainPhase)
    assert game.state.awaiting == (A2,)
    after = Playing(game.state, [*game.log], [], game.chance)
    assert after.do(EndTurn(A2)) == (e.PhaseFinished(A2),)
    assert (after.state.awaiting, type(after.state.phase)) == ((A4,), BattlePhase)
    move = next(one for one in legal_commands(game.state, A2) if isinstance(one, MoveUnit))
    assert game.do(move)[-1] == e.MovesEnded()
    assert game.state.awaiting == (A2, A4)
    assert set(legal_commands(game.state, A2)) == {EndTurn(A2), Resign(A2)}
    game.do(EndTurn(A4))
    assert game.do(EndTurn(A2))[-1] == e.TurnStarted(2, X1)


def test_medics_throw_four_dice_while_others_order() -> None:
    game = start_game()
    hurt = replace(game.state.units[W1], figures=1)
    game.state = replace(
        game.state,
        units={**game.state.units, W1: hurt},
        occupants={**game.state.occupants, hurt.hex: hurt},
    )
    handed(game, (Card.MEDICS_AND_MECHANICS, A2), (Card.MOVE_OUT, A3))
    assert game.state.awaiting == (A2, A3)
    assert set(legal_commands(game.state, A2)) == {HealUnit(A2, W1), EndOrders(A2), Resign(A2)}
    assert refused(game, OrderUnit(A2, W2)) is Rule.ORDER_NOT_IN_SECTION
    assert refused(game, HealUnit(A3, C1)) is Rule.PHASE_OTHER_DECISION
    scripted(game, Face.INFANTRY, Face.STAR, Face.FLAG, Face.ARMOR)
    healed = game.do(HealUnit(A2, W1))
    assert [type(one) for one in healed] == [
        e.OrderDiceRolled,
        e.FiguresRestored,
        e.UnitOrdered,
        e.PhaseFinished,
    ]
    assert healed[1] == e.FiguresRestored(W1, 2)
    assert game.state.awaiting == (A3,)


def test_medics_with_nobody_to_help_have_finished() -> None:
    game = start_game()
    result = handed(game, (Card.MEDICS_AND_MECHANICS, A2), (Card.MOVE_OUT, A3))
    assert result[-1] == e.PhaseFinished(A2)
