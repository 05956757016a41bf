"""Drawing with the whole deck: ambushes, growing hands, reshuffles, and piles that run out."""

from dataclasses import replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import ChooseCard, EndTurn
from domain.state import GameState
from domain.values import Card, DiscardSource, EditionName, Ending, Seat, ShuffleReason, Side
from tests.support.cases import Case, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Skirmish, after, play

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
IN_PLAY, OFFER, REACTION = DiscardSource.IN_PLAY, DiscardSource.OFFER, DiscardSource.REACTION
AMBUSH, PROBE, RECON = Card.AMBUSH, Card.PROBE_LEFT, Card.RECON_LEFT
PINCER, ATTACK, MOVE_OUT = Card.PINCER_MOVE, Card.ATTACK_RIGHT, Card.MOVE_OUT
FINEST = Card.THEIR_FINEST_HOUR
UNITS = "4: I . . . i"
END = EndTurn(ALLIES)
BATTLES = e.BattlesEnded()
PASSED = (e.TurnEnded(1, ALLIES), e.TurnStarted(2, AXIS))
SPRUNG = (e.AmbushPlayed(AXIS, AMBUSH, "i", 3),)
"""The Axis has played its Ambush in this turn; what came of it does not matter here."""

DRAW = "2004 p. 6, Game Turn; 2025, Draw"
FIRST = "2004 and 2025, Ambush card: its owner draws first"
LAST = "scenario booklet, Vassieux: the discards are never shuffled"

# The deck of 60 dealt out as 29 and 29 leaves two cards, as 30 and 30 none.
TWO_LEFT, NONE_LEFT = 29, 30


def ending(card: Card, *deck: Card, **more: object) -> Skirmish:
    """The Allies have played a card and are about to end their turn; the Axis held the Ambush."""
    cards = {"enemy": (AMBUSH,), **more}
    return Skirmish(UNITS, card=card, deck=deck, **cards)  # type: ignore[arg-type]


def ambushed(card: Card, *deck: Card, **more: object) -> Skirmish:
    return ending(card, *deck, then=SPRUNG, **more)


def put_away(card: Card, seat: Seat = ALLIES) -> e.CardDiscarded:
    return e.CardDiscarded(seat, card, IN_PLAY)


AMBUSH_AWAY = e.CardDiscarded(AXIS, AMBUSH, REACTION)


def refilled(*order: Card, kept: int = 0, draw: int = 1) -> e.DeckShuffled:
    """The discards, shuffled under what is left of the pile."""
    return e.DeckShuffled(ShuffleReason.EXHAUSTED, len(order), kept, draw, order)


LEFT = (PINCER, ATTACK)

