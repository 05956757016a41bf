"""Counter-Attack: what it copies, in which sections, and with whose dice and units."""

from dataclasses import replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    ChooseCard,
    Command,
    EndMoves,
    EndOrders,
    EndTargets,
    EndTurn,
    HealUnit,
    MoveUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
)
from domain.editions import EDITIONS
from domain.editions.tactic_cards import TACTIC_CARDS
from domain.errors import Rule
from domain.hexes import at
from domain.position import Position
from domain.rules import orders
from domain.setup import StandIn
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Face,
    LossCause,
    ObstacleKind,
    Seat,
    Section,
    ShuffleReason,
    Side,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs
from tests.support.chance import Script, faces
from tests.support.games import BOTH, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
COUNTER = Card.COUNTER_ATTACK
CARD = "2004 and 2025, Counter-Attack card"
ISSUED = "ruling: what a Counter-Attack really ordered is copied, mirrored once"
COPY = PlayCard(ALLIES, COUNTER)


def countering(
    picture: str, card: Card, left: int = 8, played: e.CardPlayed | None = None, **more: object
) -> Skirmish:
    """The Axis has played a card in the first turn; the Allies hold a Counter-Attack."""
    return Skirmish(
        picture,
        left,
        card=card,
        phase="order",
        first=Side.AXIS,
        enemy=(COUNTER,),
        played=played,
        then=(
            e.CardDiscarded(AXIS, card, DiscardSource.IN_PLAY),
            e.TurnEnded(1, AXIS),
            e.TurnStarted(2, ALLIES),
        ),
        **more,  # type: ignore[arg-type]
    )


def copied(
    card: Card | None,
    section: Section | None = None,
    *,
    fallback: bool = False,
    seat: Seat = ALLIES,
) -> e.CardPlayed:
    return e.CardPlayed(seat, COUNTER, card, section, fallback)


NOBODY = (e.OrdersEnded(), e.MovesEnded())
FIRST = Skirmish("4: I i", card=COUNTER, phase="play_card", deck=(Card.PINCER_MOVE,))
MIRROR = {
    Card.RECON_LEFT: Card.RECON_RIGHT,
    Card.RECON_CENTER: Card.RECON_CENTER,
    Card.RECON_RIGHT: Card.RECON_LEFT,
    Card.PROBE_LEFT: Card.PROBE_RIGHT,
    Card.PROBE_CENTER: Card.PROBE_CENTER,
    Card.PROBE_RIGHT: Card.PROBE_LEFT,
    Card.ATTACK_LEFT: Card.ATTACK_RIGHT,
    Card.ATTACK_CENTER: Card.ATTACK_CENTER,
    Card.ATTACK_RIGHT: Card.ATTACK_LEFT,
    Card.ASSAULT_LEFT: Card.ASSAULT_RIGHT,
    Card.ASSAULT_CENTER: Card.ASSAULT_CENTER,
    Card.ASSAULT_RIGHT: Card.ASSAULT_LEFT,
    Card.GENERAL_ADVANCE: Card.GENERAL_ADVANCE,
    Card.PINCER_MOVE: Card.PINCER_MOVE,
    Card.RECON_IN_FORCE: Card.RECON_IN_FORCE,
}

