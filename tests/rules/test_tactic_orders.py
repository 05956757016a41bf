"""Whom the tactic cards order, and the one unit that a side without the card's types orders."""

from dataclasses import dataclass, replace

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import (
    Attack,
    Command,
    EndBattles,
    EndMoves,
    EndOrders,
    EndTurn,
    MoveUnit,
    OrderUnit,
    PlayCard,
    RemoveWire,
)
from domain.editions import EDITIONS
from domain.errors import Rule
from domain.hexes import at
from domain.position import Position
from domain.rules import orders
from domain.state import OrderPhase
from domain.values import Card, EditionName, ObstacleKind, Seat, Section, Side
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
E2025 = EditionName.E2025
ARMOR_ASSAULT, BOMBARD = Card.ARMOR_ASSAULT, Card.ARTILLERY_BOMBARD
BEHIND, CLOSE, DIG_IN = Card.BEHIND_ENEMY_LINES, Card.CLOSE_ASSAULT, Card.DIG_IN
DIRECT, FIREFIGHT = Card.DIRECT_FROM_HQ, Card.FIREFIGHT
INFANTRY_ASSAULT, MOVE_OUT = Card.INFANTRY_ASSAULT, Card.MOVE_OUT
SANDBAGS = ObstacleKind.SANDBAGS

CARDS = "2004 p. 5, Command Cards; 2025, Command cards"
ORDERS = "2004 p. 6, Order Units; 2025, Order units"
ALL = "2004 and 2025, the card; ruling: all units means up to all"
LACKING = "2004 and 2025, the card; ruling: asked of the whole board when the card is played"
PLAIN = "2004 and 2025, the card; ruling: the unit has none of the card's effects"
NOBODY = "2004 and 2025, the card, which names nobody instead"
SECTION = "2004 and 2025, Infantry Assault card; ruling: the section is named when it is played"
BAGS = "2004, Dig-In card; 2025 Appendix 2, Sandbags; ruling: there are twelve in all"
END = EndOrders(ALLIES)


@dataclass(frozen=True)
class Whom:
    """The units that ``card`` can order while nobody is ordered, and how many of them it can."""

    card: Card
    picture: str
    units: str
    most: int
    section: Section | None = None
    left: int = 8

    @property
    def given(self) -> Skirmish:
        """The game when orders are given."""
        played = e.CardPlayed(ALLIES, self.card, section=self.section)
        return Skirmish(self.picture, self.left, card=self.card, played=played, phase="order")


