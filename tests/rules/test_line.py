"""Which events count where some were taken back."""

import pytest

from domain.history import (
    Span,
    Variation,
    mainline_spans,
    mainline_versions,
    page_of_spans,
    undone,
    variations,
)

ROWS: dict[str, tuple[int, dict[int, int], list[Span], list[Span]]] = {
    "nothing was taken back": (9, {}, [(1, 9)], []),
    "the last command was": (9, {9: 6}, [(1, 6), (9, 9)], [(7, 8)]),
    "the game has gone on since": (20, {9: 6}, [(1, 6), (9, 20)], [(7, 8)]),
    "twice": (20, {9: 6, 15: 12}, [(1, 6), (9, 12), (15, 20)], [(7, 8), (13, 14)]),
    "what was taken back takes a take-back along": (
        20,
        {9: 6, 15: 4},
        [(1, 4), (15, 20)],
        [(5, 14)],
    ),
    "a take-back is taken back": (20, {9: 6, 15: 8}, [(1, 8), (15, 20)], [(9, 14)]),
    "as it was before a later one": (12, {9: 6, 15: 4}, [(1, 6), (9, 12)], [(7, 8)]),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_stands(name: str) -> None:
    version, taken_back, stand, gone = ROWS[name]
    assert mainline_spans(version, taken_back) == stand
    assert mainline_versions(version, taken_back) == [v for a, b in stand for v in range(a, b + 1)]
    assert undone(version, taken_back) == gone


@pytest.mark.parametrize(
    ("after", "most", "found"),
    [
        (0, 100, [(1, 6), (9, 12), (15, 20)]),
        (0, 6, [(1, 6)]),
        (0, 7, [(1, 6), (9, 9)]),
        (2, 9, [(3, 6), (9, 12), (15, 15)]),
        (6, 2, [(9, 10)]),
        (7, 5, [(9, 12), (15, 15)]),
        (19, 3, [(20, 20)]),
        (20, 3, []),
    ],
)
def test_a_portion_of_the_versions_that_stand(after: int, most: int, found: list[Span]) -> None:
    assert page_of_spans([(1, 6), (9, 12), (15, 20)], after, most) == found


VARIED: dict[str, tuple[int, dict[int, int], list[Variation]]] = {
    "nothing was taken back": (9, {}, []),
    "the last command was": (9, {9: 6}, [Variation(7, 8, 6, 9, 6)]),
    "one that leaves a part of an earlier one": (
        20,
        {9: 6, 15: 4},
        [Variation(5, 8, 4, 9, 6), Variation(9, 14, 6, 15, 4)],
    ),
    "one that takes an earlier one up again": (20, {9: 6, 15: 8}, [Variation(9, 14, 6, 15, 8)]),
    "to and fro": (
        40,
        {10: 3, 20: 5, 30: 15},
        [Variation(4, 9, 3, 10, 3), Variation(16, 19, 15, 20, 5), Variation(20, 29, 5, 30, 15)],
    ),
    "as it was before a later one": (12, {9: 6, 15: 4}, [Variation(7, 8, 6, 9, 6)]),
}


@pytest.mark.parametrize("name", VARIED)
def test_what_was_tried(name: str) -> None:
    version, taken_back, tried = VARIED[name]
    found = variations(version, taken_back)
    assert found == tried
    gone = [range(first, last + 1) for first, last in undone(version, taken_back)]
    items = sorted(number for one in found for number in range(one.first, one.last + 1))
    assert items == [number for numbers in gone for number in numbers]
