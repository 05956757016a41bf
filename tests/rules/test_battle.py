"""Whom a unit may attack, with how many dice, and what its hits do."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.geometry.hexes import at
from domain.pieces.ground import GroundTraits
from domain.position import Position
from domain.rules.battles import combat
from domain.values import (
    EditionName,
    ObstacleKind,
    TerrainKind,
    UnitType,
)
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish

AIMS = cases(
    """
    # 2004 p. 8-10, Battle; 2025, Battle
    infantry next to its target | 4: I i; battle | dice I? => i 3
    infantry at two hexes | 4: I . i | dice I? => i 2
    infantry at three hexes | 4: I . . i | dice I? => i 1
    infantry at four hexes | 4: I . . . i | dice I? => none
    armor next to its target | 4: A i | dice A? => i 3
    armor at two hexes | 4: A . i | dice A? => i 3
    armor at three hexes | 4: A . . i | dice A? => i 3
    armor at four hexes | 4: A . . . i | dice A? => none
    artillery at 1 hexes | 4: G i | dice G? => i 3
    artillery at 2 hexes | 4: G . i | dice G? => i 3
    artillery at 3 hexes | 4: G . . i | dice G? => i 2
    artillery at 4 hexes | 4: G . . . i | dice G? => i 2
    artillery at 5 hexes | 4: G . . . . i | dice G? => i 1
    artillery at 6 hexes | 4: G . . . . . i | dice G? => i 1
    artillery at 7 hexes | 4: G . . . . . . i | dice G? => none
    losses take no dice | 4: I:1 i | dice I? => i 3
    an enemy next to the unit comes first | 4: i2 . I i | dice I? => i 3
    of several enemies next to it the unit chooses
        3: i2 i3; 4: . I i; 5: i4 . | dice I? => i 3, i2 3, i3 3, i4 3
    artillery too is bound to an enemy next to it | 4: i2 . G i | dice G? => i 3
    an enemy next to the unit that it has no dice against binds it too
        4: i2 . A/T i/F | dice A? => none
    elite infantry at 1 hexes | 4: E i | dice E? => i 3
    elite infantry at 2 hexes | 4: E . i | dice E? => i 2
    elite infantry at 3 hexes | 4: E . . i | dice E? => i 1
    elite infantry at 4 hexes | 4: E . . . i | dice E? => none
    French Resistance at 1 hexes | 4: P i | dice P? => i 3
    French Resistance at 2 hexes | 4: P . i | dice P? => i 2
    French Resistance at 3 hexes | 4: P . . i | dice P? => i 1
    French Resistance at 4 hexes | 4: P . . . i | dice P? => none
    elite armor at 1 hexes | 4: D i | dice D? => i 3
    elite armor at 2 hexes | 4: D . i | dice D? => i 3
    elite armor at 3 hexes | 4: D . . i | dice D? => i 3
    elite armor at 4 hexes | 4: D . . . i | dice D? => none
    an enemy two hexes off hides the one behind | 4: I . i i2 | dice I? => i 2
    a gun fires over friend and enemy | 4: G . I i i2 | dice G? => i 2, i2 2
    infantry at three hexes against hedgehogs | 4: I . . i/x | dice I? => i 1
    # 2004 p. 9, Line of Sight; 2025, Line of sight
    a friend in the way | 4: I I2 i | dice I? => none
    the friend in the way itself | dice I2? => i 3
    # 2004 p. 8-10, Battle; 2025, Artillery
    artillery needs no line of sight | 4: G F i2 i | dice G? => i 2, i2 3
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers
    infantry fires across the river | 3: i i2; 4: . ~; 5: I .; left 4 | dice I? => i 2, i2 2
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    infantry against a forest | 4: I i/F | dice I? => i 2
    infantry against a forest at two hexes | 4: I . i/F | dice I? => i 1
    infantry against a forest at three hexes | 4: I . . i/F | dice I? => none
    armor against a forest | 4: A . . i/F | dice A? => i 1
    artillery against a forest | 4: G . . i/F | dice G? => i 2
    infantry out of a forest | 4: I/F i | dice I? => i 3
    the unit in the wood is seen | 4: I . i/F | dice I? => i 1
    the unit behind the wood is not | 4: I F i | dice I? => none
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Towns
    infantry against a town | 4: I i/T | dice I? => i 2
    armor against a town | 4: A i/T | dice A? => i 1
    artillery against a town | 4: G i/T | dice G? => i 3
    armor out of a town | 4: A/T . . i | dice A? => i 1
    infantry out of a town | 4: I/T i | dice I? => i 3
    armor out of a town against sandbags | 4: A/T i/% | dice A? => none
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    infantry out of wire | 4: I/# i | dice I? => i 2
    infantry out of wire at three hexes | 4: I/# . . i | dice I? => none
    armor out of wire | 4: A/# i | dice A? => i 3
    artillery out of wire | 4: G/# i | dice G? => i 3
    infantry against a unit in wire | 4: I i/# | dice I? => i 3
    # 2004 p. 10 and 16; 2025 Appendix 2
    of two penalties on a hex only the higher counts | 4: A/T# i | dice A? => i 1
    a penalty and a protection add up | 4: I/# i/F | dice I? => i 1
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    infantry against sandbags | 4: I i/% | dice I? => i 2
    armor against sandbags | 4: A . . i/% | dice A? => i 2
    artillery against sandbags | 4: G . . i/% | dice G? => i 2
    infantry against sandbags in a town | 4: I i/T% | dice I? => i 2
    armor against sandbags in a town | 4: A i/T% | dice A? => i 1
    # 2004 p. 8, Close Assault; 2025, Close assault
    one enemy adjacent, two farther off | 4: i2 . I i . i3 | dice I? => i 3
    armor too must attack the adjacent enemy | 4: i2 . A a | dice A? => a 3
    the obligation is to some adjacent enemy | 4: i A i2 i3 | dice A? => i 3, i2 3
    an adjacent enemy out of reach leaves the other adjacent one | 4: i/F A/T i2 | dice A? => i2 1
    an adjacent friend binds nobody | 4: i . I I2 | dice I? => i 2
    an adjacent enemy in the ocean binds too | 4: i2 . I i/O | dice I? => i 3
    an adjacent enemy across a river binds too | 4: i2 . I i/~ | dice I? => i 3
    an adjacent gun binds infantry | 4: i . I g | dice I? => g 3
    # 2025, Battle: what both hexes take off adds up; ruling: in 2004 too
    armor in a town against a hill | 4: A/T i/H | dice A? => none
    armor in a town against a hill, from afar | 4: A/T . i/H | dice A? => none
    armor in a church against a hill | 4: A/C i/H | dice A? => none
    armor in a town against open ground | 4: A/T i | dice A? => i 1
    armor in a town against a town | 4: A/T i/T | dice A? => none
    infantry in a town against a hill | 4: I/T i/H | dice I? => i 2
    a gun in a town against a hill | 4: G/T i/H | dice G? => i 3
    infantry on wire against a hill | 4: I/# i/H | dice I? => i 1
    infantry on wire at two hexes against a hill | 4: I/# . i/H | dice I? => none
    infantry on wire at two hexes | 4: I/# . i | dice I? => i 1
    infantry on wire against a bunker | 4: I/# i/b | dice I? => i 1
    infantry on wire against sandbags | 4: I/# i/% | dice I? => i 1
    infantry on wire on a hill against a hill | 4: I/H# i/H | dice I? => i 2
    infantry at three hexes against a town | 4: I . . i/T | dice I? => none
    infantry at three hexes against a hill | 4: I . . i/H | dice I? => none
    infantry at three hexes against sandbags | 4: I . . i/% | dice I? => none
    infantry at three hexes against a bunker | 4: I . . i/b | dice I? => none
    armor at 1 hexes against a forest | 4: A i/F | dice A? => i 1
    armor at 1 hexes against a hill | 4: A i/H | dice A? => i 2
    armor at 1 hexes against sandbags | 4: A i/% | dice A? => i 2
    armor at 2 hexes against a forest | 4: A . i/F | dice A? => i 1
    armor at 2 hexes against a hill | 4: A . i/H | dice A? => i 2
    armor at 2 hexes against sandbags | 4: A . i/% | dice A? => i 2
    armor at 3 hexes against a forest | 4: A . . i/F | dice A? => i 1
    armor at 3 hexes against a hill | 4: A . . i/H | dice A? => i 2
    armor at 3 hexes against sandbags | 4: A . . i/% | dice A? => i 2
    # 2004 p. 13-15, Hills; 2025 Appendix 2, Hills
    armor on low ground against a hill | 4: A i/H | dice A? => i 2
    # 2004 p. 10 and 16; 2025 Appendix 2: the highest reduction alone
    infantry on wire in a town | 4: I/T# i | dice I? => i 2
    sandbags on a hill, from below | 4: A i/H% | dice A? => i 2
    sandbags on a hill, from a hill | 4: A/H i/H% | dice A? => i 2
    sandbags in a forest | 4: A i/F% | dice A? => i 1
    a bunker with sandbags | 4: A i/b% | dice A? => i 1
    wire with sandbags | 4: I i/#% | dice I? => i 2
    # 2004 and 2025, tactic cards; ruling: the card's dice come before none is too few
    a card's die lifts an attack above nothing | 4: A/T i/H; card armor_assault | dice A? => i 1
    a card's die is not enough | 4: A/T i/F; card armor_assault | dice A? => none
    a card's die for close assault does nothing from afar
        4: A/T . i/H; card armor_assault | dice A? => none
    a card's die lifts fire above nothing | 4: I . . i/F; card firefight | dice I? => i 1
    a card's die takes no unit beyond its range | 4: I . . . i; card firefight | dice I? => none
    a card's die comes on top of penalty and protection
        4: I/# i/F; card close_assault | dice I? => i 2
    """
)


@runs(AIMS)
def test_a_unit_attacks_with_the_dice_of_the_table(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_nothing_reaches_farther_than_its_range(edition: EditionName) -> None:
    """2004 p. 8-10, Battle; 2025, Battle."""
    position = Skirmish("4: I A G i").at(edition)
    units = position.state.units
    dice = {name: combat.battle_dice(position, units[name], units["i"], 7) for name in "IAG"}
    assert dice == {"I": 0, "A": 0, "G": 0}


HITTING = cases(
    """
    # 2004 p. 10, Resolve Battle; 2025, Battle
    infantry is hit by both its own symbol and grenades
        4: I i; battle I | I > i [infantry grenade armor] => rolled; figures lost i count 2
    armor is hit by both its own symbol and grenades
        4: I a | I > a [infantry grenade armor] => rolled; figures lost a count 2
    artillery is hit by grenades alone
        4: I g | I > g [infantry grenade armor] => rolled; figures lost g
    stars do nothing | 4: I i | I > i [star star star] => rolled
    surplus hits are lost and the last figure is a medal
        4: . I . i:1 | I > i [grenade infantry] => rolled at 2; eliminated i 4,14 allies
    hits come before flags
        4: I . i:1 | I > i [grenade flag] => rolled at 2; eliminated i 4,12 allies
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    sandbags go with the unit they covered
        4: I . i:1/% | I > i [grenade] => rolled at 2; eliminated i 4,12 allies;
        obstacle removed 4,12 sandbags unit_eliminated
    # 2004 p. 7-8, Move Units; 2025, Infantry
    infantry that moved one hex battles
        4: I . i; move I | I moves e; I > i [star star star] => rolled
    # 2004 p. 7-8, Move Units; 2025, Armor
    armor that moved three hexes battles
        4: A . . . . i; move A | A moves e e e; A > i [star star star] => rolled at 2
    """
)

CLEARING = cases(
    """
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    infantry clears the wire under it instead of battling
        4: I/# i; battle I | I clears wire => wire cleared I 4,8
    infantry clears the wire that it has just entered
        4: I #; move I | I moves e; I clears wire => wire cleared I 4,10
    wire under a town's sandbags leaves them in place
        4: I/%# i; battle I | I clears wire => wire cleared I 4,8
    clearing wire was the unit's battle
        4: I/# i | I clears wire; I > i => refused battle.already_fought
    a unit that has battled clears no wire
        I > i [star star]; I clears wire => refused battle.already_fought
    a unit that moved too far clears no wire
        4: I . #; move I | I moves e e; I clears wire => refused battle.moved_too_far
    there must be wire to clear | 4: I i; battle I | I clears wire => refused wire.none_here
    armor does not clear wire instead of battling
        4: A/# i; battle A | A clears wire => refused wire.infantry_only
    artillery does not clear wire | 4: G/# i; battle G | G clears wire => refused wire.infantry_only
    only an ordered unit clears wire
        4: I . I2/#; battle I | I2 clears wire => refused unit.not_ordered
    """
)

REFUSED = cases(
    """
    # 2004 p. 8-10, Battle; 2025, Battle
    only an ordered unit battles | 4: I I2 i; battle I | I2 > i => refused unit.not_ordered
    the enemy's units do not battle in this turn | 4: I i | allies: i > I => refused unit.not_yours
    what is not on the board cannot be attacked | I > i2 => refused unit.unknown
    no unit attacks its own side | 4: I I2 i | I > I2 => refused battle.own_side
    a unit battles once | 4: I i | I > i [star star star]; I > i => refused battle.already_fought
    an enemy farther off is spared while one stands next to the unit
        4: i2 . I i | I > i2 => refused battle.adjacent_enemy_first
    an enemy that no die is left for shields the one behind
        4: i2 . A/T i/F; battle A | A > i2 => refused battle.adjacent_enemy_first
    # 2004 p. 8-10, Battle; 2025, Infantry
    four hexes are too far for infantry
        4: I . . . i; battle I | I > i => refused battle.out_of_range
    # 2004 p. 9, Line of Sight; 2025, Line of sight
    no unit fires at what it cannot see | 4: I F i | I > i => refused battle.no_line_of_sight
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    no attack without a die | 4: I . . i/F | I > i => refused battle.no_dice
    a unit that entered a forest does not battle in the same turn
        4: I F i; move I | I moves e; I > i => refused battle.terrain_entered
    # 2004 p. 10 and 16; 2025 Appendix 2
    armor in a town has no die against a unit in the forest
        4: A/T i/F; battle A | A > i => refused battle.no_dice
    # 2004 p. 7-8, Move Units; 2025, Infantry
    infantry that moved two hexes does not battle
        4: I . . i; move I | I moves e e; I > i => refused battle.moved_too_far
    # 2004 p. 7-8, Move Units; 2025, Artillery
    artillery that moved does not battle
        4: G . . i; move G | G moves e; G > i => refused battle.moved_too_far
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Towns
    armor that entered a town does not battle in the same turn
        4: A T i; move A | A moves e; A > i => refused battle.terrain_entered
    # 2004 p. 6, Game Turn; 2025, Game turn
    all moves end before the first battle
        4: I i . I2; move I I2 | end moves; I2 moves e => refused phase.other_decision
    """
)

KINDS = cases(
    """
    # 2004 p. 10 and 12; 2025 Appendix 1
    elite infantry is hit by the infantry symbol
        4: I e; battle I | I > e [infantry infantry armor] => rolled; figures lost e count 2
    French Resistance is hit by the infantry symbol
        4: I p | I > p [infantry grenade armor] => rolled; figures lost p count 2
    elite armor is hit by the armor symbol, and has a fourth figure
        4: G . d; battle G | G > d [armor grenade armor] => rolled at 2; figures lost d count 3
    # 2004 p. 10, Resolve Battle; 2025, Battle
    armor is gone with its third figure
        4: G . a | G > a [armor grenade armor] => rolled at 2; eliminated a 4,12 count 3 allies
    # 2004 p. 10; 2025, Battle
    protection takes dice, not hits | 4: A i/F; battle A | A > i [grenade] => rolled; figures lost i
    # 2004 p. 12, Special Forces; 2025 Appendix 1
    elite infantry that moved two hexes battles
        4: E . . i; move E | E moves e e; E > i [star star star] => rolled
    # 2004 p. 12, French Resistance; 2025 Appendix 1
    Resistance battles out of the forest that it entered
        4: P F i; move P | P moves e; P > i [star star star] => rolled
    Resistance that moved two hexes does not battle
        4: P . . i | P moves e e; P > i => refused battle.moved_too_far
    # 2025, Battle: what both hexes take off adds up; ruling: in 2004 too
    armor in a town has no die against a unit up a hill
        4: A/T i/H; battle A | A > i => refused battle.no_dice
    # 2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans
    nobody attacks out of the ocean | 4: I/O i; battle I | I > i => refused battle.from_water
    # 2004 p. 6, Game Turn; 2025, Game turn
    units battle in any order, whatever the order of their moves
        4: I . i; 6: I2 . i2; move I I2 | I moves e; I2 moves e; I2 > i2 [star star star] => rolled
    # 2004 p. 8-10, Battle; 2025, Battle
    two units may attack the same enemy, one after the other
        4: I i I2; battle I I2 | I > i [infantry star star]; I2 > i [star star star] =>
        rolled draw 2
    """
)

CASES = (*HITTING, *CLEARING, *REFUSED, *KINDS)


@runs(CASES)
def test_a_battle_goes_as_the_rulebook_says(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_clearing_wire_leaves_what_else_lies_there(edition: EditionName) -> None:
    """2004 p. 15-16; 2025 Appendix 2, Wire."""
    game = Skirmish("4: I/%# i", ordered="I", then=(e.WireCleared("I", at(4, 8)),)).begin(edition)
    assert game.obstacles[at(4, 8)] == (ObstacleKind.SANDBAGS,)


EXPOSED = {UnitType.INFANTRY: -1}


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("lying, dice", [("", 4), ("#", 4), ("%", 2)])
def test_a_die_more_against_a_unit_stands_under_what_says_nothing_of_it(
    edition: EditionName, lying: str, dice: int
) -> None:
    """2004 p. 10 and 16; 2025 Appendix 2: the highest protection counts, of those there are."""
    position = Skirmish(f"4: I i/F{lying}", phase="battle").at(edition)
    terrain = {**position.book.terrain, TerrainKind.FOREST: GroundTraits(protection=EXPOSED)}
    exposed = Position(replace(position.book, terrain=terrain), position.state)
    units = position.state.units
    assert combat.battle_dice(exposed, units["I"], units["i"], 1) == dice


def test_lower_ground_takes_no_part_in_a_die_more() -> None:
    """A unit on higher ground that says nothing of attacks from below keeps what it says of all."""
    position = Skirmish("4: I i/H", phase="battle").at(EditionName.E2025)
    hill = GroundTraits(protection=EXPOSED, height=1)
    terrain = {**position.book.terrain, TerrainKind.HILL: hill}
    exposed = Position(replace(position.book, terrain=terrain), position.state)
    units = position.state.units
    assert combat.battle_dice(exposed, units["I"], units["i"], 1) == 4
