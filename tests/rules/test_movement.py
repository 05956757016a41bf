"""Where ordered units may move, and what their moves leave behind."""

from domain import events as e
from domain.setup import MoveLimit
from domain.values import Side, UnitType
from tests.support.cases import Case, cases, check, runs

REACHES = cases(
    """
    # 2004 p. 7-8, Move Units; 2025, Infantry
    infantry moves two hexes, and battles after one
        2:  .   `   `   `   .
        3:    `   '   '   `
        4:  `   '   I   '   `
        5:    `   '   '   `
        6:  .   `   `   `   .
        move I | reach I? => as marked
    # 2004 p. 7-8, Move Units; 2025, Armor
    armor moves three hexes and battles
        1:    .   '   '   '   '   .
        2:  .   '   '   '   '   '   .
        3:    '   '   '   '   '   '
        4:  '   '   '   A   '   '   '
        5:    '   '   '   '   '   '
        6:  .   '   '   '   '   '   .
        7:    .   '   '   '   '   .
        move A; left 6 | reach A? => as marked
    # 2004 p. 7-8, Move Units; 2025, Artillery
    artillery moves one hex or battles
        3:    .   `   `   .
        4:  .   `   G   `   .
        5:    .   `   `   .
        move G | reach G? => as marked
    # 2004 p. 7-8, Move Units; 2025, Move units
    no unit passes a friend
        4:  .   `   `   .
        5:    `   '   I2  F
        6:  `   '   I   I3
        7:    `   '   '   `
        8:  .   `   `   `
        move I; left 6 | reach I? => as marked
    no unit passes an enemy
        6:  .   i   i2  `
        7:    i3  I   '   `
        8:  .   i4  '   `
        left 6 | reach I? => as marked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    a forest stops infantry and forbids its battle
        2:  .   .   .   .   .
        3:    F   F`  F`  F
        4:  .   F`  I   F`  .
        5:    F   F`  T`  F
        6:  .   .   .   .   .
        | reach I? => as marked
    leaving a forest or a town costs nothing | 7: ~ ~ ~ ~; 8: ~ I/F ' ` . | reach I? => as marked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Towns
    a town stops armor and forbids its battle
        7: ~ ~ ~ ~ ~; 8: ~ A ' T` . .; move A | reach A? => as marked
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    wire stops infantry, which may battle after one hex
        7: ~ ~ ~ ~; 8: #' I ' #` .; move I | reach I? => as marked
    wire stops armor, which may battle | 7: ~ ~ ~ ~; 8: #' A ' #' .; move A | reach A? => as marked
    wire stops artillery and never gives way to it
        7: ~ ~ ~ ~; 8: #` G ` . .; move G | reach G? => as marked
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    sandbags hinder nobody | 7: ~ ~ ~ ~; 8: ~ I %' %` .; move I | reach I? => as marked
    # 2004 p. 13-16, Terrain; 2025 Appendix 2, Rivers, Bridges
    armor crosses a river by the bridge alone, and does not stop on it
        2:  .   '   '   '   .
        3:    ~   '   '   ~
        4:  ~   ~   ~=' ~   ~
        5:    ~   A   ~   ~
        6:  ~   ~   ~   ~   ~
        move A; left 4 | reach A? => as marked
    # 2004 p. 15-16; 2025 Appendix 2, Bridges
    a bridge leads on to the next bridge | 7: ~ ~ ~ ~; 8: ~ A ~=' ~=' ' | reach A? => as marked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes
    a lake is impassable | 7: L L L L; 8: L I ' L .; move I | reach I? => as marked
    # 2004 p. 15-16, Bridges
    from the water a bridge is open by the older book alone {2004}
        7: ~ ~ ~ ~; 8: ~ I/~ ~=' ` . | reach I? => as marked
    # 2025 Appendix 2, Bridges
    from the water a bridge is closed by the newer book {2025}
        7: ~ ~ ~ ~; 8: ' I/~ ~= . .; left 0 | reach I? => as marked
    # 2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry
    special forces move two hexes and battle
        2:  .   '   '   '   .
        3:    '   '   '   '
        4:  '   '   E   '   '
        5:    '   '   '   '
        6:  .   '   '   '   .
        move E | reach E? => as marked
    special forces are held by a forest like others
        7: ~ ~ ~ ~ ~; 8: F` ' E ' F` | reach E? => as marked
    # 2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance
    the Resistance moves two hexes, and battles after one wherever that leads
        2:  .   .   .   .   .
        3:    C   T'  F'  .
        4:  .   R'  P   C'  .
        5:    `   '   '   F`
        6:  .   `   `   `   .
        move P | reach P? => as marked
    # 2004 p. 12, Elite Armor; 2025 Appendix 1, Elite armor
    elite armor moves like armor
        7: ~ ~ ~ ~ ~ ~; 8: ' ' ' D ' ' ' .; move D; left 2 | reach D? => as marked
    # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
    out of a hedgerow armor moves one hex
        2:  .   .   .   .   .
        3:    .   F`  '   .
        4:  .   R`  A/R '   .
        5:    .   '   '   .
        6:  .   .   .   .   .
        move A | reach A? => as marked
    # 2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches
    onto a beach it is two hexes in all, by any way
        2:  ~   ~   ~   ~   ~   ~   ~   ~
        3:    '   '   '   A   '   '   '
        4:  _   _   _'  _'  _'  _'  _   _
        5:    _   _   _'  _'  _'  _   _
        6:  _   _   _   _   _   _   _   _
        left 4 | reach A? => as marked
    off a beach it is three hexes, but none of them beach
        7: ~ ~ ~ ~ ~ ~; 8: . _' _' A/_ ' ' ' | reach A? => as marked
    # 2004 p. 13-15, Hills; 2025 Appendix 2, Hills
    two hexes of hills cost as much as two of open ground
        7: ~ ~ ~ ~ ~; 8: H` H' I H' `; move I | reach I? => as marked
    # 2004 p. 15-16; 2025 Appendix 2, Bunkers, Anti-tank defenses
    a bunker and hedgehogs let infantry through
        7: ~ ~ ~ ~ ~; 8: ` b' I x' ` | reach I? => as marked
    a bunker and hedgehogs let no armor through
        7: ~ ~ ~ ~ ~; 8: . b A x .; move A | reach A? => as marked
    # 2004 and 2025, Infantry Assault card
    in an assault infantry moves three hexes, and battles after two
        7: ~ ~ ~ ~ ~ ~ ~; 8: ` ' ' I ' ' ` .; move I; card infantry_assault | reach I? => as marked
    # 2004 and 2025, Behind Enemy Lines card; ruling: every hex costs one
    behind enemy lines no terrain stops or limits a move
        7: ~ ~ ~ ~ ~ ~ ~; 8: ' #' S' I/R ' _' O' .; card behind_enemy_lines | reach I? => as marked
    # ruling: the card lifts the limits of moves, not those of battles
    behind enemy lines a move that ends in a forest ends the battle
        7: ~ ~ ~ ~ ~ ~ ~; 8: F` F` F` I H^ . .; card behind_enemy_lines | reach I? => as marked
    """
)


