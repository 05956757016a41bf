"""The deck, whom section cards order, and the end of a turn: discarding, drawing, reshuffling."""

from collections import Counter
from dataclasses import replace

import pytest

from domain import decide, evolve, fold
from domain import events as e
from domain.commands import (
    Command,
    EndOrders,
    EndTurn,
    OrderUnit,
    PlayCard,
)
from domain.editions import EDITIONS
from domain.phases import OrderPhase
from domain.pieces.cards import SECTION_CARDS
from domain.position import Position
from domain.rules.cards import orders
from domain.state import GameState
from domain.values import (
    Card,
    EditionName,
    Seat,
    Section,
    Side,
    Variant,
)
from tests.support.boards import EDGES
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, pegasus, play
from tests.support.seating import SEATS

ALLIES = Seat.ALLIES
E2004, E2025 = EditionName.E2004, EditionName.E2025
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
UNITS = "4: I . . . i"
END = EndTurn(ALLIES)


DRAWING = cases(
    """
    # 2004 p. 6, Game Turn; 2025, Draw
    @ card probe_left; deck pincer_move
    the card is discarded, one is drawn, and the other side plays
        4: I . . . i; battle | end turn => battles ended; card discarded allies probe_left in_play;
        card drawn allies pincer_move; turn ended turn 1 allies; turn started turn 2 axis
    a turn in which nobody was ordered ends with a card too
        order | end orders; end turn => battles ended; card discarded allies probe_left in_play;
        card drawn allies pincer_move; turn ended turn 1 allies; turn started turn 2 axis
    # 2004 p. 5, Command Cards; 2025, Draw
    @ card recon_left; deck pincer_move attack_right
    a reconnaissance looks at two cards
        battle | end turn => battles ended; card discarded allies recon_left in_play;
        cards offered allies count 2 pincer_move attack_right
    a reconnaissance keeps the first and discards the other
        end turn; choose pincer_move => card kept allies pincer_move;
        card discarded allies attack_right offer; turn ended turn 1 allies; turn started turn 2 axis
    a reconnaissance keeps the second and discards the other
        end turn; choose attack_right => card kept allies attack_right;
        card discarded allies pincer_move offer; turn ended turn 1 allies; turn started turn 2 axis
    @ card recon_left; deck attack_right attack_right
    two equal cards are offered like any two, so that the enemy learns nothing
        end turn => battles ended; card discarded allies recon_left in_play;
        cards offered allies count 2 attack_right attack_right
    of two equal cards one is kept and one discarded
        end turn; choose attack_right => card kept allies attack_right;
        card discarded allies attack_right offer; turn ended turn 1 allies; turn started turn 2 axis
    @ card recon_left; deck pincer_move attack_right
    only an offered card can be kept | end turn; choose probe_left => refused card.not_offered
    """
)

# A deck of 40 dealt out as 20 and 20 leaves nothing to draw from but the card just played.
EXHAUSTION = cases(
    """
    # 2004 p. 6, Game Turn; 2025, Draw
    with an empty pile the discards are shuffled, the card just played among them {2004}
        4: I . . . i; battle; hand 20; card probe_left | end turn => battles ended;
        card discarded allies probe_left in_play; deck shuffled exhausted probe_left;
        card drawn allies probe_left; turn ended turn 1 allies; turn started turn 2 axis
    a hand that should grow does not, when no card is left anywhere {2004}
        hand 20; first axis; card probe_left; extra 1 | end turn => battles ended;
        card discarded axis probe_left in_play; deck shuffled exhausted probe_left;
        card drawn axis probe_left; turn ended turn 1 axis; turn started turn 2 allies
    # 2004 p. 5, Command Cards; 2025, Draw
    a reconnaissance that finds one card keeps it {2004}
        hand 20; card recon_left | end turn => battles ended;
        card discarded allies recon_left in_play; deck shuffled exhausted recon_left;
        cards offered allies recon_left; card kept allies recon_left; turn ended turn 1 allies;
        turn started turn 2 axis
    """
)

GROWING = cases(
    """
    # scenario booklet, Pegasus Bridge
    @ first axis; card probe_left; hand 2; extra 1 2; deck pincer_move attack_right
    a growing hand draws one card more at the end of its turn {2004}
        4: I . . . i; battle | end turn => battles ended; card discarded axis probe_left in_play;
        card drawn axis pincer_move; card drawn axis attack_right; turn ended turn 1 axis;
        turn started turn 2 allies
    # 2025 Appendix 5, Young Generals
    six cards for Young Generals do not grow {2025}
        end turn => battles ended; card discarded axis probe_left in_play;
        card drawn axis pincer_move; turn ended turn 1 axis; turn started turn 2 allies
    """
)


def with_card(card: Card, picture: str, left: int = 4, first: Side = Side.ALLIES) -> Skirmish:
    return Skirmish(picture, left, card=card, phase="order", first=first)