EVERY_KIND = "4: I E P A D G"
CROWD = "2: I . I2 . I3\n4: E . E2 . P\n6: A . A2 . A3\n8: D . D2 . G . G2"
TOUCHED = "2: I i1 E . A i2 D\n4: G i3 P . I2 . A2"
# I stands on the western dotted line, E on the eastern one.
LINES = "3: I A . . . E\n4: P G . . . . I2"
WHOM = (
    Whom(ARMOR_ASSAULT, EVERY_KIND, "A D", 2),
    Whom(ARMOR_ASSAULT, CROWD, "A A2 A3 D D2", 4),
    Whom(BOMBARD, EVERY_KIND, "G", 1),
    Whom(BOMBARD, "4: G G1 G2 . I G3 G4 G5", "G G1 G2 G3 G4 G5", 6),
    Whom(BEHIND, EVERY_KIND, "I E P", 1),
    Whom(CLOSE, EVERY_KIND, "", 0),
    Whom(CLOSE, TOUCHED, "I E A D P", 5),
    Whom(DIG_IN, EVERY_KIND, "I E P", 3),
    Whom(DIG_IN, CROWD, "I I2 I3 E E2 P", 4),
    Whom(DIRECT, EVERY_KIND, "I E P A D G", 4),
    Whom(FIREFIGHT, EVERY_KIND, "I E P A D G", 4),
    Whom(FIREFIGHT, TOUCHED, "I2 A2", 2),
    Whom(MOVE_OUT, EVERY_KIND, "I E P", 3),
    Whom(MOVE_OUT, CROWD, "I I2 I3 E E2 P", 4),
    Whom(INFANTRY_ASSAULT, EVERY_KIND, "I E P", 3, CENTER),
    Whom(INFANTRY_ASSAULT, CROWD, "I I2 I3 E E2 P", 6, CENTER),
    Whom(INFANTRY_ASSAULT, LINES, "I P", 2, LEFT, 6),
    Whom(INFANTRY_ASSAULT, LINES, "I E", 2, CENTER, 6),
    Whom(INFANTRY_ASSAULT, LINES, "E I2", 2, RIGHT, 6),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("whom", WHOM, ids=lambda w: f"{w.card} {w.section or ''} {w.units}")
def test_a_tactic_card_orders_units_of_its_types(whom: Whom, edition: EditionName) -> None:
    """2004 and 2025, the cards. Special forces count as their type."""
    able = orders.orderable(whom.given.at(edition))
    assert {unit.id for unit in able} == set(whom.units.split())


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    "whom", [w for w in WHOM if w.most], ids=lambda w: f"{w.card} {w.section or ''} {w.most}"
)
def test_a_tactic_card_orders_so_many_units(whom: Whom, edition: EditionName) -> None:
    """2004 and 2025, the cards: up to so many anywhere, or all."""
    state = whom.given.begin(edition)
    while isinstance(state.phase, OrderPhase):
        unit = orders.orderable(Position(EDITIONS[edition], state))[0]
        state = fold(decide(state, OrderUnit(ALLIES, unit.id), Script()), state) or state
    assert len(state.turn.ordered) == whom.most


def playing(card: Card, picture: str, left: int = 8) -> Skirmish:
    return Skirmish(picture, left, card=card, held=(Card.PROBE_LEFT,), phase="play_card")


def ordering(card: Card, picture: str, left: int = 8, section: Section | None = None) -> Skirmish:
    played = e.CardPlayed(ALLIES, card, section=section)
    return Skirmish(picture, left, card=card, played=played, phase="order")


def order(*names: str) -> tuple[OrderUnit, ...]:
    return tuple(OrderUnit(ALLIES, name) for name in names)


def play(card: Card, section: Section | None = None) -> PlayCard:
    return PlayCard(ALLIES, card, section)


