"""The contract itself: what is written down is what the code exports, and it is well formed."""

import json
import re
from collections.abc import Iterator

import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from api.http.problem_kinds import KINDS
from api.http.rule_texts import RULES
from api.openapi.components import spelled_out
from api.pages.docs import written
from domain.errors import Rule
from tests.contract.contract import FILE, JSON_FILE, Json, read
from tests.contract.service import Service

contract = read()
MAX_BYTES = 450_000
CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")
SVG_NAME = "http://www.w3.org/2000/svg"


def operations() -> list[Json]:
    return [
        {"path": path, "method": method, **operation}
        for path, methods in contract.spec["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]


def test_the_files_are_what_the_code_exports(service: Service) -> None:
    texts = {file: file.read_text(encoding="utf-8") for file in (FILE, JSON_FILE)}
    assert written(service.app) == texts, "run: make openapi"


def test_the_service_hands_out_the_files(service: Service) -> None:
    for file, kind in ((FILE, "application/yaml"), (JSON_FILE, "application/json")):
        answer = service.anonymous().get(f"/{file.name}")
        assert answer.get_data() == file.read_bytes()
        assert answer.mimetype == kind
        known = {"If-None-Match": answer.headers["ETag"]}
        assert service.anonymous().get(f"/{file.name}", headers=known).status_code == 304


def test_both_files_say_the_same_and_are_not_large() -> None:
    assert json.loads(JSON_FILE.read_text(encoding="utf-8")) == contract.spec
    for file in (FILE, JSON_FILE):
        assert file.stat().st_size <= MAX_BYTES, file.name


def test_no_part_of_the_file_stands_for_another_by_an_alias() -> None:
    """Some readers know no aliases, and others stop at the fiftieth."""
    tokens = yaml.scan(contract.text, Loader=yaml.CSafeLoader)
    aliases = [one for one in tokens if isinstance(one, yaml.AnchorToken | yaml.AliasToken)]
    assert aliases == []


def test_it_has_what_clients_call_and_no_pages(service: Service) -> None:
    beside = {path for path in contract.spec["paths"] if not path.startswith("/v1/")}
    assert beside == {"/healthz", "/readyz", "/metrics", "/.well-known/afteraction-keys.json"}
    served = {CONVERTER.sub(r"{\1}", rule.rule) for rule in service.app.url_map.iter_rules()}
    calls = {path for path in served if path.startswith("/v1/")}
    assert calls | beside == set(contract.spec["paths"])
    for operation in operations():
        for answer in operation["responses"].values():
            kinds = set(answer.get("content", {}))
            # A report to print is one form of several, and no page of the service.
            assert "text/html" not in kinds or "application/json" in kinds, operation["operationId"]


def test_what_several_operations_have_is_said_once() -> None:
    """Each shared part is used, and no failure is spelled out."""
    for kind in ("responses", "parameters", "headers", "schemas"):
        for name in contract.spec["components"][kind]:
            place = f"#/components/{kind}/{name}"
            assert f'"{place}"' in JSON_FILE.read_text(encoding="utf-8"), place
    for operation in operations():
        failures = [answer for status, answer in operation["responses"].items() if status >= "4"]
        assert all(set(answer) == {"$ref"} for answer in failures), operation["operationId"]


def test_what_is_counted_says_how_much_is_left() -> None:
    """429 is named once, for all that are counted; the introduction points there."""
    uncounted, full = set[str](), list[Json]()
    for path in spelled_out(contract.spec)["paths"].values():
        for operation in (one for one in path.values() if isinstance(one, dict)):
            result = operation["responses"]
            good = [answer for status, answer in result.items() if status < "4"]
            full += [result["429"]] if "429" in result else []
            if not all("RateLimit" in answer.get("headers", {}) for answer in good):
                uncounted.add(operation["operationId"])
    assert uncounted == {"getHealth", "getMetrics", "getReadiness"}
    assert [set(one["headers"]) for one in full] == [
        {"RateLimit", "RateLimit-Policy", "Retry-After"}
    ]
    assert "#/components/responses/429" in contract.spec["info"]["description"]


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


def test_every_name_is_one_that_generators_can_use() -> None:
    """Of a list with a name some make a class that holds nothing; some name what makes a ``Game``
    ``NewGame``; and a sign is no name for a constant."""
    for name, schema in contract.spec["components"]["schemas"].items():
        assert schema.get("type") != "array", name
        assert not name.startswith("New"), name
        words = schema.get("enum", [])
        names = schema.get("x-enum-varnames", words)
        assert len(names) == len(set(names)) == len(words), name
        assert all(word.isidentifier() for word in names), name


def test_each_operation_has_one_good_answer() -> None:
    """Generators give a call one type; where an answer comes in several forms, the first is the
    one that comes by itself."""
    for operation in operations():
        answers = [one for status, one in operation["responses"].items() if status < "3"]
        good = {str(one["content"].get("application/json")) for one in answers if "content" in one}
        assert len(good) <= 1, operation["operationId"]


def test_commands_and_events_build_upon_what_all_of_them_have() -> None:
    schemas = contract.spec["components"]["schemas"]
    for union, base in (("Command", "CommandBase"), ("Event", "EventBase")):
        place = f"#/components/schemas/{base}"
        for reference in schemas[union]["discriminator"]["mapping"].values():
            member = schemas[reference.rpartition("/")[2]]
            first, own = member["allOf"]
            assert first == {"$ref": place}
            assert not set(own["properties"]) & set(schemas[base]["properties"])


GROWING = {
    *("actions", "odds", "events", "items", "rolls", "turns", "entries", "clauses", "patch"),
    "decisions",
    *("standing", "undone", "variations", "games", "medals", "by_scenario", "keys"),
    "offers",
}
"""Lists that grow with a game, with its rules, or with what a player has done."""
LIMITS = {"integer": {"minimum", "maximum"}, "string": {"maxLength"}, "array": {"maxItems"}}


def test_numbers_texts_and_lists_have_limits() -> None:
    """All but lists in ``GROWING``; a word, a time and a file have the limits of their forms."""
    unlimited = set[str]()
    for name, schema in contract.spec["components"]["schemas"].items():
        for part in parts(schema):
            for member, one in part.get("properties", {}).items():
                types = one.get("type", ())
                for kind in types if isinstance(types, list) else [types]:
                    formed = {"enum", "const"} & one.keys() or one.get("format") == "date-time"
                    if kind in LIMITS and not formed and not LIMITS[kind] <= one.keys():
                        unlimited.add(member if kind == "array" else f"{name}.{member}")
    assert unlimited <= GROWING, unlimited - GROWING


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
    for path, methods in spelled_out(contract.spec)["paths"].items():
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
            result = own["properties"][name]
            assert result.get("enum", [result.get("const")]) == [word], reference


def test_the_contract_lists_the_rules() -> None:
    schemas = contract.spec["components"]["schemas"]
    assert schemas["Problem"]["properties"]["rule"]["$ref"].endswith("/Rule")
    assert schemas["Rule"]["enum"] == [rule.value for rule in Rule]


def test_every_kind_of_problem_has_its_page(service: Service) -> None:
    for code, kind in KINDS.items():
        page = service.anonymous().get(f"/problems/{code}")
        assert page.status_code == 200
        assert code in page.get_data(as_text=True)
        assert str(kind.status.value) in page.get_data(as_text=True)


def test_every_operation_is_on_the_page_of_the_contract(service: Service) -> None:
    page = service.anonymous().get("/docs").get_data(as_text=True)
    for operation in operations():
        assert operation["path"] in page
    # The name that every SVG begins with is no address that a page would go to, nor is one in the
    # example of a webhook.
    page = page.replace(SVG_NAME, "").replace("https://example.org/", "")
    assert "http://" not in page
    assert "https://" not in page
