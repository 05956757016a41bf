"""Editions, cards and the scenario add up, and every rule is refused in some case."""

from collections import Counter
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

import pytest

from domain.chance import DIE
from domain.editions import EDITIONS
from domain.errors import Rule
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.pieces.ground import GroundTraits
from domain.pieces.units import FIGURES
from domain.rules.cards.orders import fits
from domain.scenarios import load, slugs
from domain.values import (
    Card,
    Edge,
    EditionName,
    Face,
    Feature,
    Front,
    ObstacleKind,
    Section,
    Side,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)
from tests.rules.test_pegasus_bridge import _named
from tests.support.cases import Case
from tests.support.games import BOTH

CHAPTERS = sorted(
    path.stem for path in Path(__file__).parent.glob("test_*.py") if path.stem != "test_tables"
)


def cases_of(chapter: str) -> list[Case]:
    """Every case in the tables of a module."""
    tables = vars(import_module(f"tests.rules.{chapter}")).values()
    rows = [row for table in tables if isinstance(table, tuple) for row in table]
    found = {id(row): row for row in rows if isinstance(row, Case)}
    return list(found.values())


# Cases are of two who sit already: test_match and the contract refuse these.
OF_MATCHES = {
    Rule.SEAT_RESERVED,
    Rule.SEAT_BOTH_SIDES,
    Rule.MATCH_GAME_OPEN,
    Rule.MATCH_COMPLETE,
}
# Cases are of games for two: test_alliance, test_teams and test_overlord refuse these.
OF_PAIRS = {
    Rule.CARD_NOT_FOR_SEAT,
    Rule.CARD_NONE_HANDED_OUT,
    Rule.CARD_NOT_SHARED,
    Rule.CARD_NOT_TO_PROPOSE,
    Rule.HAND_NO_PARTNER,
    Rule.HAND_SHOWN,
}
# A case has no past to go back to: test_undo refuses these.
OF_TAKING_BACK = {rule for rule in Rule if rule.startswith("undo.")}
# A case is of the revision that is played now: test_tomorrow has one of a revision that is gone.
OF_REVISIONS = {Rule.REVISION_NOT_DECIDED}
# What stands for later turns is of games, not of one position: test_standing refuses these.
OF_STANDING_ORDERS = {rule for rule in Rule if rule.startswith("standing.")}
# A case takes no time: test_clocks and test_hand_over refuse these.
OF_CLOCKS = {
    rule for rule in Rule if rule.startswith(("clock.", "pause.", "vacation.", "proposal."))
}
# Who plays the other seats is said of games: test_hints refuses this.
OF_HINTS = {Rule.HINT_NOT_ALONE}
# Nor has it a game to branch off: test_branches refuses these.
OF_BRANCHES = {rule for rule in Rule if rule.startswith(("branch.", "sandbox."))}


def test_every_rule_is_refused_in_some_case() -> None:
    refused = {case.refused for chapter in CHAPTERS for case in cases_of(chapter)}
    refused |= {Rule.SEAT_UNKNOWN} | OF_MATCHES | OF_PAIRS | OF_TAKING_BACK | OF_BRANCHES
    refused |= OF_REVISIONS | OF_STANDING_ORDERS | OF_CLOCKS | OF_HINTS
    assert [str(rule) for rule in Rule if rule not in refused] == []


def test_no_two_cases_of_a_chapter_have_one_name() -> None:
    names = Counter((chapter, case.name) for chapter in CHAPTERS for case in cases_of(chapter))
    assert [name for name, count in names.items() if count > 1] == []


def test_a_die_has_six_faces() -> None:
    """2004 p. 3; 2025, Components."""
    assert Counter(DIE) == {
        Face.INFANTRY: 2,
        Face.ARMOR: 1,
        Face.GRENADE: 1,
        Face.FLAG: 1,
        Face.STAR: 1,
    }


def test_every_edition_is_under_its_own_name() -> None:
    assert [edition.name for edition in EDITIONS.values()] == list(EditionName)


@pytest.mark.parametrize("edition", BOTH)
def test_every_word_of_the_game_has_its_row(edition: EditionName) -> None:
    book = EDITIONS[edition]
    tables = {
        UnitKind: book.units,
        TerrainKind: book.terrain,
        Feature: book.features,
        ObstacleKind: book.obstacles,
        Card: book.cards,
    }
    assert {word: set(table) for word, table in tables.items()} == {
        word: set(word) for word in tables
    }
    others = {
        EditionName.E2004: {Variant.OPERATION_ALLIANCE, Variant.YOUNG_GENERALS_TEAM},
        EditionName.E2025: {Variant.TEAM},
    }
    assert set(book.decks) == set(Variant) - others[edition] - {Variant.OVERLORD}
    assert set(book.decks[Variant.STANDARD]) == set(Card)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("front", Front)
@pytest.mark.parametrize("side", Side)
def test_a_strike_from_the_air_has_one_die_or_two_in_every_year(
    edition: EditionName, front: Front, side: Side
) -> None:
    dice = [EDITIONS[edition].air_dice(front, year, side) for year in range(1939, 1946)]
    assert set(dice) <= {1, 2}


