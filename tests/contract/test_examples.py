"""Every body and every answer of the contract has a recorded example that fits its schema; they are
handed out by operation, and are no part of the contract itself."""

import json
from collections.abc import Iterator

from api.locales import examples
from api.openapi.components import operations, spelled_out
from api.openapi.examples import REQUEST, with_examples
from tests.contract.contract import JSON_TYPES, Json, read
from tests.contract.service import Service
from tests.support.each import each

CONTRACT = read()
SHOWN = with_examples(CONTRACT.spec)
EVENTS = "text/event-stream"
BINARY = ("application/gzip", "application/pdf", "image/png", "image/webp", "image/gif")
PROBLEM = "application/problem+json"


def contents() -> Iterator[tuple[str, str, Json]]:
    """The name, content type and description of each body and answer that has a content."""
    for operation in operations(SHOWN):
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
    assert missing == [], "run: python -m tests.contract.record"


@each(
    "name, kind, body",
    [row for row in contents() if row[1] in JSON_TYPES and "example" in row[2]],
)
def test_an_example_fits_its_schema(name: str, kind: str, body: Json) -> None:
    CONTRACT.fits(body["example"], body["schema"])
    if kind == PROBLEM:
        assert body["example"]["status"] == int(name.split()[1])


def test_no_example_is_of_what_there_is_not() -> None:
    assert recorded(examples()) <= {(name, kind) for name, kind, _ in contents()}


def recorded(of_operations: Json) -> set[tuple[str, str]]:
    """The name and content type of each body and answer of which there is an example."""
    return {
        (f"{name} {status}", kind)
        for name, statuses in of_operations.items()
        for status, kinds in statuses.items()
        for kind in kinds
    }


def test_the_examples_of_each_operation_are_handed_out(service: Service) -> None:
    handed_out: Json = {}
    for operation in operations(CONTRACT.spec):
        name = operation["operationId"]
        answer = service.anonymous().get(f"/docs/examples/{name}.json")
        assert answer.status_code == 200, name
        handed_out[name] = answer.get_json()
    complete = {(name, kind) for name, kind, _ in contents() if kind not in BINARY}
    assert recorded(handed_out) == complete
    assert service.anonymous().get("/docs/examples/getNothing.json").status_code == 404


def test_the_contract_itself_holds_no_bodies() -> None:
    for operation in operations(spelled_out(CONTRACT.spec)):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            assert all(set(body) == {"schema"} for body in part.get("content", {}).values())


def test_each_item_of_an_example_of_a_stream_fits_the_schema_that_is_named() -> None:
    found = 0
    for name, kind, body in contents():
        if "contentSchema" in body["schema"]:
            lines = body["example"].splitlines()
            if kind == EVENTS:
                lines = [line.removeprefix("data: ") for line in lines if line.startswith("data:")]
            for line in filter(None, lines):
                event, control = body["schema"]["contentSchema"]["anyOf"]
                item = json.loads(line)
                CONTRACT.fits(item, control if "control" in item else event)
                found += 1
            assert found, name
    assert found > 8
