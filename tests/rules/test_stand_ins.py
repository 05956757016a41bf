"""The cards that a scenario lets stand in for Air Power, and how many dice a strike has."""

from dataclasses import replace

import pytest

from domain import decide
from domain import events as e
from domain.commands import PlayCard
from domain.geometry.hexes import at
from domain.setup import StandIn
from domain.values import Card, EditionName, Front, Side
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish
from tests.support.seating import seat_of

E2004, E2025 = EditionName.E2004, EditionName.E2025


AIR, BARRAGE = Card.AIR_POWER, Card.BARRAGE


def air(picture: str, left: int = 8, **more: object) -> Skirmish:
    """The Allies are about to play Air Power."""
    return Skirmish(picture, left, card=AIR, phase="play_card", **more)  # type: ignore[arg-type]


def barrage(picture: str, left: int = 8, **more: object) -> Skirmish:
    return replace(air(picture, left, **more), card=BARRAGE)


RECON = Card.RECON_CENTER
"""The Allies, on the hill of column 8, may play a Recon as Air Power."""
RULE = StandIn(
    side=Side.ALLIES,
    cards=(Card.RECON_LEFT, RECON, Card.RECON_RIGHT),
    as_card=AIR,
    hexes=(at(4, 8), at(5, 9)),
    dice=2,
    max_targets=4,
    same_section=True,
)


STANDING_IN = cases(
    """
    # scenario booklet, Mortain
    @ card recon_center; held air_power; with stand_ins
    a Recon stands in for Air Power in its own section
        4: I . i; play_card | play recon_center as air_power =>
        card played allies recon_center air_power center; targets demanded dice 2 most 4 center
    a unit on any hex of the hill will do
        4: . . i; 5: I | play recon_center as air_power =>
        card played allies recon_center air_power center; targets demanded dice 2 most 4 center
    the Recon may still be a Recon
        4: I . i | play recon_center; order I => ordered I center; orders ended
    nothing stands in when no unit holds the hill
        4: . I i | play recon_center as air_power => refused card.no_stand_in
    nothing stands in when the enemy holds the hill
        4: i I | play recon_center as air_power => refused card.no_stand_in
    the enemy's cards stand in for nothing
        first axis | play recon_center as air_power => refused card.no_stand_in
    @ held air_power; with stand_ins
    other cards stand in for nothing
        4: I . i; card recon_in_force | play recon_in_force as air_power => refused card.no_stand_in
    a Recon stands in for no other card
        card recon_center | play recon_center as barrage => refused card.no_stand_in
    no section is named with it
        card recon_center | play recon_center in center as air_power => refused card.no_stand_in
    nothing stands in when the section has no enemy
        card recon_left | play recon_left as air_power => refused card.no_stand_in
    a target in the section is enough
        4: I . . i i2 i3; card recon_center | play recon_center as air_power; target i;
        end targets [armor armor] => targets fixed; strike rolled i [armor armor]
    # scenario booklet, Mortain; ruling: one target of the group stands in the section
    a group may reach out of the section
        4: I . . . i i2; card recon_center | play recon_center as air_power; target i; target i2 =>
        target named i2; targets fixed
    a group may begin outside the section
        card recon_center | play recon_center as air_power; target i2 => target named i2
    @ card recon_center; held air_power; with stand_ins
    a group does not end outside the section
        play recon_center as air_power; target i2; end targets => refused target.not_in_section
    # scenario booklet, Mortain
    a group that cannot reach the section does not begin
        4: I . i . . i2 i3 | play recon_center as air_power; target i2 =>
        refused target.not_in_section
    a group of four ends in time to reach the section
        4: I . . . i i2 i3 i4 i5 | play recon_center as air_power; target i5 =>
        refused target.not_in_section
    a group turns toward the section while it still can
        play recon_center as air_power; target i4; target i5 => refused target.not_in_section
    stars hit as under Air Power
        4: I . i | play recon_center as air_power; target i [star infantry] => target named i;
        targets fixed; strike rolled i [star infantry]; figures lost i count 2
    one card is drawn, not the two of a Recon
        deck pincer_move | play recon_center as air_power; target i [armor armor]; end turn =>
        battles ended; card discarded allies recon_center in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    @ card recon_center; held air_power
    the scenario's dice count, whoever rules the air
        with three_dice | play recon_center as air_power =>
        card played allies recon_center air_power center; targets demanded dice 3 most 2 center
    without a section any enemy is a target
        4: I . . . . i; with anywhere | play recon_center as air_power =>
        card played allies recon_center air_power; targets demanded dice 2 most 4
    """,
    stand_ins={"changes": {"stand_ins": (RULE,)}},
    three_dice={"changes": {"stand_ins": (replace(RULE, dice=3, max_targets=2),)}},
    anywhere={"changes": {"stand_ins": (replace(RULE, same_section=False),)}},
)


