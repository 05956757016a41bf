"""Wadis: where they are entered and left, and who battles into them."""

from tests.support.cases import Case, cases, check, runs

CASES = cases(
    """
    # Terrain Pack, Wadis: side slopes are closed, for movement, retreat and taking ground
    a unit enters over an end
        4: A <wadi:straight1> . i; move A | A moves e => moved A e; moves ended
    and leaves over the other
        4: A <wadi:straight1> . . i; move A | A moves e e => moved A e e; moves ended
    it does not come in over a slope
        4: . <wadi:straight1> i; 5: A .; move A | A moves ne => refused movement.closed_edge
    nor out over one
        4: . A/<wadi:straight1> i; 5: . .; move A | A moves se => refused movement.closed_edge
    a curve leads round the corner
        4: . <wadi:curve1> . i; 5: . A; move A | A moves nw => moved A nw; moves ended
    a piece of no known shape is open on all sides
        4: . <wadi> . i; 5: . A; move A | A moves nw => moved A nw; moves ended
    so is one under a bridge
        4: . <wadi:straight1>= . i; 5: . A; move A | A moves nw => moved A nw; moves ended
    a retreat up the slope is closed, and costs a figure
        4: I i/<wadi:straight1>; 3: . .; battle I | I > i [flag star] =>
        rolled; figures lost i retreat_blocked
    ground over a slope is not taken
        4: . <wadi:straight1>; 3: . I; 4: . i:1/<wadi:straight1>; battle I |
        I > i [grenade star] => rolled; eliminated i 4,10 allies
    # Terrain Pack, Wadis: infantry and armor battle in and out at distance 1 only
    infantry does not attack into it from afar
        4: I . i/<wadi:straight1>; battle I | I > i => refused battle.out_of_range
    nor out of it
        4: I/<wadi:straight1> . i; battle I | I > i => refused battle.out_of_range
    next to it a unit attacks with a die less
        4: A i/<wadi:straight1>; battle A | A > i [star star] => rolled
    out of it with all dice
        4: A/<wadi:straight1> i; battle A | A > i [star star star] => rolled
    within wadis there is neither limit nor protection
        4: A/<wadi:straight1> <wadi:straight1> i/<wadi:straight1>; battle A |
        A > i [star star star] => rolled at 2
    artillery fires into it, with a die less
        4: G . i/<wadi:straight1>; battle G | G > i [star star] => rolled at 2
    a sniper ignores it all next to it
        4: I i/<wadi:straight1>; battle I; kind I sniper | I > i [armor] => rolled stars
    """
)


@runs(CASES)
def test_wadis(case: Case) -> None:
    check(case)
