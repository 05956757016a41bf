"""What the dice of listed actions may come to."""

from marshmallow import fields, validate

from api.schemas.fields import Answer

_CHANCE = validate.Range(0, 1)


def _chance(description: str) -> fields.Float:
    return fields.Float(required=True, validate=_CHANCE, metadata={"description": description})


def _spread(description: str) -> fields.List[float]:
    return fields.List(
        fields.Float(validate=_CHANCE), required=True, metadata={"description": description}
    )


class ActionOddsSchema(Answer):
    """The chances of one action that throws dice at a unit."""

    action = fields.Integer(
        required=True, metadata={"description": "Its place in `actions`, from 0."}
    )
    target = fields.String(required=True, metadata={"description": "The unit that is thrown at."})
    dice = fields.Integer(required=True, metadata={"description": "How many are thrown."})
    hits = _spread("The chance of exactly 0, 1, 2 … hitting faces.")
    flags = _spread("The chance of exactly 0, 1, 2 … flags.")
    eliminated = _chance("That the unit is gone, by hits or for want of a way back.")
    retreats = _chance("That it lives and has to go back.")
    blocked = _chance("That it loses figures because its way back is blocked.")
    losses = fields.Float(
        required=True, metadata={"description": "Figures it loses on average, by whatever cause."}
    )


class OddsOfActionsSchema(Answer):
    """The odds of all actions that throw dice at a unit."""

    version = fields.Integer(required=True)
    odds = fields.List(
        fields.Nested(ActionOddsSchema),
        required=True,
        metadata={"description": "In the order of the actions."},
    )
