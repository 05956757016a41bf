"""The end of a turn: discarding, drawing, growing hands and reshuffling."""

from dataclasses import replace

import pytest

from domain import decide, evolve, fold
from domain import events as e
from domain.commands import ChooseCard, Command, EndOrders, EndTurn, PlayCard
from domain.errors import Rule
from domain.state import GameState
from domain.steps.orders import card_in_play
from domain.values import Card, DiscardSource, EditionName, Seat, ShuffleReason, Side
from tests.support.cases import Case, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, pegasus, play

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
IN_PLAY, OFFER = DiscardSource.IN_PLAY, DiscardSource.OFFER
E2004, E2025 = EditionName.E2004, EditionName.E2025
PROBE, ATTACK, PINCER = Card.PROBE_LEFT, Card.ATTACK_RIGHT, Card.PINCER_MOVE
DRAW, RECON = "2004 p. 6, Game Turn; 2025, Draw", "2004 p. 5, Command Cards; 2025, Draw"
UNITS = "4: I . . . i"
END = EndTurn(ALLIES)
PASSED = (e.TurnEnded(1, ALLIES), e.TurnStarted(2, AXIS))


def playing(card: Card, *deck: Card, hand: int = 6) -> Skirmish:
    return Skirmish(UNITS, card=card, deck=deck, hand=hand)


def ended(card: Card) -> tuple[e.Event, ...]:
    return e.BattlesEnded(), e.CardDiscarded(ALLIES, card, IN_PLAY)


