"""Hexes and points of a picture lead to each other; the table for other clients says the same."""

import json
from itertools import product

from api.pictures.drawing import geometry as g
from domain.geometry.hexes import DIRECTIONS, at
from domain.geometry.shape import STANDARD, GridShape
from tests.pictures.make_geometry import PRINTED, TABLE, text
from tests.support.boards import DOUBLE, LONG
from tests.support.each import each

SHAPES = (STANDARD, DOUBLE, LONG)
LAYOUTS = [g.Layout(shape, turned=turned) for shape, turned in product(SHAPES, (False, True))]
GIVEN = json.loads(TABLE.read_text(encoding="utf-8"))


@each("layout", LAYOUTS)
def test_neighbors_share_the_middle_of_a_side(layout: g.Layout) -> None:
    for hex_ in layout.grid.hexes:
        x, y = layout.center(hex_)
        for side, (down, right) in DIRECTIONS.items():
            near = at(hex_.row + down, hex_.x + right)
            if near in layout.grid:
                dx, dy = layout.toward(side)
                assert layout.center(near) == (x + 2 * dx, y + 2 * dy)


@each("shape", SHAPES)
def test_all_hexes_and_printed_halves_lie_within_the_picture(shape: GridShape) -> None:
    layout = g.Layout(shape)
    for hex_ in layout.grid.hexes:
        x, y = layout.center(hex_)
        assert g.HALF_WIDTH <= x <= layout.width - g.HALF_WIDTH
        assert g.HALF_HEIGHT <= y <= layout.height - g.HALF_HEIGHT
    halves = {beside for beside, _ in layout.half_hexes()}
    ends = (0, shape.columns - 2)
    assert halves == {hex_ for hex_ in layout.grid.hexes if hex_.row % 2 and hex_.col in ends}


def test_the_table_for_other_clients_says_what_the_pictures_go_by() -> None:
    assert TABLE.read_text(encoding="utf-8") == text()
    assert len(GIVEN["hexes"]) == len(PRINTED.grid.hexes)
