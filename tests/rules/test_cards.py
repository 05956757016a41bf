"""The deck, whom section cards order, and the end of a turn: discarding, drawing, reshuffling."""

from collections import Counter
from dataclasses import replace

import pytest

from domain import decide, evolve, fold
from domain import events as e
from domain.commands import (
    Attack,
    ChooseCard,
    Command,
    EndOrders,
    EndTurn,
    MoveUnit,
    OrderUnit,
    PlayCard,
)
from domain.editions import EDITIONS
from domain.editions.section_cards import SECTION_CARDS
from domain.errors import Rule
from domain.position import Position
from domain.rules import orders
from domain.state import GameState, OrderPhase
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Seat,
    Section,
    ShuffleReason,
    Side,
    Variant,
)
from tests.support.boards import EDGES, path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, pegasus, play

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
IN_PLAY, OFFER = DiscardSource.IN_PLAY, DiscardSource.OFFER
E2004, E2025 = EditionName.E2004, EditionName.E2025
PROBE, ATTACK, PINCER = Card.PROBE_LEFT, Card.ATTACK_RIGHT, Card.PINCER_MOVE
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
DRAW, RECON = "2004 p. 6, Game Turn; 2025, Draw", "2004 p. 5, Command Cards; 2025, Draw"
ORDERS = "2004 p. 6, Order Units; 2025, Order units"
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

# Units of the west for the side at the bottom: I2 (x = 7) on the line, I3 in the center.
WEST = """
    3: .  I2 .  .
    4: I  .  I3 .
    5: .  .  .  .
    6: I4 .  .  .
"""


def with_card(card: Card, picture: str, left: int = 4, first: Side = Side.ALLIES) -> Skirmish:
    return Skirmish(picture, left, card=card, phase="order", first=first)


def order(*names: str, seat: Seat = ALLIES) -> tuple[OrderUnit, ...]:
    return tuple(OrderUnit(seat, name) for name in names)


ORDERING = (
    Case(
        "four units of one flank: the first two of a pincer move",
        ORDERS,
        with_card(Card.PINCER_MOVE, "4: I I2 I3 I4", left=0),
        order("I", "I2"),
        then=(e.UnitOrdered("I2", (LEFT,)), e.OrdersEnded()),
    ),
    Case(
        "a pincer move orders a unit on the line through its flank",
        ORDERS,
        with_card(Card.PINCER_MOVE, WEST),
        order("I", "I2"),
        then=(e.UnitOrdered("I2", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "a pincer move has no third order for a unit on the line",
        ORDERS,
        with_card(Card.PINCER_MOVE, WEST + "7: . . . . . . . . I5"),
        order("I", "I4", "I2"),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "units on both lines take the two flank orders each of a pincer move",
        ORDERS,
        with_card(Card.PINCER_MOVE, "3: I . . . . I2\n5: I3 . . . . I4", left=6),
        order("I", "I2", "I3", "I4"),
        then=(e.UnitOrdered("I4", (CENTER, RIGHT)), e.OrdersEnded()),
    ),
    Case(
        "the unit on the line counts as the center when the flank's only unit is ordered first",
        ORDERS,
        with_card(Card.RECON_IN_FORCE, WEST),
        order("I", "I2"),
        then=(e.UnitOrdered("I2", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "with the flank and the line ordered the center's own unit comes too late",
        ORDERS,
        with_card(Card.RECON_IN_FORCE, WEST + "7: . . . . . . . . I5"),
        order("I", "I2", "I3"),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "three units on one line are one too many for a reconnaissance in force",
        ORDERS,
        with_card(Card.RECON_IN_FORCE, "1: I\n3: I2\n5: I3\n7: . . . . . . I4", left=6),
        order("I", "I2", "I3"),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "four units on one line fill flank and center of a general advance",
        ORDERS,
        with_card(Card.GENERAL_ADVANCE, "1: I\n3: I2\n5: I3\n7: I4", left=6),
        order("I", "I2", "I3", "I4"),
        then=(e.UnitOrdered("I4", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "with the line in the way a general advance has no order left in the center",
        ORDERS,
        with_card(Card.GENERAL_ADVANCE, "1: I\n3: I2\n5: I3\n7: I4\n4: . I5 . . . . . I6", left=6),
        order("I", "I2", "I3", "I4", "I5"),
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "the player at the top finds the left flank where the other has the right",
        ORDERS,
        with_card(Card.PROBE_LEFT, "4: . . . i i2", left=12, first=Side.AXIS),
        order("i", "i2", seat=AXIS),
        then=(e.UnitOrdered("i2", (LEFT,)), e.OrdersEnded()),
    ),
    Case(
        "the player at the top has no left flank in the west",
        ORDERS,
        with_card(Card.PROBE_LEFT, "4: i . . . . . . . . i2", left=0, first=Side.AXIS),
        order("i", seat=AXIS),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "armor and artillery take orders like infantry",
        ORDERS,
        with_card(Card.ATTACK_LEFT, "4: A G D", left=0),
        order("A", "G", "D"),
        then=(e.UnitOrdered("D", (LEFT,)), e.OrdersEnded()),
    ),
    Case(
        "an assault leaves out whom its player wants",
        ORDERS,
        with_card(Card.ASSAULT_LEFT, WEST),
        (*order("I2"), EndOrders(ALLIES)),
        then=(e.OrdersEnded(),),
    ),
    Case(
        "an assault stops at its section",
        ORDERS,
        with_card(Card.ASSAULT_LEFT, WEST),
        order("I3"),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "a reconnaissance of an empty section looks at two cards all the same",
        RECON,
        Skirmish(
            "4: I", 0, card=Card.RECON_RIGHT, phase="play_card", deck=(PINCER, ATTACK), hand=6
        ),
        (PlayCard(ALLIES, Card.RECON_RIGHT), END),
        then=(*ended(Card.RECON_RIGHT), e.CardsOffered(ALLIES, 2, (PINCER, ATTACK))),
    ),
    Case(
        "a reconnaissance in force draws one card",
        RECON,
        playing(Card.RECON_IN_FORCE, PINCER, ATTACK),
        END,
        then=(*ended(Card.RECON_IN_FORCE), e.CardDrawn(ALLIES, PINCER), *PASSED),
    ),
    Case(
        "an ordered unit moves and battles beyond its section",
        ORDERS,
        Skirmish("4: A . . . . . i", 4, "A", card=Card.RECON_LEFT, phase="move"),
        (MoveUnit(ALLIES, "A", path((4, 4), "e e e")), Attack(ALLIES, "A", "i")),
        dice="star star star",
        then=throw("A", "i", "star star star", distance=3),
    ),
)

CASES = (*DRAWING, *EXHAUSTION, *GROWING, *ORDERING)


@runs(CASES)
def test_cards_order_and_are_drawn_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
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
        [*state.cards.deck, *(card for seat in Seat for card in state.cards.hand(seat))]
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