NOTHING = (
    Case(
        "as the first card of the game it orders nobody",
        "ruling: with nothing to copy the card orders nobody",
        FIRST,
        COPY,
        then=(copied(None), *NOBODY),
    ),
    Case(
        "a card is drawn for it",
        "ruling: with nothing to copy the card orders nobody",
        FIRST,
        (COPY, EndTurn(ALLIES)),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, COUNTER, DiscardSource.IN_PLAY),
            e.CardDrawn(ALLIES, Card.PINCER_MOVE),
            e.TurnEnded(1, ALLIES),
            e.TurnStarted(2, AXIS),
        ),
    ),
    Case(
        "a Counter-Attack that copied nothing gives nothing to copy",
        ISSUED,
        countering("4: I i", COUNTER),
        COPY,
        then=(copied(None), *NOBODY),
    ),
    Case(
        "the own last card is not copied",
        CARD,
        Skirmish("4: I . . i", card=Card.PROBE_CENTER, held=(COUNTER,), enemy=(Card.PROBE_RIGHT,)),
        (EndTurn(ALLIES), PlayCard(AXIS, Card.PROBE_RIGHT), EndTurn(AXIS), COPY),
        then=(copied(Card.PROBE_LEFT), *NOBODY),
    ),
    Case(
        "an Ambush is not copied, but the card of the turn it was played in",
        "2004 and 2025, Ambush and Counter-Attack cards: a reaction is no command card",
        Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH, COUNTER)),
        (Attack(ALLIES, "I", "i"), Ambush(AXIS), EndTurn(ALLIES), PlayCard(AXIS, COUNTER)),
        dice="star " * 6,
        then=(copied(Card.ASSAULT_CENTER, seat=AXIS),),
    ),
    Case(
        "an Ambush does not take the place of its owner's last command card",
        "2004 and 2025, Ambush and Counter-Attack cards: a reaction is no command card",
        Skirmish("4: I i", ordered="i", first=Side.AXIS, enemy=(Card.AMBUSH, COUNTER)),
        (Attack(AXIS, "i", "I"), Ambush(ALLIES), EndTurn(AXIS), COPY),
        dice="star " * 6,
        then=(copied(Card.ASSAULT_CENTER),),
    ),
    Case(
        "an Ambush played for want of another card has no effect to copy",
        "ruling: a hand that can open no turn otherwise plays the ambush, which orders nobody",
        countering("4: I i", Card.AMBUSH),
        COPY,
        then=(copied(Card.AMBUSH), *NOBODY),
    ),
)

# Column 18 is in the east: the Allies' right and the Axis' left.
EAST = "4: I2 . . . . I i"

SECTIONS = (
    Case(
        "the enemy's left is one's own right",
        CARD,
        countering(EAST, Card.PROBE_LEFT),
        (COPY, OrderUnit(ALLIES, "I")),
        then=(e.UnitOrdered("I", (RIGHT,)), *NOBODY[:1]),
    ),
    Case(
        "a unit elsewhere is not ordered",
        CARD,
        countering(EAST, Card.PROBE_LEFT),
        (COPY, OrderUnit(ALLIES, "I2")),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "the copied number of units is ordered, no more",
        CARD,
        countering("4: I I2 . i", Card.RECON_CENTER),
        (COPY, OrderUnit(ALLIES, "I")),
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "without units in the section nobody is ordered",
        "2025, Command cards: a card that can order nobody may be played",
        countering("4: I i", Card.PROBE_LEFT),
        COPY,
        then=(copied(Card.PROBE_RIGHT), *NOBODY),
    ),
    Case(
        "a copied Recon looks at two cards",
        "2004 and 2025, Counter-Attack and Recon cards",
        countering("4: I i", Card.RECON_LEFT, deck=(Card.PINCER_MOVE, Card.ATTACK_LEFT)),
        (COPY, EndTurn(ALLIES)),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, COUNTER, DiscardSource.IN_PLAY),
            e.CardsOffered(ALLIES, 2, (Card.PINCER_MOVE, Card.ATTACK_LEFT)),
        ),
    ),
    Case(
        "of a copied Recon one card is kept",
        "2004 and 2025, Counter-Attack and Recon cards",
        countering("4: I i", Card.RECON_LEFT, deck=(Card.PINCER_MOVE, Card.ATTACK_LEFT)),
        (COPY, EndTurn(ALLIES), ChooseCard(ALLIES, Card.ATTACK_LEFT)),
        then=(
            e.CardKept(ALLIES, Card.ATTACK_LEFT),
            e.CardDiscarded(ALLIES, Card.PINCER_MOVE, DiscardSource.OFFER),
            e.TurnEnded(2, ALLIES),
            e.TurnStarted(3, AXIS),
        ),
    ),
    Case(
        "no section is named with a Counter-Attack",
        CARD,
        countering("4: I i", Card.PROBE_LEFT),
        PlayCard(ALLIES, COUNTER, section=LEFT),
        refused=Rule.CARD_SECTION_NOT_ASKED,
    ),
)


def assault(section: Section | None, *, fallback: bool = False) -> e.CardPlayed:
    return e.CardPlayed(AXIS, Card.INFANTRY_ASSAULT, None, section, fallback)