def order(*names: str, seat: Seat = ALLIES) -> tuple[OrderUnit, ...]:
    return tuple(OrderUnit(seat, name) for name in names)


# Where left is 4, the dotted line cuts I2 (x = 7); I3 is in the center.
ORDERING = cases(
    """
    # 2004 p. 6, Order Units; 2025, Order units
    four units of one flank: the first two of a pincer move
        4: I I2 I3 I4; order; card pincer_move; left 0 | order I; order I2 => ordered I2 left;
        orders ended
    a pincer move orders a unit on the line through its flank
        3: . I2 . .; 4: I . I3 .; 5: . . . .; 6: I4 . . .; card pincer_move; left 4 | order I;
        order I2 => ordered I2 left center; orders ended
    a pincer move has no third order for a unit on the line
        3: . I2 . .; 4: I . I3 .; 5: . . . .; 6: I4 . . .; 7: . . . . . . . . I5; card pincer_move;
        left 4 | order I; order I4; order I2 => refused order.none_left
    units on both lines take the two flank orders each of a pincer move
        3: I . . . . I2; 5: I3 . . . . I4; card pincer_move; left 6 | order I; order I2; order I3;
        order I4 => ordered I4 center right; orders ended
    the unit on the line counts as the center when the flank's only unit is ordered first
        3: . I2 . .; 4: I . I3 .; 5: . . . .; 6: I4 . . .; card recon_in_force; left 4 | order I;
        order I2 => ordered I2 left center; orders ended
    with the flank and the line ordered the center's own unit comes too late
        3: . I2 . .; 4: I . I3 .; 5: . . . .; 6: I4 . . .; 7: . . . . . . . . I5;
        card recon_in_force; left 4 | order I; order I2; order I3 => refused order.none_left
    three units on one line are one too many for a reconnaissance in force
        1: I; 3: I2; 5: I3; 7: . . . . . . I4; left 6; card recon_in_force | order I; order I2;
        order I3 => refused order.none_left
    four units on one line fill flank and center of a general advance
        1: I; 3: I2; 5: I3; 7: I4; left 6; card general_advance | order I; order I2; order I3;
        order I4 => ordered I4 left center; orders ended
    with the line in the way a general advance has no order left in the center
        1: I; 3: I2; 5: I3; 7: I4; 4: . I5 . . . . . I6; left 6; card general_advance | order I;
        order I2; order I3; order I4; order I5 => refused order.none_left
    @ first axis; card probe_left
    the player at the top finds the left flank where the other has the right
        4: . . . i i2; left 12 | order i; order i2 => ordered i2 left; orders ended
    the player at the top has no left flank in the west
        4: i . . . . . . . . i2; left 0 | order i => refused order.not_in_section
    @ left 0; card attack_left
    armor and artillery take orders like infantry
        4: A G D | order A; order G; order D => ordered D left; orders ended
    @ left 4; card assault_left
    an assault leaves out whom its player wants
        3: . I2 . .; 4: I . I3 .; 5: . . . .; 6: I4 . . . | order I2; end orders => orders ended
    an assault stops at its section | order I3 => refused order.not_in_section
    @
    an ordered unit moves and battles beyond its section
        4: A . . . . . i; move A; left 4; card recon_left | A moves e e e; A > i [star star star] =>
        rolled at 3
    # 2004 p. 5, Command Cards; 2025, Draw
    a reconnaissance of an empty section looks at two cards all the same
        4: I; play_card; left 0; card recon_right; deck pincer_move attack_right | play recon_right;
        end turn => battles ended; card discarded allies recon_right in_play;
        cards offered allies count 2 pincer_move attack_right
    a reconnaissance in force draws one card
        4: I . . . i; battle; card recon_in_force; deck pincer_move attack_right | end turn =>
        battles ended; card discarded allies recon_in_force in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    """
)

CASES = (*DRAWING, *EXHAUSTION, *GROWING, *ORDERING)


@runs(CASES)
def test_cards_order_and_are_drawn_as_the_rulebook_says(case: Case) -> None:
    check(case)


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
    counts = [tuple(len(state.cards.hand(seat)) for seat in SEATS)]
    for _ in range(8):
        held = state.cards.hand(state.turn.seat)
        card = next(card for card in held if not card.startswith("recon_"))
        state = play(state, idle_turn(state, card), Script())
        counts.append(tuple(len(state.cards.hand(seat)) for seat in SEATS))
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


def test_nothing_is_ordered_before_a_card_is_played() -> None:
    position = Skirmish(UNITS, phase="play_card").at(E2025)
    with pytest.raises(ValueError, match="no card is in play"):
        _ = position.order


