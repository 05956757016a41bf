"""Boards of other shapes than that of a box: what is asked of a hex follows from the set-up."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from api.pictures.board import Manner, draw
from api.pictures.scene import of_setup
from domain.errors import ScenarioError
from domain.geometry.hexes import Hex, at, grid_of, label
from domain.geometry.shape import STANDARD, GridShape
from domain.scenarios import document
from domain.scenarios.parse import BOARDS, parse
from domain.values import Edge, Section, Side
from tests.support.boards import DOUBLE, LONG
from tests.support.cases import Case, cases, check, runs
from tests.support.each import each

CASES = cases(
    """
    # 2004 p. 7 to 11; 2025, the same sections: no rule knows how large a board is
    @ shape double
    far in the east | 4: I '; left 40; move I | I moves e => moved I e; moves ended
    the last hex of an even row | 4: . I; left 48; move I
        | I moves e => refused movement.off_board
    the eastern edge leaves one way back | 3: '; 4: . i; left 48; battle
        | flags 1 on i? => 0 lost, 1 to 1, as marked
    a line of sight beyond the width of one board | 4: '; 4: . . . '; left 30 | sight? => clear
    forest there blocks it | 4: ' . F . '; left 30 | sight? => blocked
    @ shape long
    far in the south | 14: I '; left 8; move I | I moves e => moved I e; moves ended
    the Axis go back past the ninth row
        13: ' '; 14: . i; left 8; battle | flags 1 on i? => 0 lost, 1 to 1, as marked
    the Allies' own edge is the last row
        16: I'; left 10; battle | flags 1 on I? => 1 lost, 0 to 0, as marked
    the ninth row is not the edge
        8: . I; 9: ' '; left 8; battle | flags 1 on I? => 0 lost, 1 to 1, as marked
    """
)


@runs(CASES)
def test_hexes_are_those_of_the_board(case: Case) -> None:
    check(case)


@each("shape", [STANDARD, DOUBLE, LONG])
def test_sections_lie_between_the_lines_of_the_board(shape: GridShape) -> None:
    grid = grid_of(shape)
    west, east = shape.section_lines
    for hex_ in grid.hexes:
        found = grid.sections(hex_, Edge.BOTTOM)
        assert (Section.LEFT in found) == (hex_.x <= west)
        assert (Section.CENTER in found) == (west <= hex_.x <= east)
        assert (Section.RIGHT in found) == (hex_.x >= east)
        assert len(grid.sections(hex_, Edge.TOP)) == len(found)
    assert len(grid.hexes) == shape.rows * shape.columns - shape.rows // 2


def test_every_row_has_a_letter() -> None:
    assert label(at(16, 0)) == "Q1"
    assert label(Hex(8, 25)) == "I26"


@each("shape", [DOUBLE, LONG])
@each("side", [None, *Side])
def test_it_is_drawn_whole(shape: GridShape, side: Side | None) -> None:
    setup = replace(parse(document("omaha_beach")), grid=shape)
    drawn = draw(of_setup("omaha_beach", setup), Manner(labels="all", side=side))
    root = ET.fromstring(drawn)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert width > 104 * shape.columns
    assert height > 90 * shape.rows
    assert drawn.count("<polygon") >= len(grid_of(shape).hexes)


@pytest.mark.parametrize(
    "shape",
    [
        {"rows": 0},
        {"rows": 27},
        {"columns": 1},
        {"columns": 53},
        {"section_lines": (17, 7)},
        {"section_lines": (7, 24)},
        {"section_lines": (0, 17)},
        {"section_lines": (7, 12, 17)},
    ],
)
def test_no_board_is_like_that(shape: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="board"):
        GridShape(**shape)


def test_a_scenario_names_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    far = document("pegasus_bridge")
    unit = {**far["units"][0], "hex": [8, 20]}
    far = {**far, "board": {"kind": "double", "face": "countryside"}}
    far["units"] = [unit, *far["units"][1:]]
    monkeypatch.setitem(BOARDS, "double", DOUBLE)
    setup = parse(far)
    assert (setup.grid, setup.units[0].hex) == (DOUBLE, Hex(8, 20))
    near = {**far, "board": {"kind": "standard", "face": "countryside"}}
    with pytest.raises(ScenarioError, match=r"units\[0\]: \[8, 20\] is not on the board"):
        parse(near)
