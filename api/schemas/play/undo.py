"""Requests to take back, and the mainline."""

from marshmallow import Schema, fields

from api.schemas.answer import Answer
from api.schemas.fields import (
    described,
    nonce_field,
    validate_only_field,
    version_field,
    version_param,
    words,
)
from domain.values import Seat


class UndoAnswerSchema(Schema):
    """Options of a response to a request to take back."""

    seat = fields.String(
        validate=words(Seat),
        metadata=described("The seat that you act for, if you hold both."),
    )
    expected_version = version_field(
        "Refuse the request unless the game is at this version, like `If-Match`.", least=0
    )
    nonce = nonce_field()
    validate_only = validate_only_field()


class UndoRequestSchema(UndoAnswerSchema):
    """A request to take the game back to a version."""

    to_version = version_field(
        "The version at which an earlier command ended: its last event has `last`. To "
        "restore what was taken back, name a version from before the undo.",
        required=True,
    )


class VersionSpanAnswer(Answer, frozen=True):
    """A span of consecutive versions."""

    first: int
    last: int


class MainlineQuerySchema(Schema):
    """Which mainline to list."""

    version = version_param("The last version of the line; the newest version by default.")


class VariationAnswer(VersionSpanAnswer, frozen=True):
    """Versions that were taken back, with the version that they followed."""

    from_version: int
    """The version that they follow: one of the mainline, or one of an earlier variation."""
    ended_by: int
    """The version of the event that took them back."""
    to_version: int


class MainlineAnswer(Answer, frozen=True):
    """The events that led to the current state, and those that were taken back."""

    version: int
    standing: list[VersionSpanAnswer]
    """The spans of mainline events, in order."""
    undone: list[VersionSpanAnswer]
    """The spans of events that were taken back. They remain readable."""
    variations: list[VariationAnswer]
    """The same events, grouped by undo, in the order in which they were taken back."""
