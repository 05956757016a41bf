"""The ambush: when it is asked for, what it throws, and what becomes of the attack."""

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    Attack,
    Decline,
)
from domain.rules.battles import combat
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Seat,
    ShuffleReason,
)
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
DECLINE = Decline(AXIS)
MISS = "star star star"


def facing(picture: str, ordered: str = "I", left: int = 8, **more: object) -> Skirmish:
    """The Allies battle; the Axis holds the Ambush card."""
    cards = {"enemy": (Card.AMBUSH,), **more}
    return Skirmish(picture, left, ordered, **cards)  # type: ignore[arg-type]


def attack(unit: str = "I", target: str = "i") -> Attack:
    return Attack(ALLIES, unit, target)


OPEN = e.AmbushPlayed(AXIS, Card.AMBUSH, "i", 3)
AWAY = e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.REACTION)
SHUFFLED = e.DeckShuffled(ShuffleReason.CARD, 1, 0, 1, (Card.AMBUSH,))

WINDOW = cases(
    """
    # 2004 and 2025, Ambush card
    @ enemy ambush
    infantry attacks an adjacent unit
        4: I i; battle I | I > i => attack declared I i dice 3; ambush offered i axis
    armor attacks an adjacent unit
        4: A i; battle A | A > i => attack declared A i dice 3; ambush offered i axis
    artillery attacks an adjacent unit
        4: G i; battle G | G > i => attack declared G i dice 3; ambush offered i axis
    the first battle of a bombarding gun
        card artillery_bombard | G > i => attack declared G i dice 3; ambush offered i axis
    the second battle of a bombarding gun
        card artillery_bombard | G > i; decline [star star star]; G > i =>
        attack declared G i dice 3; ambush offered i axis
    an armor overrun
        4: A i:1 i2; battle A | A > i; decline [grenade star star]; take ground; A > i2 =>
        attack declared A i2 dice 3 overrun; ambush offered i2 axis
    an infantry unit behind enemy lines, whose bonus die is not the ambusher's
        4: I i; battle I; card behind_enemy_lines | I > i => attack declared I i dice 4;
        ambush offered i axis
    fire at a distant unit is not ambushed | 4: I . i | I > i [star star] => rolled at 2
    armor's fire is not ambushed | 4: A . i; battle A | A > i [star star star] => rolled at 2
    one card is one ambush
        4: I i I2; battle I I2 | I > i; ambush [star star star star star star];
        I2 > i [star star star] => rolled draw 3
    # 2004 p. 15, Oceans; 2025 Appendix 2, Oceans
    a unit in the ocean does not ambush | 4: I i/O; battle I | I > i [star star star] => rolled
    # ruling: no die, no ambush
    a unit without a die does not ambush | 4: I/F a/T | I > a [star star] => rolled
    # ruling: the window opens whoever holds the card, so that nothing of a hand shows
    @
    the window opens though the card is in the draw pile
        4: I i; deck ambush | I > i => attack declared I i dice 3; ambush offered i axis
    the window opens though the attacker holds the card
        held ambush | I > i => attack declared I i dice 3; ambush offered i axis
    the window opens though nobody has played or seen the card
        held barrage | I > i => attack declared I i dice 3; ambush offered i axis
    no window while the card lies open
        enemy ambush; with ambush_played | I > i [star star star] => rolled
    no window while the card lies in the discards
        enemy ambush; with card_discarded | I > i [star star star] => rolled
    the window opens again after the discards were shuffled
        enemy ambush; with deck_shuffled | I > i => attack declared I i dice 3;
        ambush offered i axis
    # 2004 and 2025, Young Generals
    a game without tactic cards knows no ambush | I > i [star star star] => rolled
    """,
    ambush_played={"then": (OPEN,)},
    card_discarded={"then": (OPEN, AWAY)},
    deck_shuffled={"then": (OPEN, AWAY, SHUFFLED)},
)


ANSWERS = cases(
    """
    # 2004 and 2025, Ambush card
    without the card there is no ambush
        4: I i; battle I; held ambush | I > i; ambush => refused ambush.not_in_hand
    passing lets the attack go on
        enemy ambush | I > i; decline [infantry star star] => ambush declined axis;
        dice rolled [infantry star star]; figures lost i
    the attacker does not answer | enemy ambush | I > i; allies: decline => refused turn.not_yours
    the attacker cannot battle with another unit meanwhile
        4: I i I2; battle I I2; enemy ambush | I > i; I2 > i => refused turn.not_yours
    there is no ambush without an attack
        4: I i; battle i; first axis; held ambush | ambush => refused phase.other_decision
    nobody ambushes twice
        battle I; enemy ambush | I > i; ambush [star star star star star star]; axis: ambush =>
        refused turn.not_yours
    the Allies lie in ambush as well
        battle i; first axis; enemy ambush | i > I; ambush [grenade star star star star star] =>
        ambush played allies ambush I dice 3; ambush rolled [grenade star star]; figures lost i;
        dice rolled [star star star] draw 2
    """
)


