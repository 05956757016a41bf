"""The contract itself: what is written down is what the code exports, and it is well formed."""

from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from api.docs import written
from api.problems import KINDS
from api.rules import RULES
from domain.errors import Rule
from tests.contract.contract import Contract, Json
from tests.contract.service import Service

contract = Contract()


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


def test_every_rule_has_a_sentence_and_its_place_in_the_books() -> None:
    assert set(RULES) == set(Rule)
    for rule, text in RULES.items():
        assert text.sentence.endswith("."), rule
        assert text.source, rule


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
    assert "http://" not in page
    assert "https://" not in page
