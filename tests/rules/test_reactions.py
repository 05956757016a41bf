"""The ambush: when it is asked for, what it throws, and what becomes of the attack."""

from dataclasses import dataclass, replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    Decline,
    EndBattles,
    EndTurn,
    MoveUnit,
    PlayCard,
    Retreat,
    TakeGround,
)
from domain.errors import Rule
from domain.hexes import at
from domain.rules import combat
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Ending,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Section,
    ShuffleReason,
    Side,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs
from tests.support.chance import Script, faces
from tests.support.games import BOTH, SEED, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
CARD = "2004 and 2025, Ambush card"
SECRET = "ruling: the window opens whoever holds the card, so that nothing of a hand shows"
OUTCOME = "2004 and 2025, Ambush card; ruling: a moved attacker attacks no more, another one does"
AMBUSH, DECLINE = Ambush(AXIS), Decline(AXIS)
MISS = "star star star"


def facing(picture: str, ordered: str = "I", left: int = 8, **more: object) -> Skirmish:
    """The Allies battle; the Axis holds the Ambush card."""
    cards = {"enemy": (Card.AMBUSH,), **more}
    return Skirmish(picture, left, ordered, **cards)  # type: ignore[arg-type]


def attack(unit: str = "I", target: str = "i") -> Attack:
    return Attack(ALLIES, unit, target)


def declared(
    unit: str = "I", target: str = "i", dice: int = 3, *, hexes: int = 1, overrun: bool = False
) -> e.AttackDeclared:
    return e.AttackDeclared(unit, target, hexes, dice, overrun)


def offered(
    unit: str = "I", target: str = "i", dice: int = 3, *, overrun: bool = False
) -> tuple[e.Event, ...]:
    """An attack, and the question about it."""
    return declared(unit, target, dice, overrun=overrun), e.AmbushOffered(target, AXIS)


def sprung(dice: str, unit: str = "i", draw: int = 1) -> tuple[e.Event, ...]:
    """The card, and its dice."""
    thrown = faces(dice)
    return (e.AmbushPlayed(AXIS, Card.AMBUSH, unit, len(thrown)), e.AmbushRolled(thrown, draw))


def thrown(dice: str, draw: int = 2) -> e.DiceRolled:
    return e.DiceRolled(faces(dice), draw)


OPEN = e.AmbushPlayed(AXIS, Card.AMBUSH, "i", 3)
AWAY = e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.REACTION)
SHUFFLED = e.DeckShuffled(ShuffleReason.CARD, 1, 0, 1, (Card.AMBUSH,))
CANCELLED = e.AttackCancelled("I")

