"""Every body and every answer in the contract has an example, and every example fits its schema."""

import json
from collections.abc import Iterator

import pytest

from api.examples import REQUEST
from api.texts import examples
from tests.contract.contract import JSON_TYPES, Json, read

CONTRACT = read()
EVENTS = "text/event-stream"
BINARY = ("application/gzip", "image/png", "image/webp", "image/gif")
PROBLEM = "application/problem+json"


def contents() -> Iterator[tuple[str, str, Json]]:
    """The name, content type and description of each body and answer that has a content."""
    for methods in CONTRACT.spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                sent = {REQUEST: operation.get("requestBody", {})}
                for part, said in (sent | operation["responses"]).items():
                    for kind, body in said.get("content", {}).items():
                        yield f"{operation['operationId']} {part}", kind, body


def test_no_body_or_answer_is_without_an_example() -> None:
    missing = [
        (name, kind)
        for name, kind, body in contents()
        if kind not in BINARY and "example" not in body
    ]
    assert missing == [], "run: python -m tests.contract.record; make openapi"


@pytest.mark.parametrize(
    ("name", "kind", "body"),
    [
        pytest.param(name, kind, body, id=f"{name} {kind}")
        for name, kind, body in contents()
        if kind in JSON_TYPES and "example" in body
    ],
)
def test_an_example_fits_its_schema(name: str, kind: str, body: Json) -> None:
    CONTRACT.fits(body["example"], body["schema"])
    if kind == PROBLEM:
        assert body["example"]["status"] == int(name.split()[1])


def test_no_example_is_of_what_there_is_not() -> None:
    kept = {
        (f"{name} {status}", kind)
        for name, statuses in examples().items()
        for status, kinds in statuses.items()
        for kind in kinds
    }
    assert kept <= {(name, kind) for name, kind, _ in contents()}


def test_each_item_of_an_example_of_a_stream_fits_the_schema_that_is_named() -> None:
    found = 0
    for name, kind, body in contents():
        if "contentSchema" in body["schema"]:
            lines = body["example"].splitlines()
            if kind == EVENTS:
                lines = [line.removeprefix("data: ") for line in lines if line.startswith("data:")]
            for line in filter(None, lines):
                CONTRACT.fits(json.loads(line), body["schema"]["contentSchema"])
                found += 1
            assert found, name
    assert found > 8
