"""The words of the game and its hexes as schemas with names, which all others refer to.

A generated client gets one class for each kind of word, however many members hold one.
"""

from collections.abc import Iterator
from enum import StrEnum
from inspect import cleandoc
from typing import Any

from marshmallow import fields, validate

from domain import values
from domain.account.messages import AccountMessage, DieResult, EntryKind
from domain.card_spec import Contact
from domain.errors import Rule
from domain.hexes import Hex
from domain.luck import Measure, RollSource
from events.animations import AnimationStatus
from events.annotations import Audience
from events.studies import Sharing
from events.tokens import Scope

Json = dict[str, Any]
REF = "#/components/schemas/"
HIGHEST = 25
"""The highest row or column that is no mistake in form."""
_HEX: Json = {
    "type": "array",
    "description": "A hex as [row, col]: rows from the top edge, columns from the left, both from "
    "0. Odd rows lie half a hex to the right. Texts call it by a letter for the row, from A, and a "
    "number for the place in it, from 1: [2, 4] is C5.",
    "items": {"type": "integer", "minimum": 0, "maximum": HIGHEST},
    "minItems": 2,
    "maxItems": 2,
    "example": [6, 3],
}


class Decision(StrEnum):
    """What a seat has to decide."""

    AIR_DROP = "air_drop"
    PLAY_CARD = "play_card"
    NAME_TARGETS = "name_targets"
    STRIKE = "strike"
    HEAL = "heal"
    ORDER = "order"
    MOVE = "move"
    BATTLE = "battle"
    AMBUSH = "ambush"
    RETREAT = "retreat"
    TAKE_GROUND = "take_ground"
    OVERRUN = "overrun"
    MOVE_AGAIN = "move_again"
    CHOOSE_CARD = "choose_card"


class MoveSign(StrEnum):
    """What somebody thinks of a move, by the signs that chess has for it: from brilliant to a
    blunder."""

    BRILLIANT = "!!"
    GOOD = "!"
    INTERESTING = "!?"
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


class MarkColor(StrEnum):
    """The color of an arrow or of a marked hex; what it means is up to who draws it."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


class Words(validate.OneOf):
    """Accepts the words of an enumeration, which the contract knows by its name."""

    def __init__(self, kind: type[StrEnum]) -> None:
        super().__init__([word.value for word in kind])
        self.kind = kind


class FrameStep(StrEnum):
    """Of what an animated replay has a frame each."""

    COMMAND = "command"
    TURN = "turn"


_FURTHER = (
    AccountMessage,
    AnimationStatus,
    Audience,
    Contact,
    Decision,
    DieResult,
    EntryKind,
    FrameStep,
    MarkColor,
    Measure,
    MoveSign,
    RollSource,
    Rule,
    Scope,
    Sharing,
)
"""Words that are no values of the game."""


class HexField(fields.List[Any]):
    """A hex: ``[row, col]``."""


def reference(kind: type) -> Json:
    """The schema of a member that holds a word, or a hex."""
    return {"$ref": REF + kind.__name__}


def parts(spec: Any) -> Json:
    """The schemas by name, of what a contract refers to."""
    known = {Hex.__name__: _HEX, **{kind.__name__: _of(kind) for kind in _kinds()}}
    used = {name.removeprefix(REF) for name in _references(spec)}
    return {name: part for name, part in known.items() if name in used}


def refer(_converter: object, field: fields.Field[Any], ret: Json) -> Json:
    """A function of the library's converter: put a name in place of what a field spells out."""
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
    """One word alone is a constant, no enumeration."""
    for check in field.validators:
        if isinstance(check, validate.Equal):
            del ret["enum"]
            return {"const": check.comparable}
    return {}


def _of(kind: type[StrEnum]) -> Json:
    said = cleandoc(kind.__doc__ or "").partition("\n\n")[0]
    return {"type": "string", "enum": [word.value for word in kind], "description": said}


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
