"""Ambushes of pairs."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    Decline,
    EndMoves,
    OrderUnit,
    PlayCard,
)
from domain.errors import Rule
from domain.phases import AmbushPhase
from domain.values import (
    Card,
    Seat,
    SharedCardSource,
    Side,
    Undo,
)
from tests.rules.test_alliance import A1, X1, X2, attacked
from tests.support.alliance import holding, plays, refused
from tests.support.boards import board
from tests.support.games import paired_off


def test_each_of_a_pair_is_asked_for_an_ambush() -> None:
    game = attacked()
    assert game.state.awaiting == (X1, X2)
    assert game.do(Decline(X2)) == (e.PhaseFinished(X2),)
    assert game.state.awaiting == (X1,)
    assert refused(game, Decline(X2)) is Rule.TURN_NOT_YOURS
    assert game.do(Decline(X1))[0] == e.AmbushDeclined(X1)


@pytest.mark.parametrize("seat", [X1, X2])
def test_either_of_a_pair_springs_the_ambush(seat: Seat) -> None:
    game = attacked()
    assert refused(game, Ambush(seat)) is Rule.AMBUSH_NOT_IN_HAND
    holding(game, seat, Card.AMBUSH)
    assert plays(game)[0] == (Ambush(seat) if seat is X1 else Decline(X1))
    assert game.do(Ambush(seat))[0] == e.AmbushPlayed(seat, Card.AMBUSH, "i", 3)
    assert not game.state.cards.hand(seat)


def test_an_open_ambush_is_sprung_and_replaced_by_an_open_card() -> None:
    """It is replaced where it came from, before the active player draws."""
    game = attacked(shared=Card.AMBUSH)
    assert plays(game) == [Ambush(X1, shared=True), Decline(X1)]
    sprung = game.do(Ambush(X2, shared=True))
    assert sprung[:2] == (
        e.SharedCardTaken(X2, Side.AXIS, Card.AMBUSH),
        e.AmbushPlayed(X2, Card.AMBUSH, "i", 3),
    )
    top = game.state.cards.deck[-1]
    while not any(isinstance(event, e.TurnEnded) for event in game.log):
        game.do(plays(game)[-1])  # type: ignore[arg-type]
    drawn = [one for one in game.log if isinstance(one, e.SharedCardLaid | e.CardDrawn)][-2:]
    assert drawn[0] == e.SharedCardLaid(X2, Side.AXIS, top, SharedCardSource.DRAW_PILE)
    assert isinstance(drawn[1], e.CardDrawn)


def test_no_ambush_is_asked_for_where_the_only_one_lies_open_for_the_attacker() -> None:
    setup = board("4: I i", 8).setup(Side.ALLIES, 4, (), 4)
    game = paired_off(setup, "drawn")
    holding(game, A1, Card.DIRECT_FROM_HQ, shared=Card.AMBUSH)
    cards = game.state.cards
    game.state = replace(game.state, cards=replace(cards, discard=(Card.AMBUSH,)))
    unit, target = game.state.units.values()
    for command in (PlayCard(A1, Card.DIRECT_FROM_HQ), OrderUnit(A1, unit.id), EndMoves(A1)):
        game.do(command)
    game.do(Attack(A1, unit.id, target.id))
    assert not isinstance(game.state.phase, AmbushPhase)


def test_what_a_partner_says_to_an_ambush_is_not_taken_back_freely() -> None:
    game = attacked(undo=Undo.FREE)
    before = game.state.undo.barrier
    game.do(Decline(X2))
    assert game.state.undo.barrier == game.state.version > before
