"""Kinds of fields that several schemas have in common."""

from enum import StrEnum
from typing import Any

from marshmallow import fields, validate

from api.schemas.vocabulary import HIGHEST, HexField, Words
from domain.seating import SEATS
from events.transfer.replay_check import MAX_NONCE

HIGHEST_VERSION = 10**15 - 1
REVIEWER = "reviewer"
"""The viewer of a finished game who sees everything: both hands, the order of the deck, and the
seed."""
PERSPECTIVES = (*(seat.value for seat in SEATS), REVIEWER)
"""As whom a game may be looked at."""


def words(kind: type[StrEnum]) -> Words:
    """One of an enumeration's words."""
    return Words(kind)


def described(description: str, **more: Any) -> dict[str, Any]:
    """What the contract says of a field."""
    return {"description": description, **more}


class WholeNumber(fields.Integer):
    """A JSON integer: no text, no fraction, no truth value. ``3.0`` is the number 3, too."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        number: int = super()._deserialize(value, *args, **options)
        return number


class Flag(fields.Boolean):
    """A JSON truth value: no text, no number."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A number in a query, in plain digits."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit()):
            raise self.make_error("invalid", input=value)
        number: int = super()._deserialize(value, *args, **options)
        return number


def version_field(description: str, least: int = 1, **options: Any) -> WholeNumber:
    """A version of a game, in a body."""
    limits = validate.Range(least, HIGHEST_VERSION)
    return WholeNumber(validate=limits, metadata=described(description), **options)


def version_param(description: str, least: int = 1, **options: Any) -> QueryNumber:
    """A version of a game, in a query."""
    limits = validate.Range(least, HIGHEST_VERSION)
    return QueryNumber(validate=limits, metadata=described(description), **options)


def query_flag(description: str) -> fields.Boolean:
    """A truth value in a query, ``true`` or ``false``; no if it is not there."""
    return fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata=described(description),
    )


def hex_field(**options: Any) -> HexField:
    """A hex: ``[row, col]``."""
    return HexField(
        WholeNumber(validate=validate.Range(0, HIGHEST)),
        validate=validate.Length(equal=2),
        metadata=described("A hex."),
        **options,
    )


def path_field(shortest: int) -> fields.List[Any]:
    """The hexes a unit enters, in order."""
    return fields.List(
        hex_field(),
        required=True,
        validate=validate.Length(min=shortest, max=16),
        metadata=described("The hexes that the unit enters, in order."),
    )


def perspective_field() -> fields.String:
    """As whom to look at a game."""
    return fields.String(
        data_key="as",
        validate=validate.OneOf(PERSPECTIVES),
        metadata=described(
            "The perspective: a seat, or a `reviewer`, from whom nothing is hidden. While "
            "the game is running, only a seat that you hold."
        ),
    )


def nonce_field() -> fields.String:
    """What a client adds to the chance of its command."""
    return fields.String(
        validate=validate.Regexp(
            rf"^[A-Za-z0-9_-]{{1,{MAX_NONCE}}}(?![\s\S])", error="1 to 64 letters, digits, - and _."
        ),
        metadata=described(
            "A random string of your own, for its dice and shuffles; events hold it.",
            maxLength=MAX_NONCE,
        ),
    )


def validate_only_field() -> Flag:
    """Whether a request only asks what the rules say to it."""
    return Flag(
        metadata=described("As `/validate`: 200 with a CommandCheck.", deprecated=True),
    )
