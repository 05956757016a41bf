"""Editions, cards and the scenario add up, and every rule is refused in some case."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from domain.chance import DIE
from domain.editions import EDITIONS
from domain.errors import Rule
from domain.hexes import Hex, standard_grid
from domain.rules.orders import fits
from domain.scenarios import load, slugs
from domain.values import (
    Card,
    Edge,
    EditionName,
    Face,
    ObstacleKind,
    Section,
    Side,
    TerrainKind,
    UnitKind,
    Variant,
)
from tests.support.games import BOTH, pegasus

CHAPTERS = sorted(
    path.stem for path in Path(__file__).parent.glob("test_*.py") if path.stem != "test_tables"
)


def test_every_rule_is_refused_in_some_case() -> None:
    refused = {
        case.refused
        for chapter in CHAPTERS
        for case in getattr(import_module(f"tests.rules.{chapter}"), "CASES", ())
    }
    assert set(Rule) - refused == set()


def test_no_two_cases_of_a_chapter_have_one_name() -> None:
    names = Counter(
        (chapter, case.name)
        for chapter in CHAPTERS
        for case in getattr(import_module(f"tests.rules.{chapter}"), "CASES", ())
    )
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
    rows = [set(table) for table in (book.units, book.terrain, book.obstacles, book.decks)]
    assert rows == [set(UnitKind), set(TerrainKind), set(ObstacleKind), set(Variant)]
    assert set(book.decks[Variant.YOUNG_GENERALS]) == set(Card)


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
def test_only_reconnaissance_looks_at_two_cards(edition: EditionName) -> None:
    """2004 p. 5, Command Cards; 2025, Command cards. Recon In Force draws like any other card."""
    deck = EDITIONS[edition].decks[Variant.YOUNG_GENERALS]
    assert {card for card, spec in deck.items() if spec.offered == 2} == {
        Card.RECON_LEFT,
        Card.RECON_CENTER,
        Card.RECON_RIGHT,
    }


def test_pegasus_bridge_is_the_only_scenario() -> None:
    assert slugs() == ("pegasus_bridge",)


def test_pegasus_bridge_is_laid_out_as_printed() -> None:
    """Scenario booklet: four of the twenty river tiles are the pond."""
    setup = load("pegasus_bridge")
    assert Counter(tile.terrain for tile in setup.tiles) == {
        TerrainKind.RIVER: 16,
        TerrainKind.LAKE: 4,
        TerrainKind.TOWN: 4,
        TerrainKind.FOREST: 9,
    }
    assert Counter(placed.kind for placed in setup.obstacles) == {
        ObstacleKind.BRIDGE: 2,
        ObstacleKind.WIRE: 4,
        ObstacleKind.SANDBAGS: 1,
    }
    river = {tile.hex for tile in setup.tiles if tile.terrain is TerrainKind.RIVER}
    bridges = {p.hex for p in setup.obstacles if p.kind is ObstacleKind.BRIDGE}
    assert bridges == {spot for objective in setup.objectives for spot in objective.hexes}
    assert bridges <= river


def test_pegasus_bridge_musters_the_printed_units() -> None:
    """Scenario booklet: 36 and 24 infantry figures in units of four."""
    units = load("pegasus_bridge").units
    assert Counter((unit.side, unit.kind, unit.figures) for unit in units) == {
        (Side.ALLIES, UnitKind.INFANTRY, 4): 9,
        (Side.AXIS, UnitKind.INFANTRY, 4): 6,
    }
    water = {
        tile.hex
        for tile in load("pegasus_bridge").tiles
        if tile.terrain in (TerrainKind.RIVER, TerrainKind.LAKE)
    }
    assert len({unit.hex for unit in units}) == 15
    assert not water.intersection(unit.hex for unit in units)


@pytest.mark.parametrize(("edition", "hands"), [("2004", (6, 2)), ("2025", (6, 6))])
def test_pegasus_bridge_deals_the_hands_of_the_book(
    edition: EditionName, hands: tuple[int, int]
) -> None:
    """Scenario booklet; 2025 Appendix 5 gives Young Generals six cards a side."""
    state = pegasus(EditionName(edition)).state
    dealt = (len(state.cards.hand(seat)) for seat in state.seats)
    assert (tuple(dealt), len(state.cards.deck)) == (hands, 40 - sum(hands))


def test_pegasus_bridge_is_won_with_four_medals_and_begun_by_the_allies() -> None:
    setup = load("pegasus_bridge")
    sides = {army.side: (army.edge, army.medals_to_win) for army in setup.armies}
    assert (sides, setup.first) == (
        {Side.ALLIES: (Edge.BOTTOM, 4), Side.AXIS: (Edge.TOP, 4)},
        Side.ALLIES,
    )


def test_the_board_has_113_hexes_eight_of_them_in_two_sections() -> None:
    """2004 p. 5, Battlefield; 2025, Battlefield."""
    grid = standard_grid()
    shared = {spot for spot in grid.hexes if len(grid.sections(spot, Edge.BOTTOM)) == 2}
    assert len(grid.hexes) == 113
    assert shared == {Hex(row, col) for row in (1, 3, 5, 7) for col in (3, 8)}
    assert Counter(s for spot in grid.hexes for s in grid.sections(spot, Edge.BOTTOM)) == {
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