RESULTS = cases(
    """
    # 2004 and 2025, Ambush card; ruling: a moved attacker attacks no more, another one does
    @ enemy ambush
    an ambush that misses lets the attack go on
        4: I i; battle I | I > i; ambush [star star star star star star] =>
        ambush played axis ambush i dice 3; ambush rolled [star star star];
        dice rolled [star star star] draw 2
    losses take no dice off the attack
        I > i; ambush [infantry grenade star star star star] => ambush played axis ambush i dice 3;
        ambush rolled [infantry grenade star]; figures lost I count 2;
        dice rolled [star star star] draw 2
    an eliminated attacker attacks no more, and nobody gains its ground
        4: I:1 i | I > i; ambush [infantry flag star] => ambush played axis ambush i dice 3;
        ambush rolled [infantry flag star]; eliminated I 4,8 axis; attack cancelled I
    a flag asks the attacker for its way back
        4: I i | I > i; ambush [flag star infantry] => ambush played axis ambush i dice 3;
        ambush rolled [flag star infantry]; figures lost I;
        retreat demanded I allies shortest 1 longest 1
    an attacker pushed back attacks no more
        I > i; ambush [flag star star]; I back sw => retreated I sw; attack cancelled I
    an attacker pushed back attacks no more, though it is still adjacent
        I > i; ambush [flag star star]; I back se => retreated I se; attack cancelled I
    an attacker with one way back is not asked
        4: I i; 5: I2 | I > i; ambush [flag star star] => ambush played axis ambush i dice 3;
        ambush rolled [flag star star]; retreated I sw; attack cancelled I
    an attacker that loses a figure instead of retreating goes on
        8: i I | I > i; ambush [flag star star star star star] =>
        ambush played axis ambush i dice 3; ambush rolled [flag star star];
        figures lost I retreat_blocked; dice rolled [star star star] draw 2
    an attacker that loses its last figure instead of retreating is gone
        8: i I:1 | I > i; ambush [flag star star] => ambush played axis ambush i dice 3;
        ambush rolled [flag star star]; eliminated I 8,10 retreat_blocked axis; attack cancelled I
    an attacker that goes one hex and loses a figure for the other attacks no more
        7: i I; 8: . I2 | I > i; ambush [flag flag star] => ambush played axis ambush i dice 3;
        ambush rolled [flag flag star]; figures lost I retreat_blocked; retreated I se;
        attack cancelled I
    the attack may then push the ambusher back and gain its ground
        3: i2 .; 4: I i | I > i; ambush [star star star flag star star] =>
        ambush played axis ambush i dice 3; ambush rolled [star star star];
        dice rolled [flag star star] draw 2; retreated i ne; ground offered I 4,10
    the attack may then eliminate the ambusher and gain its ground
        4: I i:1 | I > i; ambush [star star star grenade star star] =>
        ambush played axis ambush i dice 3; ambush rolled [star star star];
        dice rolled [grenade star star] draw 2; eliminated i 4,10 allies; ground offered I 4,10
    # 2004 p. 10, Resolve Battle; 2025, Battle
    armor is hit by its own symbol and grenades
        4: A i; battle A | A > i; ambush [infantry armor grenade star star star] =>
        ambush played axis ambush i dice 3; ambush rolled [infantry armor grenade];
        figures lost A count 2; dice rolled [star star star] draw 2
    # 2004 p. 16, Sandbags; 2025 Appendix 2; Ambush card
    an attacker that ignores the flag goes on
        4: i I/%; battle I | I > i; ambush [flag star]; I back [star star star] => flag ignored I;
        dice rolled [star star star] draw 2
    behind sandbags the attacker is asked whether it stays
        I > i; ambush [flag star] => ambush played axis ambush i dice 2; ambush rolled [flag star];
        retreat demanded I allies shortest 0 longest 1
    an attacker that leaves its sandbags attacks no more
        I > i; ambush [flag star]; I back se => retreated I se;
        obstacle removed 4,10 sandbags unit_left; attack cancelled I
    a flag ignored for want of a way lets the attack go on
        8: i I/% | I > i; ambush [flag star star star star] => ambush played axis ambush i dice 2;
        ambush rolled [flag star]; flag ignored I; dice rolled [star star star] draw 2
    two flags behind sandbags without a way cost a figure, and the attack goes on
        8: g I/% | I > g; ambush [flag flag star star star star] =>
        ambush played axis ambush g dice 3; ambush rolled [flag flag star];
        figures lost I retreat_blocked; flag ignored I; dice rolled [star star star] draw 2
    three flags behind sandbags with one hex cost a figure and the attack
        7: g I/%; 8: . I2 | I > g; ambush [flag flag flag] => ambush played axis ambush g dice 3;
        ambush rolled [flag flag flag]; figures lost I retreat_blocked; flag ignored I;
        retreated I se; obstacle removed 7,11 sandbags unit_left; attack cancelled I
    # 2025 Appendix 2, Wire: it is removed when the armor battles
    armor pushed off its wire leaves it
        4: A/# i; 5: I2; battle A | A > i; ambush [flag star star] =>
        ambush played axis ambush i dice 3; ambush rolled [flag star star]; retreated A sw;
        attack cancelled A
    armor that stays on its wire crushes it when it battles
        4: A/# i | A > i; ambush [star star star star star star] =>
        ambush played axis ambush i dice 3; ambush rolled [star star star];
        obstacle removed 4,8 wire armor_battled; dice rolled [star star star] draw 2
    """
)


