"""Drawing with the whole deck: ambushes, growing hands, reshuffles, and piles that run out."""

import pytest

from domain import decide
from domain import events as e
from domain.commands import ChooseCard, EndTurn
from domain.state import GameState
from domain.values import Card, EditionName, Seat, Side
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, after
from tests.support.seating import SEATS

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
AMBUSH, PROBE, RECON = Card.AMBUSH, Card.PROBE_LEFT, Card.RECON_LEFT
PINCER, ATTACK = Card.PINCER_MOVE, Card.ATTACK_RIGHT
FINEST = Card.THEIR_FINEST_HOUR
UNITS = "4: I . . . i"
END = EndTurn(ALLIES)
SPRUNG = (e.AmbushPlayed(AXIS, AMBUSH, "i", 3),)
"""The Axis has played its Ambush in this turn; what came of it does not matter here."""


def ending(card: Card, *deck: Card, **more: object) -> Skirmish:
    """The Allies have played a card and are about to end their turn; the Axis held the Ambush."""
    cards = {"enemy": (AMBUSH,), **more}
    return Skirmish(UNITS, card=card, deck=deck, **cards)  # type: ignore[arg-type]


def ambushed(card: Card, *deck: Card, **more: object) -> Skirmish:
    return ending(card, *deck, then=SPRUNG, **more)


LEFT = (PINCER, ATTACK)

DRAWING = cases(
    """
    # 2004 and 2025, Ambush card: its owner draws first
    who played an Ambush draws first
        4: I . . . i; battle; enemy ambush; card probe_left; deck pincer_move attack_right;
        with sprung | end turn => battles ended; card discarded axis ambush reaction;
        card drawn axis pincer_move; card discarded allies probe_left in_play;
        card drawn allies attack_right; turn ended turn 1 allies; turn started turn 2 axis
    an Ambush that was not played stays in the hand
        enemy ambush; card probe_left; deck pincer_move attack_right | end turn => battles ended;
        card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    the ambusher draws before a Recon looks at two cards
        enemy ambush; card recon_left; deck probe_left pincer_move attack_right; with sprung |
        end turn => battles ended; card discarded axis ambush reaction; card drawn axis probe_left;
        card discarded allies recon_left in_play;
        cards offered allies count 2 pincer_move attack_right
    the ambusher draws before a Finest Hour shuffles
        enemy ambush; deck pincer_move attack_right; card their_finest_hour; hand 29; with sprung |
        end turn => battles ended; card discarded axis ambush reaction; card drawn axis pincer_move;
        card discarded allies their_finest_hour in_play;
        deck shuffled card count 3 attack_right ambush their_finest_hour;
        card drawn allies their_finest_hour; turn ended turn 1 allies; turn started turn 2 axis
    # 2004 p. 5, Command Cards; 2025, Command cards
    a Recon in Force draws one card
        enemy ambush; deck pincer_move attack_right; card recon_in_force | end turn =>
        battles ended; card discarded allies recon_in_force in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    # 2004 p. 6, Game Turn; 2025, Draw
    a tactic card draws one card
        enemy ambush; deck pincer_move attack_right; card move_out | end turn => battles ended;
        card discarded allies move_out in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    """,
    sprung={"then": SPRUNG},
)

GROWING = cases(
    """
    # scenario booklet, Pegasus Bridge; 2004 and 2025, Ambush card
    @ enemy ambush
    a growing hand draws after the ambusher and after its own card
        4: I . . . i; battle; extra 1; deck pincer_move attack_right move_out; first axis;
        card probe_left; with ambush_played | end turn => battles ended;
        card discarded allies ambush reaction; card drawn allies pincer_move;
        card discarded axis probe_left in_play; card drawn axis attack_right;
        card drawn axis move_out; turn ended turn 1 axis; turn started turn 2 allies
    # scenario booklet, Pegasus Bridge; 2025, Recon card
    a hand that grows draws one more after the choice of a Recon
        extra 1; deck pincer_move attack_right move_out; first axis; card recon_left | end turn;
        choose attack_right => card kept axis attack_right; card discarded axis pincer_move offer;
        card drawn axis move_out; turn ended turn 1 axis; turn started turn 2 allies
    # scenario booklet, Pegasus Bridge
    the hand of the ambusher does not grow in the enemy's turn
        extra 1; deck pincer_move attack_right move_out; card probe_left; with sprung | end turn =>
        battles ended; card discarded axis ambush reaction; card drawn axis pincer_move;
        card discarded allies probe_left in_play; card drawn allies attack_right;
        turn ended turn 1 allies; turn started turn 2 axis
    # scenario booklet, Pegasus Bridge; ruling: the unkept card joins the discards at once
    the unkept card of a Recon may be the one that a growing hand draws
        first axis; card recon_left; hand 29; extra 1; deck pincer_move attack_right | end turn;
        choose attack_right => card kept axis attack_right; card discarded axis pincer_move offer;
        deck shuffled exhausted count 2 recon_left pincer_move; card drawn axis pincer_move;
        turn ended turn 1 axis; turn started turn 2 allies
    """,
    ambush_played={"then": (e.AmbushPlayed(ALLIES, AMBUSH, "I", 3),)},
    sprung={"then": SPRUNG},
)

