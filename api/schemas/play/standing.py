"""Standing orders: what the service answers in a seat's place."""

from typing import Annotated, Any

from marshmallow import Schema, fields, validate
from msgspec import UNSET, UnsetType

from api.schemas.answer import Answer, named
from api.schemas.fields import WholeNumber, described, words
from api.schemas.vocabulary import HIGHEST, CommandField, HexField
from domain.errors import Rule
from domain.geometry.hexes import Hex
from domain.plans import Condition
from domain.steps.table.plans import MAX_STEPS, MAX_TURNS
from domain.values import Seat
from domain.values.standing import Instruction


class StandingQuerySchema(Schema):
    """The seat of the standing orders."""

    seat = fields.String(
        validate=words(Seat),
        metadata=described("The seat that you act for, if you hold several."),
    )


class ConditionalTurnSchema(Schema):
    """What to do when your next turn begins, if `when` holds then."""

    when = fields.String(load_default=Condition.ALWAYS.value, validate=words(Condition))
    hex = HexField(
        WholeNumber(validate=validate.Range(0, HIGHEST)),
        validate=validate.Length(equal=2),
        metadata=described("The hex for `enemy_on` and `no_enemy_on`."),
    )
    steps = fields.List(
        CommandField(),
        required=True,
        validate=validate.Length(min=1, max=MAX_STEPS),
        metadata=described("The first one plays a card."),
    )


class StandingOrdersRequestSchema(Schema):
    """The standing orders that a seat is to have."""

    orders = fields.List(
        fields.String(validate=words(Instruction)),
        required=True,
        validate=validate.Length(max=len(Instruction)),
        metadata=described("At most one each on a subject."),
    )
    toward = HexField(
        WholeNumber(validate=validate.Range(0, HIGHEST)),
        validate=validate.Length(equal=2),
        metadata=described("The hex for `retreat_toward`, and only for that."),
    )
    turns = fields.List(
        fields.Nested(ConditionalTurnSchema),
        validate=validate.Length(max=MAX_TURNS),
        metadata=described("The first one whose condition holds counts."),
    )


class StandingOrdersAnswer(Answer, frozen=True):
    """The standing orders of a seat."""

    seat: Seat
    orders: list[Instruction]
    toward: Hex | None = None
    """The hex of `retreat_toward`; null without that order."""
    turns: list[Annotated[dict[str, Any], named("ConditionalTurn")]] | UnsetType = UNSET
    """Your conditional turns."""
    carried_out: int | UnsetType = UNSET
    """In a conditional turn: the number of its steps carried out."""
    refused: Rule | UnsetType = UNSET
    """The rule that the next step was refused by, if one was."""
