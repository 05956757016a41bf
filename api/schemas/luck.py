"""What the dice of a game were expected to do, and what they did."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import Answer, QueryNumber, eyes_field, words
from api.schemas.history import HIGHEST_VERSION
from api.schemas.pictures import theme_field
from domain.luck import Measure, RollSource
from domain.values import Face, Side

MAINLINE, ALL = LINES = ("mainline", "all")
_SHARE = validate.Range(0, 1)


def _number(description: str) -> fields.Float:
    return fields.Float(required=True, metadata={"description": description})


def _count(description: str) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": description})


class LuckQuerySchema(Schema):
    """Which rolls of a game to look at."""

    line = fields.String(
        load_default=MAINLINE,
        validate=validate.OneOf(LINES),
        metadata={
            "description": "`mainline` leaves out the rolls that were taken back, `all` has them "
            "too."
        },
    )
    as_ = eyes_field()


class LuckChartQuerySchema(LuckQuerySchema):
    """Which rolls to draw, and how."""

    version = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "Up to which version; the newest that you may see, without it."},
    )
    measure = fields.String(
        load_default=Measure.LOSSES.value,
        validate=words(Measure),
        metadata={"description": "What is counted of each roll."},
    )
    theme = theme_field()


class ExpectationSchema(Answer):
    """A number that a roll has decided."""

    expected = _number("What it comes to on average, over all throws of these dice.")
    actual = _count("What it came to.")


class LuckFigureSchema(ExpectationSchema):
    """A number that dice have decided, against the same rolls thrown again and again."""

    difference = _number("What came, less what was expected.")
    variance = _number("The mean square of such a difference.")
    low = _number("In nine of ten cases the difference lies between this and `high`.")
    high = _number("As seldom as below `low` it lies above this.")
    percentile = fields.Float(
        required=True,
        validate=validate.Range(0, 100),
        metadata={
            "description": "In how many of a hundred cases less comes, half of those counted in "
            "which as much does: 50 is neither good luck nor bad."
        },
    )
    index = _number("The difference in standard deviations; 0 where the dice decided nothing.")


class RollLuckSchema(Answer):
    """What was expected of a roll at a unit, and what came."""

    version = _count("Of the event that has thrown the dice.")
    turn = _count("The turn in which they were thrown.")
    side = fields.String(
        required=True, validate=words(Side), metadata={"description": "Who threw them."}
    )
    source = fields.String(
        required=True, validate=words(RollSource), metadata={"description": "What threw them."}
    )
    unit = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The unit that threw them; null for a strike, which needs none."},
    )
    target = fields.String(required=True, metadata={"description": "The unit that is thrown at."})
    faces = fields.List(
        fields.String(validate=words(Face)),
        required=True,
        metadata={"description": "What they showed."},
    )
    stands = fields.Boolean(
        required=True, metadata={"description": "False for a roll that was taken back."}
    )
    hits = fields.Nested(ExpectationSchema, required=True)
    flags = fields.Nested(ExpectationSchema, required=True)
    losses = fields.Nested(ExpectationSchema, required=True)
    eliminations = fields.Nested(ExpectationSchema, required=True)


class LuckBalanceSchema(Answer):
    """The luck of the Allies less that of the Axis."""

    hits = fields.Nested(LuckFigureSchema, required=True)
    flags = fields.Nested(LuckFigureSchema, required=True)
    losses = fields.Nested(LuckFigureSchema, required=True)
    eliminations = fields.Nested(LuckFigureSchema, required=True)


class SideLuckSchema(Answer):
    """A side's rolls at units, added up."""

    rolls = _count("How often it has thrown dice at a unit.")
    dice = _count("How many dice these were.")
    hits = fields.Nested(LuckFigureSchema, required=True)
    flags = fields.Nested(LuckFigureSchema, required=True)
    losses = fields.Nested(LuckFigureSchema, required=True)
    eliminations = fields.Nested(LuckFigureSchema, required=True)


class TurnLuckSchema(SideLuckSchema):
    """A side's rolls in a turn."""

    turn = _count("Which turn, counted over both sides.")
    side = fields.String(
        required=True, validate=words(Side), metadata={"description": "Who threw."}
    )


class LuckOfSidesSchema(Answer):
    """The luck of each side."""

    allies = fields.Nested(SideLuckSchema, required=True)
    axis = fields.Nested(SideLuckSchema, required=True)


class LuckReportSchema(Answer):
    """What the dice of a game were expected to do, and what they did."""

    version = fields.Integer(required=True)
    line = fields.String(
        required=True,
        validate=validate.OneOf(LINES),
        metadata={"description": "Which rolls are looked at."},
    )
    sides = fields.Nested(LuckOfSidesSchema, required=True)
    balance = fields.Nested(LuckBalanceSchema, required=True)
    turns = fields.List(
        fields.Nested(TurnLuckSchema),
        required=True,
        metadata={"description": "Each turn in which a side has thrown, one side at a time."},
    )
    rolls = fields.List(
        fields.Nested(RollLuckSchema),
        required=True,
        metadata={"description": "Each roll at a unit, in order."},
    )
