"""A game told by turns."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import Answer, eyes_field, hex_field, words
from api.schemas.state import PerSideSchema
from domain.account.messages import AccountMessage, DieResult, EntryKind
from domain.values import (
    Card,
    EditionName,
    Face,
    ObstacleKind,
    Seat,
    Section,
    Side,
    UnitKind,
)

MY_LAST_TURN = "my_last_turn"


class TimelineQuerySchema(Schema):
    """Which part of the timeline to answer."""

    since = fields.String(
        validate=validate.Regexp(
            rf"^({MY_LAST_TURN}|0|[1-9][0-9]{{0,14}})(?![\s\S])",
            error=f"A version, or {MY_LAST_TURN}.",
        ),
        metadata={
            "description": "Only what has happened after this version; `my_last_turn` stands for "
            "the version at which a turn of your own has ended last."
        },
    )
    as_ = eyes_field()


class PieceSchema(Answer):
    """A unit where it stood when something happened to it."""

    id = fields.String(required=True)
    side = fields.String(required=True, validate=words(Side))
    kind = fields.String(required=True, validate=words(UnitKind))
    hex = hex_field(required=True)


class MessageParametersSchema(Answer):
    """What a message is about; which of these it has depends on the message alone."""

    game = fields.String()
    scenario = fields.String()
    edition = fields.String(validate=words(EditionName))
    seat = fields.String(validate=words(Seat))
    player = fields.String()
    side = fields.String(validate=words(Side))
    turn = fields.Integer()
    version = fields.Integer()
    card = fields.String(validate=words(Card))
    cards = fields.List(fields.String(validate=words(Card)))
    orders_as = fields.String(validate=words(Card))
    section = fields.String(validate=words(Section))
    unit = fields.Nested(PieceSchema)
    target = fields.Nested(PieceSchema)
    units = fields.List(fields.Nested(PieceSchema))
    hex = hex_field()
    distance = fields.Integer()
    count = fields.Integer()
    faces = fields.List(fields.String(validate=words(Face)))
    results = fields.List(fields.String(validate=words(DieResult)))
    obstacle = fields.String(validate=words(ObstacleKind))
    objective = fields.String()
    reason = fields.String()


class ClauseSchema(Answer):
    """One clause of an account: a message, and what it is about."""

    message = fields.String(required=True, validate=words(AccountMessage))
    parameters = fields.Nested(MessageParametersSchema, required=True)


class TimelineEntrySchema(Answer):
    """Events that belong together, told in one line."""

    kind = fields.String(required=True, validate=words(EntryKind))
    seat = fields.String(required=True, allow_none=True, validate=words(Seat))
    from_ = fields.Integer(required=True, data_key="from")
    to = fields.Integer(required=True)
    undone = fields.Boolean(required=True)
    text = fields.String(required=True)
    clauses = fields.List(fields.Nested(ClauseSchema), required=True)
    dice = fields.List(fields.List(fields.String(validate=words(Face))), required=True)
    losses = fields.Nested(PerSideSchema, required=True)
    medals = fields.Nested(PerSideSchema, required=True)


class TimelineTurnSchema(Answer):
    """The entries of one turn that follow each other."""

    number = fields.Integer(required=True)
    seat = fields.String(required=True, allow_none=True, validate=words(Seat))
    from_ = fields.Integer(required=True, data_key="from")
    to = fields.Integer(required=True)
    undone = fields.Boolean(required=True)
    card = fields.String(required=True, allow_none=True, validate=words(Card))
    orders_as = fields.String(required=True, allow_none=True, validate=words(Card))
    medals = fields.Nested(PerSideSchema, required=True)
    losses = fields.Nested(PerSideSchema, required=True)
    seconds = fields.Float(required=True)
    entries = fields.List(fields.Nested(TimelineEntrySchema), required=True)


class TimelineSchema(Answer):
    """A game told by turns; every event after `since` is in one entry of one turn."""

    version = fields.Integer(required=True)
    since = fields.Integer(required=True)
    turns = fields.List(fields.Nested(TimelineTurnSchema), required=True)