WINDOW = (
    Case("infantry attacks an adjacent unit", CARD, facing("4: I i"), attack(), then=offered()),
    Case(
        "armor attacks an adjacent unit",
        CARD,
        facing("4: A i", "A"),
        attack("A"),
        then=offered("A"),
    ),
    Case(
        "artillery attacks an adjacent unit",
        CARD,
        facing("4: G i", "G"),
        attack("G"),
        then=offered("G"),
    ),
    Case(
        "the first battle of a bombarding gun",
        CARD,
        facing("4: G i", "G", card=Card.ARTILLERY_BOMBARD),
        attack("G"),
        then=offered("G"),
    ),
    Case(
        "the second battle of a bombarding gun",
        CARD,
        facing("4: G i", "G", card=Card.ARTILLERY_BOMBARD),
        (attack("G"), DECLINE, attack("G")),
        dice=MISS,
        then=offered("G"),
    ),
    Case(
        "an armor overrun",
        CARD,
        facing("4: A i:1 i2", "A"),
        (attack("A"), DECLINE, TakeGround(ALLIES), attack("A", "i2")),
        dice="grenade star star",
        then=offered("A", "i2", overrun=True),
    ),
    Case(
        "an infantry unit behind enemy lines, whose bonus die is not the ambusher's",
        CARD,
        facing("4: I i", card=Card.BEHIND_ENEMY_LINES),
        attack(),
        then=offered(dice=4),
    ),
    Case(
        "fire at a distant unit is not ambushed",
        CARD,
        facing("4: I . i"),
        attack(),
        dice="star star",
        then=(declared(dice=2, hexes=2), thrown("star star", 1)),
    ),
    Case(
        "armor's fire is not ambushed",
        CARD,
        facing("4: A . i", "A"),
        attack("A"),
        dice=MISS,
        then=(declared("A", hexes=2), thrown(MISS, 1)),
    ),
    Case(
        "a unit in the ocean does not ambush",
        "2004 p. 15, Oceans; 2025 Appendix 2, Oceans",
        facing("4: I i/O"),
        attack(),
        dice=MISS,
        then=(declared(), thrown(MISS, 1)),
    ),
    Case(
        "a unit without a die does not ambush",
        "ruling: no die, no ambush",
        facing("4: I/F a/T"),
        attack(target="a"),
        dice="star star",
        then=(declared(target="a", dice=2), thrown("star star", 1)),
    ),
    Case(
        "the window opens though the card is in the draw pile",
        SECRET,
        facing("4: I i", enemy=(), deck=(Card.AMBUSH,)),
        attack(),
        then=offered(),
    ),
    Case(
        "the window opens though the attacker holds the card",
        SECRET,
        facing("4: I i", enemy=(), held=(Card.AMBUSH,)),
        attack(),
        then=offered(),
    ),
    Case(
        "the window opens though nobody has played or seen the card",
        SECRET,
        facing("4: I i", enemy=(), held=(Card.BARRAGE,)),
        attack(),
        then=offered(),
    ),
    Case(
        "no window while the card lies open",
        SECRET,
        facing("4: I i", then=(OPEN,)),
        attack(),
        dice=MISS,
        then=(declared(), thrown(MISS, 1)),
    ),
    Case(
        "no window while the card lies in the discards",
        SECRET,
        facing("4: I i", then=(OPEN, AWAY)),
        attack(),
        dice=MISS,
        then=(declared(), thrown(MISS, 1)),
    ),
    Case(
        "the window opens again after the discards were shuffled",
        SECRET,
        facing("4: I i", then=(OPEN, AWAY, SHUFFLED)),
        attack(),
        then=offered(),
    ),
    Case(
        "one card is one ambush",
        CARD,
        facing("4: I i I2", "I I2"),
        (attack(), AMBUSH, attack("I2")),
        dice=" ".join([MISS] * 3),
        then=(declared("I2"), thrown(MISS, 3)),
    ),
    Case(
        "a game without tactic cards knows no ambush",
        "2004 and 2025, Young Generals",
        Skirmish("4: I i", ordered="I"),
        attack(),
        dice=MISS,
        then=(declared(), thrown(MISS, 1)),
    ),
)

ASKED = (attack(),)

ANSWERS = (
    Case(
        "without the card there is no ambush",
        CARD,
        facing("4: I i", enemy=(), held=(Card.AMBUSH,)),
        (*ASKED, AMBUSH),
        refused=Rule.AMBUSH_NOT_IN_HAND,
    ),
    Case(
        "passing lets the attack go on",
        CARD,
        facing("4: I i"),
        (*ASKED, DECLINE),
        dice="infantry star star",
        then=(e.AmbushDeclined(AXIS), thrown("infantry star star", 1), e.FiguresLost("i", 1, HITS)),
    ),
    Case(
        "the attacker does not answer",
        CARD,
        facing("4: I i"),
        (*ASKED, Decline(ALLIES)),
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "the attacker cannot battle with another unit meanwhile",
        CARD,
        facing("4: I i I2", "I I2"),
        (*ASKED, attack("I2")),
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "there is no ambush without an attack",
        CARD,
        replace(facing("4: I i"), first=Side.AXIS, held=(Card.AMBUSH,), enemy=(), ordered="i"),
        AMBUSH,
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "nobody ambushes twice",
        CARD,
        facing("4: I i"),
        (*ASKED, AMBUSH, AMBUSH),
        dice=f"{MISS} {MISS}",
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "the Allies lie in ambush as well",
        CARD,
        facing("4: I i", "i", first=Side.AXIS),
        (Attack(AXIS, "i", "I"), Ambush(ALLIES)),
        dice=f"grenade star star {MISS}",
        then=(
            e.AmbushPlayed(ALLIES, Card.AMBUSH, "I", 3),
            e.AmbushRolled(faces("grenade star star"), 1),
            e.FiguresLost("i", 1, HITS),
            thrown(MISS),
        ),
    ),
)