PLAYING = (
    Case(
        "a tactic card opens the turn",
        CARDS,
        playing(DIRECT, "4: I A"),
        play(DIRECT),
        then=(e.CardPlayed(ALLIES, DIRECT),),
    ),
    Case(
        "a tactic card that is in no hand is refused",
        CARDS,
        playing(DIRECT, "4: I A"),
        play(FIREFIGHT),
        refused=Rule.CARD_NOT_IN_HAND,
    ),
    Case(
        "a tactic card is played as no other where the scenario says nothing of it",
        CARDS,
        playing(DIRECT, "4: I A . i"),
        PlayCard(ALLIES, DIRECT, as_card=Card.AIR_POWER),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "a reaction opens no turn",
        "2004 and 2025, Ambush card",
        playing(Card.AMBUSH, "4: I i"),
        play(Card.AMBUSH),
        refused=Rule.CARD_REACTION_ONLY,
    ),
    Case(
        "a hand that holds nothing but a reaction plays it, without effect",
        "ruling: a turn is never stuck; only small hands come to this",
        Skirmish("4: I i", card=Card.AMBUSH, hand=1, phase="play_card"),
        play(Card.AMBUSH),
        then=(e.CardPlayed(ALLIES, Card.AMBUSH), e.OrdersEnded(), e.MovesEnded()),
    ),
    *(
        Case(
            f"a Counter-Attack of {copied} names the copier's own section",
            "2004 and 2025, Counter-Attack card; ruling: the section that faces the enemy's",
            Skirmish(
                "2: i . . . i1 . . . . i2\n6: I . . . I1 . . . . I2",
                2,
                card=copied,
                enemy=(Card.COUNTER_ATTACK,),
            ),
            (EndTurn(ALLIES), PlayCard(AXIS, Card.COUNTER_ATTACK), OrderUnit(AXIS, unit)),
            then=(e.UnitOrdered(unit, (section,)), e.OrdersEnded()),
        )
        for copied, unit, section in (
            (Card.PROBE_LEFT, "i", RIGHT),
            (Card.PROBE_CENTER, "i1", CENTER),
            (Card.PROBE_RIGHT, "i2", LEFT),
        )
    ),
    Case(
        "an infantry assault names the section it orders in",
        SECTION,
        playing(INFANTRY_ASSAULT, "4: I . A"),
        play(INFANTRY_ASSAULT, CENTER),
        then=(e.CardPlayed(ALLIES, INFANTRY_ASSAULT, section=CENTER),),
    ),
    Case(
        "infantry on the dotted line lets its flank be named",
        SECTION,
        playing(INFANTRY_ASSAULT, "3: I", 6),
        play(INFANTRY_ASSAULT, LEFT),
        then=(e.CardPlayed(ALLIES, INFANTRY_ASSAULT, section=LEFT),),
    ),
    Case(
        "infantry on the dotted line lets the center be named",
        SECTION,
        playing(INFANTRY_ASSAULT, "3: I", 6),
        play(INFANTRY_ASSAULT, CENTER),
        then=(e.CardPlayed(ALLIES, INFANTRY_ASSAULT, section=CENTER),),
    ),
    Case(
        "an infantry assault without a section is refused",
        SECTION,
        playing(INFANTRY_ASSAULT, "4: I . A"),
        play(INFANTRY_ASSAULT),
        refused=Rule.CARD_SECTION_NOT_NAMED,
    ),
    Case(
        "a section that holds nobody cannot be named",
        SECTION,
        playing(INFANTRY_ASSAULT, "4: I . A"),
        play(INFANTRY_ASSAULT, LEFT),
        refused=Rule.CARD_SECTION_EMPTY,
    ),
    Case(
        "a section that holds armor alone cannot be named",
        SECTION,
        playing(INFANTRY_ASSAULT, "4: A . . . I", 4),
        play(INFANTRY_ASSAULT, LEFT),
        refused=Rule.CARD_SECTION_EMPTY,
    ),
    Case(
        "a section that holds enemy infantry alone cannot be named",
        SECTION,
        playing(INFANTRY_ASSAULT, "4: i . . . I", 4),
        play(INFANTRY_ASSAULT, LEFT),
        refused=Rule.CARD_SECTION_EMPTY,
    ),
    *(
        Case(
            f"no section is named with {card}",
            CARDS,
            playing(card, "4: I A"),
            play(card, CENTER),
            refused=Rule.CARD_SECTION_NOT_ASKED,
        )
        for card in (DIRECT, MOVE_OUT, Card.PROBE_LEFT)
    ),
)

