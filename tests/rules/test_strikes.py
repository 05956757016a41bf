"""Air Power, Barrage, and the cards that a scenario lets stand in for them."""

from dataclasses import dataclass, replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    Command,
    EndTargets,
    EndTurn,
    NameTarget,
    OrderUnit,
    PlayCard,
    Retreat,
    Strike,
    TakeGround,
)
from domain.errors import Rule
from domain.hexes import at
from domain.setup import StandIn
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Ending,
    Front,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Section,
    Side,
    seat_of,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs
from tests.support.chance import Script, faces
from tests.support.games import BOTH, SEED, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
AIR, BARRAGE = Card.AIR_POWER, Card.BARRAGE
CARD = "2004 and 2025, Air Power card"
EACH = "2025 Appendix 4: each roll is settled before the next"
END = EndTargets(ALLIES)


def air(picture: str, left: int = 8, **more: object) -> Skirmish:
    """The Allies are about to play Air Power."""
    return Skirmish(picture, left, card=AIR, phase="play_card", **more)  # type: ignore[arg-type]


def barrage(picture: str, left: int = 8, **more: object) -> Skirmish:
    return replace(air(picture, left, **more), card=BARRAGE)


def played(*targets: str, card: Card = AIR, seat: Seat = ALLIES) -> tuple[Command, ...]:
    """The card and the targets named for it."""
    return PlayCard(seat, card), *(NameTarget(seat, target) for target in targets)


def struck(target: str, dice: str, draw: int = 1) -> e.StrikeRolled:
    return e.StrikeRolled(target, faces(dice), draw)


def at_once(target: str, dice: str) -> tuple[e.Event, ...]:
    """The only target is named and struck."""
    return e.TargetNamed(target), e.TargetsFixed(), struck(target, dice)


def killed(unit: str, spot: tuple[int, int], count: int = 1) -> e.UnitEliminated:
    return e.UnitEliminated(unit, at(*spot), count, HITS, Side.ALLIES, 1)


ROW = "4: i i2 i3 i4 i5"
STAR = "3: i2 .\n4: . i i3\n5: i4 ."
APART = "4: i i2 . i3"

NAMING = (
    Case(
        "Air Power asks for up to four targets",
        CARD,
        air(ROW),
        PlayCard(ALLIES, AIR),
        then=(e.CardPlayed(ALLIES, AIR), e.TargetsDemanded(2, 4, None)),
    ),
    Case(
        "any enemy unit may be the first, far away and behind a wood",
        CARD,
        air("0: i i2\n1: F F\n8: I"),
        played("i2"),
        then=(e.TargetNamed("i2"),),
    ),
    Case(
        "a target beside the first", CARD, air(ROW), played("i", "i2"), then=(e.TargetNamed("i2"),)
    ),
    Case(
        "the fourth of a chain is the last",
        CARD,
        air(ROW),
        played("i", "i2", "i3", "i4"),
        then=(e.TargetNamed("i4"), e.TargetsFixed()),
    ),
    Case(
        "a chain grows at both ends",
        CARD,
        air(ROW),
        played("i3", "i2", "i4", "i"),
        then=(e.TargetNamed("i"), e.TargetsFixed()),
    ),
    Case(
        "targets around a common neighbor need not touch each other",
        "2004 and 2025, Air Power card; ruling: each target is next to another one",
        air(STAR),
        played("i", "i2", "i3", "i4"),
        then=(e.TargetNamed("i4"), e.TargetsFixed()),
    ),
    Case(
        "the ends of a chain do not go without the middle",
        "2004 and 2025, Air Power card; ruling: each target is next to another one",
        air("4: i i2 i3"),
        played("i", "i3"),
        refused=Rule.TARGET_NOT_CONNECTED,
    ),
    Case(
        "a unit that touches no target is no target",
        CARD,
        air(APART),
        played("i", "i3"),
        refused=Rule.TARGET_NOT_CONNECTED,
    ),
    Case(
        "a unit between does not connect when it is one's own",
        CARD,
        air("4: i2 i I i3"),
        played("i", "i3"),
        refused=Rule.TARGET_NOT_CONNECTED,
    ),
    Case(
        "no unit is a target twice",
        CARD,
        air(APART),
        played("i", "i"),
        refused=Rule.TARGET_ALREADY_NAMED,
    ),
    Case(
        "no unit of one's own is a target",
        CARD,
        air("4: i i2 I"),
        played("i", "I"),
        refused=Rule.BATTLE_OWN_SIDE,
    ),
    Case(
        "what is not on the board is no target",
        CARD,
        air(APART),
        played("i9"),
        refused=Rule.UNIT_UNKNOWN,
    ),
    Case(
        "a fifth is too many",
        CARD,
        air(ROW),
        played("i", "i2", "i3", "i4", "i5"),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "naming may end early", CARD, air(ROW), (*played("i", "i2"), END), then=(e.TargetsFixed(),)
    ),
    Case(
        "one target at least is named",
        CARD,
        air(ROW),
        (*played(), END),
        refused=Rule.TARGET_NONE_NAMED,
    ),
    Case(
        "naming does not end twice",
        CARD,
        air(ROW),
        (*played("i", "i2"), END, END),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "a single target is struck without asking",
        CARD,
        air(ROW),
        (*played("i"), END),
        dice="armor armor",
        then=(e.TargetsFixed(), struck("i", "armor armor")),
    ),
    Case(
        "a target without neighbors is struck as soon as it is named",
        CARD,
        air(APART),
        played("i3"),
        dice="armor armor",
        then=at_once("i3", "armor armor"),
    ),
    Case(
        "nothing is struck before all targets are named",
        CARD,
        air(ROW),
        (*played("i", "i2"), Strike(ALLIES, "i")),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "with nobody to strike the turn is over but for the drawing",
        "2025, Command cards: a card that can order nobody may be played",
        air("4: I"),
        PlayCard(ALLIES, AIR),
        then=(e.CardPlayed(ALLIES, AIR), e.OrdersEnded(), e.MovesEnded()),
    ),
    Case(
        "units are not ordered by Air Power",
        CARD,
        air("4: I i i2"),
        (*played("i"), END, OrderUnit(ALLIES, "I")),
        dice="armor armor",
        refused=Rule.PHASE_OTHER_DECISION,
    ),
)

