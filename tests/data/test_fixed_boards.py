"""How large a board is, and where its sections meet, is said by its shape alone."""

import re

from tests.data.test_seats_named import lines, tracked

SHAPE = "domain/geometry/shape.py"
"""The one place that knows the board of a box."""
STORED = "events/log/upcasts.py"
"""What games from before boards were told were played on."""
STANDARD = {"domain/scenarios/parse.py", "domain/setup.py"}
"""What names it: the word of scenarios for it, and the set-up's default."""
FIXED = re.compile(
    r"\b(?:rows|columns|ROWS|COLUMNS|WIDTH|HEIGHT|section_lines|SECTION_LINES)\s*(?:=|:)\s*"
    r"\(?(?:9|12|13|7|17|1352|840)\b|\(7, 17\)|range\((?:9|12|13)\)|\b1352\b"
)


def test_no_program_knows_how_large_a_board_is() -> None:
    others = [path for path in tracked("*.py") if path not in (SHAPE, STORED)]
    assert [line for path in others for line in lines(path, FIXED)] == []


def test_no_script_knows_how_large_a_board_is() -> None:
    scripts = tracked("api/pages/static/*.js")
    assert [line for path in scripts for line in lines(path, FIXED)] == []


def test_the_board_of_a_box_is_named_where_it_is_meant() -> None:
    named = {
        path
        for path in tracked("*.py")
        if path != SHAPE
        and lines(path, re.compile(r"import .*\bSTANDARD\b"))
        and lines(path, re.compile(r"geometry\.shape import"))
    }
    assert named == STANDARD
