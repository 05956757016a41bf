"""The pages that explain rules and problems, and the same as JSON."""

import html
import json

import pytest
from marshmallow import Schema

from api.http import command_codec
from api.http.problem_kinds import KINDS
from api.http.rule_texts import RULES
from api.locales import problem_text, refusal
from api.schemas.play.branches import BranchRequestSchema
from api.schemas.play.clock import AgreementRequestSchema, ClockCommandSchema
from api.schemas.play.games import TakeSeatSchema
from api.schemas.play.standing import StandingOrdersRequestSchema
from api.schemas.play.undo import UndoAnswerSchema, UndoRequestSchema
from domain.errors import Rule
from domain.values import EditionName
from tests.contract.contract import Json
from tests.contract.service import Service
from tests.support.each import each

JSON = {"Accept": "application/json"}


def facts(service: Service, path: str) -> Json:
    answer = service.anonymous().get(path, headers=JSON)
    assert answer.mimetype == "application/json"
    assert "Accept" in answer.vary
    found: Json = answer.get_json()
    return found


def page(service: Service, path: str) -> str:
    answer = service.anonymous().get(path)
    assert answer.mimetype == "text/html"
    text = answer.get_data(as_text=True)
    assert "http://" not in text
    assert "https://" not in text
    return html.unescape(text)


@each("rule", list(Rule))
def test_a_rule_has_its_page_and_the_same_facts_as_json(service: Service, rule: Rule) -> None:
    result = facts(service, f"/rules/{rule}")
    assert result["rule"] == rule
    assert set(result["says"]) == set(result["source"]) == set(EditionName)
    assert result["differs"] is (result["says"]["2004"] != result["says"]["2025"])
    shown = page(service, f"/rules/{rule}")
    for text in (result["sentence"], result["instead"], *result["says"].values()):
        assert text.endswith(".")
        assert text in shown
    assert all(place in shown for place in result["source"].values())
    if result["example"] is not None:
        assert result["example"]["problem"]["rule"] == rule
        assert result["example"]["problem"]["rule_url"] == result["url"]
        assert result["example"]["request"]["path"] in shown


@each("rule", [rule for rule in Rule if RULES[rule].example])
def test_the_example_of_a_rule_is_a_request_in_order(service: Service, rule: Rule) -> None:
    tried = RULES[rule].example
    assert tried is not None
    with service.app.test_request_context():
        if "type" in tried:
            assert command_codec.parse(tried) == tried
        else:
            assert tried.items() <= _schema(tried).load(tried).items()


def _schema(tried: Json) -> Schema:
    if "to_version" in tried:
        return UndoRequestSchema()
    if "at_version" in tried:
        return BranchRequestSchema()
    if "action" in tried:
        is_clock = tried["action"] in ("take_vacation", "end_vacation", "end_pause")
        return ClockCommandSchema() if is_clock else AgreementRequestSchema()
    if "orders" in tried:
        return StandingOrdersRequestSchema()
    return UndoAnswerSchema() if "seat" in tried else TakeSeatSchema()


def test_the_way_to_all_else_is_a_page_and_json(service: Service) -> None:
    result = facts(service, "/")
    assert result["version"] == service.contract.spec["info"]["version"]
    shown = page(service, "/")
    places = [place for place in result.values() if isinstance(place, str) and place[0] == "/"]
    assert len(places) == 7
    for place in (*places, *(guide["url"] for guide in result["guides"])):
        assert f'href="{place}"' in shown
        assert service.anonymous().get(place).status_code == 200


def test_an_edition_without_the_rule_says_so(service: Service) -> None:
    result = facts(service, "/rules/movement.bridge_from_land")
    assert result["source"] == {"2004": "This edition has no such rule", "2025": "Appendix 2"}
    assert result["differs"]


def test_the_indexes_list_every_rule_and_every_kind_of_problem(service: Service) -> None:
    rules, problems = facts(service, "/rules"), facts(service, "/problems")
    assert [item["rule"] for item in rules["items"]] == list(RULES)
    assert [item["code"] for item in problems["items"]] == list(KINDS)
    shown = page(service, "/rules") + page(service, "/problems")
    for item in rules["items"] + problems["items"]:
        assert f'href="{item["url"]}"' in shown


@each("code", list(KINDS))
def test_a_problem_has_its_page_and_the_same_facts_as_json(service: Service, code: str) -> None:
    result = facts(service, f"/problems/{code}")
    shown = page(service, f"/problems/{code}")
    assert result["example"]["code"] == result["code"] == code
    assert result["example"]["status"] == result["status"] == int(KINDS[code].status)
    for text in (result["when"], result["advice"], result["title"], code, str(result["status"])):
        assert text in shown
    example = (
        shown.partition("<h2>Example</h2>")[2]
        .partition('<pre tabindex="0">')[2]
        .partition("</pre>")[0]
    )
    assert json.loads(example) == result["example"]


def test_nothing_is_explained_that_there_is_not(service: Service) -> None:
    for path in ("/rules/movement.flying", "/problems/tired"):
        assert service.anonymous().get(path).status_code == 404
    with pytest.raises(KeyError):
        refusal("movement.flying")
    with pytest.raises(KeyError):
        problem_text("tired")


@each(
    "accept, kind",
    [
        ("*/*", "text/html"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html"),
        ("application/json", "application/json"),
        ("application/json, text/html;q=0.5", "application/json"),
    ],
)
def test_a_client_gets_the_form_that_it_prefers(service: Service, accept: str, kind: str) -> None:
    answer = service.anonymous().get("/rules/game.over", headers={"Accept": accept})
    assert answer.mimetype == kind
