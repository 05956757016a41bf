"""The expected and the actual results of the dice of a game."""

from collections.abc import Sequence
from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Meta

from api.schemas.answer import Answer
from api.schemas.fields import (
    described,
    perspective_field,
    version_param,
    words,
)
from api.schemas.review.pictures import theme_field
from domain.analysis.luck import Measure, RollSource
from domain.values import Face, Side

MAINLINE, ALL = LINES = ("mainline", "all")


class LuckQuerySchema(Schema):
    """Which rolls of a game to include."""

    line = fields.String(
        load_default=MAINLINE,
        validate=validate.OneOf(LINES),
        metadata=described(
            "`mainline` leaves out the rolls that were taken back; `all` includes them."
        ),
    )
    as_ = perspective_field()


class LuckChartQuerySchema(LuckQuerySchema):
    """Which rolls to draw, and how."""

    version = version_param("The last version to include; the newest that you may see by default.")
    measure = fields.String(
        load_default=Measure.LOSSES.value,
        validate=words(Measure),
        metadata=described("What to count."),
    )
    theme = theme_field()


class ExpectationAnswer(Answer, frozen=True):
    """The expected and the actual value of one roll."""

    expected: float
    """The average over all possible results of these dice."""
    actual: int
    """The actual value."""


class LuckFigureAnswer(ExpectationAnswer, frozen=True):
    """The expected and the actual value of several rolls, and how likely that is."""

    difference: float
    """The actual value minus the expected value."""
    variance: float
    """The variance of the actual value."""
    low: float
    """The lower end of the range that holds the difference in nine of ten cases."""
    high: float
    """The upper end of that range."""
    percentile: Annotated[float, Meta(ge=0.0, le=100.0)]
    """The percentage of cases with a lower value, plus half of those with the same value: 50 is
    neither good nor bad luck."""
    index: float
    """The difference in standard deviations; 0 if the dice made no difference."""


class RollLuckAnswer(Answer, frozen=True):
    """The expected and the actual results of a roll at a unit."""

    version: int
    """The version of the event with the roll."""
    turn: int
    """The turn of the roll."""
    side: Side
    """The side that rolled."""
    source: RollSource
    """The kind of roll."""
    unit: str | None
    """The unit that rolled; null for a strike, which needs no unit."""
    target: str
    """The target unit."""
    faces: Sequence[Face]
    """The faces rolled."""
    stands: bool
    """Whether the roll is on the mainline; false if it was taken back."""
    hits: ExpectationAnswer
    flags: ExpectationAnswer
    losses: ExpectationAnswer
    eliminations: ExpectationAnswer


class LuckBalanceAnswer(Answer, frozen=True):
    """The luck of the Allies minus that of the Axis."""

    hits: LuckFigureAnswer
    flags: LuckFigureAnswer
    losses: LuckFigureAnswer
    eliminations: LuckFigureAnswer


class SideLuckAnswer(Answer, frozen=True, kw_only=True):
    """The sums over a side's rolls at units."""

    rolls: int
    """Rolls at units."""
    dice: int
    """Dice rolled."""
    hits: LuckFigureAnswer
    flags: LuckFigureAnswer
    losses: LuckFigureAnswer
    eliminations: LuckFigureAnswer


class TurnLuckAnswer(SideLuckAnswer, frozen=True):
    """A side's rolls in a turn."""

    turn: int
    """The number of the turn, counted over both sides."""
    side: Side
    """The side that rolled."""


class LuckOfSidesAnswer(Answer, frozen=True):
    """The luck of each side."""

    allies: SideLuckAnswer
    axis: SideLuckAnswer


class LuckReportAnswer(Answer, frozen=True):
    """The expected and the actual results of the dice of a game."""

    version: int
    line: Annotated[str, Meta(extra_json_schema={"enum": list(LINES)})]
    """Which rolls are included."""
    sides: LuckOfSidesAnswer
    balance: LuckBalanceAnswer
    turns: list[TurnLuckAnswer]
    """One entry per turn and side that rolled."""
    rolls: list[RollLuckAnswer]
    """The rolls at units, in order."""
