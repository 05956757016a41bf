"""Reference pages of all rules and kinds of problem, as HTML or JSON."""

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, render_template, request
from flask_smorest import Blueprint
from msgspec.structs import asdict

from api.http.problem_kinds import KINDS, Kind
from api.http.problems import ProblemError, document, refusal
from api.http.rule_texts import RULES, RuleText
from api.locales import problem_text
from api.operations.operation import View, also_answers
from api.pages.rendering import HTML, PUBLIC, page, page_operation
from api.schemas.answer import Answer
from api.schemas.service.reference import (
    ExplainedProblemAnswer,
    ExplainedRuleAnswer,
    ProblemsIndexAnswer,
    ProblemSummaryAnswer,
    RefusedExampleAnswer,
    RulesIndexAnswer,
    RuleSummaryAnswer,
    TriedAnswer,
)
from api.schemas.vocabulary import reference
from domain.errors import IllegalCommandError, Rule

docs = Blueprint(
    "docs", __name__, description="This API description, its guides and its explanations."
)
Json = dict[str, Any]
_JSON = "application/json"
_GAME = "/v1/games/gm_5f1c0a9b8d7e6f504132"
_TRIED_AT = {
    "type": "commands",
    "side": "seats",
    "to_version": "undo",
    "at_version": "branches",
    "seat": "undo/accept",
}
"""Where the example of a refused body is sent, by the first of these members in it."""
_REQUEST_ID = "3f9a1c07d2b45e68"


def also_json(kind: type[Answer]) -> Callable[[View], View]:
    """Document the JSON form of a page in the contract."""
    content = {HTML: {"schema": {"type": "string"}}, _JSON: {"schema": reference(kind)}}
    said = "An HTML page, or JSON for clients that accept `application/json`."
    return also_answers(docs, 200, {"description": said, "content": content})


@page_operation(docs, "/rules", "List the rules that can refuse a command")
@also_json(RulesIndexAnswer)
def list_rules() -> Response:
    """Each with what it says in a sentence. As JSON for who accepts `application/json`."""
    items = [
        RuleSummaryAnswer(rule, _rule_url(rule), text.sentence, text.sources)
        for rule, text in RULES.items()
    ]
    return either(RulesIndexAnswer(items), "rules.html")


@page_operation(docs, "/rules/<string:rule>", "Get a rule", 404)
@also_json(ExplainedRuleAnswer)
def get_rule(rule: str) -> Response:
    """By each edition, with its place in the books, what to do instead, and an example. The page
    that `rule_url` of a refusal points to. As JSON for who accepts `application/json`."""
    try:
        known = Rule(rule)
    except ValueError:
        raise ProblemError("not_found", "No rule has this name; /rules lists them.") from None
    return either(_explained(known, RULES[known]), "rule.html")


@page_operation(docs, "/problems", "List the kinds of problem")
@also_json(ProblemsIndexAnswer)
def list_problems() -> Response:
    """Every code that a problem document can have. As JSON for who accepts `application/json`."""
    items = [ProblemSummaryAnswer(**_problem(code, kind)) for code, kind in KINDS.items()]
    return either(ProblemsIndexAnswer(items), "problems.html")


@page_operation(docs, "/problems/<string:code>", "Get a kind of problem", 404)
@also_json(ExplainedProblemAnswer)
def get_problem(code: str) -> Response:
    """When it happens, what to do about it, and an example. The page that a problem document's
    `type` points to. As JSON for who accepts `application/json`."""
    kind = KINDS.get(code)
    if kind is None:
        raise ProblemError("not_found", "No kind of problem has this code; /problems lists them.")
    text = problem_text(code)
    example = {"request_id": _REQUEST_ID, **text["example"]}
    shown = document(ProblemError(code, example.pop("detail")), **example)
    explained = ExplainedProblemAnswer(**_problem(code, kind), when=text["when"], example=shown)
    return either(explained, "problem.html")


def _problem(code: str, kind: Kind) -> Json:
    return {
        "code": code,
        "url": f"/problems/{code}",
        "status": int(kind.status),
        "title": kind.title,
        "advice": kind.advice,
    }


def _explained(rule: Rule, text: RuleText) -> ExplainedRuleAnswer:
    return ExplainedRuleAnswer(
        rule=rule,
        url=_rule_url(rule),
        sentence=text.sentence,
        says=text.texts,
        differs=len(set(text.texts.values())) > 1,
        source=text.sources,
        instead=text.advice,
        example=_example(rule, text),
    )


def _example(rule: Rule, text: RuleText) -> RefusedExampleAnswer | None:
    """A request that the rule refuses, and the response."""
    if text.example is None:
        return None
    where = (place for member, place in _TRIED_AT.items() if member in text.example)
    path = f"{_GAME}/{next(where, 'rematch')}"
    refused = refusal(IllegalCommandError(rule, **text.facts))
    return RefusedExampleAnswer(
        TriedAnswer("POST", path, text.example or None),
        document(refused, instance=path, request_id=_REQUEST_ID),
    )


def _rule_url(rule: str) -> str:
    return f"/rules/{rule}"


def either(facts: Answer, template: str, shown: Callable[[str], Response] = page) -> Response:
    """Return a page or JSON, whichever the client prefers, by default a page."""
    accepted = request.accept_mimetypes
    if accepted.quality(_JSON) > accepted.quality(HTML):
        response = Response(msgspec.json.encode(facts), mimetype=_JSON)
        response.headers["Cache-Control"] = PUBLIC
    else:
        response = shown(render_template(template, **asdict(facts)))
    response.headers["Vary"] = "Accept"
    return response
