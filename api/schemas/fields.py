"""Fields that several schemas share."""

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
"""The perspectives from which a game can be viewed."""


def words(kind: type[StrEnum]) -> Words:
    """Validate that a text is a value of an enumeration."""
    return Words(kind)


def described(description: str, **more: Any) -> dict[str, Any]:
    """Return a field's metadata for the contract."""
    return {"description": description, **more}


class WholeNumber(fields.Integer):
    """A JSON integer: no string, fraction or boolean; ``3.0`` is accepted as 3."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        number: int = super()._deserialize(value, *args, **options)
        return number


class Flag(fields.Boolean):
    """A JSON boolean: no string or number."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A number in a query, in decimal digits."""

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
    """A boolean in a query, ``true`` or ``false``; defaults to false."""
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
    """The hexes that a unit enters, in order."""
    return fields.List(
        hex_field(),
        required=True,
        validate=validate.Length(min=shortest, max=16),
        metadata=described("The hexes that the unit enters, in order."),
    )


def perspective_field() -> fields.String:
    """The perspective from which a game is viewed."""
    return fields.String(
        data_key="as",
        validate=validate.OneOf(PERSPECTIVES),
        metadata=described(
            "The perspective: a seat, or a `reviewer`, from whom nothing is hidden. While "
            "the game is running, only a seat that you hold."
        ),
    )


def nonce_field() -> fields.String:
    """A client's contribution to the randomness of its command."""
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
    """Whether a request is a dry run."""
    return Flag(
        metadata=described("As `/validate`: 200 with a CommandCheck.", deprecated=True),
    )
