"""Standing orders: what a seat has the service answer in its place."""

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer
from api.schemas.fields import WholeNumber, words
from api.schemas.vocabulary import HIGHEST, HexField
from domain.geometry.hexes import Hex
from domain.values import Seat
from domain.values.standing import Instruction


class StandingQuerySchema(Schema):
    """Whose standing orders are meant."""

    seat = fields.String(
        validate=words(Seat),
        metadata={"description": "The seat that you act for, if you hold several."},
    )


class StandingOrdersRequestSchema(Schema):
    """The standing orders that a seat is to have."""

    orders = fields.List(
        fields.String(validate=words(Instruction)),
        required=True,
        validate=validate.Length(max=len(Instruction)),
        metadata={"description": "At most one each for ambush, retreat, ground and overrun."},
    )
    toward = HexField(
        WholeNumber(validate=validate.Range(0, HIGHEST)),
        validate=validate.Length(equal=2),
        metadata={"description": "The hex for `retreat_toward`, and only for that."},
    )


class StandingOrdersAnswer(Answer, frozen=True):
    """The standing orders of a seat."""

    seat: Seat
    orders: list[Instruction]
    toward: Hex | None = None
    """The hex of `retreat_toward`; null without that order."""
