"""The enumerations and hexes of the game as named schemas, which all others refer to.

A generated client gets one class for each kind of word, however many members hold one.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from inspect import cleandoc
from typing import Any

from marshmallow import fields, validate

from domain import values
from domain.analysis.luck import Measure, RollSource
from domain.analysis.report import ReportTopic
from domain.errors import Rule
from domain.geometry.hexes import Hex
from domain.judgement import DecisionLabel
from domain.narrative.messages import AccountMessage, DieResult, EntryKind
from domain.pieces.card_spec import Contact
from domain.plans import Condition
from domain.seating import SEATS
from domain.values import Seat
from domain.values.agreements import Agreement
from domain.values.bots import BotKind, BotLevel
from domain.values.clock import AtZero, ClockKind
from domain.values.standing import Instruction
from events.accounts.blocks import BlockLevel
from events.accounts.reports import ReportReason
from events.accounts.tokens import Scope
from events.commentary.annotations import Audience
from events.commentary.studies import Sharing
from events.jobs.tracked import JobStatus
from events.lobby.challenges import ChallengeStatus
from events.scenarios.report import Verdict
from events.webhooks.webhook import (
    BodyFormat,
    DeliveryError,
    DeliveryStatus,
    DisabledReason,
    WebhookEventType,
)

Json = dict[str, Any]
REF = "#/components/schemas/"
HIGHEST = 25
"""The highest row or column that passes validation."""
_HEX: Json = {
    "type": "array",
    "description": "A hex.",
    "items": {"type": "integer", "minimum": 0, "maximum": HIGHEST},
    "minItems": 2,
    "maxItems": 2,
}


class MoveSign(StrEnum):
    """A rating of a move, with the signs used in chess: from brilliant to blunder."""

    BRILLIANT = "!!"
    GOOD = "!"
    INTERESTING = "!?"
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


class MarkColor(StrEnum):
    """The color of an arrow or a marked hex. Its meaning is up to the author."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


class Words(validate.OneOf):
    """Validates the values of an enumeration, a named schema of the contract."""

    def __init__(self, kind: type[StrEnum]) -> None:
        super().__init__([word.value for word in _words(kind)])
        self.kind = kind


class FrameStep(StrEnum):
    """What each frame of an animated replay shows."""

    COMMAND = "command"
    TURN = "turn"


_FURTHER = (
    AccountMessage,
    BlockLevel,
    Agreement,
    AtZero,
    ChallengeStatus,
    ClockKind,
    WebhookEventType,
    BodyFormat,
    DeliveryStatus,
    DeliveryError,
    DisabledReason,
    JobStatus,
    DecisionLabel,
    Audience,
    BotKind,
    BotLevel,
    Contact,
    Condition,
    DieResult,
    EntryKind,
    FrameStep,
    Instruction,
    MarkColor,
    Measure,
    MoveSign,
    ReportReason,
    ReportTopic,
    RollSource,
    Rule,
    Scope,
    Sharing,
    Verdict,
)
"""Enumerations that are not part of the domain."""


class HexField(fields.List[Any]):
    """A hex: ``[row, col]``."""


class CommandField(fields.Dict):
    """A command."""


def component(name: str) -> str:
    """Return the schema name of an answer type."""
    return name.removesuffix("Answer").removesuffix("View")


def reference(kind: type) -> Json:
    """Return a reference to the schema of an enumeration, a hex or an answer."""
    return {"$ref": REF + component(kind.__name__)}


def parts(spec: Any) -> Json:
    """Return the schemas by name that a contract refers to."""
    known = {Hex.__name__: _HEX, **{kind.__name__: _of(kind) for kind in _kinds()}}
    used = {name.removeprefix(REF) for name in _references(spec)}
    return {name: part for name, part in known.items() if name in used}


def refer(_converter: object, field: fields.Field[Any], ret: Json) -> Json:
    """Replace the schema of a field by a reference; an attribute function of apispec."""
    if isinstance(field, CommandField):
        ret.clear()
        return {"$ref": f"{REF}Command"}
    kinds: list[type] = [check.kind for check in field.validators if isinstance(check, Words)]
    if isinstance(field, HexField):
        kinds = [Hex]
    if kinds:
        found = reference(kinds[0])
        for spelled in ("type", "enum", "items", "minItems", "maxItems"):
            ret.pop(spelled, None)
        return {"anyOf": [found, {"type": "null"}]} if field.allow_none else found
    return _constant(field, ret)


def _constant(field: fields.Field[Any], ret: Json) -> Json:
    """Turn an enumeration of one value into a constant."""
    for check in field.validators:
        if isinstance(check, validate.Equal):
            del ret["enum"]
            return {"const": check.comparable}
    return {}


def _words(kind: type[StrEnum]) -> Iterable[StrEnum]:
    """Return the current values of an enumeration; seats only of tables that exist."""
    return SEATS if kind is Seat else kind


def _of(kind: type[StrEnum]) -> Json:
    words = _words(kind)
    said = cleandoc(kind.__doc__ or "").partition("\n\n")[0]
    shown: Json = {"type": "string", "enum": [word.value for word in words], "description": said}
    if not all(word.value.isidentifier() for word in words):
        # Generators cannot derive names of constants from signs and years.
        shown["x-enum-varnames"] = [word.name for word in words]
    return shown


def _kinds() -> Iterator[type[StrEnum]]:
    for kind in (*vars(values).values(), *_FURTHER):
        if isinstance(kind, type) and issubclass(kind, StrEnum) and kind is not StrEnum:
            yield kind


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name == "$ref":
                yield value
            else:
                yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)
