"""How the armies of some nations fight, and what leaders do for their units."""

from tests.support.cases import Case, cases, check, runs

CASES = cases(
    """
    # Pacific, Imperial Japanese Army
    @ doctrine axis imperial_japanese_army
    Japanese infantry has to ignore a flag
        7: . .; 8: I i; battle I | I > i [flag star star] => rolled; flag ignored i
    it goes back for the second
        7: . .; 8: I i; battle I | I > i [flag flag star] =>
        rolled; retreat demanded i axis flags 2 shortest 1 longest 1
    where its hex lets it ignore one it has to ignore two
        7: . .; 8: I i/%; battle I | I > i [flag flag] => rolled; flag ignored i
    armor goes back
        6: . .; 7: . . .; 8: . A a .; battle A | A > a [flag star star] =>
        rolled; retreat demanded a axis shortest 1 longest 1
    nobody ignores the flags of a strike from the air
        6: . .; 7: . . .; 8: . I i .; play_card; card barrage | play barrage;
        target i [flag star star star] =>
        target named i; targets fixed; strike rolled i [flag star star star];
        retreat demanded i axis shortest 1 longest 1
    @ doctrine axis imperial_japanese_army; first axis
    at full strength it has a die more in close assault
        8: i I; battle i | i > I [star star star star] => rolled
    from afar it has not
        8: i . I; battle i | i > I [star star] => rolled at 2
    nor once it has lost a figure
        8: i I; battle i; hurt i 1 | i > I [star star star] => rolled
    it moves two hexes and battles who is adjacent
        8: i . . I; move i | i moves e e => moved i e e charges; moves ended
    it battles nobody farther off then
        8: i . . . I; move i | i moves e e; i > I => refused battle.moved_too_far
    after one hex it does
        8: i . . I; move i | i moves e; i > I [star star] => rolled at 2
    a forest keeps it from battle
        8: i . F I; move i | i moves e e =>
        moved i e e no battle no ground; moves ended
    mortars do not charge
        8: i . . I; kind i mortar_team; move i | i moves e e => moved i e e no battle; moves ended
    snipers are like any others
        8: i I; kind i sniper; battle i | i > I [flag] => rolled stars; figures lost I
        retreat_blocked
    @ doctrine axis imperial_japanese_army; first axis; card infantry_assault
    infantry assault leaves three hexes without battle
        8: i . . . I; move i | i moves e e e => moved i e e e no battle; moves ended
    two with any
        8: i . . . I; move i | i moves e e => moved i e e; moves ended
    # Mediterranean, Italian Royal Army
    @ doctrine axis italian_royal_army i g
    Italians go back one to three hexes for a flag
        5: . .; 6: . .; 7: . .; 8: I i; battle I | I > i [flag star star] =>
        rolled; retreat demanded i axis shortest 1 longest 3
    their artillery may ignore it
        5: . .; 6: . .; 7: . .; 8: I g; battle I | I > g [flag star star] =>
        rolled; retreat demanded g axis shortest 0 longest 3
    who fights beside them goes back one
        5: . .; 6: . .; 7: . .; 8: I a; battle I | I > a [flag star star] =>
        rolled; retreat demanded a axis shortest 1 longest 1
    # Pacific, US Marine Corps
    @ doctrine allies us_marine_corps; left 12
    a section card orders one unit more
        8: I I2 I3; order; card recon_center | order I; order I2 =>
        ordered I2 center; orders ended
    and no more
        8: I I2 I3; order; card probe_center | order I; order I2; order I3 =>
        ordered I3 center; orders ended
    a card of several sections one in any of them
        6: I A; 7: . .; 8: I2 I3; order; card recon_in_force | order I; order A =>
        ordered A center; orders ended
    @ doctrine allies us_marine_corps
    a tactic card orders one more
        8: I I2 I3 I4 I5 I6; order; card move_out | order I; order I2; order I3; order I4;
        order I5 =>
        ordered I5 center; orders ended
    a single unit of another type is two
        8: A A2 A3; play_card; card move_out | play move_out; order A; order A2 =>
        ordered A2 center; orders ended
    behind enemy lines there are two, each with its own moves
        8: I . . . I2 . . .; order; card behind_enemy_lines | order I; order I2; I moves e;
        I2 moves e;
        end battles; I moves w => moved I w no battle; second move offered I2
    the other one may go first
        8: I . . . I2 . . .; order; card behind_enemy_lines | order I; order I2; I moves e;
        I2 moves e;
        end battles; I2 moves w => moved I2 w no battle; second move offered I
    nobody moves a third time
        8: I . . . I2 . . .; order; card behind_enemy_lines | order I; order I2; I moves e;
        I2 moves e;
        end battles; I moves w; I moves e => refused movement.already_moved
    medics tend two units, each with its own dice
        8: I I2 I3; play_card; card medics_and_mechanics; hurt I 1; hurt I2 1; hurt I3 1 |
        play medics_and_mechanics; heal I [star star star star star star];
        heal I2 [star star star star star star]
        => order dice rolled [star star star star star star] draw 2 I2; figures restored I2;
        ordered I2 center; orders ended
    and none of them twice
        8: I:2 I2; play_card; card medics_and_mechanics; hurt I 3; hurt I2 1 |
        play medics_and_mechanics; heal I [star flag flag flag flag flag]; heal I =>
        refused heal.no_die
    # Battle maps: a leader of tanks
    @ doctrine allies tank_leader A
    a leader adds a die as long as the tank has not moved
        8: A . i; battle A | A > i [star star star star] => rolled at 2
    not after a move
        8: A . . i; move A | A moves e; A > i [star star star] => rolled at 2
    nor after ground taken
        8: A i:1 i2; battle A | A > i [grenade star star star]; take ground;
        A > i2 [star star star] =>
        rolled overrun draw 2
    @ doctrine axis steadfast i
    a steadfast unit may ignore a flag
        6: . .; 7: . .; 8: I i; battle I | I > i [flag star star] =>
        rolled; retreat demanded i axis shortest 0 longest 1
    """
)


@runs(CASES)
def test_doctrines(case: Case) -> None:
    check(case)
