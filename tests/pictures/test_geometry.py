"""Hexes and points of a picture lead to each other; the table for other clients says the same."""

import json

from api.pictures.drawing import geometry as g
from domain.geometry.hexes import DIRECTIONS, at, standard_grid
from tests.pictures.make_geometry import TABLE, text
from tests.support.each import each

TURNED = [False, True]
INSIDE = 0.97
GIVEN = json.loads(TABLE.read_text(encoding="utf-8"))


@each("turned", TURNED)
def test_every_point_of_a_hex_leads_back_to_it(turned: bool) -> None:
    for spot in standard_grid().hexes:
        x, y = g.center(spot, turned=turned)
        around = [(0, 0), *g.CORNERS, *g.MIDDLES.values()]
        for dx, dy in around:
            assert g.hex_at(x + INSIDE * dx, y + INSIDE * dy, turned=turned) == spot


@each("turned", TURNED)
def test_neighbors_share_the_middle_of_a_side(turned: bool) -> None:
    grid = standard_grid()
    for spot in grid.hexes:
        x, y = g.center(spot, turned=turned)
        for side, (down, right) in DIRECTIONS.items():
            near = at(spot.row + down, spot.x + right)
            if near in grid:
                dx, dy = g.toward(side, turned=turned)
                assert g.center(near, turned=turned) == (x + 2 * dx, y + 2 * dy)


@each("turned", TURNED)
def test_no_point_beside_the_hexes_is_in_one(turned: bool) -> None:
    for x, y in GIVEN["beside"]:
        assert g.hex_at(x, y, turned=turned) is None


def test_all_hexes_and_printed_halves_lie_within_the_picture() -> None:
    for spot in standard_grid().hexes:
        x, y = g.center(spot)
        assert g.HALF_WIDTH <= x <= g.WIDTH - g.HALF_WIDTH
        assert g.HALF_HEIGHT <= y <= g.HEIGHT - g.HALF_HEIGHT
    halves = {beside for beside, _ in g.half_hexes(turned=False)}
    assert halves == {
        spot for spot in standard_grid().hexes if spot.row % 2 and spot.col in (0, 11)
    }


def test_the_table_for_other_clients_says_what_the_pictures_go_by() -> None:
    assert TABLE.read_text(encoding="utf-8") == text()
    assert len(GIVEN["hexes"]) == len(standard_grid().hexes)