ORDERING = (
    Case(
        "orders reach across all sections",
        CARDS,
        ordering(DIRECT, "4: I . . . . A . . . . . . G", 0),
        order("I", "A", "G"),
        then=(e.UnitOrdered("G", (RIGHT,)), e.OrdersEnded()),
    ),
    Case(
        "the fourth order is the last",
        CARDS,
        ordering(DIRECT, "4: I A G E D"),
        order("I", "A", "G", "E"),
        then=(e.UnitOrdered("E", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "four orders for one unit are three too many, and lost",
        ORDERS,
        ordering(MOVE_OUT, "4: I . A"),
        order("I"),
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded()),
    ),
    *(
        Case(
            f"nobody need be ordered by {card}",
            ALL,
            ordering(card, picture, section=section),
            END,
            then=(e.OrdersEnded(), e.MovesEnded()),
        )
        for card, picture, section in (
            (ARMOR_ASSAULT, "4: A", None),
            (BOMBARD, "4: G", None),
            (BEHIND, "4: I", None),
            (CLOSE, "4: I i", None),
            (DIG_IN, "4: I", None),
            (DIRECT, "4: I", None),
            (FIREFIGHT, "4: I . i", None),
            (INFANTRY_ASSAULT, "4: I", CENTER),
            (MOVE_OUT, "4: I", None),
        )
    ),
    Case(
        "of all guns some may be left out",
        ALL,
        ordering(BOMBARD, "4: G . G1"),
        (*order("G1"), END),
        then=(e.OrdersEnded(),),
    ),
    Case(
        "of all units next to an enemy some may be left out",
        ALL,
        ordering(CLOSE, "4: I i A"),
        (*order("A"), END),
        then=(e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "of all infantry of a section some may be left out",
        ALL,
        ordering(INFANTRY_ASSAULT, "4: I . E", section=CENTER),
        (*order("E"), END),
        then=(e.OrdersEnded(),),
    ),
    *(
        Case(
            f"{card} does not order a unit of another type",
            CARDS,
            ordering(card, "4: I i A . G i2 E . D", section=section),
            order(name),
            refused=Rule.ORDER_OTHER_TYPE,
        )
        for card, name, section in (
            (ARMOR_ASSAULT, "I", None),
            (BOMBARD, "A", None),
            (BEHIND, "D", None),
            (CLOSE, "G", None),
            (DIG_IN, "A", None),
            (INFANTRY_ASSAULT, "A", CENTER),
            (MOVE_OUT, "G", None),
        )
    ),
    Case(
        "an infantry assault stays in the section it named",
        SECTION,
        ordering(INFANTRY_ASSAULT, "4: I . . . I2", 4, LEFT),
        order("I2"),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "an infantry assault orders a unit on the dotted line of its section",
        SECTION,
        ordering(INFANTRY_ASSAULT, "3: I\n4: . . I2", 6, LEFT),
        order("I"),
        then=(e.UnitOrdered("I", (LEFT, CENTER)), e.OrdersEnded()),
    ),
    Case(
        "a unit is ordered once by a tactic card too",
        ORDERS,
        ordering(DIRECT, "4: I . A"),
        order("I", "I"),
        refused=Rule.ORDER_ALREADY_GIVEN,
    ),
    Case(
        "a close assault orders nobody without an enemy next to it",
        "2004 and 2025, Close Assault card",
        ordering(CLOSE, "4: I . i A"),
        order("I"),
        refused=Rule.ORDER_NO_ENEMY_ADJACENT,
    ),
    Case(
        "after the orders of a close assault battles follow at once",
        "2004 and 2025, Close Assault card",
        ordering(CLOSE, "4: I i A"),
        order("I", "A"),
        then=(e.UnitOrdered("A", (CENTER,)), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a firefight orders nobody next to an enemy",
        "2004 and 2025, Firefight card",
        ordering(FIREFIGHT, "4: I . i A"),
        order("A"),
        refused=Rule.ORDER_ENEMY_ADJACENT,
    ),
    Case(
        "a gun next to an enemy has no firefight either",
        "2004 and 2025, Firefight card",
        ordering(FIREFIGHT, "4: I . i G"),
        order("G"),
        refused=Rule.ORDER_ENEMY_ADJACENT,
    ),
    Case(
        "after the orders of a firefight battles follow at once",
        "2004 and 2025, Firefight card",
        ordering(FIREFIGHT, "4: I . i"),
        order("I"),
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded(), e.MovesEnded()),
    ),
)

FOUR = "4: I I2 I3 I4"
ELEVEN = "0: % % % % % % % % % % %\n"
TWELVE = "0: % % % % % % % % % % %\n1: %\n"


def dug(name: str, x: int) -> tuple[e.Event, ...]:
    """A unit of row 4 is ordered and has its sandbags."""
    return e.UnitOrdered(name, (CENTER,)), e.ObstaclePlaced(name, at(4, x), SANDBAGS)


DIGGING = (
    Case(
        "a unit that digs in has sandbags on its hex at once",
        BAGS,
        ordering(DIG_IN, FOUR),
        order("I"),
        then=dug("I", 8),
    ),
    Case(
        "the fourth unit that digs in is the last, and nobody moves",
        BAGS,
        ordering(DIG_IN, FOUR + "\n6: I5"),
        order("I", "I2", "I3", "I4"),
        then=(*dug("I4", 14), e.OrdersEnded(), e.MovesEnded()),
    ),
    *(
        Case(
            f"a unit digs in {where}",
            BAGS,
            ordering(DIG_IN, f"4: I/{ground} I2"),
            order("I"),
            then=dug("I", 8),
        )
        for where, ground in (
            ("on wire", "#"),
            ("in a bunker", "b"),
            ("behind a hedgehog", "x"),
            ("on a bridge", "~="),
            ("in a forest", "F"),
            ("in a hedgerow", "R"),
            ("in a town", "T"),
            ("in a church", "C"),
            ("on a hill", "H"),
            ("on a beach", "_"),
        )
    ),
    Case(
        "nobody digs in where sandbags lie",
        BAGS,
        ordering(DIG_IN, "4: I/% I2"),
        order("I"),
        refused=Rule.ORDER_NO_OBSTACLE,
    ),
    Case(
        "nobody digs in in the ocean",
        BAGS,
        ordering(DIG_IN, "4: I/O I2"),
        order("I"),
        refused=Rule.ORDER_NO_OBSTACLE,
    ),
    Case(
        "of the last sandbags the player says who gets them",
        BAGS,
        ordering(DIG_IN, ELEVEN + FOUR, 0),
        order("I3"),
        then=(
            e.UnitOrdered("I3", (LEFT,)),
            e.ObstaclePlaced("I3", at(4, 4), SANDBAGS),
            e.OrdersEnded(),
            e.MovesEnded(),
        ),
    ),
    Case(
        "with twelve sandbags on the board nobody digs in",
        BAGS,
        playing(DIG_IN, TWELVE + FOUR, 0),
        play(DIG_IN),
        then=(e.CardPlayed(ALLIES, DIG_IN), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "sandbags under the enemy are among the twelve",
        BAGS,
        playing(DIG_IN, "0: i/% % % % % % % % % % %\n1: a/%\n" + FOUR, 0),
        play(DIG_IN),
        then=(e.CardPlayed(ALLIES, DIG_IN), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "fewer than four may dig in",
        BAGS,
        ordering(DIG_IN, FOUR),
        (*order("I"), END),
        then=(e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a unit that digs in does not move",
        BAGS,
        ordering(DIG_IN, "4: I"),
        (*order("I"), MoveUnit(ALLIES, "I", path((4, 8), "e"))),
        refused=Rule.MOVEMENT_NOT_WITH_CARD,
    ),
    Case(
        "a unit that digs in does not battle",
        BAGS,
        ordering(DIG_IN, "4: I i"),
        (*order("I"), Attack(ALLIES, "I", "i")),
        refused=Rule.BATTLE_NOT_WITH_CARD,
    ),
    Case(
        "a unit that digs in clears no wire",
        BAGS,
        ordering(DIG_IN, "4: I/#"),
        (*order("I"), RemoveWire(ALLIES, "I")),
        refused=Rule.BATTLE_NOT_WITH_CARD,
    ),
)

# Each card that has a fallback, and an army without any unit of its types.
ARMIES = {
    ARMOR_ASSAULT: "4: I . G",
    BOMBARD: "4: I . A",
    BEHIND: "4: A . G",
    DIG_IN: "4: A . G",
    INFANTRY_ASSAULT: "4: A . G",
    MOVE_OUT: "4: A . G",
}
FOOT = (BEHIND, DIG_IN, MOVE_OUT)


def instead(card: Card, picture: str, *commands: Command) -> tuple[Skirmish, tuple[Command, ...]]:
    """A card played without a unit of its types, and what its player does then."""
    return playing(card, picture), (play(card), *commands)


def steps(unit: str, words: str) -> MoveUnit:
    """A move from x = 8 of row 4."""
    return MoveUnit(ALLIES, unit, path((4, 8), words))


ATTACK = Attack(ALLIES, "I", "i")
STAY = EndMoves(ALLIES)

FALLING_BACK = (
    *(
        Case(
            f"a side without a unit for {card} orders one of any type",
            LACKING,
            playing(card, picture),
            play(card),
            then=(e.CardPlayed(ALLIES, card, fallback=True),),
        )
        for card, picture in ARMIES.items()
    ),
    *(
        Case(
            f"one unit, wherever it stands, is all that {card} orders instead",
            LACKING,
            playing(card, "4: " + ". " * 6 + picture.removeprefix("4: "), 6),
            (play(card), *order("A" if "A" in picture else "G")),
            then=(
                e.UnitOrdered("A" if "A" in picture else "G", (RIGHT,)),
                e.OrdersEnded(),
            ),
        )
        for card, picture in ARMIES.items()
    ),
    *(
        Case(
            f"the unit ordered instead by {card} need not be ordered either",
            LACKING,
            playing(card, picture),
            (play(card), END),
            then=(e.OrdersEnded(), e.MovesEnded()),
        )
        for card, picture in ARMIES.items()
    ),
    *(
        Case(
            f"{name} is infantry enough for {card}",
            LACKING,
            playing(card, f"4: {name} . A"),
            (play(card), *order("A")),
            refused=Rule.ORDER_OTHER_TYPE,
        )
        for card in FOOT
        for name in "EP"
    ),
    *(
        Case(
            f"{name} is infantry whose section an infantry assault names",
            LACKING,
            playing(INFANTRY_ASSAULT, f"4: {name} . A"),
            play(INFANTRY_ASSAULT),
            refused=Rule.CARD_SECTION_NOT_NAMED,
        )
        for name in "EP"
    ),
    Case(
        "elite armor is armor enough for an armor assault",
        LACKING,
        playing(ARMOR_ASSAULT, "4: D . I"),
        (play(ARMOR_ASSAULT), *order("I")),
        refused=Rule.ORDER_OTHER_TYPE,
    ),
    Case(
        "a gun that a bunker holds is artillery all the same",
        LACKING,
        playing(BOMBARD, "4: G/b . I"),
        play(BOMBARD),
        then=(e.CardPlayed(ALLIES, BOMBARD),),
    ),
    Case(
        "armor that a bunker holds is armor all the same",
        LACKING,
        playing(ARMOR_ASSAULT, "4: A/b . I"),
        (play(ARMOR_ASSAULT), *order("I")),
        refused=Rule.ORDER_OTHER_TYPE,
        editions=(E2025,),
    ),
    Case(
        "infantry that can dig in nowhere is infantry all the same",
        LACKING,
        playing(DIG_IN, "4: I/% E/O . A"),
        play(DIG_IN),
        then=(e.CardPlayed(ALLIES, DIG_IN), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "the enemy's infantry is none of one's own",
        LACKING,
        playing(MOVE_OUT, "4: A . i"),
        play(MOVE_OUT),
        then=(e.CardPlayed(ALLIES, MOVE_OUT, fallback=True),),
    ),
    Case(
        "no section is named for a side without infantry",
        SECTION,
        playing(INFANTRY_ASSAULT, "4: A . G"),
        play(INFANTRY_ASSAULT, CENTER),
        refused=Rule.CARD_SECTION_NOT_ASKED,
    ),
    *(
        Case(
            f"{card} without a unit that it can order does nothing",
            NOBODY,
            playing(card, picture),
            play(card),
            then=(e.CardPlayed(ALLIES, card), e.OrdersEnded(), e.MovesEnded()),
        )
        for card, picture in ((CLOSE, "4: I A . i G"), (FIREFIGHT, "4: I i A"))
    ),
    Case(
        "a close assault orders no gun where there is no other unit",
        NOBODY,
        playing(CLOSE, "4: G i"),
        play(CLOSE),
        then=(e.CardPlayed(ALLIES, CLOSE), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "infantry in an armor assault has no die more",
        PLAIN,
        *instead(ARMOR_ASSAULT, "4: I i", *order("I"), STAY, ATTACK),
        then=(e.AttackDeclared("I", "i", 1, 3, overrun=False), e.AmbushOffered("i", AXIS)),
    ),
    Case(
        "infantry in a bombardment moves no farther than ever",
        PLAIN,
        *instead(BOMBARD, "4: I . . .", *order("I"), steps("I", "e e e")),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "infantry in a bombardment moves and battles",
        PLAIN,
        *instead(BOMBARD, "4: I . . i", *order("I"), steps("I", "e"), ATTACK),
        dice="star star",
        then=throw("I", "i", "star star", distance=2),
    ),
    Case(
        "infantry in a bombardment battles once",
        PLAIN,
        *instead(BOMBARD, "4: I . i", *order("I"), STAY, ATTACK, ATTACK),
        dice="star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "armor behind enemy lines has no die more",
        PLAIN,
        *instead(BEHIND, "4: A . i", *order("A"), STAY, Attack(ALLIES, "A", "i")),
        dice="star star star",
        then=throw("A", "i", "star star star", distance=2),
    ),
    Case(
        "armor behind enemy lines stops at a forest",
        PLAIN,
        *instead(BEHIND, "4: A F .", *order("A"), steps("A", "e e")),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "armor behind enemy lines moves once",
        PLAIN,
        *instead(BEHIND, "4: A . i", *order("A"), STAY, EndBattles(ALLIES)),
        refused=Rule.MOVEMENT_NO_SECOND_MOVE,
    ),
    Case(
        "a gun behind enemy lines moves one hex",
        PLAIN,
        *instead(BEHIND, "4: G . .", *order("G"), steps("G", "e e")),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "armor has no sandbags to dig in with",
        PLAIN,
        *instead(DIG_IN, "4: A", *order("A")),
        then=(e.UnitOrdered("A", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "armor that was told to dig in moves and battles",
        PLAIN,
        *instead(DIG_IN, "4: A . . . i", *order("A"), steps("A", "e e"), Attack(ALLIES, "A", "i")),
        dice="star star star",
        then=throw("A", "i", "star star star", distance=2),
    ),
    Case(
        "armor is ordered in the ocean, where infantry could not dig in",
        PLAIN,
        *instead(DIG_IN, "4: A/O", *order("A")),
        then=(e.UnitOrdered("A", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "a gun in an infantry assault moves one hex",
        PLAIN,
        *instead(INFANTRY_ASSAULT, "4: G . .", *order("G"), steps("G", "e e")),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "a gun in an infantry assault that moved does not battle",
        PLAIN,
        *instead(
            INFANTRY_ASSAULT, "4: G . . i", *order("G"), steps("G", "e"), Attack(ALLIES, "G", "i")
        ),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "armor that moves out instead moves and battles as ever",
        PLAIN,
        *instead(
            MOVE_OUT, "4: A . . . . i", *order("A"), steps("A", "e e e"), Attack(ALLIES, "A", "i")
        ),
        dice="star star star",
        then=throw("A", "i", "star star star", distance=2),
    ),
)

CASES = (*PLAYING, *ORDERING, *DIGGING, *FALLING_BACK)


@runs(CASES)
def test_a_tactic_card_orders_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("card", ARMIES)
def test_the_other_side_falls_back_by_its_own_units(card: Card, edition: EditionName) -> None:
    """2004 and 2025, the cards: what the enemy has on the board does not matter."""
    picture = ARMIES[card].lower() + "\n8: I . A . G"
    given = Skirmish(picture, card=card, held=(Card.PROBE_LEFT,), phase="play_card")
    position = replace(given, first=Side.AXIS).at(edition)
    assert orders.fallback_needed(position, position.book.cards[card], Side.AXIS)
    assert not orders.fallback_needed(position, position.book.cards[card], Side.ALLIES)
