"""Ice that breaks, and nights in which units do not see far."""

from domain.events import VisibilityRolled
from domain.setup import Night, StandIn
from domain.values import Card, Side
from tests.support.cases import Case, cases, check, runs

CASES = cases(
    """
    # Eastern Front, Frozen Rivers
    @ left 4
    each star of two dice costs who comes onto the ice a figure
        4: I <frozen_river> . i; move I | I moves e [star flag] =>
        moved I e; hazard rolled I 4,6 ice [star flag]; figures lost I ice; moves ended
    every hex of it on the way
        4: A <frozen_river> <frozen_river> i; move A | A moves e e [star star flag flag] =>
        moved A e e; hazard rolled A 4,6 ice [star star]; figures lost A count 2 ice;
        hazard rolled A 4,8 ice [flag flag] draw 2; moves ended
    it may break under a unit
        4: I:1 <frozen_river> <frozen_river> i I2; move I | I moves e [star star] =>
        moved I e; hazard rolled I 4,6 ice [star star]; eliminated I 4,6 ice axis; moves ended
    nobody goes on who is gone
        4: A:1 <frozen_river> <frozen_river> i A2; move A | A moves e e [star flag] =>
        moved A e e; hazard rolled A 4,6 ice [star flag]; eliminated A 4,8 ice axis; moves ended
    and nobody leaves the board then
        4: A:1 <frozen_river> i A2; objective m1 exit allies 4,6; move A | A exits e [star flag] =>
        moved A e cost 2 no battle no ground; hazard rolled A 4,6 ice [star flag];
        eliminated A 4,6 ice axis; moves ended
    a bridge bears
        4: I <frozen_river>= . i; move I | I moves e => moved I e; moves ended
    it breaks under who takes ground
        4: A i:1/<frozen_river> i2; battle A | A > i [grenade star star]; take ground [star flag] =>
        ground taken A 4,6; hazard rolled A 4,6 ice [star flag] draw 2; figures lost A ice;
        overrun offered A
    who breaks in takes no further battle
        4: A:1 i:1/<frozen_river> i2 A2; battle A | A > i [grenade star star];
        take ground [star flag] =>
        ground taken A 4,6; hazard rolled A 4,6 ice [star flag] draw 2; eliminated A 4,6 ice axis
    it breaks under who goes back
        2: . .; 3: <frozen_river> <frozen_river>; 4: I i; battle I |
        I > i [flag star star]; i back nw [star flag] =>
        retreated i nw; hazard rolled i 3,5 ice [star flag] draw 2; figures lost i ice;
        ground offered I 4,6
    @ left 4; card behind_enemy_lines
    not under a unit behind enemy lines
        4: I <frozen_river> . i; move I | I moves e => moved I e; moves ended
    # Terrain Pack, Night Attacks
    @ with dark
    at night units see adjacent ones
        8: I . i; battle I | I > i => refused battle.too_dark
    and battle those
        8: I i; battle I | I > i [star star star] => rolled
    artillery sees no farther
        8: G . i; battle G | G > i => refused battle.too_dark
    @ with dark; card air_power
    no strike comes from the air: the card orders a unit
        8: I . i; play_card | play air_power => card played allies air_power fallback
    @ with dark; card barrage
    nor a barrage
        8: I . i; play_card | play barrage => card played allies barrage fallback
    @ with dark
    at the start of the turn that it is rolled in stars bring light
        8: I . i; battle | end turn [star star flag flag] =>
        battles ended; card discarded allies assault_center in_play; card drawn allies attack_right;
        turn ended turn 1 allies; turn started turn 2 axis;
        visibility rolled [star star flag flag] visibility 3
    @ with dawn
    six hexes are day
        8: I . i; battle | end turn [star star flag flag] =>
        battles ended; card discarded allies assault_center in_play; card drawn allies attack_right;
        turn ended turn 1 allies; turn started turn 2 axis;
        visibility rolled [star star flag flag] visibility 6
    @ with day
    by day nobody rolls any more
        8: I . i; battle | end turn =>
        battles ended; card discarded allies assault_center in_play; card drawn allies attack_right;
        turn ended turn 1 allies; turn started turn 2 axis
    units see as far as ever
        8: G . . . . . i; battle G | G > i [star] => rolled at 6
    # Nightfall
    @ with dusk
    where night falls it is day at first
        8: G . . . . . i; battle G | G > i [star] => rolled at 6
    stars bring darkness
        8: I . i; battle | end turn [star star star star] =>
        battles ended; card discarded allies assault_center in_play; card drawn allies attack_right;
        turn ended turn 1 allies; turn started turn 2 axis;
        visibility rolled [star star star star] visibility 2
    @ with dark; card recon_center
    nor does a card stand in for one
        8: I . i; play_card; with stand_in | play recon_center as air_power =>
        refused card.no_stand_in
    """,
    dark={"changes": {"nights": (Night(Side.AXIS),)}},
    dawn={
        "changes": {"nights": (Night(Side.AXIS),)},
        "then": (VisibilityRolled((), 0, 5),),
    },
    day={
        "changes": {"nights": (Night(Side.AXIS),)},
        "then": (VisibilityRolled((), 0, 6),),
    },
    dusk={"changes": {"nights": (Night(Side.AXIS, falls=True),)}},
    stand_in={
        "changes": {
            "stand_ins": (
                StandIn(
                    Side.ALLIES,
                    (Card.RECON_CENTER,),
                    Card.AIR_POWER,
                    (),
                    0,
                    4,
                    same_section=False,
                ),
            )
        }
    },
)


@runs(CASES)
def test_weather(case: Case) -> None:
    check(case)
