"""Dice that tactic cards throw or add: bonus dice, figures restored, orders by dice."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    Attack,
    EndMoves,
    EndOrders,
    EndTurn,
    HealUnit,
    MoveUnit,
    OrderUnit,
    PlayCard,
    TakeGround,
)
from domain.errors import Rule
from domain.rules import combat
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    LossCause,
    Seat,
    Section,
    ShuffleReason,
    Side,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script, faces
from tests.support.games import BOTH, Skirmish, after, play

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
CENTER = Section.CENTER
ARMOR_ASSAULT, BEHIND = Card.ARMOR_ASSAULT, Card.BEHIND_ENEMY_LINES
CLOSE, FIREFIGHT = Card.CLOSE_ASSAULT, Card.FIREFIGHT
MEDICS, HOUR = Card.MEDICS_AND_MECHANICS, Card.THEIR_FINEST_HOUR
HITS = LossCause.HITS

BONUS = "2004 and 2025, the card"
LAST = "2004 and 2025, the card; ruling: the die is added after all that is taken off"
OVERRUN = "2025, Armor overrun; ruling: in 2004 as well"
MENDING = "2004 and 2025, Medics & Mechanics card"
FINEST = "2004 and 2025, Their Finest Hour card"
MATCHING = "2004 and 2025, Their Finest Hour card; ruling: each unit has a die of its own"


@dataclass(frozen=True)
class Aim:
    """The dice that ``unit``, ordered by ``card``, has against each enemy it may attack."""

    name: str
    card: Card
    picture: str
    unit: str = "I"
    dice: dict[str, int] = field(default_factory=dict)
    source: str = BONUS
    left: int = 8


def ranges(card: Card, unit: str, dice: Sequence[int]) -> list[Aim]:
    """The dice of a unit against an enemy one hex off, two, and so on; 0 is no attack."""
    return [
        Aim(
            f"{unit} by {card} at {hexes}",
            card,
            f"4: {unit} {'. ' * (hexes - 1)}i",
            unit,
            {"i": count} if count else {},
            left=4,
        )
        for hexes, count in enumerate(dice, start=1)
    ]


AIMS = (
    *ranges(ARMOR_ASSAULT, "A", (4, 3, 3, 0)),
    *ranges(ARMOR_ASSAULT, "D", (4, 3, 3, 0)),
    *ranges(BEHIND, "I", (4, 3, 2, 0)),
    *ranges(BEHIND, "E", (4, 3, 2, 0)),
    *ranges(BEHIND, "P", (4, 3, 2, 0)),
    *ranges(CLOSE, "I", (4, 0, 0, 0)),
    *ranges(CLOSE, "A", (4, 0, 0, 0)),
    *ranges(FIREFIGHT, "I", (0, 3, 2, 0)),
    *ranges(FIREFIGHT, "A", (0, 4, 4, 0)),
    *ranges(FIREFIGHT, "G", (0, 4, 3, 3, 2, 2, 0)),
    *ranges(HOUR, "I", (4, 3, 2, 0)),
    *ranges(HOUR, "A", (4, 4, 4, 0)),
    *ranges(HOUR, "G", (4, 4, 3, 3, 2, 2, 0)),
    *ranges(Card.ARTILLERY_BOMBARD, "G", (3, 3, 2, 2, 1, 1, 0)),
    *ranges(Card.DIRECT_FROM_HQ, "A", (3, 3, 3, 0)),
    *ranges(Card.INFANTRY_ASSAULT, "I", (3, 2, 1, 0)),
    *ranges(Card.MOVE_OUT, "I", (3, 2, 1, 0)),
    *ranges(MEDICS, "I", (3, 2, 1, 0)),
    Aim("forest", ARMOR_ASSAULT, "4: A i/F", "A", {"i": 2}),
    Aim("forest at range", ARMOR_ASSAULT, "4: A . i/F", "A", {"i": 1}),
    Aim("town against open ground", ARMOR_ASSAULT, "4: A/T i", "A", {"i": 2}),
    Aim("town against a hill", ARMOR_ASSAULT, "4: A/T i/H", "A", {"i": 1}, LAST),
    Aim("town against a hill at range", ARMOR_ASSAULT, "4: A/T . i/H", "A", {}, LAST),
    Aim("town against a forest", ARMOR_ASSAULT, "4: A/T i/F", "A", {}, LAST),
    Aim("town against sandbags", CLOSE, "4: A/T i/%", "A", {"i": 1}, LAST),
    Aim("town against a town", CLOSE, "4: A/T i/T", "A", {}, LAST),
    Aim("wire against a forest", CLOSE, "4: I/# i/F", "I", {"i": 2}, LAST),
    Aim("a choice of neighbors", CLOSE, "4: i I i2 i3", "I", {"i": 4, "i2": 4}),
    Aim("forest at three hexes", FIREFIGHT, "4: I . . i/F", "I", {"i": 1}, LAST),
    Aim("wire at three hexes", FIREFIGHT, "4: I/# . . i", "I", {"i": 1}, LAST),
    Aim("wire against a forest at three hexes", FIREFIGHT, "4: I/# . . i/F", "I", {}, LAST),
    Aim("town against a hill, firing", FIREFIGHT, "4: A/T . i/H", "A", {"i": 1}, LAST),
    Aim("a neighbor bars the fire", FIREFIGHT, "4: i2 I . i", "I", {}),
    Aim("forest at three hexes, behind", BEHIND, "4: I . . i/F", "I", {"i": 1}, LAST),
    Aim("town against a forest, at best", HOUR, "4: A/T i/F", "A", {}, LAST),
    Aim("forest at three hexes, at best", HOUR, "4: I . . i/F", "I", {"i": 1}, LAST),
    Aim("a neighbor comes first, at best", HOUR, "4: i2 I . i", "I", {"i2": 4}),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: f"{aim.card}: {aim.name}")
def test_a_card_adds_its_dice_last(aim: Aim, edition: EditionName) -> None:
    position = Skirmish(aim.picture, aim.left, aim.unit, card=aim.card).at(edition)
    shots = combat.shots(position, position.state.units[aim.unit])
    assert {shot.target.id: shot.dice for shot in shots} == aim.dice, aim.source


# An Ambush that lies open interrupts no further attack.
SPENT = (e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.REACTION),)
FOUR = "star star star star"
WIN = "grenade star star star"


def overrunning(card: Card, row: str) -> Skirmish:
    return Skirmish(f"4: {row}", ordered="A", card=card, then=SPENT)


def then_at(target: str) -> tuple[Attack, TakeGround, Attack]:
    """Armor takes the ground of its first target and attacks the second."""
    return Attack(ALLIES, "A", "i"), TakeGround(ALLIES), Attack(ALLIES, "A", target)


OVERRUNNING = (
    *(
        Case(
            f"the die of {card} counts in an overrun with an adjacent enemy",
            OVERRUN,
            overrunning(card, "A i:1 i2"),
            then_at("i2"),
            dice=f"{WIN} {FOUR}",
            then=throw("A", "i2", FOUR, overrun=True, draw=2),
        )
        for card in (ARMOR_ASSAULT, CLOSE, HOUR)
    ),
    *(
        Case(
            f"the die of {card} does not count in an overrun at range",
            OVERRUN,
            overrunning(card, "A i:1 . i2"),
            then_at("i2"),
            dice=f"{WIN} star star star",
            then=throw("A", "i2", "star star star", distance=2, overrun=True, draw=2),
        )
        for card in (ARMOR_ASSAULT, CLOSE)
    ),
    Case(
        "in the finest hour the die counts in an overrun at range too",
        OVERRUN,
        overrunning(HOUR, "A i:1 . i2"),
        then_at("i2"),
        dice=f"{WIN} {FOUR}",
        then=throw("A", "i2", FOUR, distance=2, overrun=True, draw=2),
    ),
)

NO_HELP = "flag flag grenade grenade grenade flag"


def wounded(picture: str, *hurt: str, hand: int = 6) -> Skirmish:
    """Before the card: units of the word list ``unit:count`` have lost so many figures."""
    losses = (word.split(":") for word in hurt)
    lost = tuple(e.FiguresLost(name, int(count), HITS) for name, count in losses)
    return Skirmish(picture, card=MEDICS, hand=hand, phase="play_card", then=lost)


def heal(unit: str = "I") -> tuple[PlayCard, HealUnit]:
    return PlayCard(ALLIES, MEDICS), HealUnit(ALLIES, unit)


def mended(unit: str, dice: str, count: int) -> tuple[e.Event, ...]:
    """A unit of the center gets figures back and may move."""
    return (
        e.OrderDiceRolled(faces(dice), 1, unit),
        e.FiguresRestored(unit, count),
        e.UnitOrdered(unit, (CENTER,)),
        e.OrdersEnded(),
    )


HEALING = (
    Case(
        "the medics ask for a unit that has lost figures",
        MENDING,
        wounded("4: I . A", "I:1"),
        PlayCard(ALLIES, MEDICS),
        then=(e.CardPlayed(ALLIES, MEDICS), e.HealingOffered()),
    ),
    Case(
        "with nobody wounded the card does nothing",
        MENDING,
        wounded("4: I . A"),
        PlayCard(ALLIES, MEDICS),
        then=(e.CardPlayed(ALLIES, MEDICS), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "the enemy's wounded do not count",
        MENDING,
        wounded("4: I . i", "i:2"),
        PlayCard(ALLIES, MEDICS),
        then=(e.CardPlayed(ALLIES, MEDICS), e.OrdersEnded(), e.MovesEnded()),
    ),
    *(
        Case(
            f"{unit} gets {count} figures back by its symbols and stars",
            MENDING,
            wounded(f"4: {unit}", f"{unit}:{lost}"),
            heal(unit),
            dice=dice,
            then=mended(unit, dice, count),
        )
        for unit, lost, dice, count in (
            ("I", 3, "infantry armor star grenade flag flag", 2),
            ("E", 3, "infantry infantry armor armor flag star", 3),
            ("P", 2, "infantry armor grenade grenade flag flag", 1),
            ("A", 2, "armor infantry infantry star grenade flag", 2),
            ("D", 3, "armor infantry infantry infantry grenade flag", 1),
            ("G", 1, "star infantry armor grenade grenade flag", 1),
        )
    ),
    *(
        Case(
            f"{unit} gets no more back than it has lost",
            MENDING,
            wounded(f"4: {unit}", f"{unit}:1"),
            heal(unit),
            dice="star star star star star star",
            then=mended(unit, "star star star star star star", 1),
        )
        for unit in "IEPADG"
    ),
    Case(
        "grenades and foreign symbols mend no gun",
        MENDING,
        wounded("4: G", "G:1"),
        heal("G"),
        dice="infantry infantry armor grenade grenade flag",
        then=(
            e.OrderDiceRolled(faces("infantry infantry armor grenade grenade flag"), 1, "G"),
            e.OrdersEnded(),
            e.MovesEnded(),
        ),
    ),
    Case(
        "a unit that gets nothing back is not ordered",
        MENDING,
        wounded("4: I i", "I:2"),
        (*heal(), Attack(ALLIES, "I", "i")),
        dice=NO_HELP,
        refused=Rule.UNIT_NOT_ORDERED,
    ),
    Case(
        "a mended unit moves and battles, without a die more",
        MENDING,
        wounded("4: I . . i", "I:2"),
        (*heal(), MoveUnit(ALLIES, "I", path((4, 8), "e")), Attack(ALLIES, "I", "i")),
        dice="star flag flag flag flag flag star star",
        then=throw("I", "i", "star star", distance=2, draw=2),
    ),
    Case(
        "a mended gun that stays battles",
        MENDING,
        wounded("4: G . . i", "G:1"),
        (*heal("G"), EndMoves(ALLIES), Attack(ALLIES, "G", "i")),
        dice="star flag flag flag flag flag star star",
        then=throw("G", "i", "star star", distance=3, draw=2),
    ),
    Case(
        "a mended unit that cannot stir goes straight on to battle",
        MENDING,
        wounded("4: G/b", "G:1"),
        heal("G"),
        dice="star flag flag flag flag flag",
        then=(*mended("G", "star flag flag flag flag flag", 1), e.MovesEnded()),
    ),
    Case(
        "nobody but the mended unit is ordered",
        MENDING,
        wounded("4: I . A .", "I:2", "A:1"),
        (*heal(), MoveUnit(ALLIES, "A", path((4, 12), "e"))),
        dice="star flag flag flag flag flag",
        refused=Rule.UNIT_NOT_ORDERED,
    ),
    Case(
        "one unit is named, before the dice are thrown",
        "2004 and 2025, Medics & Mechanics card; ruling: the choice binds",
        wounded("4: I . A .", "I:2", "A:1"),
        (*heal(), HealUnit(ALLIES, "A")),
        dice=NO_HELP,
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "the wounded may be left as they are",
        MENDING,
        wounded("4: I . A", "I:1"),
        (PlayCard(ALLIES, MEDICS), EndOrders(ALLIES)),
        then=(e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a unit that has lost nothing is not mended",
        MENDING,
        wounded("4: I . A", "I:1"),
        heal("A"),
        refused=Rule.HEAL_NOTHING_LOST,
    ),
    Case(
        "a unit that a scenario sets up small has lost nothing",
        "2004 and 2025, Medics & Mechanics card; ruling: it began with those figures",
        wounded("4: I . I2:2", "I:1"),
        heal("I2"),
        refused=Rule.HEAL_NOTHING_LOST,
    ),
    Case(
        "an enemy unit is not mended",
        MENDING,
        wounded("4: I . i", "I:1", "i:1"),
        heal("i"),
        refused=Rule.UNIT_NOT_YOURS,
    ),
    Case(
        "a unit that is not on the board is not mended",
        MENDING,
        wounded("4: I", "I:1"),
        heal("A"),
        refused=Rule.UNIT_UNKNOWN,
    ),
    Case(
        "no order is given past the medics",
        MENDING,
        wounded("4: I . A", "I:1"),
        (PlayCard(ALLIES, MEDICS), OrderUnit(ALLIES, "A")),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    *(
        Case(
            f"a hand of {hand} throws {hand} dice for the wounded",
            "2004 and 2025, Medics & Mechanics card: the card itself counts",
            wounded("4: I", "I:3", hand=hand),
            heal(),
            dice=" ".join(["star"] * hand),
            then=mended("I", " ".join(["star"] * hand), min(hand, 3)),
        )
        for hand in (1, 2, 4, 5)
    ),
)


def hour(picture: str, left: int = 8, hand: int = 6) -> Skirmish:
    return Skirmish(picture, left, card=HOUR, hand=hand, phase="play_card")


def order(*names: str) -> tuple[PlayCard | OrderUnit, ...]:
    return (PlayCard(ALLIES, HOUR), *(OrderUnit(ALLIES, name) for name in names))


ARMY = "4: I I2 . A A2 .\n6: G G2 E D P"
ONE_EACH = "infantry armor star flag grenade grenade"

BY_DICE = (
    Case(
        "the dice are thrown when the card is played",
        FINEST,
        hour(ARMY),
        PlayCard(ALLIES, HOUR),
        dice=ONE_EACH,
        then=(e.CardPlayed(ALLIES, HOUR), e.OrderDiceRolled(faces(ONE_EACH), 1)),
    ),
    *(
        Case(
            f"a hand of {hand} throws {hand} dice for its finest hour",
            "2004 and 2025, Their Finest Hour card: the card itself counts",
            hour(ARMY, hand=hand),
            PlayCard(ALLIES, HOUR),
            dice=" ".join(["star"] * hand),
            then=(
                e.CardPlayed(ALLIES, HOUR),
                e.OrderDiceRolled(faces(" ".join(["star"] * hand)), 1),
            ),
        )
        for hand in (1, 2, 4, 5)
    ),
    Case(
        "grenades and flags order nobody",
        FINEST,
        hour(ARMY),
        PlayCard(ALLIES, HOUR),
        dice=NO_HELP,
        then=(
            e.CardPlayed(ALLIES, HOUR),
            e.OrderDiceRolled(faces(NO_HELP), 1),
            e.OrdersEnded(),
            e.MovesEnded(),
        ),
    ),
    Case(
        "symbols without a unit of their type are lost",
        FINEST,
        hour("4: I . G"),
        PlayCard(ALLIES, HOUR),
        dice="armor armor flag flag flag flag",
        then=(
            e.CardPlayed(ALLIES, HOUR),
            e.OrderDiceRolled(faces("armor armor flag flag flag flag"), 1),
            e.OrdersEnded(),
            e.MovesEnded(),
        ),
    ),
    *(
        Case(
            f"an {face} symbol orders {unit}",
            FINEST,
            hour(ARMY),
            order(unit),
            dice=f"{face} flag flag flag flag flag",
            then=(e.UnitOrdered(unit, (CENTER,)), e.OrdersEnded()),
        )
        for face, unit in (
            ("infantry", "I"),
            ("infantry", "E"),
            ("infantry", "P"),
            ("armor", "A"),
            ("armor", "D"),
        )
    ),
    *(
        Case(
            f"a star orders {unit}",
            FINEST,
            hour(ARMY),
            order(unit),
            dice="star flag flag flag flag flag",
            then=(e.UnitOrdered(unit, (CENTER,)), e.OrdersEnded()),
        )
        for unit in ("I", "E", "P", "A", "D", "G")
    ),
    *(
        Case(
            f"{dice!r} do not order {unit}",
            FINEST,
            hour(ARMY),
            order(unit),
            dice=f"{dice} flag flag flag flag",
            refused=Rule.ORDER_NONE_LEFT,
        )
        for dice, unit in (
            ("infantry infantry", "A"),
            ("armor armor", "I"),
            ("infantry armor", "G"),
            ("armor grenade", "G"),
        )
    ),
    Case(
        "a star helps out where the symbols do not suffice",
        MATCHING,
        hour(ARMY),
        order("I", "I2", "A"),
        dice=ONE_EACH,
        then=(e.UnitOrdered("A", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "a star is not spent on a unit that has a symbol of its own",
        MATCHING,
        hour(ARMY),
        order("I", "A", "G"),
        dice=ONE_EACH,
        then=(e.UnitOrdered("G", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "a star that a gun has taken leaves both symbols to their types",
        MATCHING,
        hour(ARMY),
        order("G", "I", "A"),
        dice=ONE_EACH,
        then=(e.UnitOrdered("A", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "a star orders one unit only",
        MATCHING,
        hour(ARMY),
        order("I", "I2", "G"),
        dice=ONE_EACH,
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "two guns need two stars",
        MATCHING,
        hour(ARMY),
        order("G", "G2"),
        dice="infantry armor star infantry armor infantry",
        refused=Rule.ORDER_NONE_LEFT,
    ),
    Case(
        "each of six dice may order a unit",
        MATCHING,
        hour(ARMY),
        order("I", "I2", "A", "A2", "G", "G2"),
        dice="infantry infantry armor armor star star",
        then=(e.UnitOrdered("G2", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "dice order units of every section",
        FINEST,
        hour("4: I . . . . A . . . . . . G", 0),
        order("I", "A", "G"),
        dice=ONE_EACH,
        then=(e.UnitOrdered("G", (Section.RIGHT,)), e.OrdersEnded()),
    ),
    Case(
        "fewer units than the dice allow may be ordered",
        FINEST,
        hour(ARMY),
        (*order("I"), EndOrders(ALLIES)),
        dice=ONE_EACH,
        then=(e.OrdersEnded(),),
    ),
    Case(
        "the dice of the orders and the die more meet in one turn",
        FINEST,
        hour("4: I . i"),
        (*order("I"), EndMoves(ALLIES), Attack(ALLIES, "I", "i")),
        dice="star flag flag flag flag flag star star star",
        then=throw("I", "i", "star star star", distance=2, draw=2),
    ),
    Case(
        "stars of the finest hour mend nobody",
        "2004 and 2025, Their Finest Hour card; ruling: only the count of dice is alike",
        replace(hour("4: I"), then=(e.FiguresLost("I", 2, HITS),)),
        order("I"),
        dice="star star star star star star",
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded()),
    ),
)

CASES = (*OVERRUNNING, *HEALING, *BY_DICE)


@runs(CASES)
def test_tactic_cards_throw_dice_as_they_say(case: Case, edition: EditionName) -> None:
    check(case, edition)


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
