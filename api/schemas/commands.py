"""What all commands have, and the answer to one that was only tried."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import (
    Answer,
    WholeNumber,
    nonce_field,
    query_flag,
    validate_only_field,
    words,
)
from api.schemas.history import HIGHEST_VERSION
from domain.values import Face, Seat

MOST_DICE = 30
"""More than any command throws."""


class ActionsQuerySchema(Schema):
    """What to tell of the actions."""

    odds = query_flag("Whether to add the odds of those that throw dice at a unit.")


class CommandSchema(Schema):
    """What all commands have."""

    type = fields.String(required=True)
    seat = fields.String(
        validate=words(Seat),
        metadata={
            "description": "Whose decision this is. A player with several seats may leave it out "
            "for the one awaited."
        },
    )
    expected_version = WholeNumber(
        validate=validate.Range(0, HIGHEST_VERSION),
        metadata={
            "description": "Refuse the command unless the game is at this version, as `If-Match` "
            "does. Where both are sent and differ, the answer is 400."
        },
    )
    nonce = nonce_field()
    validate_only = validate_only_field()
    dice = fields.List(
        fields.String(validate=words(Face)),
        validate=validate.Length(min=1, max=MOST_DICE),
        metadata={
            "description": "In a sandbox: what the dice of this command's roll show, instead of "
            "what they would. They stand in the events as fixed. Where it rolls more than once, an "
            "ambush and then the attack, those of the further rolls may follow."
        },
    )


class CommandCheckSchema(Answer):
    """What the rules say to a command that was only tried."""

    valid = fields.Boolean(
        required=True,
        metadata={"description": "Always true: what is not allowed is answered with a problem."},
    )
    version = fields.Integer(
        required=True, metadata={"description": "The game's version for which that holds."}
    )


class CommandReceiptSchema(Answer):
    """That a command was carried out, without what it led to."""

    version = fields.Integer(
        required=True, metadata={"description": "The game's version with its events."}
    )
