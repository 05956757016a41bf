"""The shape of what is said about rules and problems."""

from marshmallow import fields, validate

from api.schemas.fields import Answer, words
from api.schemas.problems import ProblemSchema
from domain.errors import Rule
from domain.values import EditionName


def _by_edition(description: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(validate=words(EditionName)),
        values=fields.String(),
        required=True,
        metadata={"description": description},
    )


def _place(description: str) -> fields.String:
    """An address at this service."""
    said = {"format": "uri-reference", "description": description}
    return fields.String(required=True, metadata=said)


class RuleSummarySchema(Answer):
    """A rule in a list."""

    rule = fields.String(
        required=True, validate=words(Rule), metadata={"description": "Its stable name."}
    )
    url = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "The page that explains it."},
    )
    sentence = fields.String(
        required=True, metadata={"description": "The rule in a sentence, for a person."}
    )
    source = _by_edition("Where it stands in the rules, by edition.")


class RulesIndexSchema(Answer):
    """Every rule that can refuse."""

    items = fields.List(
        fields.Nested(RuleSummarySchema),
        required=True,
        metadata={"description": "By the step of the game that they belong to."},
    )


class TriedSchema(Answer):
    """A request."""

    method = fields.String(required=True, metadata={"description": "Its HTTP method."})
    path = fields.String(required=True, metadata={"description": "Its address."})
    body = fields.Dict(
        required=True,
        allow_none=True,
        metadata={"description": "What was sent; null where nothing is."},
    )


class RefusedExampleSchema(Answer):
    """A request that a rule refuses, and the answer."""

    request = fields.Nested(TriedSchema, required=True, metadata={"description": "What was tried."})
    problem = fields.Nested(
        ProblemSchema, required=True, metadata={"description": "What is answered."}
    )


class ExplainedRuleSchema(RuleSummarySchema):
    """A rule, explained."""

    says = _by_edition("What the rule says, in our own words, by edition.")
    differs = fields.Boolean(
        required=True, metadata={"description": "Whether the editions say different things."}
    )
    instead = fields.String(required=True, metadata={"description": "What a client does instead."})
    example = fields.Nested(
        RefusedExampleSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null for a rule that no request in order meets."},
    )


class ProblemSummarySchema(Answer):
    """A kind of problem in a list."""

    code = fields.String(required=True, metadata={"description": "A stable word for programs."})
    url = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "The page that explains it."},
    )
    status = fields.Integer(
        required=True,
        validate=validate.Range(400, 599),
        metadata={"description": "The HTTP status it comes with."},
    )
    title = fields.String(required=True, metadata={"description": "What it is, in a few words."})
    advice = fields.String(required=True, metadata={"description": "What to do about it."})


class ProblemsIndexSchema(Answer):
    """Every kind of problem."""

    items = fields.List(
        fields.Nested(ProblemSummarySchema),
        required=True,
        metadata={"description": "By what they have to do with."},
    )


class ExplainedProblemSchema(ProblemSummarySchema):
    """A kind of problem, explained."""

    when = fields.String(required=True, metadata={"description": "When it happens."})
    example = fields.Nested(
        ProblemSchema, required=True, metadata={"description": "A document of this kind."}
    )


class GuideLinkSchema(Answer):
    """A guide in a list."""

    title = fields.String(required=True, metadata={"description": "What it is about."})
    url = _place("The page.")


class HomeSchema(Answer):
    """Where to find what, as addresses at this service."""

    name = fields.String(required=True, metadata={"description": "Of the service."})
    version = fields.String(required=True, metadata={"description": "Of the contract."})
    docs = _place("The contract to read and to try.")
    contract = _place("The contract for programs.")
    rules = _place("Every rule that can refuse a command.")
    problems = _place("Every kind of problem.")
    health = _place("Whether the process is up.")
    readiness = _place("Whether it can serve.")
    verifier = _place("A script that checks an exported game.")
    guides = fields.List(
        fields.Nested(GuideLinkSchema),
        required=True,
        metadata={"description": "In the order in which to read them."},
    )