@runs(REACHES)
def test_a_unit_reaches_exactly_the_marked_hexes(case: Case) -> None:
    check(case)


MOVING = cases(
    """
    # 2004 p. 7-8, Move Units; 2025, Move units
    the last unit to move ends the moves
        8: I . . . .; move I | I moves e e => moved I e e no battle; moves ended
    another unit may still move | 8: I . . I2; move I I2 | I moves e => moved I e
    nobody need move | 8: I . . . .; move I | end moves => moves ended
    a friend that moves away clears the way to the wood
        5: . I2 F; 6: . I I3; move I I3 | I3 moves e; I moves e ne =>
        moved I e ne no battle no ground; moves ended
    # 2004 p. 7-8, Move Units
    armor goes around a friend in three hexes
        4: . . . .; 5: . I .; 6: . A . .; move A | A moves e ne nw => moved A e ne nw; moves ended
    armor does not pass its friend | A moves ne ne => refused movement.occupied
    # 2004 p. 7-8, Move Units; 2025, Move units
    of two ways alike in everything one is listed | A moves nw ne e => refused movement.other_path
    units never merge | 8: I:2 I2:1; move I | I moves e => refused movement.occupied
    # 2004 p. 6, Order Units; 2025, Move units
    an ordered unit may end in another section
        4: I .; left 6 | I moves e => moved I e; moves ended
    # 2004 p. 15-16; 2025 Appendix 2, Bridges
    armor uses the bridge
        4: ~ ~= ~; 5: . A ~; move A; left 4 | A moves nw ne => moved A nw ne; moves ended
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers
    armor does not swim | 4: ~ ~; 5: . A; left 4 | A moves nw => refused movement.impassable
    # 2025 Appendix 2, Bridges
    a bridge is entered from land {2025}
        8: I/~ ~= .; move I | I moves e => refused movement.bridge_from_land
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    armor crushes the wire it enters and takes no ground this turn
        8: A #; move A | A moves e => moved A e no ground; obstacle removed 8,10 wire armor_entered;
        moves ended
    infantry leaves the wire it enters where it is
        8: I #; move I | I moves e => moved I e no ground; moves ended
    artillery leaves the wire it enters where it is
        8: G #; move G | G moves e => moved G e no battle no ground; moves ended
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    sandbags go when their unit moves off
        8: I/T%; move I | I moves e => moved I e; obstacle removed 8,8 sandbags unit_left;
        moves ended
    sandbags that nobody holds stay for the unit that comes
        8: I % | I moves e => moved I e; moves ended
    """
)