FACING = "2004 and 2025, Infantry Assault and Counter-Attack cards; ruling: the facing section"

ASSAULTS = (
    Case(
        "an Infantry Assault on the left is copied on the right",
        FACING,
        countering(EAST, Card.INFANTRY_ASSAULT, played=assault(LEFT)),
        COPY,
        then=(copied(Card.INFANTRY_ASSAULT, RIGHT),),
    ),
    Case(
        "an Infantry Assault on the right is copied on the left",
        FACING,
        countering("4: I i", Card.INFANTRY_ASSAULT, left=2, played=assault(RIGHT)),
        COPY,
        then=(copied(Card.INFANTRY_ASSAULT, LEFT),),
    ),
    Case(
        "an Infantry Assault in the center is copied there",
        FACING,
        countering("4: I i", Card.INFANTRY_ASSAULT, played=assault(CENTER)),
        (COPY, OrderUnit(ALLIES, "I")),
        then=(e.UnitOrdered("I", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "units of other sections are not ordered",
        FACING,
        countering(EAST, Card.INFANTRY_ASSAULT, played=assault(LEFT)),
        (COPY, OrderUnit(ALLIES, "I2")),
        refused=Rule.ORDER_NOT_IN_SECTION,
    ),
    Case(
        "the copied infantry moves three hexes",
        "2004 and 2025, Infantry Assault and Counter-Attack cards",
        countering("4: I", Card.INFANTRY_ASSAULT, played=assault(CENTER)),
        (COPY, OrderUnit(ALLIES, "I"), MoveUnit(ALLIES, "I", path((4, 8), "e e e"))),
        then=(
            e.UnitMoved("I", path((4, 8), "e e e"), 3, may_battle=False, may_take_ground=True),
            e.MovesEnded(),
        ),
    ),
    Case(
        "without infantry in the facing section nobody is ordered",
        FACING,
        countering("4: I i", Card.INFANTRY_ASSAULT, played=assault(LEFT)),
        COPY,
        then=(copied(Card.INFANTRY_ASSAULT, RIGHT), *NOBODY),
    ),
    Case(
        "without any infantry one unit of any type is ordered anywhere",
        "2004 and 2025, Infantry Assault card; ruling: the copying side's own units decide",
        countering("4: A . i", Card.INFANTRY_ASSAULT, played=assault(LEFT)),
        (COPY, OrderUnit(ALLIES, "A")),
        then=(e.UnitOrdered("A", (CENTER,)), e.OrdersEnded()),
    ),
)

# Six cards in the hand, the Counter-Attack one of them.
SIX = "star flag infantry armor grenade infantry"
WOUNDED = (e.FiguresLost("I", 2, LossCause.HITS),)
HEALING = countering("4: I . . . i", Card.MEDICS_AND_MECHANICS)
HEALING = replace(HEALING, then=(*WOUNDED, *HEALING.then))
FINEST = countering("4: I G . . . i", Card.THEIR_FINEST_HOUR)
LINED = countering("4: I i i2", Card.AIR_POWER)

TACTICS = (
    Case(
        "the Allies copy an Axis Air Power with their own two dice",
        "2004, Air Power card; 2025 Appendix 4; ruling: the copying side's dice",
        LINED,
        COPY,
        then=(copied(Card.AIR_POWER), e.TargetsDemanded(2, 4, None)),
    ),
    Case(
        "the Axis copies an Allied Air Power with its own one die",
        "2004, Air Power card; 2025 Appendix 4; ruling: the copying side's dice",
        Skirmish(
            "4: I i",
            card=Card.AIR_POWER,
            phase="order",
            enemy=(COUNTER,),
            then=(e.TurnEnded(1, ALLIES), e.TurnStarted(2, AXIS)),
        ),
        PlayCard(AXIS, COUNTER),
        then=(copied(Card.AIR_POWER, seat=AXIS), e.TargetsDemanded(1, 4, None)),
    ),
    Case(
        "stars hit under a copied Air Power",
        "2004 and 2025, Air Power and Counter-Attack cards",
        LINED,
        (COPY, NameTarget(ALLIES, "i"), EndTargets(ALLIES)),
        dice="star star",
        then=(
            e.TargetsFixed(),
            e.StrikeRolled("i", faces("star star"), 1),
            e.FiguresLost("i", 2, LossCause.HITS),
        ),
    ),
    Case(
        "with nobody to strike a copied Air Power is over",
        "2025, Command cards: a card that can order nobody may be played",
        countering("4: I", Card.AIR_POWER),
        COPY,
        then=(copied(Card.AIR_POWER), *NOBODY),
    ),
    Case(
        "stars miss in a copied Barrage",
        "2004 and 2025, Barrage and Counter-Attack cards",
        countering("4: I i", Card.BARRAGE),
        (COPY, NameTarget(ALLIES, "i")),
        dice="star star star grenade",
        then=(
            e.TargetNamed("i"),
            e.TargetsFixed(),
            e.StrikeRolled("i", faces("star star star grenade"), 1),
            e.FiguresLost("i", 1, LossCause.HITS),
        ),
    ),
    Case(
        "copied Medics ask for a unit",
        "2004 and 2025, Medics & Mechanics and Counter-Attack cards",
        HEALING,
        COPY,
        then=(copied(Card.MEDICS_AND_MECHANICS), e.HealingOffered()),
    ),
    Case(
        "copied Medics roll for each card of the hand, the Counter-Attack among them",
        "2004 and 2025, Medics & Mechanics card; ruling: the Counter-Attack counts",
        HEALING,
        (COPY, HealUnit(ALLIES, "I")),
        dice="star flag flag armor grenade armor",
        then=(
            e.OrderDiceRolled(faces("star flag flag armor grenade armor"), 1, "I"),
            e.FiguresRestored("I", 1),
            e.UnitOrdered("I", (CENTER,)),
            e.OrdersEnded(),
        ),
    ),
    Case(
        "copied Medics without a wounded unit do nothing",
        "2004 and 2025, Medics & Mechanics and Counter-Attack cards",
        countering("4: I i", Card.MEDICS_AND_MECHANICS),
        COPY,
        then=(copied(Card.MEDICS_AND_MECHANICS), *NOBODY),
    ),
    Case(
        "a copied Finest Hour rolls for each card of the hand, the Counter-Attack among them",
        "2004 and 2025, Their Finest Hour card; ruling: the Counter-Attack counts",
        FINEST,
        COPY,
        dice=SIX,
        then=(copied(Card.THEIR_FINEST_HOUR), e.OrderDiceRolled(faces(SIX), 1)),
    ),
    Case(
        "a copied Finest Hour adds its die",
        "2004 and 2025, Their Finest Hour and Counter-Attack cards",
        replace(FINEST, picture="4: I . i"),
        (COPY, OrderUnit(ALLIES, "I"), EndMoves(ALLIES), Attack(ALLIES, "I", "i")),
        dice=f"{SIX} star star star",
        then=(
            e.AttackDeclared("I", "i", 2, 3, overrun=False),
            e.DiceRolled(faces("star star star"), 2),
        ),
    ),
    Case(
        "a copied Artillery Bombard battles twice",
        "2004 and 2025, Artillery Bombard and Counter-Attack cards",
        countering("4: G . . i", Card.ARTILLERY_BOMBARD),
        (
            COPY,
            OrderUnit(ALLIES, "G"),
            EndMoves(ALLIES),
            Attack(ALLIES, "G", "i"),
            Attack(ALLIES, "G", "i"),
        ),
        dice="star star star star",
        then=(e.AttackDeclared("G", "i", 3, 2, overrun=False), e.DiceRolled(faces("star star"), 2)),
    ),
    Case(
        "a copied Armor Assault adds its die",
        "2004 and 2025, Armor Assault and Counter-Attack cards",
        countering("4: A i", Card.ARMOR_ASSAULT),
        (COPY, OrderUnit(ALLIES, "A"), EndMoves(ALLIES), Attack(ALLIES, "A", "i")),
        then=(e.AttackDeclared("A", "i", 1, 4, overrun=False), e.AmbushOffered("i", AXIS)),
    ),
    Case(
        "a copied Dig-In puts down sandbags",
        "2004 and 2025, Dig-In and Counter-Attack cards",
        countering("4: I i", Card.DIG_IN),
        (COPY, OrderUnit(ALLIES, "I")),
        then=(
            e.UnitOrdered("I", (CENTER,)),
            e.ObstaclePlaced("I", at(4, 8), ObstacleKind.SANDBAGS),
            *NOBODY,
        ),
    ),
    Case(
        "a copied Close Assault moves nobody",
        "2004 and 2025, Close Assault and Counter-Attack cards",
        countering("4: I i", Card.CLOSE_ASSAULT),
        (COPY, OrderUnit(ALLIES, "I")),
        then=(e.UnitOrdered("I", (CENTER,)), *NOBODY),
    ),
    Case(
        "behind enemy lines the copying side moves twice too",
        "2004 and 2025, Behind Enemy Lines and Counter-Attack cards",
        countering("4: I . . . . i", Card.BEHIND_ENEMY_LINES),
        (COPY, OrderUnit(ALLIES, "I"), EndMoves(ALLIES), EndTurn(ALLIES)),
        refused=Rule.MOVEMENT_SECOND_MOVE_LEFT,
    ),
)

UNNAMED = countering(
    "4: I . . . . . I2", Card.INFANTRY_ASSAULT, played=assault(None, fallback=True)
)
NAMING = "ruling: where the enemy had no infantry to name a section for, the copying side names one"

UNNAMED_SECTIONS = (
    Case(
        "a section is named for an Infantry Assault that the enemy named none for",
        NAMING,
        UNNAMED,
        PlayCard(ALLIES, COUNTER, section=RIGHT),
        then=(copied(Card.INFANTRY_ASSAULT, RIGHT),),
    ),
    Case(
        "its units are ordered there",
        NAMING,
        UNNAMED,
        (PlayCard(ALLIES, COUNTER, section=RIGHT), OrderUnit(ALLIES, "I2")),
        then=(e.UnitOrdered("I2", (RIGHT,)), e.OrdersEnded()),
    ),
    Case(
        "it is not played without a section",
        NAMING,
        UNNAMED,
        COPY,
        refused=Rule.CARD_SECTION_NOT_NAMED,
    ),
    Case(
        "the section named holds infantry",
        NAMING,
        UNNAMED,
        PlayCard(ALLIES, COUNTER, section=LEFT),
        refused=Rule.CARD_SECTION_EMPTY,
    ),
    Case(
        "with no infantry on either side no section is named",
        NAMING,
        replace(UNNAMED, picture="4: A . a"),
        COPY,
        then=(copied(Card.INFANTRY_ASSAULT, fallback=True),),
    ),
)

ARMORED = e.CardPlayed(AXIS, Card.ARMOR_ASSAULT, fallback=True)

FALLBACKS = (
    Case(
        "the copying side has no armor",
        "ruling: the copying side's own units decide",
        countering("4: I . . a", Card.ARMOR_ASSAULT),
        COPY,
        then=(copied(Card.ARMOR_ASSAULT, fallback=True),),
    ),
    Case(
        "without armor it orders one unit of any type",
        "ruling: the copying side's own units decide",
        countering("4: I I2 . a", Card.ARMOR_ASSAULT),
        (COPY, OrderUnit(ALLIES, "I2")),
        then=(e.UnitOrdered("I2", (CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "that unit has no die more",
        "ruling: the copying side's own units decide",
        countering("4: I i a", Card.ARMOR_ASSAULT),
        (COPY, OrderUnit(ALLIES, "I"), EndMoves(ALLIES), Attack(ALLIES, "I", "i")),
        then=(e.AttackDeclared("I", "i", 1, 3, overrun=False), e.AmbushOffered("i", AXIS)),
    ),
    Case(
        "the enemy had no armor, the copying side has",
        "ruling: the copying side's own units decide",
        countering("4: A A2 . i", Card.ARMOR_ASSAULT, played=ARMORED),
        (COPY, OrderUnit(ALLIES, "A")),
        then=(e.UnitOrdered("A", (CENTER,)),),
    ),
)


def twice(card: Card) -> tuple[Command, ...]:
    """The Allies' card, the Axis' copy of it, and the Allies' copy of that."""
    return (PlayCard(ALLIES, card), EndTurn(ALLIES), PlayCard(AXIS, COUNTER), EndTurn(AXIS), COPY)


def again(card: Card) -> Skirmish:
    """Both sides hold a Counter-Attack; nobody can be ordered on the flanks."""
    return Skirmish("4: I . . i", card=card, held=(COUNTER,), enemy=(COUNTER,), phase="play_card")


COPIES = (
    Case(
        "a copy of a copy orders in the first section again",
        ISSUED,
        again(Card.PROBE_LEFT),
        twice(Card.PROBE_LEFT),
        then=(copied(Card.PROBE_LEFT), *NOBODY),
    ),
    Case(
        "the copy between ordered in the facing section",
        ISSUED,
        again(Card.PROBE_LEFT),
        twice(Card.PROBE_LEFT)[:3],
        then=(copied(Card.PROBE_RIGHT, seat=AXIS), *NOBODY),
    ),
    Case(
        "a copy of a copied Infantry Assault comes back to the section first named",
        ISSUED,
        replace(
            again(Card.INFANTRY_ASSAULT),
            phase="order",
            picture="4: I . i",
            left=2,
            played=e.CardPlayed(ALLIES, Card.INFANTRY_ASSAULT, None, LEFT),
        ),
        (
            EndOrders(ALLIES),
            EndTurn(ALLIES),
            PlayCard(AXIS, COUNTER),
            EndOrders(AXIS),
            EndTurn(AXIS),
            COPY,
        ),
        then=(copied(Card.INFANTRY_ASSAULT, LEFT),),
    ),
    Case(
        "a copy of a copied Finest Hour has its full effect",
        ISSUED,
        countering(
            "4: I . . i", COUNTER, played=e.CardPlayed(AXIS, COUNTER, Card.THEIR_FINEST_HOUR)
        ),
        COPY,
        dice=SIX,
        then=(copied(Card.THEIR_FINEST_HOUR), e.OrderDiceRolled(faces(SIX), 1)),
    ),
    Case(
        "a copy of copied Behind Enemy Lines has its full effect",
        ISSUED,
        countering("4: I i", COUNTER, played=e.CardPlayed(AXIS, COUNTER, Card.BEHIND_ENEMY_LINES)),
        (COPY, OrderUnit(ALLIES, "I"), EndMoves(ALLIES), Attack(ALLIES, "I", "i")),
        then=(e.AttackDeclared("I", "i", 1, 4, overrun=False), e.AmbushOffered("i", AXIS)),
    ),
)

STAND_IN = StandIn(
    side=Side.AXIS,
    cards=(Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT),
    as_card=Card.AIR_POWER,
    hexes=(at(4, 10),),
    dice=3,
    max_targets=2,
    same_section=True,
)
RULES = {"stand_ins": (STAND_IN,)}


def as_air(card: Card, section: Section) -> e.CardPlayed:
    return e.CardPlayed(AXIS, card, Card.AIR_POWER, section)


MORTAIN = "scenario booklet, Mortain; ruling: the order really issued is copied"

STANDING_IN = (
    Case(
        "a Recon that stood in for Air Power is copied as Air Power, with the copying side's dice",
        MORTAIN,
        countering(
            "4: I i", Card.RECON_CENTER, played=as_air(Card.RECON_CENTER, CENTER), changes=RULES
        ),
        COPY,
        then=(copied(Card.AIR_POWER, CENTER), e.TargetsDemanded(2, 4, CENTER)),
    ),
    Case(
        "it strikes in the facing section",
        MORTAIN,
        countering(
            "4: . i . . . i2", Card.RECON_LEFT, played=as_air(Card.RECON_LEFT, LEFT), changes=RULES
        ),
        (COPY, NameTarget(ALLIES, "i")),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "with no target in the facing section nobody is struck",
        MORTAIN,
        countering("4: I i", Card.RECON_LEFT, played=as_air(Card.RECON_LEFT, LEFT), changes=RULES),
        COPY,
        then=(copied(Card.AIR_POWER, RIGHT), *NOBODY),
    ),
    Case(
        "one card is drawn for it",
        MORTAIN,
        countering(
            "4: I i",
            Card.RECON_LEFT,
            played=as_air(Card.RECON_LEFT, LEFT),
            changes=RULES,
            deck=(Card.PINCER_MOVE,),
        ),
        (COPY, EndTurn(ALLIES)),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, COUNTER, DiscardSource.IN_PLAY),
            e.CardDrawn(ALLIES, Card.PINCER_MOVE),
            e.TurnEnded(2, ALLIES),
            e.TurnStarted(3, AXIS),
        ),
    ),
    Case(
        "a Counter-Attack does not stand in for anything itself",
        MORTAIN,
        countering("4: I i", Card.RECON_LEFT, changes=RULES),
        PlayCard(ALLIES, COUNTER, as_card=Card.AIR_POWER),
        refused=Rule.CARD_NO_STAND_IN,
    ),
)

CASES = (
    *NOTHING,
    *SECTIONS,
    *ASSAULTS,
    *UNNAMED_SECTIONS,
    *TACTICS,
    *FALLBACKS,
    *COPIES,
    *STANDING_IN,
)


@runs(CASES)
def test_a_counter_attack_copies_the_order_of_the_enemy(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("card", MIRROR)
def test_every_section_card_is_copied_into_the_facing_section(
    card: Card, edition: EditionName
) -> None:
    """2004 and 2025, Counter-Attack card."""
    state = countering("4: I . . i", card).begin(edition)
    assert decide(state, COPY, Script())[0] == copied(MIRROR[card])


WHOM = {
    Card.AIR_POWER: "",
    Card.ARMOR_ASSAULT: "A",
    Card.ARTILLERY_BOMBARD: "G",
    Card.BARRAGE: "",
    Card.BEHIND_ENEMY_LINES: "I I2",
    Card.CLOSE_ASSAULT: "I",
    Card.DIG_IN: "I I2",
    Card.DIRECT_FROM_HQ: "I A G I2",
    Card.FIREFIGHT: "A G I2",
    Card.INFANTRY_ASSAULT: "I I2",
    Card.MEDICS_AND_MECHANICS: "",
    Card.MOVE_OUT: "I I2",
    Card.THEIR_FINEST_HOUR: "I A I2 G",
}
"""The units that each tactic card orders when it is copied; of all that may be ordered first."""


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("card", WHOM)
def test_every_tactic_card_is_copied_whole(card: Card, edition: EditionName) -> None:
    """2004 and 2025, Counter-Attack card."""
    section = CENTER if card is Card.INFANTRY_ASSAULT else None
    played = e.CardPlayed(AXIS, card, None, section)
    state = countering("4: i I . A G I2 . g", card, left=6, played=played).begin(edition)
    state = after(state, decide(state, COPY, Script("star " * 6)))
    position = Position(EDITIONS[edition], state)
    assert {unit.id for unit in orders.orderable(position)} == set(WHOM[card].split())
    assert position.spec == EDITIONS[edition].cards[card]


def test_no_tactic_card_is_forgotten() -> None:
    assert set(WHOM) == set(TACTIC_CARDS) - {Card.AMBUSH, COUNTER}


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("first", [None, Card.THEIR_FINEST_HOUR])
def test_a_copied_finest_hour_reshuffles(first: Card | None, edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card: the Counter-Attack and all discards go back."""
    card = Card.THEIR_FINEST_HOUR if first is None else COUNTER
    played = e.CardPlayed(AXIS, card, first)
    state = countering("4: G . . . i", card, played=played).begin(edition)
    state = after(state, decide(state, COPY, Script("flag " * 6)))
    before = state.cards
    events = decide(state, EndTurn(ALLIES), Script())
    count = len(before.deck) + len(before.discard) + 1
    assert events[:3] == (
        e.BattlesEnded(),
        e.CardDiscarded(ALLIES, COUNTER, DiscardSource.IN_PLAY),
        e.DeckShuffled(ShuffleReason.CARD, count, 0, 2, (*before.deck, *before.discard, COUNTER)),
    )
    assert after(state, events).cards.discard == ()


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("held", [2, 4, 6])
def test_dice_for_orders_count_the_counter_attack(held: int, edition: EditionName) -> None:
    """2004 and 2025, Their Finest Hour card; ruling: the Counter-Attack counts."""
    state = replace(FINEST, hand=held).begin(edition)
    rolled = decide(state, COPY, Script("flag " * held))[1]
    assert rolled == e.OrderDiceRolled((Face.FLAG,) * held, 1)