def test_an_edition_made_from_another_reads_its_own_tables() -> None:
    """A table once read must not be read again by an edition that differs in it."""
    old = EDITIONS[EditionName.E2025]
    before = old.ground(TerrainKind.HILL, (), ())
    new = replace(old, terrain={**old.terrain, TerrainKind.HILL: GroundTraits(height=2)})
    assert (before.height, new.ground(TerrainKind.HILL, (), ()).height) == (1, 2)


@dataclass(frozen=True)
class Troop:
    """A row of the unit table: ``moves`` at most, and at most when battling."""

    type: UnitType
    figures: int
    moves: tuple[int, int]
    dice: tuple[int, ...]
    hit_by: frozenset[Face]
    sees: bool = True
    takes_ground: bool = True
    overruns: bool = False
    back: int = 1
    stars_hit: frozenset[UnitType] = frozenset()


FOOT = Troop(UnitType.INFANTRY, 4, (2, 1), (3, 2, 1), frozenset({Face.INFANTRY, Face.GRENADE}))
TANKS = Troop(
    UnitType.ARMOR,
    3,
    (3, 3),
    (3, 3, 3),
    frozenset({Face.ARMOR, Face.GRENADE}),
    overruns=True,
)
# 2004 p. 7-9 and 12; 2025, Units and Appendix 1.
TROOPS = {
    UnitKind.INFANTRY: FOOT,
    UnitKind.ELITE_INFANTRY: replace(FOOT, moves=(2, 2)),
    UnitKind.FRENCH_RESISTANCE: replace(FOOT, figures=3, back=3),
    UnitKind.ARMOR: TANKS,
    UnitKind.ELITE_ARMOR: replace(TANKS, figures=4),
    UnitKind.ARTILLERY: Troop(
        UnitType.ARTILLERY,
        2,
        (1, 0),
        (3, 3, 2, 2, 1, 1),
        frozenset({Face.GRENADE}),
        sees=False,
        takes_ground=False,
    ),
    UnitKind.SKI_TROOPS: Troop(
        UnitType.INFANTRY, 3, (3, 3), (3, 2), frozenset({Face.INFANTRY, Face.GRENADE}), back=3
    ),
}
TROOPS[UnitKind.MOBILE_ARTILLERY] = replace(TROOPS[UnitKind.ARTILLERY], moves=(2, 1))
# Terrain Pack, Eastern Front, Pacific, Mediterranean, Winter Wars: the summary cards of troops.
TEAM, EARLY = replace(FOOT, takes_ground=False), replace(FOOT, takes_ground=False, moves=(2, 0))
BY_STARS = frozenset({UnitType.ARMOR}), frozenset({UnitType.INFANTRY})
TROOPS |= {
    UnitKind.COMBAT_ENGINEER: FOOT,
    UnitKind.ANTI_TANK_TEAM: replace(EARLY, stars_hit=BY_STARS[0]),
    UnitKind.ANTI_TANK_TEAM_LATE: TEAM,
    UnitKind.MORTAR_TEAM: replace(EARLY, sees=False),
    UnitKind.MORTAR_TEAM_LATE: TEAM,
    UnitKind.MACHINE_GUN_TEAM: replace(EARLY, stars_hit=BY_STARS[1]),
    UnitKind.MACHINE_GUN_TEAM_LATE: TEAM,
    UnitKind.SNIPER: Troop(
        UnitType.INFANTRY,
        1,
        (2, 2),
        (1, 1, 1, 1, 1),
        frozenset({Face.GRENADE}),
        back=3,
        stars_hit=frozenset(UnitType),
    ),
    UnitKind.CAVALRY: replace(FOOT, moves=(3, 3), dice=(2, 1), overruns=True),
    UnitKind.HEAVY_ANTI_TANK_GUN: replace(
        TROOPS[UnitKind.ARTILLERY], dice=(2, 2, 2, 2), sees=True, stars_hit=BY_STARS[0]
    ),
    UnitKind.FLAMETHROWER_TANK: TANKS,
    UnitKind.TIGER: replace(TANKS, figures=1),
    UnitKind.BIG_GUN: replace(TROOPS[UnitKind.ARTILLERY], dice=(3, 3, 2, 2, 1, 1, 1, 1)),
    UnitKind.DESTROYER: replace(
        TROOPS[UnitKind.ARTILLERY], figures=3, moves=(2, 2), dice=(3, 3, 2, 2, 1, 1, 1, 1)
    ),
}
IGNORING = {UnitKind.SNIPER, UnitKind.MORTAR_TEAM}
ON_ENTRY = {UnitKind.FRENCH_RESISTANCE, UnitKind.SKI_TROOPS, UnitKind.SNIPER} | {UnitKind.DESTROYER}


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("kind", UnitKind)
def test_a_unit_is_what_the_summary_card_says(kind: UnitKind, edition: EditionName) -> None:
    row = EDITIONS[edition].units[kind]
    assert TROOPS[kind] == Troop(
        row.type,
        FIGURES[kind],
        (row.move, row.move_and_battle),
        row.dice_by_range,
        row.hit_by,
        row.needs_sight,
        row.takes_ground,
        row.overruns,
        row.retreat_per_flag,
        row.stars_hit,
    )
    assert row.ignores_protection is (row.type is UnitType.ARTILLERY or kind in IGNORING)
    assert row.battles_on_entry is (kind in ON_ENTRY)
    assert row.second_roll is (kind is UnitKind.TIGER)