DRAWING = (
    Case(
        "who played an Ambush draws first",
        FIRST,
        ambushed(PROBE, PINCER, ATTACK),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            e.CardDrawn(AXIS, PINCER),
            put_away(PROBE),
            e.CardDrawn(ALLIES, ATTACK),
            *PASSED,
        ),
    ),
    Case(
        "an Ambush that was not played stays in the hand",
        FIRST,
        ending(PROBE, PINCER, ATTACK),
        END,
        then=(BATTLES, put_away(PROBE), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "the ambusher draws before a Recon looks at two cards",
        FIRST,
        ambushed(RECON, PROBE, PINCER, ATTACK),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            e.CardDrawn(AXIS, PROBE),
            put_away(RECON),
            e.CardsOffered(ALLIES, 2, (PINCER, ATTACK)),
        ),
    ),
    Case(
        "the ambusher draws before a Finest Hour shuffles",
        FIRST,
        ambushed(FINEST, PINCER, ATTACK, hand=TWO_LEFT),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            e.CardDrawn(AXIS, PINCER),
            put_away(FINEST),
            e.DeckShuffled(ShuffleReason.CARD, 3, 0, 1, (ATTACK, AMBUSH, FINEST)),
            e.CardDrawn(ALLIES, FINEST),
            *PASSED,
        ),
    ),
    Case(
        "a Recon in Force draws one card",
        "2004 p. 5, Command Cards; 2025, Command cards",
        ending(Card.RECON_IN_FORCE, PINCER, ATTACK),
        END,
        then=(BATTLES, put_away(Card.RECON_IN_FORCE), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "a tactic card draws one card",
        DRAW,
        ending(MOVE_OUT, PINCER, ATTACK),
        END,
        then=(BATTLES, put_away(MOVE_OUT), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
)

GROWING = (
    Case(
        "a growing hand draws after the ambusher and after its own card",
        "scenario booklet, Pegasus Bridge; 2004 and 2025, Ambush card",
        replace(
            ending(PROBE, PINCER, ATTACK, MOVE_OUT, first=Side.AXIS, extra=(1,)),
            then=(e.AmbushPlayed(ALLIES, AMBUSH, "I", 3),),
        ),
        EndTurn(AXIS),
        then=(
            BATTLES,
            e.CardDiscarded(ALLIES, AMBUSH, REACTION),
            e.CardDrawn(ALLIES, PINCER),
            put_away(PROBE, AXIS),
            e.CardDrawn(AXIS, ATTACK),
            e.CardDrawn(AXIS, MOVE_OUT),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
    ),
    Case(
        "a hand that grows draws one more after the choice of a Recon",
        "scenario booklet, Pegasus Bridge; 2025, Recon card",
        ending(RECON, PINCER, ATTACK, MOVE_OUT, first=Side.AXIS, extra=(1,)),
        (EndTurn(AXIS), ChooseCard(AXIS, ATTACK)),
        then=(
            e.CardKept(AXIS, ATTACK),
            e.CardDiscarded(AXIS, PINCER, OFFER),
            e.CardDrawn(AXIS, MOVE_OUT),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
    ),
    Case(
        "the hand of the ambusher does not grow in the enemy's turn",
        "scenario booklet, Pegasus Bridge",
        ambushed(PROBE, PINCER, ATTACK, MOVE_OUT, extra=(1,)),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            e.CardDrawn(AXIS, PINCER),
            put_away(PROBE),
            e.CardDrawn(ALLIES, ATTACK),
            *PASSED,
        ),
    ),
    Case(
        "the unkept card of a Recon may be the one that a growing hand draws",
        "scenario booklet, Pegasus Bridge; ruling: the unkept card joins the discards at once",
        ending(RECON, PINCER, ATTACK, first=Side.AXIS, extra=(1,), hand=TWO_LEFT),
        (EndTurn(AXIS), ChooseCard(AXIS, ATTACK)),
        then=(
            e.CardKept(AXIS, ATTACK),
            e.CardDiscarded(AXIS, PINCER, OFFER),
            refilled(RECON, PINCER),
            e.CardDrawn(AXIS, PINCER),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
    ),
)

ONE_LEFT = (e.CardDrawn(AXIS, PINCER),)

EXHAUSTION = (
    Case(
        "the card just played is in the new pile",
        DRAW,
        ending(PROBE, hand=NONE_LEFT),
        END,
        then=(BATTLES, put_away(PROBE), refilled(PROBE), e.CardDrawn(ALLIES, PROBE), *PASSED),
    ),
    Case(
        "the last card of the pile is drawn without a shuffle",
        DRAW,
        ending(PROBE, *LEFT, hand=TWO_LEFT, then=ONE_LEFT),
        END,
        then=(BATTLES, put_away(PROBE), e.CardDrawn(ALLIES, ATTACK), *PASSED),
    ),
    Case(
        "a Recon takes the last card and then one of the new pile, the Recon among them",
        "ruling: the last card first, then the discards are shuffled under it",
        ending(RECON, *LEFT, hand=TWO_LEFT, then=ONE_LEFT),
        END,
        then=(
            BATTLES,
            put_away(RECON),
            refilled(RECON, ATTACK, kept=1),
            e.CardsOffered(ALLIES, 2, (ATTACK, RECON)),
        ),
    ),
    Case(
        "the Ambush is in the new pile that its owner draws from",
        FIRST,
        ambushed(PROBE, hand=NONE_LEFT),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            refilled(AMBUSH),
            e.CardDrawn(AXIS, AMBUSH),
            put_away(PROBE),
            refilled(PROBE, draw=2),
            e.CardDrawn(ALLIES, PROBE),
            *PASSED,
        ),
    ),
    Case(
        "after the ambusher's draw one card is left for a Recon",
        FIRST,
        ambushed(RECON, *LEFT, hand=TWO_LEFT),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            e.CardDrawn(AXIS, PINCER),
            put_away(RECON),
            refilled(AMBUSH, RECON, ATTACK, kept=1),
            e.CardsOffered(ALLIES, 2, (ATTACK, RECON)),
        ),
    ),
    Case(
        "a Finest Hour shuffles the pile with the discards, itself among them",
        "2004 and 2025, Their Finest Hour card",
        ending(FINEST, *LEFT, hand=TWO_LEFT),
        END,
        then=(
            BATTLES,
            put_away(FINEST),
            e.DeckShuffled(ShuffleReason.CARD, 3, 0, 1, (ATTACK, PINCER, FINEST)),
            e.CardDrawn(ALLIES, FINEST),
            *PASSED,
        ),
    ),
)


def to_the_last(card: Card, *deck: Card, winner: Side = Side.AXIS, **more: object) -> Skirmish:
    """A battle that is over when the draw pile is."""
    return ending(card, *deck, changes={"winner_when_deck_empty": winner}, **more)


def over(winner: Side = Side.AXIS) -> tuple[e.Event, ...]:
    return e.GameFinished(winner, Ending.DECK_EMPTY), e.SeedRevealed(SEED)


NO_RESHUFFLE = (
    Case(
        "with a card left the battle goes on",
        LAST,
        to_the_last(PROBE, *LEFT, hand=TWO_LEFT),
        END,
        then=(BATTLES, put_away(PROBE), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "who draws the last card ends the battle",
        LAST,
        to_the_last(PROBE, *LEFT, hand=TWO_LEFT, then=ONE_LEFT),
        END,
        then=(BATTLES, put_away(PROBE), e.CardDrawn(ALLIES, ATTACK), *over()),
    ),
    Case(
        "the Allies win where the scenario says so",
        LAST,
        to_the_last(PROBE, *LEFT, winner=Side.ALLIES, hand=TWO_LEFT, then=ONE_LEFT),
        END,
        then=(BATTLES, put_away(PROBE), e.CardDrawn(ALLIES, ATTACK), *over(Side.ALLIES)),
    ),
    Case(
        "a card that cannot be drawn ends the battle",
        LAST,
        to_the_last(PROBE, hand=NONE_LEFT),
        END,
        then=(BATTLES, put_away(PROBE), *over()),
    ),
    Case(
        "a Recon takes the last two cards, and the choice comes before the end",
        LAST,
        to_the_last(RECON, *LEFT, hand=TWO_LEFT),
        END,
        then=(BATTLES, put_away(RECON), e.CardsOffered(ALLIES, 2, LEFT)),
    ),
    Case(
        "after the choice the battle is over",
        LAST,
        to_the_last(RECON, *LEFT, hand=TWO_LEFT),
        (END, ChooseCard(ALLIES, PINCER)),
        then=(e.CardKept(ALLIES, PINCER), e.CardDiscarded(ALLIES, ATTACK, OFFER), *over()),
    ),
    Case(
        "a Recon that finds one card ends the battle",
        "scenario booklet, Vassieux; ruling: a draw that cannot be supplied ends the battle",
        to_the_last(RECON, *LEFT, hand=TWO_LEFT, then=ONE_LEFT),
        END,
        then=(BATTLES, put_away(RECON), *over()),
    ),
    Case(
        "an ambusher that cannot draw ends the battle",
        LAST,
        to_the_last(PROBE, hand=NONE_LEFT, then=SPRUNG),
        END,
        then=(BATTLES, AMBUSH_AWAY, *over()),
    ),
    Case(
        "an ambusher that draws the last card leaves none to the other side",
        LAST,
        to_the_last(PROBE, *LEFT, hand=TWO_LEFT, then=(*ONE_LEFT, *SPRUNG)),
        END,
        then=(BATTLES, AMBUSH_AWAY, e.CardDrawn(AXIS, ATTACK), put_away(PROBE), *over()),
    ),
    Case(
        "the ambusher's card and one's own may be the last two",
        LAST,
        to_the_last(PROBE, *LEFT, hand=TWO_LEFT, then=SPRUNG),
        END,
        then=(
            BATTLES,
            AMBUSH_AWAY,
            e.CardDrawn(AXIS, PINCER),
            put_away(PROBE),
            e.CardDrawn(ALLIES, ATTACK),
            *over(),
        ),
    ),
    Case(
        "a hand that grows may take the last card",
        LAST,
        to_the_last(PROBE, *LEFT, hand=TWO_LEFT, first=Side.AXIS, extra=(1,)),
        EndTurn(AXIS),
        then=(
            BATTLES,
            put_away(PROBE, AXIS),
            e.CardDrawn(AXIS, PINCER),
            e.CardDrawn(AXIS, ATTACK),
            *over(),
        ),
    ),
    Case(
        "a Finest Hour does not shuffle",
        "scenario booklet, Vassieux: Their Finest Hour does not shuffle either",
        to_the_last(FINEST, *LEFT, hand=TWO_LEFT),
        END,
        then=(BATTLES, put_away(FINEST), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "a copied Finest Hour does not shuffle either",
        "scenario booklet, Vassieux: Their Finest Hour does not shuffle either",
        to_the_last(
            Card.COUNTER_ATTACK,
            *LEFT,
            hand=TWO_LEFT,
            played=e.CardPlayed(ALLIES, Card.COUNTER_ATTACK, FINEST),
        ),
        END,
        then=(BATTLES, put_away(Card.COUNTER_ATTACK), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "a Finest Hour that cannot draw ends the battle",
        LAST,
        to_the_last(FINEST, hand=NONE_LEFT),
        END,
        then=(BATTLES, put_away(FINEST), *over()),
    ),
)

CASES = (*DRAWING, *GROWING, *EXHAUSTION, *NO_RESHUFFLE)


@runs(CASES)
def test_a_turn_is_closed_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    """Events are compared twice: as text, and with the cards that no text of theirs shows."""
    check(case, edition)
    assert happened(case, edition) == case.then, case.source


def happened(case: Case, edition: EditionName) -> tuple[e.Event, ...]:
    """The events of a case's last command."""
    *before, last = case.when if isinstance(case.when, tuple) else (case.when,)
    state = play(case.given.begin(edition), before, Script())
    return decide(state, last, Script())


def sizes(state: GameState) -> list[int]:
    return [len(state.cards.hand(seat)) for seat in Seat]


@pytest.mark.parametrize("edition", BOTH)
def test_an_ambush_is_replaced_at_the_end_of_the_turn_it_was_played_in(
    edition: EditionName,
) -> None:
    """2004 and 2025, Ambush card."""
    state = ambushed(PROBE).begin(edition)
    assert sizes(state) == [5, 5]
    state = after(state, decide(state, END, Script()))
    assert (sizes(state), state.cards.reaction) == ([6, 6], None)
    assert state.cards.discard == (AMBUSH, PROBE)


@pytest.mark.parametrize("edition", BOTH)
def test_the_choice_of_a_reconnaissance_is_made_before_the_turn_is_over(
    edition: EditionName,
) -> None:
    """2004 p. 5, Command Cards; 2025, Recon card."""
    state = ending(RECON, PINCER, ATTACK).begin(edition)
    offered = after(state, decide(state, END, Script()))
    assert (offered.awaited, offered.cards.offer) == (ALLIES, LEFT)
    kept = after(offered, decide(offered, ChooseCard(ALLIES, PINCER), Script()))
    assert (kept.awaited, kept.cards.offer) == (AXIS, ())
    assert kept.cards.discard == (RECON, ATTACK)


@pytest.mark.parametrize("edition", BOTH)
def test_a_finest_hour_leaves_no_discards(edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card: both piles are shuffled together."""
    state = ambushed(FINEST).begin(edition)
    state = after(state, decide(state, END, Script()))
    assert state.cards.discard == ()
    assert len(state.cards.deck) == 60 - sum(sizes(state))
