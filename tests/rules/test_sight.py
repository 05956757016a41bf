"""Which lines of sight are clear."""

from dataclasses import dataclass

import pytest

from domain.book import GroundTraits, Sight, stack
from domain.editions.e2004 import always_obstructs
from domain.editions.e2025 import obstructs_by_height
from domain.hexes import at, standard_grid
from domain.rules.sight import sees
from domain.values import EditionName
from tests.support.games import BOTH, Skirmish

E2004, E2025 = EditionName.E2004, EditionName.E2025
NOBODY: tuple[EditionName, ...] = ()


@dataclass(frozen=True)
class Line:
    """Whether the two hexes marked ``'`` see each other, and by which books."""

    name: str
    source: str
    picture: str
    clear: tuple[EditionName, ...]
    left: int = 8


LINES = (
    Line("over open ground", "2004 p. 9, Line of Sight; 2025, Line of sight", "4: I' . . i'", BOTH),
    Line(
        "next to each other", "2004 p. 9, Line of Sight; 2025, Line of sight", "4: I/F' i/T'", BOTH
    ),
    Line(
        "past a friend in the way",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I' I2 i'",
        NOBODY,
    ),
    Line(
        "past an enemy in the way",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I' i2 i'",
        NOBODY,
    ),
    Line("into a forest", "2004 p. 9, Line of Sight; 2025, Line of sight", "4: I' . i/F'", BOTH),
    Line("out of a town", "2004 p. 9, Line of Sight; 2025, Line of sight", "4: I/T' . i'", BOTH),
    Line(
        "through a forest",
        "2004 p. 9, Line of Sight; 2025 Appendix 2, Forests",
        "4: I' F i'",
        NOBODY,
    ),
    Line("through a town", "2004 p. 13-15, Terrain; 2025 Appendix 2, Towns", "4: I' T i'", NOBODY),
    Line(
        "behind a forest up the diagonal",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "2: . i' .\n3: F . .\n4: I' . .",
        NOBODY,
    ),
    Line(
        "through the farther of two hexes",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I' . F i'",
        NOBODY,
    ),
    Line("over a river", "2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers", "4: I' ~ i'", BOTH),
    Line("over a bridge", "2004 p. 15-16; 2025 Appendix 2, Bridges", "4: I' ~= i'", BOTH),
    Line("over wire", "2004 p. 15-16; 2025 Appendix 2, Wire", "4: I' # i'", BOTH),
    Line("over sandbags", "2004 p. 15-16; 2025 Appendix 2, Sandbags", "4: I' % i'", BOTH),
    Line(
        "along an edge over a river on one side",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers",
        "3: i' .\n4: . ~\n5: I' .",
        BOTH,
        left=4,
    ),
    Line(
        "along an edge with a forest on one side",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . F .\n6: . . I'",
        BOTH,
    ),
    Line(
        "along an edge with a forest on either side",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . F F\n6: . . I'",
        NOBODY,
    ),
    Line(
        "along an edge with a unit on one side and a town on the other",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . T i2\n6: . . I'",
        NOBODY,
    ),
    Line(
        "along a slanting edge with a forest on either side",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "3: . F i'\n4: . I' F",
        NOBODY,
    ),
    Line(
        "four hexes along edges, forests on one side",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . F .\n6: . . .\n7: . F .\n8: . . I'",
        BOTH,
    ),
    Line(
        "four hexes along edges, forests facing each other",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . . .\n6: . . .\n7: . F F\n8: . . I'",
        NOBODY,
    ),
    Line(
        "four hexes along edges, forests on both sides at different places",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . . F\n6: . . .\n7: . F .\n8: . . I'",
        NOBODY,
    ),
    Line(
        "four hexes along edges, a unit on the hex between them",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: . . i'\n5: . . .\n6: . . I2\n7: . . .\n8: . . I'",
        NOBODY,
    ),
    Line(
        "along the western edge of the board, a forest on the other side",
        "2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes",
        "4: i'\n5: F\n6: I'",
        (E2004,),
        left=0,
    ),
    Line(
        "along the western edge of the board, nothing on the other side",
        "2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes",
        "4: i'\n5: .\n6: I'",
        BOTH,
        left=0,
    ),
    Line(
        "along the eastern edge of the board, a forest on the other side",
        "2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes",
        "4: . i'\n5: F\n6: . I'",
        (E2004,),
        left=22,
    ),
    Line("over one lake hex", "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes", "4: I' L i'", BOTH),
    Line(
        "over two neighboring lake hexes",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes",
        "4: I' L L i'",
        (E2004,),
    ),
    Line(
        "over two lake hexes apart",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes",
        "4: I' L . L i'",
        BOTH,
    ),
    Line(
        "along the edge between two lake hexes",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes",
        "4: . i'\n5: L L\n6: . I'",
        (E2004,),
    ),
    Line(
        "along an edge with one lake hex",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes",
        "4: . i'\n5: L .\n6: . I'",
        BOTH,
    ),
    Line(
        "along an edge with a lake hex and a forest",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes",
        "4: . i'\n5: L F\n6: . I'",
        BOTH,
    ),
    Line(
        "over a lake hex between a lake and a forest beside the line",
        "ruling: beside the line a lake counts on its own side, if another lake hex touches it",
        "4: . . i'\n5: . L F\n6: . . L\n7: . . .\n8: . . I'",
        (E2004,),
    ),
    Line(
        "over a lake hex and another beside the line",
        "ruling: beside the line a lake counts on its own side, if another lake hex touches it",
        "4: . . i'\n5: . L .\n6: . . L\n7: . . .\n8: . . I'",
        BOTH,
    ),
    Line(
        "along four hexes of edges with lakes on one side",
        "ruling: lakes on one side alone hinder no line along an edge",
        "4: . . i'\n5: . L .\n6: . . .\n7: . L .\n8: . . I'",
        BOTH,
    ),
    Line(
        "over a lake hex with a unit beside the water",
        "2004 p. 9, Line of Sight; 2025 Appendix 2, Lakes",
        "4: I' L I2 i'",
        NOBODY,
    ),
    Line("over a beach", "2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches", "4: I' _ i'", BOTH),
    Line("over the ocean", "2004 p. 13-15, Terrain; 2025 Appendix 2, Oceans", "4: I' O i'", BOTH),
    Line("over hedgehogs", "2004 p. 15-16; 2025 Appendix 2", "4: I' x i'", BOTH),
    Line("over a sea wall", "2004, Omaha Beach; 2025 Appendix 2, Sea walls", "4: I' w i'", BOTH),
    Line("through a bunker", "2004 p. 15-16; 2025 Appendix 2, Bunkers", "4: I' b i'", NOBODY),
    Line(
        "through the bunker of either side",
        "2004 p. 15-16; 2025 Appendix 2, Bunkers",
        "4: I' b+ i'",
        NOBODY,
    ),
    Line(
        "through a hedgerow",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Hedgerows",
        "4: I' R i'",
        NOBODY,
    ),
    Line(
        "through a church",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Churches",
        "4: I' C i'",
        NOBODY,
    ),
    Line(
        "into a bunker behind wire",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I/b#' . i/b%'",
        BOTH,
    ),
    Line(
        "through a unit in the water",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I' i2/O i'",
        NOBODY,
    ),
    Line(
        "three hexes across the grain, the nearer one closed",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "1: . i'\n2: . .\n3: F .\n4: I' .",
        NOBODY,
    ),
    Line(
        "along the western edge of the board, a unit on the other side",
        "2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes",
        "4: i'\n5: i2\n6: I'",
        (E2004,),
        left=0,
    ),
    Line(
        "along the western edge of the board, a river on the other side",
        "2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes",
        "4: i'\n5: ~\n6: I'",
        BOTH,
        left=0,
    ),
    Line(
        "four hexes along the eastern edge of the board, a town on the other side",
        "2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes",
        "4: . i'\n5: T\n6: . .\n7: . \n8: . I'",
        (E2004,),
        left=22,
    ),
)