ONE_LEFT = (e.CardDrawn(AXIS, PINCER),)

# The deck of 60 dealt out as 29 and 29 leaves two cards, as 30 and 30 none.
EXHAUSTION = cases(
    """
    # 2004 p. 6, Game Turn; 2025, Draw
    the card just played is in the new pile
        4: I . . . i; battle; enemy ambush; card probe_left; hand 30 | end turn => battles ended;
        card discarded allies probe_left in_play; deck shuffled exhausted probe_left;
        card drawn allies probe_left; turn ended turn 1 allies; turn started turn 2 axis
    the last card of the pile is drawn without a shuffle
        enemy ambush; card probe_left; hand 29; deck pincer_move attack_right; with one_left |
        end turn => battles ended; card discarded allies probe_left in_play;
        card drawn allies attack_right; turn ended turn 1 allies; turn started turn 2 axis
    # ruling: the last card first, then the discards are shuffled under it
    a Recon takes the last card and then one of the new pile, the Recon among them
        enemy ambush; card recon_left; hand 29; deck pincer_move attack_right; with one_left |
        end turn => battles ended; card discarded allies recon_left in_play;
        deck shuffled exhausted count 2 kept 1 recon_left attack_right;
        cards offered allies count 2 attack_right recon_left
    # 2004 and 2025, Ambush card: its owner draws first
    the Ambush is in the new pile that its owner draws from
        enemy ambush; card probe_left; hand 30; with sprung | end turn => battles ended;
        card discarded axis ambush reaction; deck shuffled exhausted ambush; card drawn axis ambush;
        card discarded allies probe_left in_play; deck shuffled exhausted draw 2 probe_left;
        card drawn allies probe_left; turn ended turn 1 allies; turn started turn 2 axis
    after the ambusher's draw one card is left for a Recon
        enemy ambush; card recon_left; hand 29; deck pincer_move attack_right; with sprung |
        end turn => battles ended; card discarded axis ambush reaction; card drawn axis pincer_move;
        card discarded allies recon_left in_play;
        deck shuffled exhausted count 3 kept 1 ambush recon_left attack_right;
        cards offered allies count 2 attack_right recon_left
    # 2004 and 2025, Their Finest Hour card
    a Finest Hour shuffles the pile with the discards, itself among them
        enemy ambush; card their_finest_hour; hand 29; deck pincer_move attack_right | end turn =>
        battles ended; card discarded allies their_finest_hour in_play;
        deck shuffled card count 3 attack_right pincer_move their_finest_hour;
        card drawn allies their_finest_hour; turn ended turn 1 allies; turn started turn 2 axis
    """,
    one_left={"then": ONE_LEFT},
    sprung={"then": SPRUNG},
)