ANYWHERE = cases(
    """
    # blitz: Axis Recon; 2004, Air Power card; 2025 Appendix 4
    @ card recon_center; held air_power; with stand_ins
    without a hill to hold a Recon stands in at any time, with the dice of Air Power
        4: I . i; play_card | play recon_center as air_power =>
        card played allies recon_center air_power center; targets demanded dice 2 most 4 center
    the enemy has no such right
        first axis | play recon_center as air_power => refused card.no_stand_in
    @ card recon_center; held air_power; with axis
    the Axis throws the dice that Air Power has for it
        first axis | play recon_center as air_power =>
        card played axis recon_center air_power center; targets demanded dice 1 most 4 center
    """,
    stand_ins={"changes": {"stand_ins": (replace(RULE, hexes=(), dice=0),)}},
    axis={"changes": {"stand_ins": (replace(RULE, side=Side.AXIS, hexes=(), dice=0),)}},
)


@runs((*ANYWHERE, *STANDING_IN))
def test_a_card_stands_in_as_the_scenario_says(case: Case) -> None:
    check(case)


BY_SIDE = {Side.ALLIES: 2, Side.AXIS: 1}
FIRST_YEAR = 1939
RULING = {"X": Side.AXIS, "A": Side.ALLIES, "-": None}
AIR_TABLE = {
    Front.WESTERN: "X X X X X A A",
    Front.EASTERN: "X X X X - - -",
    Front.PACIFIC: "X X X X - A A",
    Front.MEDITERRANEAN: "- X X - - A A",
}
SKIES = [
    pytest.param(front, year, side, RULING[ruler], id=f"{front} {year} {side}")
    for front, row in AIR_TABLE.items()
    for year, ruler in enumerate(row.split(), start=FIRST_YEAR)
    for side in Side
]


def demanded(side: Side, front: Front, year: int, edition: EditionName) -> e.TargetsDemanded:
    """What Air Power asks of a side in some sky."""
    drawn = air("4: I i", first=side, changes={"front": front, "year": year})
    _, asked = decide(drawn.begin(edition), PlayCard(seat_of(side), AIR), Script())
    assert isinstance(asked, e.TargetsDemanded)
    return asked


@pytest.mark.parametrize(("front", "year", "side", "ruler"), SKIES)
def test_the_newer_book_gives_two_dice_to_who_rules_the_air(
    front: Front, year: int, side: Side, ruler: Side | None
) -> None:
    """2025 Appendix 4."""
    assert demanded(side, front, year, E2025).dice == (2 if side is ruler else 1)


@pytest.mark.parametrize(("front", "year", "side", "ruler"), SKIES)
def test_the_older_book_gives_two_dice_to_the_allies(
    front: Front, year: int, side: Side, ruler: Side | None
) -> None:
    """2004, Air Power card."""
    assert demanded(side, front, year, E2004).dice == BY_SIDE[side]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("front", Front)
@pytest.mark.parametrize("year", [1939, 1944])
def test_both_sides_have_four_dice_for_a_barrage(
    year: int, front: Front, edition: EditionName
) -> None:
    """2004 and 2025, Barrage card."""
    for side in Side:
        drawn = barrage("4: I i", first=side, changes={"front": front, "year": year})
        events = decide(drawn.begin(edition), PlayCard(seat_of(side), BARRAGE), Script())
        assert events[-1] == e.TargetsDemanded(4, 1, None)
