"""Which lines of sight are clear."""

from dataclasses import dataclass

import pytest

from domain.editions.e2004 import always_obstructs
from domain.editions.e2025 import obstructs_by_height
from domain.geometry.hexes import at, grid_of
from domain.geometry.shape import STANDARD
from domain.pieces.ground import GroundTraits, Sight, stack
from domain.values import EditionName
from tests.support.cases import Case, cases, check, runs

NOBODY: tuple[EditionName, ...] = ()


LINES = cases(
    """
    # 2004 p. 9, Line of Sight; 2025, Line of sight
    over open ground | 4: I' . . i'; battle | sight? => clear
    next to each other | 4: I/F' i/T' | sight? => clear
    past a friend in the way | 4: I' I2 i' | sight? => blocked
    past an enemy in the way | 4: I' i2 i' | sight? => blocked
    into a forest | 4: I' . i/F' | sight? => clear
    out of a town | 4: I/T' . i' | sight? => clear
    behind a forest up the diagonal | 2: . i' .; 3: F . .; 4: I' . . | sight? => blocked
    through the farther of two hexes | 4: I' . F i' | sight? => blocked
    along an edge with a forest on one side | 4: . . i'; 5: . F .; 6: . . I' | sight? => clear
    along an edge with a forest on either side | 4: . . i'; 5: . F F; 6: . . I' | sight? => blocked
    along an edge with a unit on one side and a town on the other
        4: . . i'; 5: . T i2; 6: . . I' | sight? => blocked
    along a slanting edge with a forest on either side | 3: . F i'; 4: . I' F | sight? => blocked
    four hexes along edges, forests on one side
        4: . . i'; 5: . F .; 6: . . .; 7: . F .; 8: . . I' | sight? => clear
    four hexes along edges, forests facing each other
        4: . . i'; 5: . . .; 6: . . .; 7: . F F; 8: . . I' | sight? => blocked
    four hexes along edges, forests on both sides at different places
        4: . . i'; 5: . . F; 6: . . .; 7: . F .; 8: . . I' | sight? => blocked
    four hexes along edges, a unit on the hex between them
        4: . . i'; 5: . . .; 6: . . I2; 7: . . .; 8: . . I' | sight? => blocked
    into a bunker behind wire | 4: I/b#' . i/b%' | sight? => clear
    through a unit in the water | 4: I' i2/O i' | sight? => blocked
    three hexes across the grain, the nearer one closed
        1: . i'; 2: . .; 3: F .; 4: I' . | sight? => blocked
    # 2004 p. 9, Line of Sight; 2025 Appendix 2, Forests
    through a forest | 4: I' F i' | sight? => blocked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Towns
    through a town | 4: I' T i' | sight? => blocked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers
    over a river | 4: I' ~ i' | sight? => clear
    along an edge over a river on one side | 3: i' .; 4: . ~; 5: I' .; left 4 | sight? => clear
    # 2004 p. 15-16; 2025 Appendix 2, Bridges
    over a bridge | 4: I' ~= i' | sight? => clear
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    over wire | 4: I' # i' | sight? => clear
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    over sandbags | 4: I' % i' | sight? => clear
    # 2004 p. 9, Line of Sight; 2025, Line of sight, half-hexes
    along the western edge of the board, a forest on the other side
        4: i'; 5: F; 6: I'; left 0 | sight? => clear / blocked
    along the western edge of the board, nothing on the other side
        4: i'; 5: .; 6: I'; left 0 | sight? => clear
    along the eastern edge of the board, a forest on the other side
        4: . i'; 5: F; 6: . I'; left 22 | sight? => clear / blocked
    along the western edge of the board, a unit on the other side
        4: i'; 5: i2; 6: I'; left 0 | sight? => clear / blocked
    along the western edge of the board, a river on the other side
        4: i'; 5: ~; 6: I'; left 0 | sight? => clear
    four hexes along the eastern edge of the board, a town on the other side
        4: . i'; 5: T; 6: . .; 7: .; 8: . I'; left 22 | sight? => clear / blocked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes
    over one lake hex | 4: I' L i' | sight? => clear
    over two neighboring lake hexes | 4: I' L L i' | sight? => clear / blocked
    over two lake hexes apart | 4: I' L . L i' | sight? => clear
    along the edge between two lake hexes | 4: . i'; 5: L L; 6: . I' | sight? => clear / blocked
    along an edge with one lake hex | 4: . i'; 5: L .; 6: . I' | sight? => clear
    along an edge with a lake hex and a forest | 4: . i'; 5: L F; 6: . I' | sight? => clear
    # ruling: beside the line a lake counts on its own side, if another lake hex touches it
    over a lake hex between a lake and a forest beside the line
        4: . . i'; 5: . L F; 6: . . L; 7: . . .; 8: . . I' | sight? => clear / blocked
    over a lake hex and another beside the line
        4: . . i'; 5: . L .; 6: . . L; 7: . . .; 8: . . I' | sight? => clear
    # ruling: lakes on one side alone hinder no line along an edge
    along four hexes of edges with lakes on one side
        4: . . i'; 5: . L .; 6: . . .; 7: . L .; 8: . . I' | sight? => clear
    # 2004 p. 9, Line of Sight; 2025 Appendix 2, Lakes
    over a lake hex with a unit beside the water | 4: I' L I2 i' | sight? => blocked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Beaches
    over a beach | 4: I' _ i' | sight? => clear
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Oceans
    over the ocean | 4: I' O i' | sight? => clear
    # 2004 p. 15-16; 2025 Appendix 2
    over hedgehogs | 4: I' x i' | sight? => clear
    # 2004, Omaha Beach; 2025 Appendix 2, Sea walls
    over a sea wall | 4: I' w i' | sight? => clear
    # 2004 p. 15-16; 2025 Appendix 2, Bunkers
    through a bunker | 4: I' b i' | sight? => blocked
    through the bunker of either side | 4: I' b+ i' | sight? => blocked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Hedgerows
    through a hedgerow | 4: I' R i' | sight? => blocked
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Churches
    through a church | 4: I' C i' | sight? => blocked
    """
)


@runs(LINES)
def test_a_line_of_sight_is_clear_or_blocked_both_ways(case: Case) -> None:
    check(case)


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

    line = grid_of(STANDARD).line(at(*start), at(*placed(trace.offset)))
    met = {
        "through": sorted((hex_.row, hex_.x) for hex_ in line.through),
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
