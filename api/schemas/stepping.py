"""Stepping through a game: decisions, differences."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import Answer, QueryNumber, eyes_field, words
from api.schemas.history import HIGHEST_VERSION, MOST_ITEMS, line_field
from api.schemas.vocabulary import Decision
from api.wire import CARRIED
from domain.values import Seat

MOST_PATCHES = 500


class DecisionsQuerySchema(Schema):
    """Which decisions of a game to answer."""

    after = QueryNumber(
        validate=validate.Range(0, HIGHEST_VERSION),
        metadata={"description": "Those behind this version, the nearest first; 0 without it."},
    )
    before = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "Those ahead of this version, the nearest first."},
    )
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MOST_ITEMS),
    )
    seat = fields.String(
        validate=words(Seat), metadata={"description": "Only those that this seat had to make."}
    )
    decision = fields.String(
        validate=words(Decision), metadata={"description": "Only those of this kind."}
    )
    line = line_field(
        "`main` leaves out those after which a command came that no longer counts, because the "
        "game was taken back to before it."
    )
    as_ = eyes_field()


class DiffQuerySchema(Schema):
    """Between which versions to tell the difference, and as whom to look."""

    from_ = QueryNumber(
        data_key="from",
        required=True,
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "The version of the state that the patch is for."},
    )
    to = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={
            "description": "The version that it leads to, be it later or earlier; the newest one "
            "without it."
        },
    )
    as_ = eyes_field()


class PatchesQuerySchema(Schema):
    """Which steps from version to version to answer, and as whom to look."""

    after = QueryNumber(
        load_default=0,
        validate=validate.Range(0, HIGHEST_VERSION),
        metadata={"description": "The version to go on from; 0 is before the first."},
    )
    limit = QueryNumber(load_default=200, validate=validate.Range(1, MOST_PATCHES))
    as_ = eyes_field()


class CarriedSchema(Answer):
    """A command that was carried out."""

    type = fields.String(
        required=True,
        validate=validate.OneOf(CARRIED),
        metadata={"description": "Which command."},
    )
    seat = fields.String(
        required=True,
        allow_none=True,
        validate=words(Seat),
        metadata={"description": "Who gave it; null when a time limit ran out."},
    )
    first = fields.Integer(required=True, metadata={"description": "Its first event."})
    last = fields.Integer(
        required=True, metadata={"description": "Its last event: the version that it led to."}
    )


class PastDecisionSchema(Answer):
    """What the game waited for at a version, and what came."""

    version = fields.Integer(
        required=True, metadata={"description": "The version at which the game waited."}
    )
    turn = fields.Integer(required=True)
    seat = fields.String(
        required=True, validate=words(Seat), metadata={"description": "Whose decision it was."}
    )
    decision = fields.String(
        required=True,
        validate=words(Decision),
        metadata={"description": "What was to be decided."},
    )
    command = fields.Nested(
        CarriedSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "The command that came: mostly the decision itself, but either seat may "
            "have resigned or taken back instead. Null while the game waits."
        },
    )


class DecisionsPageSchema(Answer):
    """A page of decisions."""

    items = fields.List(
        fields.Nested(PastDecisionSchema),
        required=True,
        metadata={"description": "The nearest to where the page begins first."},
    )
    next = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "The `after`, or where you have read backwards the `before`, of the "
            "next page; null when this is the last."
        },
    )
    version = fields.Integer(required=True)
