"""A part of what ``make fuzz`` does: requests made up after the contract, good and bad ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.running import Plan, fuzz
from tests.fuzz.stage import Stage, prepared
from tests.http.running import Running

# The cases at the borders of each value are the most, and the same for everybody.
PLANS = {True: Plan(3), False: Plan(3, phases="examples,fuzzing,stateful")}
LEAST = {True: 1000, False: 150}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    service = Running(tmp_path_factory.mktemp("fuzz") / "data", RATE_LIMITS="off")
    try:
        service.start(120)
        yield prepared(service.url)
    finally:
        service.clean_up()


@pytest.mark.parametrize("signed_in", [True, False], ids=["a player", "nobody"])
def test_every_answer_is_as_the_contract_says(
    stage: Stage, tmp_path: Path, signed_in: bool
) -> None:
    report = fuzz(stage, tmp_path, PLANS[signed_in], signed_in=signed_in)
    assert report.status == 0, report.said
    assert report.total > LEAST[signed_in]
    assert len(report.requests) > 30
