"""The reference of rules and problems."""

from typing import Annotated, Any

from msgspec import Meta

from api.schemas.answer import Answer, Place
from api.schemas.service.problems import ProblemAnswer
from domain.errors import Rule


class _Rule(Answer, frozen=True):
    rule: Rule
    """The stable name of the rule."""
    url: Place
    """The address of the page that explains it."""
    sentence: str
    """The rule in a sentence."""


class RuleSummaryAnswer(_Rule, frozen=True):
    """A rule in a list."""

    source: dict[str, str]
    """Its source in the rulebooks, by edition."""


class RulesIndexAnswer(Answer, frozen=True):
    """All rules that can refuse a command."""

    items: list[RuleSummaryAnswer]
    """The rules, grouped by step of the game."""


class TriedAnswer(Answer, frozen=True):
    """An HTTP request."""

    method: str
    """The HTTP method."""
    path: str
    """The address."""
    body: dict[str, Any] | None
    """The body that was sent; null if none."""


class RefusedExampleAnswer(Answer, frozen=True):
    """A request that a rule refuses, and the response."""

    request: TriedAnswer
    """The request that was sent."""
    problem: ProblemAnswer
    """The response."""


class ExplainedRuleAnswer(_Rule, frozen=True):
    """A rule, explained."""

    says: dict[str, str]
    """What the rule says, in other words than the rulebook, by edition."""
    differs: bool
    """Whether the editions differ."""
    source: dict[str, str]
    """Its source in the rulebooks, by edition."""
    instead: str
    """What a client should do instead."""
    example: RefusedExampleAnswer | None
    """An example; null for a rule that no valid request can trigger."""


class ProblemSummaryAnswer(Answer, frozen=True):
    """A kind of problem in a list."""

    code: str
    """A stable identifier for programs."""
    url: Place
    """The address of the page that explains it."""
    status: Annotated[int, Meta(ge=400, le=599)]
    """Its HTTP status."""
    title: str
    """The problem in a few words."""
    advice: str
    """What to do about the problem."""


class ProblemsIndexAnswer(Answer, frozen=True):
    """Every kind of problem."""

    items: list[ProblemSummaryAnswer]
    """The kinds of problem, grouped by topic."""


class ExplainedProblemAnswer(ProblemSummaryAnswer, frozen=True):
    """A kind of problem, explained."""

    when: str
    """When it occurs."""
    example: ProblemAnswer
    """An example of such a document."""


class GuideLinkAnswer(Answer, frozen=True):
    """A guide in a list."""

    title: str
    """What it is about."""
    url: Place
    """The address of the page."""


class HomeAnswer(Answer, frozen=True):
    """The entry points of the service."""

    name: str
    """The version of the service."""
    version: str
    """The version of the API description."""
    docs: Place
    """The API description, to read and try out."""
    contract: Place
    """The API description, for programs."""
    rules: Place
    """Every rule that can refuse a command."""
    problems: Place
    """Every kind of problem."""
    health: Place
    """The liveness check."""
    readiness: Place
    """The readiness check."""
    verifier: Place
    """A program that verifies an exported game."""
    guides: list[GuideLinkAnswer]
    """The guides, in the recommended order."""
