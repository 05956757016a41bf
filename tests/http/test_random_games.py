"""What is listed is accepted, and nothing else: a random game over HTTP."""

import random

from tests.http.random_games import play
from tests.http.running import Running

REFUSALS = 60


def test_what_is_listed_is_accepted_and_nothing_else_is(shared: Running) -> None:
    figures = play(shared.url, random.Random(3), REFUSALS)
    assert figures.refusals.total() == REFUSALS
    assert len(figures.rules) > 3