@pytest.mark.parametrize(
    ("line", "edition"),
    [
        pytest.param(line, edition, id=f"{line.name} ({edition})")
        for line in LINES
        for edition in BOTH
    ],
)
def test_a_line_of_sight_is_clear_or_blocked_both_ways(line: Line, edition: EditionName) -> None:
    drawn = Skirmish(line.picture, line.left)
    position = drawn.at(edition)
    one, other = drawn.board.marks["'"]
    clear = edition in line.clear
    seen = (sees(position, one, other), sees(position, other, one))
    assert seen == (clear, clear), line.source


def test_the_newer_book_looks_over_what_is_lower_than_both_ends() -> None:
    """2025 Appendix 2, Terrain height; the older book knows no heights (2004 p. 9)."""
    heights = [(height, lowest) for height in (0, 1) for lowest in (0, 1)]
    by_height = [obstructs_by_height(*pair) for pair in heights]
    always = [always_obstructs(*pair) for pair in heights]
    assert (by_height, always) == ([True, False, True, True], [True] * 4)


@dataclass(frozen=True)
class Trace:
    """The hexes that a line over ``offset`` (rows, doubled columns) meets, as offsets too."""

    offset: tuple[int, int]
    through: tuple[tuple[int, int], ...] = ()
    sides: tuple[tuple[tuple[int, int], ...], ...] = ((), ())