AFTERWARDS = cases(
    """
    # 2004 and 2025, Ambush card; ruling: a moved attacker attacks no more, another one does
    a cancelled attack was the unit's battle
        4: I i; battle I; enemy ambush | I > i; ambush [flag star star]; I back se; I > i =>
        refused battle.already_fought
    other units battle on
        4: I i I2; battle I I2; enemy ambush | I > i; ambush [flag star star]; I back sw;
        I2 > i [star star star] => rolled draw 2
    # 2004 and 2025, Artillery Bombard and Ambush cards; ruling: both battles are lost
    a bombarding gun pushed back in its first battle has no second
        4: G i; battle G; card artillery_bombard; enemy ambush | G > i; ambush [flag star star];
        G back se; G > i => refused battle.cancelled
    # 2004 and 2025, Artillery Bombard and Ambush cards
    a bombarding gun that stays has its second battle
        card artillery_bombard; enemy ambush | G > i; ambush [star star star star star star];
        G > i [star star star] => rolled draw 3
    a bombarding gun may be ambushed in its second battle
        card artillery_bombard; enemy ambush | G > i; decline [star star star]; G > i;
        ambush [flag star star]; G back se => retreated G se; attack cancelled G
    # 2004 p. 11, Armor Overrun; 2025, Armor overrun; Ambush card
    a cancelled overrun is over
        4: A i:1 i2; 5: . I; battle A; enemy ambush | A > i; decline [grenade star star];
        take ground; A > i2; ambush [flag star star] => ambush played axis ambush i2 dice 3;
        ambush rolled [flag star star] draw 2; retreated A sw; attack cancelled A
    an overrun goes on from the hex taken when the armor stays there
        4: A i:1 i2:1; enemy ambush | A > i; decline [grenade star star]; take ground; A > i2;
        ambush [star star star grenade star star] => ambush played axis ambush i2 dice 3;
        ambush rolled [star star star] draw 2; dice rolled [grenade star star] draw 3;
        eliminated i2 4,12 allies; ground offered A 4,12
    # 2004 and 2025, Behind Enemy Lines card; ruling: the second move needs no battle
    a unit pushed back behind enemy lines keeps its second move
        4: I i; battle I; card behind_enemy_lines; enemy ambush | I > i; ambush [flag star star];
        I back sw; end battles => battles ended; second move offered I
    it moves on from where it was pushed to
        card behind_enemy_lines; enemy ambush | I > i; ambush [flag star star]; I back sw;
        end battles; I moves w w w => moved I w w w no battle; moves ended
    # 2004 and 2025, Behind Enemy Lines card
    its turn does not end before that move was offered
        card behind_enemy_lines; enemy ambush | I > i; ambush [flag star star]; I back sw;
        end turn => refused movement.second_move_left
    a unit lost behind enemy lines moves no more
        4: I:1 i; card behind_enemy_lines; enemy ambush | I > i; ambush [grenade star star];
        end battles => refused movement.no_second_move
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    an ambush wins the game in the enemy's turn
        medals 1; enemy ambush | I > i; ambush [grenade star star] =>
        ambush played axis ambush i dice 3; ambush rolled [grenade star star];
        eliminated I 4,8 axis; game finished axis medals; seed revealed
    a loss instead of a retreat wins the game in the enemy's turn
        8: i I:1; medals 1; enemy ambush | I > i; ambush [flag star star] =>
        ambush played axis ambush i dice 3; ambush rolled [flag star star];
        eliminated I 8,10 retreat_blocked axis; game finished axis medals; seed revealed
    # 2025 Appendix 3: medals are gained in a retreat too
    an attacker pushed onto its last medal wins
        4: . I i; 5: ! I2; medals 1; enemy ambush; left 6 | I > i; ambush [flag star star] =>
        ambush played axis ambush i dice 3; ambush rolled [flag star star]; retreated I sw;
        objective taken m1 allies; game finished allies medals; seed revealed
    # 2025 Appendix 3
    an attacker pushed off a medal hex loses the medal
        4: I/! i; enemy ambush | I > i; ambush [flag star star]; I back sw => retreated I sw;
        objective lost m1 allies; attack cancelled I
    """
)


