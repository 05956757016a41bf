"""The words of rule cases leave nothing out: what differs reads differently; a wrong case fails."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest

from domain.geometry.hexes import Hex
from domain.values import EditionName
from tests.support.case_text import words_of
from tests.support.cases import Case, cases, check, runs
from tests.support.games import after, random_play, start_game


def others(value: Any) -> Iterator[Any]:
    """Values that are not this one."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case Hex():
            yield from (Hex(value.row, value.col + 1), Hex(value.row + 1, value.col))
        case tuple() if value:
            yield value[:-1]
            yield from ((*value[:-1], other) for other in others(value[-1]))
        case Enum():
            yield from (other for other in type(value) if other is not value)
        case str():
            yield f"{value}x"


@pytest.mark.parametrize("scenario", ["sainte_mere_eglise", "omaha_beach", "arnhem_bridge"])
@pytest.mark.no_cover
def test_every_value_of_an_event_shows_in_its_words(scenario: str) -> None:
    game = start_game(scenario, EditionName.E2025)
    created, *_ = game.log
    for _ in random_play(game, random.Random(5), 300):
        pass
    state = after(None, [created])
    for event in game.log[1:]:
        for field in fields(event):
            for other in others(getattr(event, field.name)):
                changed = replace(event, **{field.name: other})
                assert words_of(state, changed) != words_of(state, event), field.name
        state = after(state, [event])


WRONG = cases(
    """
    a die that nobody throws | 4: I . i; battle I | I > i [star star star] => rolled at 2
    another number of dice | 4: I i | I > i [star star star] => rolled at 2
    another outcome | I > i [star star flag] => rolled; figures lost i
    less than the outcome | I > i [infantry infantry star] => rolled; figures lost i
    more than the outcome | I > i [star star star] => rolled; figures lost i
    a refusal of what is legal | I > i [star star star] => refused battle.out_of_range
    a refusal by another rule | 4: I . . . i | I > i => refused battle.no_line_of_sight
    an outcome of what is refused | I > i => rolled
    a difference of the books that is none | 4: I' . i' | sight? => clear / blocked
    another answer | dice I? => i 3
    """
)


@runs(WRONG)
def test_a_wrong_case_fails(case: Case) -> None:
    with pytest.raises(AssertionError):
        check(case)
