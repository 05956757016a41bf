"""Pegasus Bridge, as printed."""

from collections import Counter

import pytest

from domain.geometry.hexes import Hex
from domain.scenarios import load
from domain.setup import Setup
from domain.values import (
    Edge,
    EditionName,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
)
from tests.support.games import pegasus


def _named(setup: Setup) -> list[Hex]:
    """Every hex that a set-up names."""
    placed = [*setup.tiles, *setup.obstacles, *setup.units, *setup.labels]
    return [*(thing.hex for thing in placed), *(h for o in setup.objectives for h in o.hexes)]


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
    assert bridges == {hex_ for objective in setup.objectives for hex_ in objective.hexes}
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
