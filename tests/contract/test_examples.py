"""Every answer in the contract has an example, and every example fits its schema."""

from collections.abc import Iterator

import pytest

from api.texts import examples
from tests.contract.contract import JSON_TYPES, Json, read

CONTRACT = read()
PACKED, PROBLEM = "application/gzip", "application/problem+json"


def answers() -> Iterator[tuple[str, str, Json]]:
    """The name, content type and description of each answer that has a content."""
    for methods in CONTRACT.spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                for status, response in operation["responses"].items():
                    for kind, body in response.get("content", {}).items():
                        yield f"{operation['operationId']} {status}", kind, body


def test_no_answer_is_without_an_example() -> None:
    missing = [
        (name, kind) for name, kind, body in answers() if kind != PACKED and "example" not in body
    ]
    assert missing == [], "run: python -m tests.contract.record; make openapi"


@pytest.mark.parametrize(
    ("name", "kind", "body"),
    [
        pytest.param(name, kind, body, id=f"{name} {kind}")
        for name, kind, body in answers()
        if kind in JSON_TYPES and "example" in body
    ],
)
def test_an_example_fits_its_schema(name: str, kind: str, body: Json) -> None:
    CONTRACT.fits(body["example"], body["schema"])
    if kind == PROBLEM:
        assert body["example"]["status"] == int(name.split()[1])


def test_no_example_is_of_an_answer_that_there_is_not() -> None:
    kept = {
        (f"{name} {status}", kind)
        for name, statuses in examples().items()
        for status, kinds in statuses.items()
        for kind in kinds
    }
    assert kept <= {(name, kind) for name, kind, _ in answers()}