# 2004 p. 5, Command Cards; 2025, Command cards.
TACTIC_COPIES = {
    Card.AIR_POWER: 1,
    Card.AMBUSH: 1,
    Card.ARMOR_ASSAULT: 2,
    Card.ARTILLERY_BOMBARD: 1,
    Card.BARRAGE: 1,
    Card.BEHIND_ENEMY_LINES: 1,
    Card.CLOSE_ASSAULT: 1,
    Card.COUNTER_ATTACK: 2,
    Card.DIG_IN: 1,
    Card.DIRECT_FROM_HQ: 2,
    Card.FIREFIGHT: 1,
    Card.INFANTRY_ASSAULT: 2,
    Card.MEDICS_AND_MECHANICS: 1,
    Card.MOVE_OUT: 2,
    Card.THEIR_FINEST_HOUR: 1,
}


@pytest.mark.parametrize("edition", BOTH)
def test_the_standard_deck_adds_twenty_tactic_cards_to_the_forty(edition: EditionName) -> None:
    decks = EDITIONS[edition].decks
    counts = {
        variant: {card: spec.copies for card, spec in deck.items()}
        for variant, deck in decks.items()
    }
    forty = counts[Variant.YOUNG_GENERALS]
    assert counts[Variant.STANDARD] == forty | TACTIC_COPIES
    assert (sum(forty.values()), sum(TACTIC_COPIES.values())) == (40, 20)
    assert set(forty) | set(TACTIC_COPIES) == set(Card)


@pytest.mark.parametrize("edition", BOTH)
def test_the_sections_have_11_13_and_11_cards(edition: EditionName) -> None:
    deck = EDITIONS[edition].decks[Variant.YOUNG_GENERALS]
    copies = Counter[tuple[Section, ...]]()
    for spec in deck.values():
        copies[tuple(spec.orders.per_section)] += spec.copies
    assert copies == {
        (LEFT,): 11,
        (CENTER,): 13,
        (RIGHT,): 11,
        (LEFT, CENTER, RIGHT): 4,
        (LEFT, RIGHT): 1,
    }


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("named", "size"), [((), 40), ((Card.AMBUSH,), 60)], ids=["Young Generals", "standard"]
)
def test_a_game_deals_its_whole_deck(
    edition: EditionName, named: tuple[Card, ...], size: int
) -> None:
    """Variant by variant: what lies in the pile and in the hands is every card of the deck."""
    state = Skirmish(UNITS, enemy=named, phase="play_card").begin(edition)
    lying = Counter(
        [*state.cards.deck, *(card for seat in SEATS for card in state.cards.hand(seat))]
    )
    deck = EDITIONS[edition].decks[state.created.variant]
    assert lying == {card: spec.copies for card, spec in deck.items()}
    assert lying.total() == size


def seen(state: GameState) -> Position:
    return Position(EDITIONS[state.created.edition], state)


# The most units of the left, the center and the right, where four stand in each.
MOST = {
    Card.RECON_LEFT: (1, 0, 0),
    Card.RECON_CENTER: (0, 1, 0),
    Card.RECON_RIGHT: (0, 0, 1),
    Card.PROBE_LEFT: (2, 0, 0),
    Card.PROBE_CENTER: (0, 2, 0),
    Card.PROBE_RIGHT: (0, 0, 2),
    Card.ATTACK_LEFT: (3, 0, 0),
    Card.ATTACK_CENTER: (0, 3, 0),
    Card.ATTACK_RIGHT: (0, 0, 3),
    Card.ASSAULT_LEFT: (4, 0, 0),
    Card.ASSAULT_CENTER: (0, 4, 0),
    Card.ASSAULT_RIGHT: (0, 0, 4),
    Card.GENERAL_ADVANCE: (2, 2, 2),
    Card.PINCER_MOVE: (2, 0, 2),
    Card.RECON_IN_FORCE: (1, 1, 1),
}
FOUR_EACH = {
    Side.ALLIES: "4: I I2 I3 I4 A1 A2 A3 A4 . G1 G2 G3 G4",
    Side.AXIS: "4: i i2 i3 i4 a1 a2 a3 a4 . g1 g2 g3 g4",
}


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("card", SECTION_CARDS)
def test_a_section_card_orders_so_many_units_of_its_sections(
    card: Card, side: Side, edition: EditionName
) -> None:
    """2004 p. 6, Order Units; 2025, Order units: sections as the player's own seat sees them."""
    seat = Seat(side.value)
    state = with_card(card, FOUR_EACH[side], left=0, first=side).begin(edition)
    while isinstance(state.phase, OrderPhase):
        unit = orders.orderable(seen(state))[0]
        state = play(state, (OrderUnit(seat, unit.id),), Script())
    grid = seen(state).grid
    counts = Counter(
        grid.sections(state.units[name].hex, EDGES[side])[0] for name in state.turn.ordered
    )
    assert tuple(counts[section] for section in Section) == MOST[card]


def test_dice_belong_to_a_declared_attack() -> None:
    state = Skirmish(UNITS).begin(E2025)
    with pytest.raises(ValueError, match="declared attack"):
        evolve(state, e.DiceRolled((), 1))
