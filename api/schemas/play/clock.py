"""The clock of a game: its terms, what is left of the time, and what seats ask for about it."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from api.schemas.answer import Answer
from api.schemas.fields import WholeNumber, described, words
from domain.steps.table.agreements import MAX_PAUSE_DAYS
from domain.values import Seat
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel
from domain.values.clock import AtZero, ClockKind, ClockSettings
from events.clock import Moment
from events.transfer.replay_check import MAX_TIME_LIMIT

MAX_VACATION = 60
"""Days of vacation that a game may allow each seat."""


def _seconds(text: str) -> WholeNumber:
    return WholeNumber(
        load_default=0,
        validate=validate.Range(0, MAX_TIME_LIMIT),
        metadata=described(text),
    )


class ClockRequestSchema(Schema):
    """How seats are timed."""

    kind = fields.String(
        required=True,
        validate=words(ClockKind),
        metadata=described(
            "`move`: time for each decision. `turn`: for all decisions of a seat "
            "in a turn. `bank`: for all of them in the game. `none`: no seat is timed."
        ),
    )
    seconds = _seconds("The time, in seconds; 0 for `none` only.")
    increment = _seconds("Seconds added to a bank at the end of each turn of the seat.")
    cap = _seconds("The most seconds that increments lead to; 0 for no limit.")
    at_zero = fields.String(
        load_default=AtZero.RESIGN.value,
        validate=words(AtZero),
        metadata=described(
            "What happens when time has run out: the seat resigns, or a bot takes it over."
        ),
    )
    bot = fields.String(
        validate=words(BotLevel),
        metadata=described("The level of that bot; by default `greedy`."),
    )
    vacation_days = WholeNumber(
        load_default=0,
        validate=validate.Range(0, MAX_VACATION),
        metadata=described("Days for which each seat may stop its own time."),
    )

    @validates_schema
    def _members_go_together(self, data: dict[str, Any], **_: object) -> None:
        wrong = {name: ["Does not go with the other members."] for name in settings(data).faults()}
        if wrong:
            raise ValidationError(wrong)


def settings(data: Mapping[str, Any]) -> ClockSettings:
    """The settings that the members of a valid ``ClockRequestSchema`` stand for."""
    at_zero = AtZero(data["at_zero"])
    level = data.get("bot", BotLevel.GREEDY if at_zero is AtZero.BOT else None)
    numbers = {name: data[name] for name in ("seconds", "increment", "cap", "vacation_days")}
    bot = None if level is None else BotLevel(level)
    return ClockSettings(ClockKind(data["kind"]), at_zero=at_zero, bot=bot, **numbers)


class ClockCommandSchema(Schema):
    """What a seat does to its clock."""

    action = fields.String(
        required=True,
        validate=validate.OneOf(["take_vacation", "end_vacation", "end_pause"]),
        metadata=described("What to do."),
    )
    days = WholeNumber(
        validate=validate.Range(1, MAX_VACATION),
        metadata=described("The days of the vacation to take; by default one."),
    )
    seat = fields.String(
        validate=words(Seat),
        metadata=described("The seat that you act for, if you hold several."),
    )

    @validates_schema
    def _days_go_with_vacation(self, data: dict[str, Any], **_: object) -> None:
        if "days" in data and data["action"] != "take_vacation":
            raise ValidationError({"days": ["Only a vacation to take has days."]})


class AgreementRequestSchema(Schema):
    """What a seat proposes, or answers."""

    action = fields.String(
        required=True,
        validate=validate.OneOf(["propose_pause", "propose_hand_over", "agree", "drop"]),
        metadata=described("What to do."),
    )
    days = WholeNumber(
        validate=validate.Range(1, MAX_PAUSE_DAYS),
        metadata=described("The days of the pause; by default one."),
    )
    to = fields.String(
        validate=words(Seat),
        metadata=described("The partner's seat; by default the first partner's."),
    )
    seat = fields.String(
        validate=words(Seat),
        metadata=described("The seat that you act for, if you hold several."),
    )

    @validates_schema
    def _members_go_together(self, data: dict[str, Any], **_: object) -> None:
        if "days" in data and data["action"] != "propose_pause":
            raise ValidationError({"days": ["Only a pause has days."]})
        if "to" in data and data["action"] != "propose_hand_over":
            raise ValidationError({"to": ["Only a seat that is handed over goes to another."]})


class ClockTermsAnswer(Answer, frozen=True):
    """How seats are timed; times in seconds."""

    kind: ClockKind
    seconds: int
    increment: int
    cap: int
    at_zero: AtZero
    bot: BotLevel | None
    vacation_days: int


class SeatClockView(TypedDict):
    """The time of a seat."""

    seat: Seat
    """The seat."""
    left: float
    """The seconds that it had left at the last event; they run since then if `deadline` is set."""
    deadline: Moment | None
    """When they run out if nothing happens; null if the seat's time is not running."""
    away_until: Moment | None
    """The end of its vacation."""
    vacation_left: int
    """The days of vacation that it may still take."""


class ClockView(TypedDict):
    """The clock of a game."""

    terms: ClockTermsAnswer
    """How seats are timed."""
    paused_until: Moment | None
    """The end of a pause: no time runs before it."""
    seats: Sequence[SeatClockView]
    """The seats in order of play; empty if no seat is timed."""


class PendingAgreementView(TypedDict):
    """What a seat has proposed to the others."""

    seat: Seat
    """The seat that proposed it."""
    what: Agreement
    days: int
    """The length of the pause, in days."""
    to: Seat | None
    """The seat whose player would take the seat over."""
    agreed: Sequence[Seat]
    """The seats that have agreed so far."""


class ClockAndProposalView(TypedDict):
    """What a state has of a clock, if its game has one, and of a proposal, if there is one."""

    clock: NotRequired[ClockView]
    """Absent in games without one; those go by `move_time_limit`."""
    proposal: NotRequired[PendingAgreementView]
    """Absent if nothing is proposed."""
