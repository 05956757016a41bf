"""A part of what ``make fuzz`` does: a player's requests made up after the contract, good and bad
ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.running import Plan, fuzz
from tests.fuzz.stage import Stage, prepared
from tests.http.running import Running

AT_RANDOM = "examples,fuzzing,stateful"
AT_THE_BORDERS = ("createPlayer", "createGame", "takeSeat", "listEvents")
"""Operations with a body, with headers, with a query; all of them would take a minute."""
PLANS = [
    pytest.param(Plan(1, AT_RANDOM), 75, id="at random"),
    pytest.param(Plan(1, "coverage", operations=AT_THE_BORDERS), 200, id="at the borders"),
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    service = Running(tmp_path_factory.mktemp("fuzz") / "data", RATE_LIMITS="off")
    try:
        service.start(120)
        found = prepared(service.url)
        # Nothing here waits for the jobs it asks for, and 200 games of a playtest take as long as
        # all requests; `make fuzz` lets the worker work.
        with service.paused("rq:worker"):
            yield found
    finally:
        service.clean_up()


@pytest.mark.parametrize(("plan", "least"), PLANS)
def test_every_answer_is_as_the_contract_says(
    stage: Stage, tmp_path: Path, plan: Plan, least: int
) -> None:
    report = fuzz(stage, tmp_path, plan, signed_in=True)
    assert report.status == 0, report.said
    assert report.total >= least