# 2004 p. 9, Line of Sight; 2025, Line of sight: drawn with a ruler from center to center.
TRACES = (
    Trace((0, 2)),
    Trace((1, 1)),
    Trace((0, 4), through=((0, 2),)),
    Trace((2, 2), through=((1, 1),)),
    Trace((1, 3), sides=(((0, 2),), ((1, 1),))),
    Trace((2, 0), sides=(((1, -1),), ((1, 1),))),
    Trace((0, 6), through=((0, 2), (0, 4))),
    Trace((1, 5), through=((0, 2), (1, 3))),
    Trace((2, 4), through=((1, 1), (1, 3))),
    Trace((3, 1), through=((1, 1), (2, 0))),
    Trace((3, 3), through=((1, 1), (2, 2))),
    Trace((0, 8), through=((0, 2), (0, 4), (0, 6))),
    Trace((1, 7), through=((0, 2), (0, 4), (1, 3), (1, 5))),
    Trace((2, 6), through=((1, 3),), sides=(((0, 2), (1, 5)), ((1, 1), (2, 4)))),
    Trace((3, 5), through=((1, 1), (1, 3), (2, 2), (2, 4))),
    Trace((4, 0), through=((2, 0),), sides=(((1, -1), (3, -1)), ((1, 1), (3, 1)))),
    Trace((4, 2), through=((1, 1), (2, 0), (2, 2), (3, 1))),
    Trace((4, 4), through=((1, 1), (2, 2), (3, 3))),
)


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: f"offset {trace.offset}")
@pytest.mark.parametrize("mirror", [(1, 1), (1, -1), (-1, 1), (-1, -1)], ids=str)
def test_a_line_meets_the_hexes_that_a_ruler_meets(trace: Trace, mirror: tuple[int, int]) -> None:
    start = (4, 12)

    def placed(offset: tuple[int, int]) -> tuple[int, int]:
        return start[0] + mirror[0] * offset[0], start[1] + mirror[1] * offset[1]

    line = standard_grid().line(at(*start), at(*placed(trace.offset)))
    met = {
        "through": sorted((spot.row, spot.x) for spot in line.through),
        "sides": sorted(sorted((h.row, h.x) for h in side) for side in (line.left, line.right)),
    }
    assert met == {
        "through": sorted(map(placed, trace.through)),
        "sides": sorted(sorted(map(placed, side)) for side in trace.sides),
    }


def test_the_strictest_hindrance_on_a_hex_counts() -> None:
    """2004 p. 10 and 16; 2025 Appendix 2."""
    clear, blocks = GroundTraits(), GroundTraits(sight=Sight.BLOCKS)
    assert stack(clear, blocks).sight is Sight.BLOCKS