THREE = air("4: i i2 i3")
NAMED = (*played("i", "i2"), END)
BEHIND = "2: i2 i3\n3: i ."

STRIKING = (
    Case(
        "the attacker chooses who is struck first, and the last follows without asking",
        EACH,
        air(ROW),
        (*NAMED, Strike(ALLIES, "i2")),
        dice="infantry armor armor star",
        then=(
            struck("i2", "infantry armor"),
            e.FiguresLost("i2", 1, HITS),
            struck("i", "armor star", 2),
            e.FiguresLost("i", 1, HITS),
        ),
    ),
    Case(
        "of three targets two are left to choose from",
        EACH,
        THREE,
        (*played("i", "i2", "i3"), Strike(ALLIES, "i3")),
        dice="armor armor",
        then=(struck("i3", "armor armor"),),
    ),
    Case(
        "no target is struck twice",
        EACH,
        THREE,
        (*played("i", "i2", "i3"), Strike(ALLIES, "i3"), Strike(ALLIES, "i3")),
        dice="armor armor",
        refused=Rule.TARGET_NOT_NAMED,
    ),
    Case(
        "a unit that was not named is not struck",
        EACH,
        air(ROW),
        (*NAMED, Strike(ALLIES, "i3")),
        refused=Rule.TARGET_NOT_NAMED,
    ),
    Case(
        "named targets stay the targets when one retreat parts them",
        EACH,
        air("2: ~ . .\n3: i i2 i3", 10),
        (*played("i", "i2", "i3"), Strike(ALLIES, "i2"), Retreat(AXIS, "i2", (at(2, 14),))),
        dice="flag armor",
        then=(e.UnitRetreated("i2", (at(2, 14),)),),
    ),
    Case(
        "later targets stand in the way of a retreat",
        EACH,
        air(BEHIND, 10),
        (*played("i", "i2", "i3"), Strike(ALLIES, "i")),
        dice="flag armor",
        then=(struck("i", "flag armor"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "a target struck before has made way",
        EACH,
        air(BEHIND, 10),
        (
            *played("i", "i2", "i3"),
            Strike(ALLIES, "i3"),
            Retreat(AXIS, "i3", (at(1, 13),)),
            Strike(ALLIES, "i"),
        ),
        dice="flag armor flag armor armor armor",
        then=(
            struck("i", "flag armor", 2),
            e.UnitRetreated("i", (at(2, 12),)),
            struck("i2", "armor armor", 3),
        ),
    ),
    Case(
        "the owner of a target is asked for its way back",
        EACH,
        air("3: i i2"),
        (*NAMED[:-1], Strike(ALLIES, "i")),
        dice="flag infantry",
        then=(
            struck("i", "flag infantry"),
            e.FiguresLost("i", 1, HITS),
            e.RetreatDemanded("i", AXIS, 1, 0, 1, 1),
        ),
    ),
    Case(
        "after the way back the last target is struck",
        EACH,
        air("3: i i2"),
        (*NAMED[:-1], Strike(ALLIES, "i"), Retreat(AXIS, "i", path((3, 9), "nw"))),
        dice="flag infantry star star",
        then=(
            e.UnitRetreated("i", path((3, 9), "nw")),
            struck("i2", "star star", 2),
            e.FiguresLost("i2", 2, HITS),
        ),
    ),
    Case(
        "after the way back the attacker chooses the next target",
        EACH,
        air("3: i i2 i3"),
        (
            *played("i", "i2", "i3"),
            Strike(ALLIES, "i"),
            Retreat(AXIS, "i", path((3, 9), "nw")),
            Strike(ALLIES, "i3"),
        ),
        dice="flag infantry armor armor armor armor",
        then=(struck("i3", "armor armor", 2), struck("i2", "armor armor", 3)),
    ),
    Case(
        "no target is struck while a way back is chosen",
        EACH,
        air("3: i i2 i3"),
        (*played("i", "i2", "i3"), Strike(ALLIES, "i"), Strike(ALLIES, "i3")),
        dice="flag infantry",
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "the last medal ends the strike",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        air("4: i:1 i2", medals=1),
        (*played("i", "i2"), Strike(ALLIES, "i")),
        dice="star armor",
        then=(
            struck("i", "star armor"),
            killed("i", (4, 8)),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a retreat onto the last medal ends the strike",
        "2004 p. 6, Object of the Game; 2025 Appendix 3",
        air("2: ? ~\n3: i i2", medals=1),
        (*played("i", "i2"), Strike(ALLIES, "i")),
        dice="flag armor",
        then=(
            struck("i", "flag armor"),
            e.UnitRetreated("i", (at(2, 8),)),
            e.ObjectiveTaken("m1", Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a card is drawn as after any turn",
        "2004 p. 6, Game Turn; 2025, Draw",
        air("4: i", deck=(Card.PINCER_MOVE,)),
        (*played("i"), EndTurn(ALLIES)),
        dice="armor armor",
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, AIR, DiscardSource.IN_PLAY),
            e.CardDrawn(ALLIES, Card.PINCER_MOVE),
            e.TurnEnded(1, ALLIES),
            e.TurnStarted(2, AXIS),
        ),
    ),
)

NEXT_TO = air("4: I i:1", held=(Card.PROBE_LEFT,), enemy=(Card.AMBUSH,))
GONE = (*at_once("i", "star star"), killed("i", (4, 10)))

WITHOUT_A_UNIT = (
    Case(
        "a strike beside one's own unit opens no ambush and gains no ground",
        "2004 and 2025, Air Power and Ambush cards",
        NEXT_TO,
        played("i"),
        dice="star star",
        then=GONE,
    ),
    Case(
        "no ground is there to take after a strike",
        CARD,
        replace(NEXT_TO, picture="4: A i:1 i2"),
        (*played("i"), END, TakeGround(ALLIES)),
        dice="star star",
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "a barrage beside one's own unit opens no ambush and gains no ground",
        "2004 and 2025, Barrage and Ambush cards",
        replace(NEXT_TO, card=BARRAGE),
        played("i", card=BARRAGE),
        dice="grenade star star star",
        then=(*at_once("i", "grenade star star star"), killed("i", (4, 10))),
    ),
)

BACK = e.UnitRetreated("i", (at(2, 12),))


def driven(ground: str) -> Skirmish:
    """An infantry unit on some ground, with one way back."""
    return air(f"2: ~ .\n3: i/{ground} .", 10)


def stands(ground: str, *follows: e.Event, editions: tuple[EditionName, ...] = BOTH) -> Case:
    return Case(
        f"a flag drives a unit off {ground}",
        "2004 and 2025, Air Power card: no flag is ignored",
        driven(ground),
        played("i"),
        dice="flag armor",
        then=(*at_once("i", "flag armor"), BACK, *follows),
        editions=editions,
    )


FLAGS = (
    stands("%", e.ObstacleRemoved(at(3, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT)),
    stands("C", editions=(E2025,)),
    stands("b"),
    stands("x"),
    stands("w"),
    stands("F"),
    Case(
        "an owner behind sandbags chooses the way, but may not stay",
        "2004 and 2025, Air Power card: no flag is ignored",
        air("3: i/%"),
        played("i"),
        dice="flag armor",
        then=(*at_once("i", "flag armor"), e.RetreatDemanded("i", AXIS, 1, 0, 1, 1)),
    ),
    Case(
        "staying behind the sandbags is refused",
        "2004 and 2025, Air Power card: no flag is ignored",
        air("3: i/%"),
        (*played("i"), Retreat(AXIS, "i", ())),
        dice="flag armor",
        refused=Rule.RETREAT_PATH,
    ),
    Case(
        "behind sandbags two flags and one hex cost a figure",
        "2004 and 2025, Air Power card: no flag is ignored",
        air("0: . ~\n1: i/%"),
        played("i"),
        dice="flag flag",
        then=(
            *at_once("i", "flag flag"),
            e.FiguresLost("i", 1, BLOCKED),
            e.UnitRetreated("i", (at(0, 8),)),
            e.ObstacleRemoved(at(1, 9), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
        ),
    ),
    Case(
        "a gun in a bunker loses a figure a flag",
        "2004 p. 16, Bunkers; 2025 Appendix 2; ruling: the first flag counts here too",
        air("3: g/b"),
        played("g"),
        dice="flag armor",
        then=(*at_once("g", "flag armor"), e.FiguresLost("g", 1, BLOCKED)),
    ),
    Case(
        "two flags eliminate a gun in a bunker, for one medal",
        "2004 p. 16, Bunkers; 2025 Appendix 2; ruling: the first flag counts here too",
        air("3: g/b"),
        played("g"),
        dice="flag flag",
        then=(
            *at_once("g", "flag flag"),
            e.UnitEliminated("g", at(3, 9), 2, BLOCKED, Side.ALLIES, 1),
        ),
    ),
    Case(
        "the Resistance goes back one to three hexes a flag",
        "2004 p. 12, French Resistance; 2025 Appendix 1",
        air("4: p"),
        played("p"),
        dice="flag armor",
        then=(*at_once("p", "flag armor"), e.RetreatDemanded("p", AXIS, 1, 0, 1, 3)),
    ),
    Case(
        "the Resistance goes back three hexes",
        "2004 p. 12, French Resistance; 2025 Appendix 1",
        air("4: p"),
        (*played("p"), Retreat(AXIS, "p", path((4, 8), "nw nw nw"))),
        dice="flag armor",
        then=(e.UnitRetreated("p", path((4, 8), "nw nw nw")),),
    ),
    Case(
        "on the own edge of the map a flag costs a figure",
        "2004 p. 10, Resolve Battle; 2025, Retreat",
        air("0: i"),
        played("i"),
        dice="flag armor",
        then=(*at_once("i", "flag armor"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "in the corner the last figures go with the flags",
        "2004 p. 10, Resolve Battle; 2025, Retreat",
        air("0: i:2", 0),
        played("i"),
        dice="flag star",
        then=(
            *at_once("i", "flag star"),
            e.FiguresLost("i", 1, HITS),
            e.UnitEliminated("i", at(0, 0), 1, BLOCKED, Side.ALLIES, 1),
        ),
    ),
    Case(
        "with the sea behind a flag costs a figure",
        "2004 p. 15, Oceans; 2025 Appendix 2, Oceans",
        air("2: O O\n3: i", 8),
        played("i"),
        dice="flag armor",
        then=(*at_once("i", "flag armor"), e.FiguresLost("i", 1, BLOCKED)),
    ),
)

SHELTERED = tuple(
    Case(
        f"no die is lost against {unit} on {ground}",
        "2004 and 2025, Air Power card: protection does not count",
        air(f"4: {unit}/{ground}"),
        played(unit),
        dice="star star",
        then=(*at_once(unit, "star star"), e.FiguresLost(unit, 2, HITS)),
    )
    for unit, ground in (
        *(("i", ground) for ground in ("F", "T", "C", "R", "H", "b", "%", "w", "H%", "O")),
        ("a", "F"),
        ("a", "H"),
    )
)

SHELLING = (
    Case(
        "Barrage asks for one target",
        "2004 and 2025, Barrage card",
        barrage("4: i i2"),
        PlayCard(ALLIES, BARRAGE),
        then=(e.CardPlayed(ALLIES, BARRAGE), e.TargetsDemanded(4, 1, None)),
    ),
    Case(
        "the target of a barrage is struck as soon as it is named",
        "2004 and 2025, Barrage card: stars miss",
        barrage("0: i/T i2\n8: I"),
        played("i", card=BARRAGE),
        dice="star infantry grenade armor",
        then=(*at_once("i", "star infantry grenade armor"), e.FiguresLost("i", 2, HITS)),
    ),
    Case(
        "a barrage does not end without a target",
        "2004 and 2025, Barrage card",
        barrage("4: i i2"),
        (PlayCard(ALLIES, BARRAGE), END),
        refused=Rule.TARGET_NONE_NAMED,
    ),
    Case(
        "a barrage lets no flag be ignored",
        "2004 and 2025, Barrage card: no flag is ignored",
        barrage("2: ~ .\n3: i/b .", 10),
        played("i", card=BARRAGE),
        dice="flag star star star",
        then=(*at_once("i", "flag star star star"), BACK),
    ),
    Case(
        "a barrage takes a figure a flag off a gun in a bunker",
        "2004 p. 16, Bunkers; 2025 Appendix 2; ruling: the first flag counts here too",
        barrage("3: g/b"),
        played("g", card=BARRAGE),
        dice="flag star star star",
        then=(*at_once("g", "flag star star star"), e.FiguresLost("g", 1, BLOCKED)),
    ),
    Case(
        "with nobody to shell the turn is over but for the drawing",
        "2025, Command cards: a card that can order nobody may be played",
        barrage("4: I"),
        PlayCard(ALLIES, BARRAGE),
        then=(e.CardPlayed(ALLIES, BARRAGE), e.OrdersEnded(), e.MovesEnded()),
    ),
)

RECON = Card.RECON_CENTER
HILL = "scenario booklet, Mortain"
"""The Allies, on the hill of column 8, may play a Recon as Air Power."""
RULE = StandIn(
    side=Side.ALLIES,
    cards=(Card.RECON_LEFT, RECON, Card.RECON_RIGHT),
    as_card=AIR,
    hexes=(at(4, 8), at(5, 9)),
    dice=2,
    max_targets=4,
    same_section=True,
)
AS_AIR = PlayCard(ALLIES, RECON, as_card=AIR)


def standing(picture: str, left: int = 8, *, rule: StandIn = RULE, **more: object) -> Skirmish:
    """The Allies are about to play a Recon where one may stand in; the deck is the whole one."""
    changes = {"stand_ins": (rule,)}
    return replace(air(picture, left, changes=changes, held=(AIR,), **more), card=RECON)


STANDING_IN = (
    Case(
        "a Recon stands in for Air Power in its own section",
        HILL,
        standing("4: I . i"),
        AS_AIR,
        then=(
            e.CardPlayed(ALLIES, RECON, AIR, Section.CENTER),
            e.TargetsDemanded(2, 4, Section.CENTER),
        ),
    ),
    Case(
        "a unit on any hex of the hill will do",
        HILL,
        standing("4: . . i\n5: I"),
        AS_AIR,
        then=(
            e.CardPlayed(ALLIES, RECON, AIR, Section.CENTER),
            e.TargetsDemanded(2, 4, Section.CENTER),
        ),
    ),
    Case(
        "the Recon may still be a Recon",
        HILL,
        standing("4: I . i"),
        (PlayCard(ALLIES, RECON), OrderUnit(ALLIES, "I")),
        then=(e.UnitOrdered("I", (Section.CENTER,)), e.OrdersEnded()),
    ),
    Case(
        "nothing stands in when no unit holds the hill",
        HILL,
        standing("4: . I i"),
        AS_AIR,
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "nothing stands in when the enemy holds the hill",
        HILL,
        standing("4: i I"),
        AS_AIR,
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "the enemy's cards stand in for nothing",
        HILL,
        standing("4: i I", first=Side.AXIS),
        PlayCard(AXIS, RECON, as_card=AIR),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "other cards stand in for nothing",
        HILL,
        replace(standing("4: I . i"), card=Card.RECON_IN_FORCE),
        PlayCard(ALLIES, Card.RECON_IN_FORCE, as_card=AIR),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "a Recon stands in for no other card",
        HILL,
        standing("4: I . i"),
        PlayCard(ALLIES, RECON, as_card=BARRAGE),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "no section is named with it",
        HILL,
        standing("4: I . i"),
        PlayCard(ALLIES, RECON, section=Section.CENTER, as_card=AIR),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "nothing stands in when the section has no enemy",
        HILL,
        replace(standing("4: I . i"), card=Card.RECON_LEFT),
        PlayCard(ALLIES, Card.RECON_LEFT, as_card=AIR),
        refused=Rule.CARD_NO_STAND_IN,
    ),
    Case(
        "a target in the section is enough",
        HILL,
        standing("4: I . . i i2 i3"),
        (AS_AIR, NameTarget(ALLIES, "i"), END),
        dice="armor armor",
        then=(e.TargetsFixed(), struck("i", "armor armor")),
    ),
    Case(
        "a group may reach out of the section",
        "scenario booklet, Mortain; ruling: one target of the group stands in the section",
        standing("4: I . . . i i2"),
        (AS_AIR, NameTarget(ALLIES, "i"), NameTarget(ALLIES, "i2")),
        then=(e.TargetNamed("i2"), e.TargetsFixed()),
    ),
    Case(
        "a group may begin outside the section",
        "scenario booklet, Mortain; ruling: one target of the group stands in the section",
        standing("4: I . . . i i2"),
        (AS_AIR, NameTarget(ALLIES, "i2")),
        then=(e.TargetNamed("i2"),),
    ),
    Case(
        "a group does not end outside the section",
        "scenario booklet, Mortain; ruling: one target of the group stands in the section",
        standing("4: I . . . i i2"),
        (AS_AIR, NameTarget(ALLIES, "i2"), END),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "a group that cannot reach the section does not begin",
        HILL,
        standing("4: I . i . . i2 i3"),
        (AS_AIR, NameTarget(ALLIES, "i2")),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "a group of four ends in time to reach the section",
        HILL,
        standing("4: I . . . i i2 i3 i4 i5"),
        (AS_AIR, NameTarget(ALLIES, "i5")),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "a group turns toward the section while it still can",
        HILL,
        standing("4: I . . . i i2 i3 i4 i5"),
        (AS_AIR, NameTarget(ALLIES, "i4"), NameTarget(ALLIES, "i5")),
        refused=Rule.TARGET_NOT_IN_SECTION,
    ),
    Case(
        "stars hit as under Air Power",
        HILL,
        standing("4: I . i"),
        (AS_AIR, NameTarget(ALLIES, "i")),
        dice="star infantry",
        then=(*at_once("i", "star infantry"), e.FiguresLost("i", 2, HITS)),
    ),
    Case(
        "one card is drawn, not the two of a Recon",
        HILL,
        standing("4: I . i", deck=(Card.PINCER_MOVE,)),
        (AS_AIR, NameTarget(ALLIES, "i"), EndTurn(ALLIES)),
        dice="armor armor",
        then=(
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, RECON, DiscardSource.IN_PLAY),
            e.CardDrawn(ALLIES, Card.PINCER_MOVE),
            e.TurnEnded(1, ALLIES),
            e.TurnStarted(2, AXIS),
        ),
    ),
    Case(
        "the scenario's dice count, whoever rules the air",
        HILL,
        standing("4: I . i", rule=replace(RULE, dice=3, max_targets=2)),
        AS_AIR,
        then=(
            e.CardPlayed(ALLIES, RECON, AIR, Section.CENTER),
            e.TargetsDemanded(3, 2, Section.CENTER),
        ),
    ),
    Case(
        "without a section any enemy is a target",
        HILL,
        standing("4: I . . . . i", rule=replace(RULE, same_section=False)),
        AS_AIR,
        then=(e.CardPlayed(ALLIES, RECON, AIR), e.TargetsDemanded(2, 4, None)),
    ),
)

CASES = (*NAMING, *STRIKING, *WITHOUT_A_UNIT, *FLAGS, *SHELTERED, *SHELLING, *STANDING_IN)


@runs(CASES)
def test_a_strike_goes_as_the_card_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


@dataclass(frozen=True)
class Hit:
    """The faces that hit a unit under a card."""

    unit: str
    card: Card
    faces: str


HIT = (
    Hit("i", AIR, "infantry grenade star"),
    Hit("a", AIR, "armor grenade star"),
    Hit("g", AIR, "grenade star"),
    Hit("e", AIR, "infantry grenade star"),
    Hit("i", BARRAGE, "infantry grenade"),
    Hit("a", BARRAGE, "armor grenade"),
    Hit("g", BARRAGE, "grenade"),
    Hit("d", BARRAGE, "armor grenade"),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("hit", HIT, ids=lambda hit: f"{hit.card} {hit.unit}")
@pytest.mark.parametrize("face", ["infantry", "armor", "grenade", "star"])
def test_a_strike_hits_with_the_faces_of_its_card(
    face: str, hit: Hit, edition: EditionName
) -> None:
    """2004 and 2025, Air Power and Barrage cards; a barrage kills whatever it hits four times."""
    state = replace(air(f"4: {hit.unit}"), card=hit.card).begin(edition)
    dice = Script(" ".join([face] * (2 if hit.card is AIR else 4)))
    state = after(state, decide(state, PlayCard(ALLIES, hit.card), dice))
    events = decide(state, NameTarget(ALLIES, hit.unit), dice)
    harmed = any(isinstance(event, e.FiguresLost | e.UnitEliminated) for event in events)
    assert harmed == (face in hit.faces.split())


BY_SIDE = {Side.ALLIES: 2, Side.AXIS: 1}
FIRST_YEAR = 1939
RULING = {"X": Side.AXIS, "A": Side.ALLIES, "-": None}
AIR_TABLE = {
    Front.WESTERN: "X X X X X A A",
    Front.EASTERN: "X X X X - - -",
    Front.PACIFIC: "X X X X - A A",
    Front.MEDITERRANEAN: "- X X - - A A",
}
SKIES = [
    pytest.param(front, year, side, RULING[ruler], id=f"{front} {year} {side}")
    for front, row in AIR_TABLE.items()
    for year, ruler in enumerate(row.split(), start=FIRST_YEAR)
    for side in Side
]


def demanded(side: Side, front: Front, year: int, edition: EditionName) -> e.TargetsDemanded:
    """What Air Power asks of a side in some sky."""
    drawn = air("4: I i", first=side, changes={"front": front, "year": year})
    _, asked = decide(drawn.begin(edition), PlayCard(seat_of(side), AIR), Script())
    assert isinstance(asked, e.TargetsDemanded)
    return asked


@pytest.mark.parametrize(("front", "year", "side", "ruler"), SKIES)
def test_the_newer_book_gives_two_dice_to_who_rules_the_air(
    front: Front, year: int, side: Side, ruler: Side | None
) -> None:
    """2025 Appendix 4."""
    assert demanded(side, front, year, E2025).dice == (2 if side is ruler else 1)


@pytest.mark.parametrize(("front", "year", "side", "ruler"), SKIES)
def test_the_older_book_gives_two_dice_to_the_allies(
    front: Front, year: int, side: Side, ruler: Side | None
) -> None:
    """2004, Air Power card."""
    assert demanded(side, front, year, E2004).dice == BY_SIDE[side]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("front", Front)
@pytest.mark.parametrize("year", [1939, 1944])
def test_both_sides_have_four_dice_for_a_barrage(
    year: int, front: Front, edition: EditionName
) -> None:
    """2004 and 2025, Barrage card."""
    for side in Side:
        drawn = barrage("4: I i", first=side, changes={"front": front, "year": year})
        events = decide(drawn.begin(edition), PlayCard(seat_of(side), BARRAGE), Script())
        assert events[-1] == e.TargetsDemanded(4, 1, None)
