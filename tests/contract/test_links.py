"""The links in the contract: every one leads to an operation, with what that operation takes."""

from collections.abc import Iterator
from typing import Any

from api.openapi.examples import with_examples
from tests.contract.contract import Json, read
from tests.support.each import each

CONTRACT = read()
OPERATIONS = {
    operation["operationId"]: (path, operation)
    for path, methods in with_examples(read().spec)["paths"].items()
    for operation in methods.values()
    if isinstance(operation, dict)
}


def links() -> Iterator[tuple[str, Json, Json]]:
    for path, operation in OPERATIONS.values():
        for answer in operation["responses"].values():
            for link in answer.get("links", {}).values():
                yield path, answer, link


@each("path, answer, link", links())
def test_a_link_gives_what_the_operation_it_leads_to_takes(
    path: str, answer: Json, link: Json
) -> None:
    target_path, target = OPERATIONS[link["operationId"]]
    needed = {part[1:-1] for part in target_path.split("/") if part.startswith("{")}
    assert set(link.get("parameters", {})) == needed
    if "requestBody" in link:
        assert target["requestBody"]["required"]
    for value in [*link.get("parameters", {}).values(), link.get("requestBody")]:
        if value is not None:
            assert resolved(value, path, answer) not in (None, ""), value


def resolved(expression: str, path: str, answer: Json) -> Any:
    """What a runtime expression stands for in the recorded example."""
    place, _, pointer = expression.partition("#")
    if place.startswith("$request.path."):
        name = place.removeprefix("$request.path.")
        return name if f"{{{name}}}" in path else None
    assert place == "$response.body"
    return followed(example(answer), pointer)


def example(answer: Json) -> Any:
    """The recorded JSON answer."""
    return answer["content"]["application/json"]["example"]


def followed(value: Any, pointer: str) -> Any:
    for step in pointer.removeprefix("/").split("/"):
        value = value[int(step) if isinstance(value, list) else step]
    return value
