"""What every failure is answered with."""

from marshmallow import fields

from api.schemas.fields import Answer, words
from api.schemas.state import AwaitingSchema
from domain.errors import Rule
from domain.values import Seat
from events.tokens import Scope


class ProblemSchema(Answer):
    """A problem document (RFC 9457)."""

    type = fields.String(required=True, metadata={"description": "Address of a page about it."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    code = fields.String(required=True, metadata={"description": "A stable word for programs."})
    request_id = fields.String(required=True)
    advice = fields.String(required=True, metadata={"description": "What to do about it."})
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        metadata={"description": "JSON pointers into the request, each with its reasons."},
    )
    scope = fields.String(
        validate=words(Scope), metadata={"description": "The scope that the token lacks."}
    )
    rule = fields.String(
        validate=words(Rule), metadata={"description": "The rule that refuses a command."}
    )
    source = fields.String(metadata={"description": "Where the rule stands."})
    rule_url = fields.String(
        metadata={
            "format": "uri-reference",
            "description": "Address of a page about the rule; as JSON for who accepts that.",
        }
    )
    facts = fields.Dict(
        metadata={"description": "The values that made the rule bite: units, hexes, limits."}
    )
    awaiting = fields.Nested(
        AwaitingSchema,
        allow_none=True,
        metadata={"description": "On a refusal: whose decision the game waits for."},
    )
    alternatives = fields.List(
        fields.Dict(),
        metadata={
            "description": "On a refusal: up to three of your listed actions that are most like "
            "what was tried, as they can be sent. Empty when the decision is not yours."
        },
    )
    free_seats = fields.List(
        fields.String(validate=words(Seat)),
        metadata={"description": "On the refusal of a seat: those that you could take instead."},
    )
    version = fields.Integer(
        metadata={
            "description": "The game's version, on a mismatch or a refusal; of a log that was not "
            "taken in the event that is wrong, 0 for the header."
        }
    )
    reason = fields.String(metadata={"description": "What is wrong with a log."})
    offers = fields.List(
        fields.String(),
        metadata={"description": "The media types that can be had instead."},
    )
    limit = fields.String(
        metadata={
            "description": "Of which kind there were too many requests, the same word as in "
            "`RateLimit`."
        }
    )
    limit_quota = fields.Integer(
        metadata={"description": "How many of them there may be in a window."}
    )
    limit_window_seconds = fields.Integer(
        metadata={"description": "How long a window is; `Retry-After` says when the next begins."}
    )
    most = fields.Integer(metadata={"description": "How many of them you may have."})
    revision = fields.Integer(
        metadata={"description": "The newest revision of what you would have changed or deleted."}
    )