BAGS = "4: i I/%"
EDGE = "8: i I"

RESULTS = (
    Case(
        "an ambush that misses lets the attack go on",
        OUTCOME,
        facing("4: I i"),
        (*ASKED, AMBUSH),
        dice=f"{MISS} {MISS}",
        then=(*sprung(MISS), thrown(MISS)),
    ),
    Case(
        "losses take no dice off the attack",
        OUTCOME,
        facing("4: I i"),
        (*ASKED, AMBUSH),
        dice=f"infantry grenade star {MISS}",
        then=(*sprung("infantry grenade star"), e.FiguresLost("I", 2, HITS), thrown(MISS)),
    ),
    Case(
        "armor is hit by its own symbol and grenades",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        facing("4: A i", "A"),
        (attack("A"), AMBUSH),
        dice=f"infantry armor grenade {MISS}",
        then=(*sprung("infantry armor grenade"), e.FiguresLost("A", 2, HITS), thrown(MISS)),
    ),
    Case(
        "an eliminated attacker attacks no more, and nobody gains its ground",
        OUTCOME,
        facing("4: I:1 i"),
        (*ASKED, AMBUSH),
        dice="infantry flag star",
        then=(
            *sprung("infantry flag star"),
            e.UnitEliminated("I", at(4, 8), 1, HITS, Side.AXIS, 1),
            CANCELLED,
        ),
    ),
    Case(
        "a flag asks the attacker for its way back",
        OUTCOME,
        facing("4: I i"),
        (*ASKED, AMBUSH),
        dice="flag star infantry",
        then=(
            *sprung("flag star infantry"),
            e.FiguresLost("I", 1, HITS),
            e.RetreatDemanded("I", ALLIES, 1, 0, 1, 1),
        ),
    ),
    Case(
        "an attacker pushed back attacks no more",
        OUTCOME,
        facing("4: I i"),
        (*ASKED, AMBUSH, Retreat(ALLIES, "I", path((4, 8), "sw"))),
        dice="flag star star",
        then=(e.UnitRetreated("I", path((4, 8), "sw")), CANCELLED),
    ),
    Case(
        "an attacker pushed back attacks no more, though it is still adjacent",
        OUTCOME,
        facing("4: I i"),
        (*ASKED, AMBUSH, Retreat(ALLIES, "I", path((4, 8), "se"))),
        dice="flag star star",
        then=(e.UnitRetreated("I", path((4, 8), "se")), CANCELLED),
    ),
    Case(
        "an attacker with one way back is not asked",
        OUTCOME,
        facing("4: I i\n5: I2"),
        (*ASKED, AMBUSH),
        dice="flag star star",
        then=(*sprung("flag star star"), e.UnitRetreated("I", (at(5, 7),)), CANCELLED),
    ),
    Case(
        "an attacker that ignores the flag goes on",
        "2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card",
        facing(BAGS),
        (*ASKED, AMBUSH, Retreat(ALLIES, "I", ())),
        dice=f"flag star {MISS}",
        then=(e.FlagIgnored("I"), thrown(MISS)),
    ),
    Case(
        "behind sandbags the attacker is asked whether it stays",
        "2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card",
        facing(BAGS),
        (*ASKED, AMBUSH),
        dice="flag star",
        then=(*sprung("flag star"), e.RetreatDemanded("I", ALLIES, 1, 0, 0, 1)),
    ),
    Case(
        "an attacker that leaves its sandbags attacks no more",
        "2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card",
        facing(BAGS),
        (*ASKED, AMBUSH, Retreat(ALLIES, "I", path((4, 10), "se"))),
        dice="flag star",
        then=(
            e.UnitRetreated("I", path((4, 10), "se")),
            e.ObstacleRemoved(at(4, 10), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            CANCELLED,
        ),
    ),
    Case(
        "a flag ignored for want of a way lets the attack go on",
        "2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card",
        facing("8: i I/%"),
        (*ASKED, AMBUSH),
        dice=f"flag star {MISS}",
        then=(*sprung("flag star"), e.FlagIgnored("I"), thrown(MISS)),
    ),
    Case(
        "two flags behind sandbags without a way cost a figure, and the attack goes on",
        "2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card",
        facing("8: g I/%"),
        (attack(target="g"), AMBUSH),
        dice=f"flag flag star {MISS}",
        then=(
            *sprung("flag flag star", "g"),
            e.FiguresLost("I", 1, BLOCKED),
            e.FlagIgnored("I"),
            thrown(MISS),
        ),
    ),
    Case(
        "three flags behind sandbags with one hex cost a figure and the attack",
        "2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card",
        facing("7: g I/%\n8: . I2"),
        (attack(target="g"), AMBUSH),
        dice="flag flag flag",
        then=(
            *sprung("flag flag flag", "g"),
            e.FiguresLost("I", 1, BLOCKED),
            e.FlagIgnored("I"),
            e.UnitRetreated("I", (at(8, 12),)),
            e.ObstacleRemoved(at(7, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            CANCELLED,
        ),
    ),
    Case(
        "an attacker that loses a figure instead of retreating goes on",
        OUTCOME,
        facing(EDGE),
        (*ASKED, AMBUSH),
        dice=f"flag star star {MISS}",
        then=(*sprung("flag star star"), e.FiguresLost("I", 1, BLOCKED), thrown(MISS)),
    ),
    Case(
        "an attacker that loses its last figure instead of retreating is gone",
        OUTCOME,
        facing("8: i I:1"),
        (*ASKED, AMBUSH),
        dice="flag star star",
        then=(
            *sprung("flag star star"),
            e.UnitEliminated("I", at(8, 10), 1, BLOCKED, Side.AXIS, 1),
            CANCELLED,
        ),
    ),
    Case(
        "an attacker that goes one hex and loses a figure for the other attacks no more",
        OUTCOME,
        facing("7: i I\n8: . I2"),
        (*ASKED, AMBUSH),
        dice="flag flag star",
        then=(
            *sprung("flag flag star"),
            e.FiguresLost("I", 1, BLOCKED),
            e.UnitRetreated("I", (at(8, 12),)),
            CANCELLED,
        ),
    ),
    Case(
        "the attack may then push the ambusher back and gain its ground",
        OUTCOME,
        facing("3: i2 .\n4: I i"),
        (*ASKED, AMBUSH),
        dice=f"{MISS} flag star star",
        then=(
            *sprung(MISS),
            thrown("flag star star"),
            e.UnitRetreated("i", (at(3, 11),)),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
    Case(
        "the attack may then eliminate the ambusher and gain its ground",
        OUTCOME,
        facing("4: I i:1"),
        (*ASKED, AMBUSH),
        dice=f"{MISS} grenade star star",
        then=(
            *sprung(MISS),
            thrown("grenade star star"),
            e.UnitEliminated("i", at(4, 10), 1, HITS, Side.ALLIES, 1),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
    Case(
        "armor pushed off its wire leaves it",
        "2025 Appendix 2, Wire: it is removed when the armor battles",
        facing("4: A/# i\n5: I2", "A"),
        (attack("A"), AMBUSH),
        dice="flag star star",
        then=(*sprung("flag star star"), e.UnitRetreated("A", (at(5, 7),)), e.AttackCancelled("A")),
    ),
    Case(
        "armor that stays on its wire crushes it when it battles",
        "2025 Appendix 2, Wire: it is removed when the armor battles",
        facing("4: A/# i", "A"),
        (attack("A"), AMBUSH),
        dice=f"{MISS} {MISS}",
        then=(
            *sprung(MISS),
            e.ObstacleRemoved(at(4, 8), ObstacleKind.WIRE, RemovalCause.ARMOR_BATTLED),
            thrown(MISS),
        ),
    ),
)

BACK = Retreat(ALLIES, "I", path((4, 8), "sw"))
PUSHED = (*ASKED, AMBUSH, BACK)
GUN_BACK = Retreat(ALLIES, "G", path((4, 8), "se"))
BOMBARD = facing("4: G i", "G", card=Card.ARTILLERY_BOMBARD)
LINES = facing("4: I i", card=Card.BEHIND_ENEMY_LINES)
FLAG = "flag star star"

AFTERWARDS = (
    Case(
        "a cancelled attack was the unit's battle",
        OUTCOME,
        facing("4: I i"),
        (*ASKED, AMBUSH, Retreat(ALLIES, "I", path((4, 8), "se")), attack()),
        dice=FLAG,
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "other units battle on",
        OUTCOME,
        facing("4: I i I2", "I I2"),
        (*PUSHED, attack("I2")),
        dice=f"{FLAG} {MISS}",
        then=(declared("I2"), thrown(MISS)),
    ),
    Case(
        "a bombarding gun pushed back in its first battle has no second",
        "2004 and 2025, Artillery Bombard and Ambush cards; ruling: both battles are lost",
        BOMBARD,
        (attack("G"), AMBUSH, GUN_BACK, attack("G")),
        dice=FLAG,
        refused=Rule.BATTLE_CANCELLED,
    ),
    Case(
        "a bombarding gun that stays has its second battle",
        "2004 and 2025, Artillery Bombard and Ambush cards",
        BOMBARD,
        (attack("G"), AMBUSH, attack("G")),
        dice=" ".join([MISS] * 3),
        then=(declared("G"), thrown(MISS, 3)),
    ),
    Case(
        "a bombarding gun may be ambushed in its second battle",
        "2004 and 2025, Artillery Bombard and Ambush cards",
        BOMBARD,
        (attack("G"), DECLINE, attack("G"), AMBUSH, GUN_BACK),
        dice=f"{MISS} {FLAG}",
        then=(e.UnitRetreated("G", path((4, 8), "se")), e.AttackCancelled("G")),
    ),
    Case(
        "a cancelled overrun is over",
        "2004 p. 11, Armor Overrun; 2025, Armor overrun; Ambush card",
        facing("4: A i:1 i2\n5: . I", "A"),
        (attack("A"), DECLINE, TakeGround(ALLIES), attack("A", "i2"), AMBUSH),
        dice=f"grenade star star {FLAG}",
        then=(*sprung(FLAG, "i2", 2), e.UnitRetreated("A", (at(5, 9),)), e.AttackCancelled("A")),
    ),
    Case(
        "an overrun goes on from the hex taken when the armor stays there",
        "2004 p. 11, Armor Overrun; 2025, Armor overrun; Ambush card",
        facing("4: A i:1 i2:1", "A"),
        (attack("A"), DECLINE, TakeGround(ALLIES), attack("A", "i2"), AMBUSH),
        dice=f"grenade star star {MISS} grenade star star",
        then=(
            *sprung(MISS, "i2", 2),
            thrown("grenade star star", 3),
            e.UnitEliminated("i2", at(4, 12), 1, HITS, Side.ALLIES, 1),
            e.GroundOffered("A", at(4, 12)),
        ),
    ),
    Case(
        "a unit pushed back behind enemy lines keeps its second move",
        "2004 and 2025, Behind Enemy Lines card; ruling: the second move needs no battle",
        LINES,
        (*PUSHED, EndBattles(ALLIES)),
        dice=FLAG,
        then=(e.BattlesEnded(), e.SecondMoveOffered("I")),
    ),
    Case(
        "it moves on from where it was pushed to",
        "2004 and 2025, Behind Enemy Lines card; ruling: the second move needs no battle",
        LINES,
        (*PUSHED, EndBattles(ALLIES), MoveUnit(ALLIES, "I", path((5, 7), "w w w"))),
        dice=FLAG,
        then=(
            e.UnitMoved("I", path((5, 7), "w w w"), 3, may_battle=False, may_take_ground=True),
            e.MovesEnded(),
        ),
    ),
    Case(
        "its turn does not end before that move was offered",
        "2004 and 2025, Behind Enemy Lines card",
        LINES,
        (*PUSHED, EndTurn(ALLIES)),
        dice=FLAG,
        refused=Rule.MOVEMENT_SECOND_MOVE_LEFT,
    ),
    Case(
        "a unit lost behind enemy lines moves no more",
        "2004 and 2025, Behind Enemy Lines card",
        replace(LINES, picture="4: I:1 i"),
        (*ASKED, AMBUSH, EndBattles(ALLIES)),
        dice="grenade star star",
        refused=Rule.MOVEMENT_NO_SECOND_MOVE,
    ),
    Case(
        "an ambush wins the game in the enemy's turn",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        facing("4: I:1 i", medals=1),
        (*ASKED, AMBUSH),
        dice="grenade star star",
        then=(
            *sprung("grenade star star"),
            e.UnitEliminated("I", at(4, 8), 1, HITS, Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a loss instead of a retreat wins the game in the enemy's turn",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        facing("8: i I:1", medals=1),
        (*ASKED, AMBUSH),
        dice=FLAG,
        then=(
            *sprung(FLAG),
            e.UnitEliminated("I", at(8, 10), 1, BLOCKED, Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "an attacker pushed onto its last medal wins",
        "2025 Appendix 3: medals are gained in a retreat too",
        facing("4: . I i\n5: ! I2", left=6, medals=1),
        (*ASKED, AMBUSH),
        dice=FLAG,
        then=(
            *sprung(FLAG),
            e.UnitRetreated("I", (at(5, 7),)),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "an attacker pushed off a medal hex loses the medal",
        "2025 Appendix 3",
        facing("4: I/! i"),
        PUSHED,
        dice=FLAG,
        then=(
            e.UnitRetreated("I", path((4, 8), "sw")),
            e.ObjectiveLost("m1", Side.ALLIES, 1),
            CANCELLED,
        ),
    ),
)

ONLY = Skirmish("4: I i", card=Card.AMBUSH, phase="play_card", hand=1)
PLAY = PlayCard(ALLIES, Card.AMBUSH)

AS_COMMAND = (
    Case(
        "an ambush does not open a turn",
        CARD,
        replace(ONLY, hand=2, held=(Card.PROBE_CENTER,)),
        PLAY,
        refused=Rule.CARD_REACTION_ONLY,
    ),
    Case(
        "an ambush with a section does not open a turn either",
        CARD,
        replace(ONLY, hand=2, held=(Card.PROBE_CENTER,)),
        PlayCard(ALLIES, Card.AMBUSH, section=Section.CENTER),
        refused=Rule.CARD_REACTION_ONLY,
    ),
    Case(
        "a hand of nothing else plays it without effect",
        "ruling: a hand that can open no turn otherwise plays the ambush, which orders nobody",
        ONLY,
        PLAY,
        then=(e.CardPlayed(ALLIES, Card.AMBUSH), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "a card is drawn for it",
        "ruling: a hand that can open no turn otherwise plays the ambush, which orders nobody",
        replace(ONLY, deck=(Card.PINCER_MOVE,)),
        (PLAY, EndTurn(ALLIES)),
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, Card.AMBUSH, DiscardSource.IN_PLAY),
            e.CardDrawn(ALLIES, Card.PINCER_MOVE),
            e.TurnEnded(1, ALLIES),
            e.TurnStarted(2, AXIS),
        ),
    ),
)

CASES = (*WINDOW, *ANSWERS, *RESULTS, *AFTERWARDS, *AS_COMMAND)


@runs(CASES)
def test_an_ambush_goes_as_the_card_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


@dataclass(frozen=True)
class Trap:
    """Dice of the Axis unit in a picture against the Allied unit next to it."""

    name: str
    picture: str
    dice: int
    source: str = "ruling: the unit's own dice for close assault, without any card's bonus"


TRAPS = (
    Trap("infantry", "4: I i", 3),
    Trap("one figure of infantry", "4: I i:1", 3),
    Trap("elite infantry", "4: I e", 3),
    Trap("French Resistance", "4: I p", 3),
    Trap("armor", "4: I a", 3),
    Trap("elite armor", "4: A d", 3),
    Trap("artillery", "4: I g", 3),
    Trap("infantry against a forest", "4: I/F i", 2),
    Trap("armor against a forest", "4: I/F a", 1),
    Trap("artillery against a forest", "4: I/F g", 3),
    Trap("infantry against a town", "4: A/T i", 2),
    Trap("infantry against sandbags", "4: I/% i", 2),
    Trap("armor against a bunker", "4: I/b a", 1),
    Trap("infantry against a bunker of the attacker's side", "4: I/b+ i", 2),
    Trap("infantry against a bunker of its own side", "4: I/b- i", 3),
    Trap("infantry up a hill", "4: I/H i", 2),
    Trap("infantry down a hill", "4: I i/H", 3),
    Trap("infantry on the same height", "4: I/H i/H", 3),
    Trap("artillery up a hill", "4: I/H g", 3),
    Trap("infantry on wire", "4: I i/#", 2),
    Trap("infantry on wire against a forest", "4: I/F i/#", 1),
    Trap("armor on wire", "4: I a/#", 3),
    Trap("armor in a town", "4: I a/T", 1),
    Trap("armor in a town against a hill", "4: I/H a/T", 0),
    Trap("armor in a town against a town", "4: I/T a/T", 0),
    Trap("a unit in the ocean", "4: I i/O", 0),
    Trap("artillery in the ocean", "4: I g/O", 0),
)


@pytest.mark.parametrize(
    ("trap", "edition"),
    [
        pytest.param(trap, edition, id=f"{trap.name} ({edition})")
        for trap in TRAPS
        for edition in BOTH
    ],
)
def test_an_ambusher_has_its_own_dice(trap: Trap, edition: EditionName) -> None:
    position = Skirmish(trap.picture).at(edition)
    attacker, ambusher = position.state.units.values()
    assert combat.ambush_dice(position, ambusher, attacker) == trap.dice, trap.source


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    "card", [Card.CLOSE_ASSAULT, Card.ARMOR_ASSAULT, Card.THEIR_FINEST_HOUR, Card.FIREFIGHT]
)
def test_no_card_of_the_attacker_helps_the_ambusher(card: Card, edition: EditionName) -> None:
    """2004 and 2025, Ambush card; ruling: no bonus dice."""
    position = Skirmish("4: I i", ordered="I", card=card).at(edition)
    units = position.state.units
    assert combat.ambush_dice(position, units["i"], units["I"]) == 3


@pytest.mark.parametrize("edition", BOTH)
def test_what_is_seen_of_an_attack_is_the_same_with_and_without_the_card(
    edition: EditionName,
) -> None:
    """2004 and 2025, Ambush card; ruling: nothing of a hand shows."""
    holding, empty = facing("4: I i"), facing("4: I i", enemy=(), deck=(Card.AMBUSH,))
    told = []
    for drawn in (holding, empty):
        state = drawn.begin(edition)
        asked = decide(state, attack(), Script())
        told.append((asked, decide(after(state, asked), DECLINE, Script(MISS))))
    assert told[0] == told[1]
