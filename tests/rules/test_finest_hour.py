"""Their Finest Hour, after which all cards but the hands are shuffled."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import EndOrders, EndTurn, PlayCard
from domain.values import Card, DiscardSource, EditionName, Seat, ShuffleReason, Side
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, after, play

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
MEDICS, HOUR = Card.MEDICS_AND_MECHANICS, Card.THEIR_FINEST_HOUR


def last_hour(**changes: object) -> Skirmish:
    """The battles of a finest hour."""
    return Skirmish("4: I . i", ordered="I", card=HOUR, changes=changes)


def kinds(events: Sequence[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.parametrize("edition", BOTH)
def test_the_finest_hour_shuffles_all_cards_but_the_hands(edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card; ruling: with the card itself, before the draw."""
    state = last_hour().begin(edition)
    lying = state.cards
    cards = replace(lying, deck=lying.deck[20:], discard=lying.deck[:20])
    state = replace(state, cards=cards)
    events = decide(state, EndTurn(ALLIES), Script(on_top=[HOUR]))
    assert kinds(events) == [
        "BattlesEnded",
        "CardDiscarded",
        "DeckShuffled",
        "CardDrawn",
        "TurnEnded",
        "TurnStarted",
    ]
    shuffled, drawn = events[2], events[3]
    assert isinstance(shuffled, e.DeckShuffled)
    assert (shuffled.reason, shuffled.kept) == (ShuffleReason.CARD, 0)
    assert Counter(shuffled.order) == Counter([*lying.deck, HOUR])
    assert shuffled.count == len(lying.deck) + 1
    assert drawn == e.CardDrawn(ALLIES, HOUR)
    cards = after(state, events).cards
    assert (cards.discard, len(cards.deck)) == ((), len(lying.deck))


@pytest.mark.parametrize("edition", BOTH)
def test_who_sprang_an_ambush_draws_before_the_shuffle(edition: EditionName) -> None:
    """2004 and 2025, Ambush card and Their Finest Hour card."""
    sprung = (e.AmbushPlayed(AXIS, Card.AMBUSH, "i", 3),)
    given = replace(last_hour(), enemy=(Card.AMBUSH,), deck=(Card.PINCER_MOVE,), then=sprung)
    events = decide(given.begin(edition), EndTurn(ALLIES), Script())
    assert events[1:4] == (
        e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.REACTION),
        e.CardDrawn(AXIS, Card.PINCER_MOVE),
        e.CardDiscarded(ALLIES, HOUR, DiscardSource.IN_PLAY),
    )
    shuffled = events[4]
    assert isinstance(shuffled, e.DeckShuffled)
    assert {Card.AMBUSH, HOUR} <= set(shuffled.order)


@pytest.mark.parametrize("edition", BOTH)
def test_a_counter_attack_of_the_finest_hour_rolls_and_shuffles_too(edition: EditionName) -> None:
    """2004 and 2025, Counter-Attack card: copied are all effects, the shuffle among them."""
    given = replace(last_hour(), enemy=(Card.COUNTER_ATTACK,))
    chance = Script("star flag flag flag flag flag")
    copying = (EndTurn(ALLIES), PlayCard(AXIS, Card.COUNTER_ATTACK), EndOrders(AXIS))
    state = play(given.begin(edition), copying, chance)
    lying = state.cards
    events = decide(state, EndTurn(AXIS), chance)
    assert kinds(events)[:4] == ["BattlesEnded", "CardDiscarded", "DeckShuffled", "CardDrawn"]
    shuffled = events[2]
    assert isinstance(shuffled, e.DeckShuffled)
    assert Counter(shuffled.order) == Counter([*lying.deck, *lying.discard, Card.COUNTER_ATTACK])


@pytest.mark.parametrize("edition", BOTH)
def test_where_no_card_returns_the_finest_hour_shuffles_nothing(edition: EditionName) -> None:
    """Scenario booklet, Vassieux: the discards are never shuffled in again."""
    given = replace(last_hour(winner_when_deck_empty=Side.AXIS), deck=(Card.PINCER_MOVE,))
    events = decide(given.begin(edition), EndTurn(ALLIES), Script())
    assert events[1:3] == (
        e.CardDiscarded(ALLIES, HOUR, DiscardSource.IN_PLAY),
        e.CardDrawn(ALLIES, Card.PINCER_MOVE),
    )


@pytest.mark.parametrize("edition", BOTH)
def test_no_other_card_shuffles_the_deck(edition: EditionName) -> None:
    """2004 and 2025, the cards."""
    deck = Skirmish("4: I", enemy=(Card.AMBUSH,)).at(edition).book.cards
    assert [card for card, spec in deck.items() if spec.reshuffles] == [HOUR]
