"""A short run of the random games; ``python -m tests.bench.random_games`` plays many."""

from tests.bench.random_games import run
from tests.http.running import Running

REFUSALS = 60


def test_what_is_listed_is_accepted_and_nothing_else_is(service: Running) -> None:
    figures = run(service.url, games=1, refusals=REFUSALS, seed=3)
    assert figures.games == 1
    assert figures.winners["unfinished"] == 0
    assert figures.refusals.total() == REFUSALS
    assert len(figures.rules) > 3
