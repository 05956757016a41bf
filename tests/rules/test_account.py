"""What is told of a game, clause by clause."""

from dataclasses import dataclass, replace

import pytest

from domain import events as e
from domain.geometry.hexes import Hex, grid_of, label
from domain.geometry.shape import STANDARD
from domain.narrative.messages import EntryKind
from domain.values import (
    Cancellation,
    Card,
    DropFailure,
    Ending,
    Face,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Section,
    Side,
    UnitKind,
)
from tests.support.narrated import ALLIES, ATTACK, AXIS, TURN, entries, lines, played

INFANTRY, ARMOR, GRENADE, FLAG, STAR = Face
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
PUSHED = e.RetreatDemanded("a", AXIS, flags=1, losses=0, shortest=1, longest=1)
BACK = e.UnitRetreated("a", (Hex(3, 6),))


@dataclass(frozen=True)
class Case:
    """Events of the first turn, and the lines they are told in."""

    name: str
    events: tuple[e.Event, ...]
    lines: tuple[str, ...]


CASES = (
    Case(
        "a battle with what comes of it",
        (ATTACK, e.DiceRolled((ARMOR, FLAG), 3), e.FiguresLost("a", 1, HITS), PUSHED, BACK),
        (
            "Allied infantry at E5 battles the Axis armor at E7 with 2 dice: hit, flag; "
            "it loses 1 figure; it retreats to D7",
        ),
    ),
    Case(
        "no way back",
        (ATTACK, e.DiceRolled((FLAG, FLAG), 3), e.FiguresLost("a", 2, BLOCKED)),
        (
            "Allied infantry at E5 battles the Axis armor at E7 with 2 dice: flag, flag; "
            "it cannot retreat and loses 2 figures",
        ),
    ),
    Case(
        "a flag ignored",
        (
            replace(ATTACK, dice=1),
            e.AmbushOffered("a", AXIS),
            e.AmbushDeclined(AXIS),
            e.DiceRolled((FLAG,), 3),
            e.FlagIgnored("a"),
        ),
        (
            "Allied infantry at E5 battles the Axis armor at E7 with 1 die: flag; "
            "it stands its ground",
        ),
    ),
    Case(
        "an ambush that is survived",
        (
            ATTACK,
            e.AmbushOffered("a", AXIS),
            e.AmbushPlayed(AXIS, Card.AMBUSH, "a", 3),
            e.AmbushRolled((INFANTRY, ARMOR, STAR), 3),
            e.FiguresLost("I", 1, HITS),
            e.DiceRolled((STAR, STAR), 4),
        ),
        (
            "Allied infantry at E5 battles the Axis armor at E7 with 2 dice; "
            "ambush: Axis armor at E7 battles first with 3 dice: hit, miss, miss; "
            "it loses 1 figure; the attack on the Axis armor at E7: miss, miss",
        ),
    ),
    Case(
        "an ambush that ends the attack",
        (
            ATTACK,
            e.AmbushPlayed(AXIS, Card.AMBUSH, "a", 3),
            e.AmbushRolled((FLAG, ARMOR, STAR), 3),
            e.UnitRetreated("I", (Hex(5, 4),)),
            e.AttackCancelled("I"),
        ),
        (
            "Allied infantry at E5 battles the Axis armor at E7 with 2 dice; "
            "ambush: Axis armor at E7 battles first with 3 dice: flag, miss, miss; "
            "it retreats to F5; the attack is cancelled",
        ),
    ),
    Case(
        "ground taken, and an overrun",
        (
            e.AttackDeclared("A", "a", 1, 3, overrun=False),
            e.DiceRolled((ARMOR, GRENADE, ARMOR), 3),
            e.UnitEliminated("a", Hex(4, 6), 3, HITS, Side.ALLIES, 1),
            e.GroundOffered("A", Hex(4, 6)),
            e.GroundTaken("A", Hex(4, 6), may_battle=True, may_take_ground=True),
            e.OverrunOffered("A"),
            e.AttackDeclared("A", "i", 1, 3, overrun=True),
            e.DiceRolled((STAR, STAR, STAR), 4),
            e.BattlesEnded(),
        ),
        (
            "Allied armor at F5 battles the Axis armor at E7 with 3 dice: hit, hit, hit; "
            "it is eliminated; the Allied side gains 1 medal; Allied armor takes ground at E7",
            "Allied armor at E7 overruns and battles the Axis infantry at E8 with 3 dice: "
            "miss, miss, miss",
        ),
    ),
    Case(
        "what a battle leads to, after somebody has asked to take back",
        (
            ATTACK,
            e.UndoRequested(ALLIES, 2),
            e.UndoDeclined(AXIS),
            e.DiceRolled((ARMOR, FLAG), 3),
            e.UndoRequested(ALLIES, 2),
            e.UndoWithdrawn(ALLIES),
            e.FiguresLost("a", 1, HITS),
            e.UndoRequested(ALLIES, 2),
            e.UndoAgreed(AXIS),
            BACK,
        ),
        (
            "Allied infantry at E5 battles the Axis armor at E7 with 2 dice",
            "The Allied side asks to take back to version 2; the Axis side declines",
            "The attack on the Axis armor at E7: hit, flag",
            "The Allied side asks to take back to version 2; the Allied side withdraws the request",
            "Axis armor at E7 loses 1 figure",
            "The Allied side asks to take back to version 2; the Axis side agrees",
            "Axis armor retreats from E7 to D7",
        ),
    ),
    Case(
        "a strike on several units",
        (
            played(Card.AIR_POWER),
            e.TargetsDemanded(1, 4, None),
            e.TargetNamed("a"),
            e.TargetNamed("i"),
            e.TargetsFixed(),
            e.StrikeRolled("a", (STAR,), 3),
            e.StrikeRolled("i", (ARMOR,), 4),
            e.UnitEliminated("i", Hex(4, 7), 4, BLOCKED, Side.ALLIES, 0),
        ),
        (
            "The Allied side plays Air Power",
            "Targets: armor E7, infantry E8",
            "Axis armor at E7 is struck with 1 die: hit",
            "Axis infantry at E8 is struck with 1 die: miss; it is eliminated",
        ),
    ),
    Case(
        "a strike of which the card was not seen",
        (e.StrikeRolled("a", (STAR,), 3),),
        ("Axis armor at E7 is struck with 1 die: miss",),
    ),
    Case(
        "orders and what they put down, moves and what they lead to",
        (
            played(Card.DIG_IN, section=Section.LEFT),
            e.UnitOrdered("I", ()),
            e.ObstaclePlaced("I", Hex(4, 4), ObstacleKind.SANDBAGS),
            e.UnitOrdered("A", ()),
            e.OrdersEnded(),
            e.UnitMoved("I", (Hex(4, 5), Hex(4, 6)), 2, may_battle=True, may_take_ground=True),
            e.ObstacleRemoved(Hex(4, 4), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.ObjectiveLost("m1", Side.AXIS, 2),
            e.UnitExited("I", Hex(4, 6), 1),
            e.MovesEnded(),
            e.WireCleared("A", Hex(5, 4)),
            e.SecondMoveOffered("A"),
        ),
        (
            "The Allied side plays Dig-In; section: left",
            "Orders: infantry E5, armor F5; placed at E5: sandbags",
            "Allied infantry moves from E5 to E7; removed from E5: sandbags; "
            "the Allied side takes an objective and gains 1 medal; "
            "the Axis side loses an objective and 2 medals; "
            "Allied infantry leaves the board at E7; the Allied side gains 1 medal",
            "Allied armor at F5 clears the wire",
        ),
    ),
    Case(
        "cards that give other orders than their own",
        (
            played(Card.COUNTER_ATTACK, orders_as=Card.RECON_LEFT),
            e.OrderDiceRolled((INFANTRY, STAR), 3),
        ),
        ("The Allied side plays Counter-Attack as Recon (left); the dice show infantry, star",),
    ),
    Case(
        "a unit that is healed and ordered at once",
        (
            played(Card.MEDICS_AND_MECHANICS, fallback=True),
            e.HealingOffered(),
            e.OrderDiceRolled((INFANTRY,), 3, "I"),
            e.FiguresRestored("I", 1),
        ),
        (
            "The Allied side plays Medics & Mechanics; one unit of any type is ordered instead; "
            "the dice show infantry; Allied infantry at E5 gets 1 figure back",
        ),
    ),
    Case(
        "before the first turn, and after the last",
        (
            e.SeatTaken(ALLIES, "ann"),
            e.SeatTaken(AXIS, "bob"),
            e.GameStarted(ALLIES),
            e.AirDropDemanded(ALLIES, UnitKind.INFANTRY, 2, 4, 1),
            e.UnitLanded("x", Side.ALLIES, UnitKind.INFANTRY, 4, Hex(0, 0), Hex(0, 1), (4,), 1),
            e.UnitDropFailed(
                Side.ALLIES, UnitKind.INFANTRY, DropFailure.OFF_BOARD, Hex(8, 0), (5,), 2
            ),
            e.SeatResigned(ALLIES, Ending.RESIGNATION),
            e.GameFinished(Side.AXIS, Ending.RESIGNATION),
            e.SeedRevealed("00"),
        ),
        (
            "The Allied side makes an air drop of 2 units; "
            "Allied infantry dropped at A2 lands at A1; "
            "a unit dropped at I1 is lost: off the board",
            "The Allied side resigns; the Axis side wins: the other side has resigned",
        ),
    ),
    Case(
        "a branch, in which unknown cards are dealt anew",
        (
            TURN,
            e.GameBranched("gm_1", 2, "ab", "ann"),
            e.UnseenShuffled(40, 1, ()),
            e.CardDrawn(AXIS, Card.RECON_LEFT),
            e.DiceFixed((Face.STAR,)),
        ),
        (
            "Turn 1: the Allied side",
            "A branch of another game begins after version 2; "
            "40 unknown cards are shuffled; the Axis side draws Recon (left)",
            "The dice are fixed",
        ),
    ),
    Case(
        "a game that never began",
        (e.SeatLeft(AXIS, "bob"), e.GameCancelled(Cancellation.EXPIRED)),
        ("The game is cancelled: nobody joined in time",),
    ),
    Case(
        "time that has run out",
        (e.SeatResigned(AXIS, Ending.TIME_LIMIT),),
        ("The Axis side has run out of time",),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_said(case: Case) -> None:
    assert lines(*case.events) == list(case.lines)


ALONE: dict[e.Event, str] = {
    e.AmbushOffered("a", AXIS): "The Axis side may spring an ambush",
    e.AmbushDeclined(AXIS): "No ambush",
    e.BattlesEnded(): "No further battles",
    e.GroundDeclined("A"): "Allied armor stays at F5",
    e.GroundOffered("A", Hex(4, 6)): "Allied armor at F5 may take ground",
    e.HealingOffered(): "Figures may be restored to a unit",
    e.MovesEnded(): "No further moves",
    e.OrdersEnded(): "No further orders",
    e.OverrunDeclined("A"): "Allied armor at F5 does not battle again",
    e.OverrunOffered("A"): "Allied armor at F5 may overrun and battle again",
    e.SecondMoveOffered("A"): "Allied armor at F5 may move again",
    e.SeedRevealed("00"): "The seed is revealed",
    e.TargetsDemanded(1, 4, None): "Targets must be chosen",
    e.TargetsFixed(): "No further targets",
    e.TurnEnded(1, ALLIES): "Turn 1 is over",
    e.FiguresLost("a", 1, BLOCKED): "Axis armor at E7 cannot retreat and loses 1 figure",
    e.FlagIgnored("a"): "Axis armor at E7 stands its ground",
    PUSHED: "Axis armor at E7 must choose a retreat",
    e.UnitEliminated("a", Hex(4, 6), 3, HITS, Side.ALLIES, 2): "Axis armor at E7 is eliminated; "
    "the Allied side gains 2 medals",
}


@pytest.mark.parametrize("event", ALONE, ids=lambda event: type(event).__name__)
def test_what_goes_with_something_else_is_reported_alone_where_that_was_something_different(
    event: e.Event,
) -> None:
    assert lines(e.UndoRequested(ALLIES, 1), event)[1:] == [ALONE[event]]


def test_an_entry_counts_dice_figures_and_medals() -> None:
    battle = CASES[5]
    first, second = entries(*battle.events)
    assert first.kind is EntryKind.BATTLE
    assert first.dice == ((ARMOR, GRENADE, ARMOR),)
    assert first.losses == {Side.ALLIES: 0, Side.AXIS: 3}
    assert first.medals == {Side.ALLIES: 1, Side.AXIS: 0}
    assert (second.first, second.last) == (8, 10)


def test_no_two_hexes_share_a_label() -> None:
    labels = [label(hex_) for hex_ in grid_of(STANDARD).hexes]
    assert len(set(labels)) == len(labels)
    assert (labels[0], label(Hex(2, 4)), labels[-1]) == ("A1", "C5", "I13")
