"""Cards that special rules let stand in for others, copied by a Counter-Attack."""

from domain.geometry.hexes import at
from domain.setup import StandIn
from domain.values import (
    Card,
    Side,
)
from tests.support.cases import Case, cases, check, runs

STAND_IN = StandIn(
    side=Side.AXIS,
    cards=(Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT),
    as_card=Card.AIR_POWER,
    hexes=(at(4, 10),),
    dice=3,
    max_targets=2,
    same_section=True,
)
RULES = {"stand_ins": (STAND_IN,)}
STANDING_IN = cases(
    """
    # scenario booklet, Mortain; ruling: the order really issued is copied
    a Recon that stood in for Air Power is copied as Air Power, with the copying side's dice
        4: I i; order; first axis; enemy counter_attack; with stand_ins; card recon_center;
        played recon_center in center as air_power; over | play counter_attack =>
        card played allies counter_attack air_power center; targets demanded dice 2 most 4 center
    @ first axis; card recon_left; enemy counter_attack; with stand_ins; over
    it strikes in the facing section
        4: . i . . . i2; played recon_left in left as air_power | play counter_attack; target i =>
        refused target.not_in_section
    with no target in the facing section nobody is struck
        4: I i; played recon_left in left as air_power | play counter_attack =>
        card played allies counter_attack air_power right; orders ended; moves ended
    one card is drawn for it
        played recon_left in left as air_power; deck pincer_move | play counter_attack; end turn =>
        battles ended; card discarded allies counter_attack in_play; card drawn allies pincer_move;
        turn ended turn 2 allies; turn started turn 3 axis
    a Counter-Attack does not stand in for anything itself
        play counter_attack as air_power => refused card.no_stand_in
    """,
    stand_ins={"changes": RULES},
)


@runs(STANDING_IN)
def test_a_card_that_stands_in_is_copied_as_what_it_is_played_as(case: Case) -> None:
    check(case)
