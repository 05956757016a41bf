"""Taking back: what is asked and answered, and which events count."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import (
    Answer,
    QueryNumber,
    WholeNumber,
    nonce_field,
    validate_only_field,
    words,
)
from api.schemas.history import HIGHEST_VERSION
from domain.values import Seat


class UndoAnswerSchema(Schema):
    """What an answer to a request to take back may say besides yes or no."""

    seat = fields.String(
        validate=words(Seat),
        metadata={"description": "For which of your seats, if you have several."},
    )
    expected_version = WholeNumber(
        validate=validate.Range(0, HIGHEST_VERSION),
        metadata={"description": "Refuse unless the game is at this version, as `If-Match` does."},
    )
    nonce = nonce_field()
    validate_only = validate_only_field()


class UndoRequestSchema(UndoAnswerSchema):
    """To which version the game is to go back."""

    to_version = WholeNumber(
        required=True,
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={
            "description": "The version at which an earlier command had ended; its last event has "
            "`last`. What was taken back can be had again by a version from before that."
        },
    )


class UndoOfferSchema(Answer):
    """A request to take back that waits for the other seat."""

    seat = fields.String(required=True, validate=words(Seat), metadata={"description": "Who asks."})
    to_version = fields.Integer(required=True)


class VersionSpanSchema(Answer):
    """Versions that follow each other."""

    first = fields.Integer(required=True)
    last = fields.Integer(required=True)


class MainlineQuerySchema(Schema):
    """Which line of a game to tell."""

    version = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "Where the line ends; at the newest version without it."},
    )


class VariationSchema(VersionSpanSchema):
    """Versions that no longer count, from where they went on until they were taken back."""

    from_version = fields.Integer(
        required=True,
        metadata={
            "description": "The version that they follow: one that counts, or one of an earlier "
            "variation."
        },
    )
    ended_by = fields.Integer(
        required=True, metadata={"description": "The version that took them back."}
    )
    to_version = fields.Integer(required=True)


class MainlineSchema(Answer):
    """Which events led to where the game is, and which were taken back."""

    version = fields.Integer(required=True)
    standing = fields.List(
        fields.Nested(VersionSpanSchema),
        required=True,
        metadata={"description": "The events that count, in order."},
    )
    undone = fields.List(
        fields.Nested(VersionSpanSchema),
        required=True,
        metadata={"description": "The events that no longer count; they stay readable for ever."},
    )
    variations = fields.List(
        fields.Nested(VariationSchema),
        required=True,
        metadata={"description": "The same, one by one as they were tried and taken back."},
    )
