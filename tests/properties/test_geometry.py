"""Distances and lines of sight are the same from either end."""

import random

from hypothesis import given
from hypothesis import strategies as st

from domain.editions import EDITIONS
from domain.geometry.hexes import distance, grid_of
from domain.geometry.shape import STANDARD
from domain.position import Position
from domain.rules.battles.sight import sees
from domain.values import Edge, EditionName
from tests.support.battles import battle
from tests.support.examples import EXAMPLES

GRID = grid_of(STANDARD)
HEXES = st.sampled_from(GRID.hexes)


def test_neighbors_are_the_hexes_at_distance_one() -> None:
    for hex_ in GRID.hexes:
        near = {other for other in GRID.hexes if distance(hex_, other) == 1}
        assert set(GRID.neighbors[hex_]) == near


@EXAMPLES
@given(a=HEXES, b=HEXES, c=HEXES)
def test_distances_are_symmetric_and_no_detour_is_shorter(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_a_step_toward_an_edge_is_undone_toward_the_other() -> None:
    for hex_ in GRID.hexes:
        for near in GRID.toward(hex_, Edge.TOP):
            assert hex_ in GRID.toward(near, Edge.BOTTOM)


@EXAMPLES
@given(edition=st.sampled_from(EditionName), number=st.integers(min_value=0, max_value=10_000))
def test_lines_of_sight_are_symmetric(edition: EditionName, number: int) -> None:
    dice = random.Random(number)
    state = battle(edition, number).state
    position = Position(EDITIONS[edition], state)
    for a in dice.sample(GRID.hexes, 12):
        for b in (hex_ for hex_ in GRID.hexes if 0 < distance(a, hex_) <= 6):
            assert sees(position, a, b) == sees(position, b, a), (a, b)


@EXAMPLES
@given(a=HEXES, b=HEXES)
def test_a_line_meets_the_same_hexes_from_either_end(
    a: tuple[int, int], b: tuple[int, int]
) -> None:
    if a == b:
        return
    there, back = GRID.line(a, b), GRID.line(b, a)
    assert set(there.through) == set(back.through)
    assert (set(there.left), set(there.right)) == (set(back.right), set(back.left))