DRAWING = (
    Case(
        "the card is discarded, one is drawn, and the other side plays",
        DRAW,
        playing(PROBE, PINCER),
        END,
        then=(*ended(PROBE), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "a turn in which nobody was ordered ends with a card too",
        DRAW,
        replace(playing(PROBE, PINCER), phase="order"),
        (EndOrders(ALLIES), END),
        then=(*ended(PROBE), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "a reconnaissance looks at two cards",
        RECON,
        playing(Card.RECON_LEFT, PINCER, ATTACK),
        END,
        then=(*ended(Card.RECON_LEFT), e.CardsOffered(ALLIES, 2, (PINCER, ATTACK))),
    ),
    Case(
        "a reconnaissance keeps the first and discards the other",
        RECON,
        playing(Card.RECON_LEFT, PINCER, ATTACK),
        (END, ChooseCard(ALLIES, PINCER)),
        then=(e.CardKept(ALLIES, PINCER), e.CardDiscarded(ALLIES, ATTACK, OFFER), *PASSED),
    ),
    Case(
        "a reconnaissance keeps the second and discards the other",
        RECON,
        playing(Card.RECON_LEFT, PINCER, ATTACK),
        (END, ChooseCard(ALLIES, ATTACK)),
        then=(e.CardKept(ALLIES, ATTACK), e.CardDiscarded(ALLIES, PINCER, OFFER), *PASSED),
    ),
    Case(
        "two equal cards are offered like any two, so that the enemy learns nothing",
        RECON,
        playing(Card.RECON_LEFT, ATTACK, ATTACK),
        END,
        then=(*ended(Card.RECON_LEFT), e.CardsOffered(ALLIES, 2, (ATTACK, ATTACK))),
    ),
    Case(
        "of two equal cards one is kept and one discarded",
        RECON,
        playing(Card.RECON_LEFT, ATTACK, ATTACK),
        (END, ChooseCard(ALLIES, ATTACK)),
        then=(e.CardKept(ALLIES, ATTACK), e.CardDiscarded(ALLIES, ATTACK, OFFER), *PASSED),
    ),
    Case(
        "only an offered card can be kept",
        RECON,
        playing(Card.RECON_LEFT, PINCER, ATTACK),
        (END, ChooseCard(ALLIES, PROBE)),
        refused=Rule.CARD_NOT_OFFERED,
    ),
)

# A deck of 40 dealt out as 20 and 20 leaves nothing to draw from but the card just played.
EXHAUSTION = (
    Case(
        "with an empty pile the discards are shuffled, the card just played among them",
        DRAW,
        playing(PROBE, hand=20),
        END,
        then=(
            *ended(PROBE),
            e.DeckShuffled(ShuffleReason.EXHAUSTED, 1, 0, 1, (PROBE,)),
            e.CardDrawn(ALLIES, PROBE),
            *PASSED,
        ),
        editions=(E2004,),
    ),
    Case(
        "a reconnaissance that finds one card keeps it",
        RECON,
        playing(Card.RECON_LEFT, hand=20),
        END,
        then=(
            *ended(Card.RECON_LEFT),
            e.DeckShuffled(ShuffleReason.EXHAUSTED, 1, 0, 1, (Card.RECON_LEFT,)),
            e.CardsOffered(ALLIES, 1, (Card.RECON_LEFT,)),
            e.CardKept(ALLIES, Card.RECON_LEFT),
            *PASSED,
        ),
        editions=(E2004,),
    ),
    Case(
        "a hand that should grow does not, when no card is left anywhere",
        DRAW,
        Skirmish(UNITS, card=PROBE, first=Side.AXIS, hand=20, extra=(1,)),
        EndTurn(AXIS),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(AXIS, PROBE, IN_PLAY),
            e.DeckShuffled(ShuffleReason.EXHAUSTED, 1, 0, 1, (PROBE,)),
            e.CardDrawn(AXIS, PROBE),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
        editions=(E2004,),
    ),
)

GROWING = (
    Case(
        "a growing hand draws one card more at the end of its turn",
        "scenario booklet, Pegasus Bridge",
        Skirmish(UNITS, card=PROBE, first=Side.AXIS, hand=2, extra=(1, 2), deck=(PINCER, ATTACK)),
        EndTurn(AXIS),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(AXIS, PROBE, IN_PLAY),
            e.CardDrawn(AXIS, PINCER),
            e.CardDrawn(AXIS, ATTACK),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
        editions=(E2004,),
    ),
    Case(
        "six cards for Young Generals do not grow",
        "2025 Appendix 5, Young Generals",
        Skirmish(UNITS, card=PROBE, first=Side.AXIS, hand=2, extra=(1, 2), deck=(PINCER, ATTACK)),
        EndTurn(AXIS),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(AXIS, PROBE, IN_PLAY),
            e.CardDrawn(AXIS, PINCER),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
        editions=(E2025,),
    ),
)

CASES = (*DRAWING, *EXHAUSTION, *GROWING)


@runs(CASES)
def test_a_turn_ends_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


def idle_turn(state: GameState, card: Card) -> tuple[Command, ...]:
    """The awaited seat plays a card of its hand and orders nobody."""
    seat = state.turn.seat
    before = fold(decide(state, PlayCard(seat, card), Script()), state)
    assert before is not None
    waits = () if before.phase is None or before.phase.decision == "battle" else (EndOrders(seat),)
    return PlayCard(seat, card), *waits, EndTurn(seat)


@pytest.mark.parametrize(
    ("edition", "hands"),
    [
        (E2004, [(6, 2), (6, 2), (6, 3), (6, 3), (6, 4), (6, 4), (6, 4), (6, 4), (6, 4)]),
        (E2025, [(6, 6)] * 9),
    ],
)
def test_the_axis_hand_grows_over_its_first_two_turns(
    edition: EditionName, hands: list[tuple[int, int]]
) -> None:
    """Scenario booklet, Pegasus Bridge; 2025 Appendix 5 for Young Generals."""
    state = pegasus(edition).state
    counts = [tuple(len(state.cards.hand(seat)) for seat in Seat)]
    for _ in range(8):
        held = state.cards.hand(state.turn.seat)
        card = next(card for card in held if not card.startswith("recon_"))
        state = play(state, idle_turn(state, card), Script())
        counts.append(tuple(len(state.cards.hand(seat)) for seat in Seat))
    assert counts == hands


@pytest.mark.parametrize("edition", BOTH)
def test_with_one_card_left_the_discards_are_shuffled_under_it(edition: EditionName) -> None:
    """2004 p. 6, Game Turn; 2025, Draw: the last card is drawn before any of the new pile."""
    state = Skirmish(UNITS, card=Card.RECON_LEFT).begin(edition)
    cards = state.cards
    short = replace(cards, deck=cards.deck[-1:], discard=cards.deck[:-1])
    events = decide(replace(state, cards=short), END, Script())
    offered = next(event for event in events if isinstance(event, e.CardsOffered))
    assert offered.cards == (cards.deck[-1], Card.RECON_LEFT)


def test_nothing_says_which_card_is_played_before_one_is() -> None:
    state = Skirmish(UNITS, phase="play_card").begin(E2025)
    with pytest.raises(ValueError, match="no card is in play"):
        card_in_play(state)


def test_dice_belong_to_a_declared_attack() -> None:
    state = Skirmish(UNITS).begin(E2025)
    with pytest.raises(ValueError, match="declared attack"):
        evolve(state, e.DiceRolled((), 1))