AS_COMMAND = cases(
    """
    # 2004 and 2025, Ambush card
    an ambush does not open a turn
        4: I i; play_card; card ambush; hand 2; held probe_center | play ambush =>
        refused card.reaction_only
    an ambush with a section does not open a turn either
        card ambush; hand 2; held probe_center | play ambush in center => refused card.reaction_only
    # ruling: a hand that can open no turn otherwise plays the ambush, which orders nobody
    a hand of nothing else plays it without effect
        card ambush; hand 1 | play ambush => card played allies ambush; orders ended; moves ended
    a card is drawn for it
        card ambush; hand 1; deck pincer_move | play ambush; end turn => battles ended;
        card discarded allies ambush in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    """
)

CASES = (*WINDOW, *ANSWERS, *RESULTS, *AFTERWARDS, *AS_COMMAND)


@runs(CASES)
def test_an_ambush_goes_as_the_card_says(case: Case) -> None:
    check(case)


TRAPS = cases(
    """
    # ruling: the unit's own dice for close assault, without any card's bonus
    infantry | 4: I i; battle | ambush i > I? => 3
    one figure of infantry | 4: I i:1 | ambush i > I? => 3
    elite infantry | 4: I e | ambush e > I? => 3
    French Resistance | 4: I p | ambush p > I? => 3
    armor | 4: I a | ambush a > I? => 3
    elite armor | 4: A d | ambush d > A? => 3
    artillery | 4: I g | ambush g > I? => 3
    infantry against a forest | 4: I/F i | ambush i > I? => 2
    armor against a forest | 4: I/F a | ambush a > I? => 1
    artillery against a forest | 4: I/F g | ambush g > I? => 3
    infantry against a town | 4: A/T i | ambush i > A? => 2
    infantry against sandbags | 4: I/% i | ambush i > I? => 2
    armor against a bunker | 4: I/b a | ambush a > I? => 1
    infantry against a bunker of the attacker's side | 4: I/b+ i | ambush i > I? => 2
    infantry against a bunker of its own side | 4: I/b- i | ambush i > I? => 3
    infantry up a hill | 4: I/H i | ambush i > I? => 2
    infantry down a hill | 4: I i/H | ambush i > I? => 3
    infantry on the same height | 4: I/H i/H | ambush i > I? => 3
    artillery up a hill | 4: I/H g | ambush g > I? => 3
    infantry on wire | 4: I i/# | ambush i > I? => 2
    infantry on wire against a forest | 4: I/F i/# | ambush i > I? => 1
    armor on wire | 4: I a/# | ambush a > I? => 3
    armor in a town | 4: I a/T | ambush a > I? => 1
    armor in a town against a hill | 4: I/H a/T | ambush a > I? => 0
    armor in a town against a town | 4: I/T a/T | ambush a > I? => 0
    a unit in the ocean | 4: I i/O | ambush i > I? => 0
    artillery in the ocean | 4: I g/O | ambush g > I? => 0
    """
)


@runs(TRAPS)
def test_an_ambusher_has_its_own_dice(case: Case) -> None:
    check(case)


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
    items = []
    for drawn in (holding, empty):
        state = drawn.begin(edition)
        asked = decide(state, attack(), Script())
        items.append((asked, decide(after(state, asked), DECLINE, Script(MISS))))
    assert items[0] == items[1]