NO_RESHUFFLE = cases(
    """
    # scenario booklet, Vassieux: the discards are never shuffled
    @ card probe_left; hand 29; enemy ambush; deck pincer_move attack_right; with
        winner_when_deck_empty_axis
    with a card left the battle goes on
        4: I . . . i; battle | end turn => battles ended; card discarded allies probe_left in_play;
        card drawn allies pincer_move; turn ended turn 1 allies; turn started turn 2 axis
    who draws the last card ends the battle
        with one_left | end turn => battles ended; card discarded allies probe_left in_play;
        card drawn allies attack_right; game finished axis deck_empty; seed revealed
    @ card probe_left; enemy ambush
    the Allies win where the scenario says so
        hand 29; deck pincer_move attack_right; with winner_when_deck_empty_allies; with one_left |
        end turn => battles ended; card discarded allies probe_left in_play;
        card drawn allies attack_right; game finished allies deck_empty; seed revealed
    a card that cannot be drawn ends the battle
        with winner_when_deck_empty_axis; hand 30 | end turn => battles ended;
        card discarded allies probe_left in_play; game finished axis deck_empty; seed revealed
    @ hand 29; enemy ambush; deck pincer_move attack_right; with winner_when_deck_empty_axis
    a Recon takes the last two cards, and the choice comes before the end
        card recon_left | end turn => battles ended; card discarded allies recon_left in_play;
        cards offered allies count 2 pincer_move attack_right
    after the choice the battle is over
        card recon_left | end turn; choose pincer_move => card kept allies pincer_move;
        card discarded allies attack_right offer; game finished axis deck_empty; seed revealed
    @ card probe_left; enemy ambush; with winner_when_deck_empty_axis
    an ambusher that cannot draw ends the battle
        hand 30; with sprung | end turn => battles ended; card discarded axis ambush reaction;
        game finished axis deck_empty; seed revealed
    an ambusher that draws the last card leaves none to the other side
        hand 29; deck pincer_move attack_right; with ambush_played | end turn => battles ended;
        card discarded axis ambush reaction; card drawn axis attack_right;
        card discarded allies probe_left in_play; game finished axis deck_empty; seed revealed
    the ambusher's card and one's own may be the last two
        hand 29; deck pincer_move attack_right; with sprung | end turn => battles ended;
        card discarded axis ambush reaction; card drawn axis pincer_move;
        card discarded allies probe_left in_play; card drawn allies attack_right;
        game finished axis deck_empty; seed revealed
    a hand that grows may take the last card
        hand 29; deck pincer_move attack_right; first axis; extra 1 | end turn => battles ended;
        card discarded axis probe_left in_play; card drawn axis pincer_move;
        card drawn axis attack_right; game finished axis deck_empty; seed revealed
    @ enemy ambush; with winner_when_deck_empty_axis; card their_finest_hour; hand 30
    a Finest Hour that cannot draw ends the battle
        end turn => battles ended; card discarded allies their_finest_hour in_play;
        game finished axis deck_empty; seed revealed
    # scenario booklet, Vassieux; ruling: a draw that cannot be supplied ends the battle
    @ hand 29; enemy ambush; deck pincer_move attack_right; with winner_when_deck_empty_axis
    a Recon that finds one card ends the battle
        card recon_left; with one_left | end turn => battles ended;
        card discarded allies recon_left in_play; game finished axis deck_empty; seed revealed
    # scenario booklet, Vassieux: Their Finest Hour does not shuffle either
    a Finest Hour does not shuffle
        card their_finest_hour | end turn => battles ended;
        card discarded allies their_finest_hour in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    a copied Finest Hour does not shuffle either
        card counter_attack; played counter_attack as their_finest_hour | end turn => battles ended;
        card discarded allies counter_attack in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    """,
    winner_when_deck_empty_axis={"changes": {"winner_when_deck_empty": Side.AXIS}},
    one_left={"then": ONE_LEFT},
    winner_when_deck_empty_allies={"changes": {"winner_when_deck_empty": Side.ALLIES}},
    sprung={"then": SPRUNG},
    ambush_played={"then": (e.CardDrawn(AXIS, PINCER), e.AmbushPlayed(AXIS, AMBUSH, "i", 3))},
)

CASES = (*DRAWING, *GROWING, *EXHAUSTION, *NO_RESHUFFLE)


@runs(CASES)
def test_a_turn_is_closed_as_the_rulebook_says(case: Case) -> None:
    check(case)


def sizes(state: GameState) -> list[int]:
    return [len(state.cards.hand(seat)) for seat in SEATS]


@pytest.mark.parametrize("edition", BOTH)
def test_an_ambush_is_replaced_at_the_end_of_the_turn_it_was_played_in(
    edition: EditionName,
) -> None:
    """2004 and 2025, Ambush card."""
    state = ambushed(PROBE).begin(edition)
    assert sizes(state) == [5, 5]
    state = after(state, decide(state, END, Script()))
    assert (sizes(state), state.cards.reactions) == ([6, 6], {})
    assert state.cards.discard == (AMBUSH, PROBE)


@pytest.mark.parametrize("edition", BOTH)
def test_the_choice_of_a_reconnaissance_is_made_before_the_turn_is_over(
    edition: EditionName,
) -> None:
    """2004 p. 5, Command Cards; 2025, Recon card."""
    state = ending(RECON, PINCER, ATTACK).begin(edition)
    offered = after(state, decide(state, END, Script()))
    assert (offered.awaited, offered.cards.offers) == (ALLIES, {ALLIES: LEFT})
    kept = after(offered, decide(offered, ChooseCard(ALLIES, PINCER), Script()))
    assert (kept.awaited, kept.cards.offers) == (AXIS, {})
    assert kept.cards.discard == (RECON, ATTACK)


@pytest.mark.parametrize("edition", BOTH)
def test_a_finest_hour_leaves_no_discards(edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card: both piles are shuffled together."""
    state = ambushed(FINEST).begin(edition)
    state = after(state, decide(state, END, Script()))
    assert state.cards.discard == ()
    assert len(state.cards.deck) == 60 - sum(sizes(state))
