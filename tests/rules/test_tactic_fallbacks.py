"""What tactic cards order when a side has no unit that they are for."""

from dataclasses import replace

import pytest

from domain.rules.cards import orders
from domain.values import Card, EditionName, Seat, Side
from tests.rules.test_tactic_orders import (
    ARMOR_ASSAULT,
    BEHIND,
    BOMBARD,
    DIG_IN,
    INFANTRY_ASSAULT,
    MOVE_OUT,
)
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish

# Each card that has a fallback, and an army without any unit of its types.
ARMIES = {
    ARMOR_ASSAULT: "4: I . G",
    BOMBARD: "4: I . A",
    BEHIND: "4: A . G",
    DIG_IN: "4: A . G",
    INFANTRY_ASSAULT: "4: A . G",
    MOVE_OUT: "4: A . G",
}
FALLING_BACK = cases(
    """
    # 2004 and 2025, the card; ruling: asked of the whole board when the card is played
    a side without a unit for armor_assault orders one of any type
        4: I . G; play_card; held probe_left; card armor_assault | play armor_assault =>
        card played allies armor_assault fallback
    a side without a unit for artillery_bombard orders one of any type
        4: I . A; held probe_left; card artillery_bombard | play artillery_bombard =>
        card played allies artillery_bombard fallback
    a side without a unit for behind_enemy_lines orders one of any type
        4: A . G; held probe_left; card behind_enemy_lines | play behind_enemy_lines =>
        card played allies behind_enemy_lines fallback
    @ held probe_left
    a side without a unit for dig_in orders one of any type
        card dig_in | play dig_in => card played allies dig_in fallback
    a side without a unit for infantry_assault orders one of any type
        card infantry_assault | play infantry_assault =>
        card played allies infantry_assault fallback
    a side without a unit for move_out orders one of any type
        card move_out | play move_out => card played allies move_out fallback
    one unit, wherever it stands, is all that armor_assault orders instead
        4: . . . . . . I . G; left 6; card armor_assault | play armor_assault; order G =>
        ordered G right; orders ended
    one unit, wherever it stands, is all that artillery_bombard orders instead
        4: . . . . . . I . A; left 6; card artillery_bombard | play artillery_bombard; order A =>
        ordered A right; orders ended
    one unit, wherever it stands, is all that behind_enemy_lines orders instead
        4: . . . . . . A . G; left 6; card behind_enemy_lines | play behind_enemy_lines; order A =>
        ordered A right; orders ended
    one unit, wherever it stands, is all that dig_in orders instead
        left 6; card dig_in | play dig_in; order A => ordered A right; orders ended
    one unit, wherever it stands, is all that infantry_assault orders instead
        left 6; card infantry_assault | play infantry_assault; order A => ordered A right;
        orders ended
    one unit, wherever it stands, is all that move_out orders instead
        left 6; card move_out | play move_out; order A => ordered A right; orders ended
    the unit ordered instead by armor_assault need not be ordered either
        4: I . G; card armor_assault | play armor_assault; end orders => orders ended; moves ended
    the unit ordered instead by artillery_bombard need not be ordered either
        4: I . A; card artillery_bombard | play artillery_bombard; end orders => orders ended;
        moves ended
    the unit ordered instead by behind_enemy_lines need not be ordered either
        4: A . G; card behind_enemy_lines | play behind_enemy_lines; end orders => orders ended;
        moves ended
    the unit ordered instead by dig_in need not be ordered either
        card dig_in | play dig_in; end orders => orders ended; moves ended
    the unit ordered instead by infantry_assault need not be ordered either
        card infantry_assault | play infantry_assault; end orders => orders ended; moves ended
    the unit ordered instead by move_out need not be ordered either
        card move_out | play move_out; end orders => orders ended; moves ended
    @ held probe_left; card behind_enemy_lines
    E is infantry enough for behind_enemy_lines
        4: E . A | play behind_enemy_lines; order A => refused order.other_type
    P is infantry enough for behind_enemy_lines
        4: P . A | play behind_enemy_lines; order A => refused order.other_type
    @ held probe_left; card dig_in
    E is infantry enough for dig_in | 4: E . A | play dig_in; order A => refused order.other_type
    P is infantry enough for dig_in | 4: P . A | play dig_in; order A => refused order.other_type
    @ held probe_left
    E is infantry enough for move_out
        4: E . A; card move_out | play move_out; order A => refused order.other_type
    P is infantry enough for move_out
        4: P . A; card move_out | play move_out; order A => refused order.other_type
    E is infantry whose section an infantry assault names
        4: E . A; card infantry_assault | play infantry_assault => refused card.section_not_named
    P is infantry whose section an infantry assault names
        4: P . A; card infantry_assault | play infantry_assault => refused card.section_not_named
    elite armor is armor enough for an armor assault
        4: D . I; card armor_assault | play armor_assault; order I => refused order.other_type
    a gun that a bunker holds is artillery all the same
        4: G/b . I; card artillery_bombard | play artillery_bombard =>
        card played allies artillery_bombard
    armor that a bunker holds is armor all the same {2025}
        4: A/b . I; card armor_assault | play armor_assault; order I => refused order.other_type
    infantry that can dig in nowhere is infantry all the same
        4: I/% E/O . A; card dig_in | play dig_in => card played allies dig_in; orders ended;
        moves ended
    the enemy's infantry is none of one's own
        4: A . i; card move_out | play move_out => card played allies move_out fallback
    # 2004 and 2025, Infantry Assault card; ruling: the section is named when it is played
    no section is named for a side without infantry
        4: A . G; card infantry_assault | play infantry_assault in center =>
        refused card.section_not_asked
    # 2004 and 2025, the card, which names nobody instead
    close_assault without a unit that it can order does nothing
        4: I A . i G; card close_assault | play close_assault => card played allies close_assault;
        orders ended; moves ended
    firefight without a unit that it can order does nothing
        4: I i A; card firefight | play firefight => card played allies firefight; orders ended;
        moves ended
    a close assault orders no gun where there is no other unit
        4: G i; card close_assault | play close_assault => card played allies close_assault;
        orders ended; moves ended
    # 2004 and 2025, the card; ruling: the unit has none of the card's effects
    infantry in an armor assault has no die more
        4: I i; card armor_assault | play armor_assault; order I; end moves; I > i =>
        attack declared I i dice 3; ambush offered i axis
    @ card artillery_bombard; held probe_left
    infantry in a bombardment moves no farther than ever
        4: I . . . | play artillery_bombard; order I; I moves e e e => refused movement.too_far
    infantry in a bombardment moves and battles
        4: I . . i | play artillery_bombard; order I; I moves e; I > i [star star] => rolled at 2
    infantry in a bombardment battles once
        4: I . i | play artillery_bombard; order I; end moves; I > i [star star]; I > i =>
        refused battle.already_fought
    @ card behind_enemy_lines; held probe_left
    armor behind enemy lines has no die more
        4: A . i | play behind_enemy_lines; order A; end moves; A > i [star star star] =>
        rolled at 2
    armor behind enemy lines stops at a forest
        4: A F . | play behind_enemy_lines; order A; A moves e e => refused movement.stop_terrain
    armor behind enemy lines moves once
        4: A . i | play behind_enemy_lines; order A; end moves; end battles =>
        refused movement.no_second_move
    a gun behind enemy lines moves one hex
        4: G . . | play behind_enemy_lines; order G; G moves e e => refused movement.too_far
    @ held probe_left
    armor has no sandbags to dig in with
        4: A; card dig_in | play dig_in; order A => ordered A center; orders ended
    armor that was told to dig in moves and battles
        4: A . . . i; card dig_in | play dig_in; order A; A moves e e; A > i [star star star] =>
        rolled at 2
    armor is ordered in the ocean, where infantry could not dig in
        4: A/O; card dig_in | play dig_in; order A => ordered A center; orders ended
    a gun in an infantry assault moves one hex
        4: G . .; card infantry_assault | play infantry_assault; order G; G moves e e =>
        refused movement.too_far
    a gun in an infantry assault that moved does not battle
        4: G . . i; card infantry_assault | play infantry_assault; order G; G moves e; G > i =>
        refused battle.moved_too_far
    armor that moves out instead moves and battles as ever
        4: A . . . . i; card move_out | play move_out; order A; A moves e e e;
        A > i [star star star] => rolled at 2
    """
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("card", ARMIES)
def test_the_other_side_falls_back_by_its_own_units(card: Card, edition: EditionName) -> None:
    """2004 and 2025, the cards: what the enemy has on the board does not matter."""
    picture = ARMIES[card].lower() + "\n8: I . A . G"
    given = Skirmish(picture, card=card, held=(Card.PROBE_LEFT,), phase="play_card")
    position = replace(given, first=Side.AXIS).at(edition)
    assert orders.fallback_needed(position, position.book.cards[card], Seat.AXIS)
    assert not orders.fallback_needed(position, position.book.cards[card], Seat.ALLIES)


@runs(FALLING_BACK)
def test_a_tactic_card_falls_back_as_the_rulebook_says(case: Case) -> None:
    check(case)
