"""Behind Enemy Lines: moves, battles and withdrawals."""

from domain import events as e
from domain.values import Card, DiscardSource, Seat
from tests.support.cases import Case, cases, check, runs

SPENT = (e.CardDiscarded(Seat.AXIS, Card.AMBUSH, DiscardSource.IN_PLAY),)

INFILTRATING = cases(
    """
    # 2004 and 2025, Behind Enemy Lines card
    @ card behind_enemy_lines; with spent
    three hexes and a battle with one die more
        4: I . . . i; move I | I moves e e e; I > i [star star star star] => rolled
    not four hexes | 4: I . . . . | I moves e e e e => refused movement.too_far
    elite infantry has three hexes and the die as well
        4: E . . . . i; move E | E moves e e e; E > i [star star star] => rolled at 2
    # 2004 and 2025, Behind Enemy Lines card; ruling: impassable hexes and units alone are closed
    a forest neither stops nor slows a unit behind enemy lines
        4: I F . .; move I | I moves e e e => moved I e e e; moves ended
    a town neither stops nor slows a unit behind enemy lines
        4: I . T . | I moves e e e => moved I e e e; moves ended
    a church neither stops nor slows a unit behind enemy lines
        4: I C . . | I moves e e e => moved I e e e; moves ended
    a hedgerow next to it neither stops nor slows a unit behind enemy lines
        4: I R . . | I moves e e e => moved I e e e; moves ended
    a hedgerow farther off neither stops nor slows a unit behind enemy lines
        4: I . R . | I moves e e e => moved I e e e; moves ended
    the hedgerow it leaves neither stops nor slows a unit behind enemy lines
        4: I/R . . . | I moves e e e => moved I e e e; moves ended
    wire neither stops nor slows a unit behind enemy lines
        4: I # . . | I moves e e e => moved I e e e; moves ended
    a beach neither stops nor slows a unit behind enemy lines
        4: I _ _ _ | I moves e e e => moved I e e e; moves ended
    an ocean neither stops nor slows a unit behind enemy lines
        4: I O O . | I moves e e e => moved I e e e; moves ended
    the ocean it leaves neither stops nor slows a unit behind enemy lines
        4: I/O _ . . | I moves e e e => moved I e e e; moves ended
    a steep hill neither stops nor slows a unit behind enemy lines
        4: I S . . | I moves e e e => moved I e e e; moves ended
    a cliff above the beach neither stops nor slows a unit behind enemy lines
        4: I/_ K . . | I moves e e e => moved I e e e; moves ended
    a sea bluff above the beach neither stops nor slows a unit behind enemy lines
        4: I/_ V . . | I moves e e e => moved I e e e; moves ended
    a bridge neither stops nor slows a unit behind enemy lines
        4: I . ~= . | I moves e e e => moved I e e e; moves ended
    a bunker neither stops nor slows a unit behind enemy lines
        4: I . b . | I moves e e e => moved I e e e; moves ended
    a hedgehog neither stops nor slows a unit behind enemy lines
        4: I . x . | I moves e e e => moved I e e e; moves ended
    the beach side of a cliff costs no more on the way down
        4: I/K _ _ _ | I moves e e e => moved I e e e; moves ended
    a river closes the way behind enemy lines
        4: I ~ . | I moves e e => refused movement.impassable
    a lake closes the way behind enemy lines | 4: I L . | I moves e e => refused movement.impassable
    an enemy closes the way behind enemy lines | 4: I i . | I moves e e => refused movement.occupied
    a friend closes the way behind enemy lines | 4: I A . | I moves e e => refused movement.occupied
    the second move cannot enter a river
        4: I ~ . | end moves; end battles; I moves e => refused movement.impassable
    # 2004 and 2025, Behind Enemy Lines card; ruling: the hex that ends the move may bar a battle
    a move behind enemy lines that ends in a forest bars the battle
        4: I . F i | I moves e e; I > i => refused battle.terrain_entered
    a move behind enemy lines that ends in a town bars the battle
        4: I . T i | I moves e e; I > i => refused battle.terrain_entered
    a move behind enemy lines that ends in a hedgerow bars the battle
        4: I . R i | I moves e e; I > i => refused battle.terrain_entered
    a forest passed on the way bars no battle
        4: I F . i | I moves e e; I > i [star star star star] => rolled
    a unit that stays in its forest battles
        4: I/F i | end moves; I > i [star star star star] => rolled
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Oceans
    nobody battles from the ocean behind enemy lines either
        4: I . O i | I moves e e; I > i => refused battle.from_water
    # 2004 p. 12, French Resistance; 2025, French Resistance
    the Resistance battles from the forest that ends its move
        4: P . F i; move P | P moves e e; P > i [star star star star] => rolled
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    wire that the move ended on costs its die
        4: I . # i; move I | I moves e e; I > i [star star star] => rolled
    wire that the move ended on may be cleared | I moves e e; I clears wire => wire cleared I 4,12
    # 2004 and 2025, Behind Enemy Lines card; ruling: the second move needs no battle before it
    after the battle the unit may move again
        4: I . i; battle I | I > i [star star star]; end battles => battles ended;
        second move offered I
    without a battle the unit may move again
        4: I . . . . . .; move I | I moves e e e; end battles => battles ended;
        second move offered I
    without a first move the unit may move again
        4: I . . . . | end moves; end battles => battles ended; second move offered I
    the second move goes three hexes too, and ends the turn's moves
        4: I . . . F . . . | I moves e e e; end battles; I moves e e e => moved I e e e no battle;
        moves ended
    the second move may go back
        4: I . . . | I moves e e e; end battles; I moves w w w => moved I w w w no battle;
        moves ended
    the second move does not go four hexes
        4: I . . . . . | end moves; end battles; I moves e e e e => refused movement.too_far
    only the ordered unit moves again
        4: I . .; 6: I2 | end moves; end battles; I2 moves e => refused unit.not_ordered
    a unit barred from battle by the forest it entered moves out of it
        4: I . F . . . | I moves e e; end battles; I moves e e e => moved I e e e no battle;
        moves ended
    a unit that cleared wire moves again
        4: I/# . .; battle I | I clears wire; end battles; I moves e e => moved I e e no battle;
        moves ended
    a unit behind enemy lines takes ground
        4: I . . . i:1; move I | I moves e e e; I > i [grenade star star star]; take ground =>
        ground taken I 4,16
    from the ground taken, a forest too, the second move goes on
        4: I i:1/F . . .; battle I | I > i [grenade star star]; take ground; end battles;
        I moves e e e => moved I e e e no battle; moves ended
    @ card behind_enemy_lines
    a unit that an ambush eliminated moves no more
        4: I:1 i . I2; enemy ambush | I > i; ambush [grenade star star]; end battles =>
        refused movement.no_second_move
    with nobody ordered there is no second move
        4: I; battle; with spent | end battles => refused movement.no_second_move
    @ with spent; card direct_from_hq
    no other card has a second move | battle I | end battles => refused movement.no_second_move
    @ card behind_enemy_lines; with spent
    the turn does not end before the second move was offered
        end turn => refused movement.second_move_left
    the second move is made once
        4: I . . | end battles; I moves e; end battles => refused movement.no_second_move
    no battle follows the second move
        4: I . . i | end battles; I moves e e; I > i => refused battle.not_with_card
    no wire is cleared after the second move
        4: I # | end battles; I moves e; I clears wire => refused battle.not_with_card
    no battle is fought while the second move is due
        4: I . . i | end battles; I > i => refused phase.other_decision
    # 2004 and 2025, Behind Enemy Lines card; ruling: no limit on movement, this one neither
    wire entered behind enemy lines does not keep from taking ground
        4: I . # i:1; move I | I moves e e; I > i [grenade star star] => rolled;
        eliminated i 4,14 allies; ground offered I 4,14
    a hedgerow reached from afar behind enemy lines can be taken
        4: I . . i:1/R | I moves e e; I > i [grenade star star] => rolled; eliminated i 4,14 allies;
        ground offered I 4,14
    # 2004 and 2025, Ambush card; ruling: only the battle is lost
    @ card behind_enemy_lines; enemy ambush
    a unit that an ambush pushed back moves again all the same
        4: I i; battle I | I > i; ambush [flag star star]; I back se; end battles => battles ended;
        second move offered I
    the second move of a unit pushed back begins where it stands
        4: I i; 5: . . . . | I > i; ambush [flag star star]; I back se; end battles;
        I moves e e e => moved I e e e no battle; moves ended
    # 2004 and 2025, Ambush card
    a unit that an ambush pushed back does not battle
        4: I i | I > i; ambush [flag star star]; I back se; I > i => refused battle.already_fought
    """,
    spent={"then": SPENT},
)


@runs(INFILTRATING)
def test_units_infiltrate_as_the_card_says(case: Case) -> None:
    check(case)
