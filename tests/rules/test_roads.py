"""Roads: where they lead, and how far a move along them goes."""

from domain.geometry.hexes import Hex
from domain.geometry.piece_ends import PIECES, bridge_ends, ends
from domain.setup import PlacedObstacle
from domain.values import ObstacleKind
from tests.support.cases import Case, cases, check, runs
from tests.support.each import each

CASES = cases(
    """
    # Terrain Pack, Roads
    @ left 4
    infantry goes three hexes along a road
        4: I/<road:straight1> <road:straight1> <road:straight1> <road:straight1> .; move I |
        I moves e e e => moved I e e e no battle; moves ended
    it battles after two
        4: I/<road:straight1> <road:straight1> <road:straight1> i; move I |
        I moves e e => moved I e e; moves ended
    who leaves the road goes as far as ever
        4: I/<road:straight1> <road:straight1> . i; move I |
        I moves e e => moved I e e no battle; moves ended
    who comes onto it does so too
        4: I <road:straight1> <road:straight1> <road:straight1>; move I |
        I moves e e e => refused movement.too_far
    a road that does not lead on is none
        4: I/<road:straight1> <road:straight2> <road:straight1>; move I |
        I moves e e => moved I e e no battle; moves ended
    armor goes four
        4: A/<road:straight1> <road:straight1> <road:straight1> <road:straight1> <road:straight1>;
        move A | A moves e e e e => moved A e e e e; moves ended
    artillery goes two, and does not battle
        4: G/<road:straight1> <road:straight1> <road:straight1> i; move G |
        G moves e e => moved G e e no battle; moves ended
    a road leads over a hill
        4: I/<road:straight1> <road_hill:straight1> <road:straight1> i; move I |
        I moves e e => moved I e e; moves ended
    a bridge of corners is no road
        4: I/<road:straight1> ~= <road:straight1> i; move I |
        I moves e e => moved I e e no battle; moves ended
    a wire on the road stops
        4: I/<road:straight1> <road:straight1># <road:straight1> i; move I |
        I moves e e => refused movement.stop_terrain
    round a curve
        4: I/<road:straight1> <road:curve5> .; 5: . <road:straight3> i; move I | I moves e se =>
        moved I e se; moves ended
    over a bridge from side to side
        4: I/<road:straight1> ~ <road:straight1> i; move I; with bridge |
        I moves e e => moved I e e; moves ended
    """,
    bridge={"changes": {"obstacles": (PlacedObstacle(Hex(4, 3), ObstacleKind.BRIDGE, 4),)}},
)


@runs(CASES)
def test_roads(case: Case) -> None:
    check(case)


@each(
    "piece, turn, sides",
    [
        ("straight", 1, "E W"),
        ("straight", 2, "NE SW"),
        ("straight", 3, "NW SE"),
        ("curve", 1, "NE SE"),
        ("curve", 2, "NW E"),
        ("curve", 3, "W NE"),
        ("curve", 4, "SW NW"),
        ("curve", 5, "SE W"),
        ("curve", 6, "E SW"),
        ("fork_left", 1, "E NE W"),
        ("fork_right", 1, "E W SE"),
        ("crossing", None, "E NE W SW"),
        ("fork_y", 2, "NE W SE"),
        ("lane", 1, ""),
        (None, None, ""),
    ],
)
def test_a_piece_leads_over_its_sides(piece: str | None, turn: int | None, sides: str) -> None:
    assert set(ends(piece, turn)) == set(sides.split())


@each(
    "turn, sides", [(None, ""), (1, ""), (2, "NE SW"), (3, ""), (4, "E W"), (5, ""), (6, "SE NW")]
)
def test_a_bridge_leads_over_sides_every_second_turn(turn: int | None, sides: str) -> None:
    assert set(bridge_ends(turn)) == set(sides.split())


def test_every_piece_leads_over_two_sides_at_least() -> None:
    assert all(len(set(ends(piece, turn))) > 1 for piece in PIECES for turn in range(1, 7))