REFUSED = cases(
    """
    # 2004 p. 7-8, Move Units; 2025, Move units
    a unit moves once
        8: I . . I2; move I I2 | I moves e; I moves e => refused movement.already_moved
    only ordered units move | move I | I2 moves e => refused unit.not_ordered
    nobody moves the enemy's units | 8: I . . i | allies: i moves e => refused unit.not_yours
    a move enters at least one hex | 8: I . . . . | I moves => refused movement.no_path
    a move does not leap | I moves 8,12 => refused movement.not_adjacent
    a move stays on the board | I moves se => refused movement.off_board
    a detour to a hex nearer by is not listed | I moves ne se => refused movement.other_path
    a move that returns to its start is not listed | I moves e w => refused movement.other_path
    # 2004 p. 7-8, Move Units; 2025, Infantry
    infantry does not move three hexes | I moves e e e => refused movement.too_far
    # 2004 p. 7-8, Move Units; 2025, Armor
    armor does not move four hexes
        8: A . . . .; move A | A moves e e e e => refused movement.too_far
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    no move goes on after a forest | 8: A F . | A moves e e => refused movement.stop_terrain
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    no move goes on after wire | 8: A # . | A moves e e => refused movement.stop_terrain
    """
)


OBJECTIVES = cases(
    """
    # 2025 Appendix 3
    a medal is gained on entering its hex
        8: A ! . !; move A | A moves e => moved A e; objective taken m1 allies; moves ended
    a medal passed by is gained and lost again | A moves e e => moved A e e; moves ended
    a medal is lost when its unit moves off
        8: A/! . . | A moves e => moved A e; objective lost m1 allies; moves ended
    from one medal to the next the count stays
        8: A/! . !; medals 2 | A moves e e => moved A e e; objective lost m1 allies;
        objective taken m2 allies; moves ended
    a second medal does not win for the unit that leaves the first
        8: A/! ! .; medals 2 | A moves e e => moved A e e; objective lost m1 allies; moves ended
    nobody runs past the medal that wins
        8: A ! . !; medals 1 | A moves e e => refused movement.other_path
    the enemy's medals are not taken | 8: A ? | A moves e => moved A e; moves ended
    a medal held by a friend is not gained twice
        8: A !; with objective_taken | A moves e => moved A e; moves ended
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    the last medal ends the game at once
        8: A/! . I !; move A I; medals 2 | I moves e => moved I e; objective taken m2 allies;
        game finished allies medals; seed revealed
    the winning move is the last thing that happens
        8: I !; move I; medals 1 | I moves e => moved I e; objective taken m1 allies;
        game finished allies medals; seed revealed
    """,
    objective_taken={"then": (e.ObjectiveTaken("m1", Side.ALLIES, 1),)},
)

BY_THE_WAY = cases(
    """
    # 2025 Appendix 3; ruling: each hex entered counts
    a move may go over a medal that is kept for ever
        7: ~ ~ .; 8: ~ A ! .; move A; objective m1 permanent allies 8,12 | A moves e e =>
        moved A e e; objective taken m1 allies; moves ended
    # ruling: the path counts, not its end alone
    a medal that lasts is not gained by a way around it
        7: ~ . .; 8: ~ A ! .; objective m1 permanent allies 8,12 | A moves ne e se =>
        moved A ne e se; moves ended
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers
    a step that no terrain lets the unit take is named before the length of the way
        8: I ~ . .; move I | I moves e e e => refused movement.impassable
    """
)

LIMITED = cases(
    """
    # blitz: Allied armor moves two hexes at most, and may battle after two
    armor that is limited moves two hexes and may battle
        8: A . . . I; move A I; with slow | A moves e e => moved A e e
    it moves no farther
        with slow | A moves e e e => refused movement.too_far
    the infantry of its side is not limited by what armor is
        with slow | I moves e e => moved I e e no battle
    the armor of the other side is not
        8: a . . .; move a; first axis; with slow | a moves e e e => moved a e e e; moves ended
    of units that are named the others are not
        8: A . . .; move A; with other | A moves e e e => moved A e e e; moves ended
    # ruling: no card lifts the limit
    a card that makes infantry faster does not lift a limit
        8: I . . .; move I; card infantry_assault; with slow_infantry |
        I moves e e => refused movement.too_far
    after as many hexes as it may go at most it battles
        card infantry_assault; with slow_infantry | I moves e => moved I e; moves ended
    """,
    slow={"changes": {"move_limits": (MoveLimit(Side.ALLIES, UnitType.ARMOR, 2),)}},
    other={"changes": {"move_limits": (MoveLimit(Side.ALLIES, UnitType.ARMOR, 2, ("no",)),)}},
    slow_infantry={"changes": {"move_limits": (MoveLimit(Side.ALLIES, UnitType.INFANTRY, 1),)}},
)

KINDS = cases(
    """
    # Pacific, Troops 14
    mobile artillery moves one hex and battles
        8: M . . . i; move M | M moves e => moved M e; moves ended
    it moves two hexes and does not battle
        8: M . . . i; move M | M moves e e => moved M e e no battle; moves ended
    # Eastern Front, Troops 9
    ski troops move three hexes and battle
        8: J . . . . i; move J | J moves e e e => moved J e e e; moves ended
    they battle in a forest that they entered
        8: J F . i; move J | J moves e => moved J e no ground; moves ended
    a forest stops them
        8: J F . i; move J | J moves e e => refused movement.stop_terrain
    """
)

CASES = (*KINDS, *LIMITED, *MOVING, *REFUSED, *OBJECTIVES, *BY_THE_WAY)


@runs(CASES)
def test_a_move_is_carried_out_or_refused_as_the_rulebook_says(case: Case) -> None:
    check(case)