@pytest.mark.parametrize("edition", BOTH)
def test_the_section_cards_are_forty(edition: EditionName) -> None:
    """2004 p. 5, Command Cards; 2025, Command cards. Young Generals plays with no others."""
    deck = EDITIONS[edition].decks[Variant.YOUNG_GENERALS]
    assert {str(card): spec.copies for card, spec in deck.items()} == {
        "recon_left": 2,
        "recon_center": 2,
        "recon_right": 2,
        "probe_left": 4,
        "probe_center": 5,
        "probe_right": 4,
        "attack_left": 3,
        "attack_center": 4,
        "attack_right": 3,
        "assault_left": 2,
        "assault_center": 2,
        "assault_right": 2,
        "general_advance": 1,
        "pincer_move": 1,
        "recon_in_force": 3,
    }
    assert sum(spec.copies for spec in deck.values()) == 40


@pytest.mark.parametrize("edition", BOTH)
def test_the_tactic_cards_are_twenty(edition: EditionName) -> None:
    """2004 p. 5, Command Cards; 2025, Command cards."""
    decks = EDITIONS[edition].decks
    sections = decks[Variant.YOUNG_GENERALS]
    tactics = {
        str(card): spec.copies
        for card, spec in decks[Variant.STANDARD].items()
        if card not in sections
    }
    assert tactics == {
        "air_power": 1,
        "ambush": 1,
        "armor_assault": 2,
        "artillery_bombard": 1,
        "barrage": 1,
        "behind_enemy_lines": 1,
        "close_assault": 1,
        "counter_attack": 2,
        "dig_in": 1,
        "direct_from_hq": 2,
        "firefight": 1,
        "infantry_assault": 2,
        "medics_and_mechanics": 1,
        "move_out": 2,
        "their_finest_hour": 1,
    }
    assert sum(tactics.values()) == 20


@pytest.mark.parametrize("edition", BOTH)
def test_only_reconnaissance_looks_at_two_cards(edition: EditionName) -> None:
    """2004 p. 5, Command Cards; 2025, Command cards. Recon In Force draws like any other card."""
    deck = EDITIONS[edition].decks[Variant.STANDARD]
    assert {card for card, spec in deck.items() if spec.offered == 2} == {
        Card.RECON_LEFT,
        Card.RECON_CENTER,
        Card.RECON_RIGHT,
    }


@pytest.mark.parametrize("slug", slugs())
def test_a_scenario_has_an_army_on_either_side_of_a_board_that_holds_it(slug: str) -> None:
    """Scenario booklet, all battles: the Axis sits at the top."""
    setup = load(slug)
    assert [(army.side, army.edge) for army in setup.armies] == [
        (Side.ALLIES, Edge.BOTTOM),
        (Side.AXIS, Edge.TOP),
    ]
    assert {unit.side for unit in setup.units} == set(Side)
    assert len({unit.hex for unit in setup.units}) == len(setup.units)
    assert {hex_ for hex_ in _named(setup) if hex_ not in grid_of(setup.grid)} == set()


def test_the_board_has_113_hexes_eight_of_them_in_two_sections() -> None:
    """2004 p. 5, Battlefield; 2025, Battlefield."""
    grid = grid_of(STANDARD)
    shared = {hex_ for hex_ in grid.hexes if len(grid.sections(hex_, Edge.BOTTOM)) == 2}
    assert len(grid.hexes) == 113
    assert shared == {Hex(row, col) for row in (1, 3, 5, 7) for col in (3, 8)}
    assert Counter(s for hex_ in grid.hexes for s in grid.sections(hex_, Edge.BOTTOM)) == {
        Section.LEFT: 36,
        Section.CENTER: 49,
        Section.RIGHT: 36,
    }


@pytest.mark.parametrize(
    ("standing", "enough"),
    [
        ("", True),
        ("L C R", True),
        ("LC L R", True),
        ("LC C R", True),
        ("LC L C", False),
        ("LC LC", True),
        ("LC LC R", True),
        ("LC LC RC", True),
        ("LC RC C", True),
        ("LC RC L R", False),
        ("LC LC LC", False),
        ("L L", False),
    ],
)
def test_units_on_the_lines_take_whichever_order_is_left(standing: str, enough: bool) -> None:
    """One order a section (2004 p. 6, Order Units; 2025, Order units)."""
    letters = {"L": Section.LEFT, "C": Section.CENTER, "R": Section.RIGHT}
    units = [tuple(letters[letter] for letter in word) for word in standing.split()]
    assert fits(dict.fromkeys(Section, 1), units) is enough
