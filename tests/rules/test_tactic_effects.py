"""How units move and battle by the tactic cards that order them."""

from domain import events as e
from domain.values import (
    Card,
    DiscardSource,
    Seat,
)
from tests.support.cases import Case, cases, check, runs

AXIS = Seat.AXIS
# An Ambush that lies open interrupts no further attack.
SPENT = (e.CardDiscarded(AXIS, Card.AMBUSH, DiscardSource.IN_PLAY),)
BOMBARDING = cases(
    """
    # 2004 and 2025, Artillery Bombard card
    @ card artillery_bombard; with spent
    a bombarding gun moves three hexes
        4: G . . .; move G | G moves e e e => moved G e e e no battle; moves ended
    a bombarding gun does not move four hexes
        4: G . . . . | G moves e e e e => refused movement.too_far
    a gun that a bunker holds does not move
        4: G/b .; 6: G1 .; move G G1 | G moves e => refused movement.held
    a gun that a bunker holds battles twice
        4: G/b . . i; battle G | G > i [star star]; G > i [star star] => rolled at 3 draw 2
    # 2004 and 2025, Artillery Bombard card; ruling: each gun moves, or battles twice in a row
    a bombarding gun that moved 'e' does not battle
        4: G . . . i; move G | G moves e; G > i => refused battle.moved_too_far
    a bombarding gun that moved 'e e' does not battle
        G moves e e; G > i => refused battle.moved_too_far
    a bombarding gun that moved 'e e e' does not battle
        G moves e e e; G > i => refused battle.moved_too_far
    a gun that stays battles twice
        4: G . . i; battle G | G > i [star star]; G > i [star star] => rolled at 3 draw 2
    a gun does not battle three times
        G > i [star star]; G > i [star star]; G > i => refused battle.already_fought
    a gun may battle another unit the second time
        4: G . . i i2 | G > i [star star]; G > i2 [star star] => rolled at 4 draw 2
    a second battle is lost when another gun battles in between
        4: G . . i; 6: G1; battle G G1 | G > i [star star]; G1 > i [star star]; G > i =>
        refused battle.already_fought
    a gun whose turn comes after another's battle has both of its own
        G1 > i [star star]; G > i [star star]; G > i [star star] => rolled at 3 draw 3
    of two guns one moves and the other battles twice
        4: G . . i; 6: G1 . .; move G G1 | G1 moves e e; end moves; G > i [star star];
        G > i [star star] => rolled at 3 draw 2
    # 2004, special rules; 2025 Appendix 2, Steep hills; ruling: three hexes of a card suffice
    a gun with three hexes climbs a steep hill
        4: G S .; move G | G moves e e => moved G e e cost 3 no battle; moves ended
    # 2004, special rules; 2025 Appendix 2, Steep hills
    @ with spent; card direct_from_hq
    a gun with its own hex climbs no steep hill | 4: G S . I | G moves e => refused movement.too_far
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches
    @ card artillery_bombard; with spent
    a gun that enters a beach moves two hexes
        4: G _ . . | G moves e e => moved G e e no battle; moves ended
    a gun that enters a beach moves no third hex | G moves e e e => refused movement.terrain_cap
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    a bombarding gun stops at a forest | 4: G F . | G moves e e => refused movement.stop_terrain
    # 2004 p. 8-10, Battle; 2025, Battle
    the second battle too must be with an enemy next to the gun
        4: G i . i2; battle G | G > i [star star star]; G > i2 =>
        refused battle.adjacent_enemy_first
    with the enemy next to it gone a gun fires the second time
        4: G i:1 . i2 | G > i [grenade star star]; G > i2 [star star] => rolled at 3 draw 2
    # 2004 and 2025, Ambush card
    @ card artillery_bombard; enemy ambush
    each battle of a gun with an adjacent enemy may be ambushed
        4: G i | G > i; decline [star star star]; G > i => attack declared G i dice 3;
        ambush offered i axis
    a gun that an ambush hits but does not move battles on, twice
        G > i; ambush [grenade star star star star star]; G > i [star star star] => rolled draw 3
    # 2004 and 2025, Ambush card; ruling: it cannot battle from there
    a unit in the ocean springs no ambush | 4: G i/O | G > i [star star star] => rolled
    # 2004 and 2025, Ambush card; ruling: the second battle goes with the first
    a gun that an ambush pushed back has lost both battles
        4: G i . i2 | G > i; ambush [flag star star]; G back sw; G > i2 => refused battle.cancelled
    a gun pushed back before its second battle has had one
        G > i; decline [star star star]; G > i; ambush [flag star star]; G back sw; G > i2 =>
        refused battle.already_fought
    """,
    spent={"then": SPENT},
)
ENDING = cases(
    """
    # 2004 and 2025, Behind Enemy Lines card; ruling: the second move needs no battle before it
    the second move may be left out
        4: I . .; battle I; card behind_enemy_lines; deck pincer_move | end battles; end turn =>
        card discarded allies behind_enemy_lines in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    after the second move the turn ends
        card behind_enemy_lines; deck pincer_move | end battles; I moves e e; end turn =>
        card discarded allies behind_enemy_lines in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    with its unit gone the turn ends without a second move
        4: I; battle; card behind_enemy_lines; deck pincer_move | end turn => battles ended;
        card discarded allies behind_enemy_lines in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    the second move onto the last medal ends the game
        4: I . .!; battle I; card behind_enemy_lines; medals 1 | end battles; I moves e e =>
        moved I e e no battle; objective taken m1 allies; game finished allies medals; seed revealed
    """
)
# In the row of two enemies I stands between i2, two hexes off, and i:1, which I2 can eliminate.
TO_CLOSE_QUARTERS = cases(
    """
    # 2004 and 2025, Close Assault card
    nobody moves to a close assault
        4: . I i; battle I; card close_assault; with spent | I moves w =>
        refused movement.not_with_card
    a close assault spares enemies farther off
        4: i2 . I i; card close_assault; with spent | I > i2 => refused battle.adjacent_enemy_first
    ground is taken in a close assault
        4: I i:1; card close_assault; with spent | I > i [grenade star star star] => rolled;
        eliminated i 4,10 allies; ground offered I 4,10
    armor overruns in a close assault
        4: A i:1 i2; battle A; card close_assault; with spent | A > i [grenade star star star];
        take ground; A > i2 [star star star star] => rolled overrun draw 2
    a unit that joins the fight by taking ground has battled
        4: I i:1 i2; battle I; card close_assault; with spent | I > i [grenade star star star];
        take ground; I > i2 => refused battle.already_fought
    # 2004 and 2025, Close Assault card; ruling: asked again before each attack
    a unit whose last neighbor is gone does not fire
        4: i2 . I i:1 I2; battle I I2; card close_assault; with spent |
        I2 > i [grenade star star star]; decline; I > i2 => refused battle.adjacent_only
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    a unit whose last neighbor is gone may clear its wire
        4: I/# i:1 I2; card close_assault; with spent | I2 > i [grenade star star star]; decline;
        I clears wire => wire cleared I 4,8
    wire is cleared instead of a close assault
        4: I/# i; battle I; card close_assault; with spent | I clears wire => wire cleared I 4,8
    # 2025, Armor overrun; ruling: in 2004 as well
    an overrun in a close assault may be at range, without the die
        4: A i:1 . i2; battle A; card close_assault; with spent | A > i [grenade star star star];
        take ground; A > i2 [star star star] => rolled at 2 overrun draw 2
    # 2004 p. 11, Armor Overrun; 2025, Armor overrun
    armor in an overrun battles an enemy next to it first
        4: A i:1 i2 i3; card close_assault; with spent | A > i [grenade star star star];
        take ground; A > i3 => refused battle.adjacent_enemy_first
    """,
    spent={"then": SPENT},
)
# In the crossfire of I and I2 a retreat of i leads it next to I2, whichever hex it takes.
FIRING = cases(
    """
    # 2004 and 2025, Firefight card; ruling: asked again before each attack
    @ card firefight; with spent
    nobody moves in a firefight | 4: . I . i; battle I | I moves w => refused movement.not_with_card
    a firefight wins no ground
        4: A . i:1; battle A | A > i [grenade star star star] => rolled at 2;
        eliminated i 4,12 allies
    an enemy may be pushed next to a unit that was ordered apart
        3: I2; 4: . .; 5: i; 6: .; 7: I; battle I I2 | I > i [flag star star]; i back ne; I2 > i =>
        refused battle.enemy_adjacent
    a unit with an enemy next to it now fires at nobody else
        3: I2; 4: . .; 5: i; 6: .; 7: I . i2 | I > i [flag star star]; i back ne; I2 > i2 =>
        refused battle.enemy_adjacent
    the unit that was left an enemy next to it would have fired first
        3: I2; 4: . .; 5: i; 6: .; 7: I | I2 > i [star star star] => rolled at 2
    # 2004 and 2025, Ambush card
    @ card firefight; enemy ambush
    a firefight is never ambushed | 4: I . i; battle I | I > i [star star star] => rolled at 2
    # 2004 and 2025, Firefight card; ruling: no die lengthens a range
    @ card firefight; with spent
    a firefight carries I no farther | 4: I . . . i; left 4 | I > i => refused battle.out_of_range
    a firefight carries A no farther
        4: A . . . i; battle A; left 4 | A > i => refused battle.out_of_range
    a firefight carries G no farther
        4: G . . . . . . i; battle G; left 4 | G > i => refused battle.out_of_range
    # 2004 p. 9, Line of Sight; 2025, Line of sight
    a firefight needs a line of sight
        4: I F i; battle I | I > i => refused battle.no_line_of_sight
    a gun in a firefight does not | 4: G F i; battle G | G > i [star star star star] => rolled at 2
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    wire is cleared instead of firing | 4: I/# . i; battle I | I clears wire => wire cleared I 4,8
    armor that fires from wire crushes it
        4: A/# . i; battle A | A > i [star star star star] => attack declared A i distance 2 dice 4;
        obstacle removed 4,8 wire armor_battled; dice rolled [star star star star]
    """,
    spent={"then": SPENT},
)
STORMING = cases(
    """
    # 2004 and 2025, Infantry Assault card
    @ card infantry_assault; played infantry_assault in center; with spent
    storming I moves 1 hexes | 4: I . . . i; move I | I moves e => moved I e; moves ended
    storming I moves 2 hexes | I moves e e => moved I e e; moves ended
    storming I moves 3 hexes | I moves e e e => moved I e e e no battle; moves ended
    storming E moves 1 hexes | 4: E . . . i; move E | E moves e => moved E e; moves ended
    storming E moves 2 hexes | E moves e e => moved E e e; moves ended
    storming E moves 3 hexes | E moves e e e => moved E e e e no battle; moves ended
    storming P moves 1 hexes | 4: P . . . i; move P | P moves e => moved P e; moves ended
    storming P moves 2 hexes | P moves e e => moved P e e; moves ended
    storming P moves 3 hexes | P moves e e e => moved P e e e no battle; moves ended
    storming I battles after two hexes
        4: I . . i; move I | I moves e e; I > i [star star star] => rolled
    storming E battles after two hexes
        4: E . . i; move E | E moves e e; E > i [star star star] => rolled
    storming P battles after two hexes
        4: P . . i; move P | P moves e e; P > i [star star star] => rolled
    storming I does not battle after three hexes
        4: I . . . i; move I | I moves e e e; I > i => refused battle.moved_too_far
    storming E does not battle after three hexes
        4: E . . . i; move E | E moves e e e; E > i => refused battle.moved_too_far
    storming P does not battle after three hexes
        4: P . . . i; move P | P moves e e e; P > i => refused battle.moved_too_far
    storming infantry does not move four hexes
        4: I . . . .; move I | I moves e e e e => refused movement.too_far
    storming infantry stops at a forest | 4: I F . | I moves e e => refused movement.stop_terrain
    storming infantry that enters a forest does not battle
        4: I . F i | I moves e e; I > i => refused battle.terrain_entered
    storming infantry has no die more | 4: I . i | end moves; I > i [star star] => rolled at 2
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches
    storming infantry that enters a beach moves two hexes
        4: I . . _ | I moves e e e => refused movement.terrain_cap
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Hedgerows
    storming infantry enters no hedgerow from afar
        4: I . R | I moves e e => refused movement.not_from_neighbor
    # 2025 Appendix 2, Hedgerows; ruling: in 2004 as well
    storming infantry takes no hedgerow that it came to from afar
        4: I . . i:1/R | I moves e e; I > i [grenade star] => rolled; eliminated i 4,14 allies
    # 2004, special rules; 2025 Appendix 2, Sea bluffs; ruling: one hex is left after the climb
    storming infantry goes on after climbing a bluff from the beach
        4: I/_ V . | I moves e e => moved I e e cost 3 no battle; moves ended
    # 2004, special rules; 2025 Appendix 2, Sea bluffs; ruling: two hexes are moved
    storming infantry battles after climbing a bluff from the beach
        4: I/_ V i | I moves e; I > i [star star star] => rolled
    """,
    spent={"then": SPENT},
)
AS_EVER = cases(
    """
    # 2004 and 2025, the card: an ordinary move and battle
    @ with spent
    infantry that move_out orders moves two hexes or battles after one
        4: I . . i; move I; card move_out | I moves e e; I > i => refused battle.moved_too_far
    infantry that direct_from_hq orders moves two hexes or battles after one
        card direct_from_hq | I moves e e; I > i => refused battle.moved_too_far
    infantry that their_finest_hour orders moves two hexes or battles after one
        card their_finest_hour | I moves e e; I > i => refused battle.moved_too_far
    infantry that move_out orders battles after one hex
        4: I . i; card move_out | I moves e; I > i [star star star] => rolled
    infantry that direct_from_hq orders battles after one hex
        card direct_from_hq | I moves e; I > i [star star star] => rolled
    I that move_out orders moves no farther than ever
        4: I . . . . .; 6: A . . . . .; 8: G . . . . .; card move_out | I moves e e e =>
        refused movement.too_far
    A that direct_from_hq orders moves no farther than ever
        move A; card direct_from_hq | A moves e e e e => refused movement.too_far
    G that direct_from_hq orders moves no farther than ever
        move G; card direct_from_hq | G moves e e => refused movement.too_far
    A that armor_assault orders moves no farther than ever
        move A; card armor_assault | A moves e e e e => refused movement.too_far
    G that their_finest_hour orders moves no farther than ever
        move G; card their_finest_hour | G moves e e => refused movement.too_far
    # 2004 p. 7-8, Move Units; 2025, Artillery
    a gun that direct_from_hq lets move does not battle
        4: G . . i; card direct_from_hq | G moves e; G > i => refused battle.moved_too_far
    a gun that their_finest_hour lets move does not battle
        card their_finest_hour | G moves e; G > i => refused battle.moved_too_far
    a gun that general_advance lets move does not battle
        card general_advance | G moves e; G > i => refused battle.moved_too_far
    # 2004 and 2025, Armor Assault card
    armor that an armor assault orders stops at a forest
        4: A F .; move A; card armor_assault | A moves e e => refused movement.stop_terrain
    """,
    spent={"then": SPENT},
)
CASES = (
    *BOMBARDING,
    *ENDING,
    *TO_CLOSE_QUARTERS,
    *FIRING,
    *STORMING,
    *AS_EVER,
)


@runs(CASES)
def test_units_act_as_their_tactic_card_says(case: Case) -> None:
    check(case)
