"""Units that recover in oases and hospitals."""

from domain.commands import HealUnit
from domain.geometry.hexes import at
from domain.legal import legal_commands
from domain.setup import Tile
from domain.values import Feature, TerrainKind
from tests.support.cases import Case, at_last, cases, check, runs
from tests.support.each import each
from tests.support.games import BOTH

OASIS = {"tiles": (Tile(at(4, 8), TerrainKind.OASIS, features=(Feature.RECOVERY,)),)}

CASES = cases(
    """
    # Mediterranean, Oases: one die for each card of the hand and the one in play
    @ with oasis; hurt I 2; card probe_left
    infantry gets a figure for each of its symbols and each star
        4: I . . i; move I | heal I [infantry star flag armor grenade flag] =>
        order dice rolled [infantry star flag armor grenade flag] I; figures restored I count 2;
        moves ended
    it gets no more than it has lost
        4: I I2 . i; move I I2 | heal I [infantry infantry star star flag flag] =>
        order dice rolled [infantry infantry star star flag flag] I; figures restored I count 2
    it may get nothing
        heal I [flag flag armor grenade flag flag] =>
        order dice rolled [flag flag armor grenade flag flag] I
    it tries once, and does nothing else
        heal I [flag flag armor grenade flag flag]; heal I => refused movement.already_moved
    nor does it move
        heal I [flag flag armor grenade flag flag]; I moves nw => refused movement.already_moved
    nor does it battle
        4: I I2 . i; move I I2 | heal I [flag flag armor grenade flag flag]; end moves; I > i =>
        refused battle.terrain_entered
    who has moved does not recover
        move I I2 | I moves nw; heal I => refused movement.already_moved
    not with an enemy next to it
        4: I i; 6: I2; hurt I 1; move I I2 | heal I => refused phase.other_decision
    not without losses
        4: I . . i; 6: I2; move I2 I; hurt I2 1 | heal I2 => refused phase.other_decision
    a unit that cannot move may recover all the same
        3: I3 I4; 4: I I2 . i; 5: I5 I6; move I |
        heal I [flag flag armor grenade flag flag] =>
        order dice rolled [flag flag armor grenade flag flag] I; moves ended
    armor does not
        4: A . . i; 6: I; hurt A 1; move A | heal A => refused phase.other_decision
    """,
    oasis={"changes": OASIS},
)

WHOLE = cases(
    """
    # Mediterranean, Oases; Pacific, Hospitals: six dice
    a unit that lost nothing does not recover
        4: I/<hospital> . . i; move I | heal I => refused heal.nothing_lost
    a hospital throws six dice
        4: I/<hospital> . . i; move I; hurt I 1; hand 3 |
        heal I [infantry star flag armor grenade flag] =>
        order dice rolled [infantry star flag armor grenade flag] I; figures restored I;
        moves ended
    """
)


@runs((*CASES, *WHOLE))
def test_units_recover(case: Case) -> None:
    check(case)


@each("case", [case for case in CASES if not case.refused])
def test_units_that_may_recover_are_listed(case: Case) -> None:
    for edition in BOTH:
        state, _, _ = at_last(case, edition)
        (seat,) = state.awaiting
        assert any(isinstance(listed, HealUnit) for listed in legal_commands(state, seat))
