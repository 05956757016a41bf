"""The contract itself: what is written down is what the code exports, and it is well formed."""

import re
from collections.abc import Iterator

from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from api.docs import written
from api.problem_kinds import KINDS
from api.rules import RULES
from domain.errors import Rule
from tests.contract.contract import Json, read
from tests.contract.service import Service

contract = read()
SVG_NAME = "http://www.w3.org/2000/svg"


def operations() -> list[Json]:
    return [
        {"path": path, "method": method, **operation}
        for path, methods in contract.spec["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]


def test_the_file_is_what_the_code_exports(service: Service) -> None:
    assert written(service.app) == contract.text, "run: make openapi"


def test_the_service_hands_out_the_file(service: Service) -> None:
    answer = service.nobody().get("/openapi.yaml")
    assert answer.get_data(as_text=True) == contract.text


def test_the_file_is_valid_openapi() -> None:
    assert contract.spec["openapi"].startswith("3.1.")
    validate(contract.spec, cls=OpenAPIV31SpecValidator)


def test_every_operation_has_its_own_name_and_says_what_can_go_wrong() -> None:
    names = [operation["operationId"] for operation in operations()]
    assert len(names) == len(set(names))
    for operation in operations():
        assert operation["summary"], operation["operationId"]
        assert operation["description"], operation["operationId"]
        assert any(status.startswith("4") for status in operation["responses"])


def test_every_body_and_answer_has_a_name() -> None:
    for operation in operations():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for kind, content in (
            (k, c) for body in bodies for k, c in body.get("content", {}).items()
        ):
            named = "$ref" in content["schema"]
            assert named or kind != "application/json", (operation["operationId"], kind)


def test_every_object_has_a_name() -> None:
    """A generator would invent one, and another one with the next release."""

    def nameless(part: object, place: str) -> Iterator[str]:
        if isinstance(part, dict):
            if "properties" in part:
                yield place
            for name, below in part.items():
                yield from nameless(below, f"{place}/{name}")
        elif isinstance(part, list):
            for below in part:
                yield from nameless(below, place)

    found: list[str] = []
    for name, schema in contract.spec["components"]["schemas"].items():
        own = schema.get("properties", {})
        inside = {key: below for key, below in schema.items() if key not in ("properties", "allOf")}
        found += [*nameless(own, name), *nameless(inside, name)]
    assert found == []


def test_every_parameter_says_what_it_is() -> None:
    for path, methods in contract.spec["paths"].items():
        for operation in methods.values():
            inside = operation.get("parameters", []) if isinstance(operation, dict) else operation
            for parameter in inside:
                assert parameter.get("description"), (path, parameter["name"])


def test_every_tag_says_what_it_is_about() -> None:
    said = {tag["name"]: tag["description"] for tag in contract.spec["tags"]}
    assert all(said.values())
    for operation in operations():
        assert set(operation["tags"]) <= set(said)


def test_no_schema_has_a_member_of_its_own_name() -> None:
    """A generated class and its attribute would be mixed up."""
    for name, schema in contract.spec["components"]["schemas"].items():
        own = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
        assert own not in schema.get("properties", {}), name


def test_every_rule_has_a_sentence_and_its_place_in_the_books() -> None:
    assert set(RULES) == set(Rule)
    for rule, text in RULES.items():
        assert text.sentence.endswith("."), rule
        assert text.source, rule


def parts(part: object) -> Iterator[Json]:
    """Every object within a part of the contract."""
    if isinstance(part, dict):
        yield part
    if isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from parts(inner)


def test_the_word_that_tells_the_members_of_a_union_apart_is_each_members_own() -> None:
    """So whoever tries the members one after the other comes to the one that the word names."""
    unions = [part for part in parts(contract.spec["components"]) if "discriminator" in part]
    assert unions
    for union in unions:
        name, mapping = (union["discriminator"][key] for key in ("propertyName", "mapping"))
        assert {one["$ref"] for one in union["oneOf"]} == set(mapping.values())
        for word, reference in mapping.items():
            member = contract.spec["components"]["schemas"][reference.rpartition("/")[2]]
            [own] = [
                part
                for part in (member, *member.get("allOf", ()))
                if name in part.get("properties", {}) and name in part.get("required", ())
            ]
            told = own["properties"][name]
            assert told.get("enum", [told.get("const")]) == [word], reference


def test_the_contract_lists_the_rules() -> None:
    schemas = contract.spec["components"]["schemas"]
    assert schemas["Problem"]["properties"]["rule"]["$ref"].endswith("/Rule")
    assert schemas["Rule"]["enum"] == [rule.value for rule in Rule]


def test_every_kind_of_problem_has_its_page(service: Service) -> None:
    for code, kind in KINDS.items():
        page = service.nobody().get(f"/problems/{code}")
        assert page.status_code == 200
        assert code in page.get_data(as_text=True)
        assert str(kind.status.value) in page.get_data(as_text=True)


def test_every_operation_is_on_the_page_of_the_contract(service: Service) -> None:
    page = service.nobody().get("/docs").get_data(as_text=True)
    for operation in operations():
        assert operation["path"] in page
    # The name that every SVG begins with is no address that a page would go to.
    page = page.replace(SVG_NAME, "")
    assert "http://" not in page
    assert "https://" not in page
