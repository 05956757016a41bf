"""Stepping through a game: decisions, differences."""

from typing import Annotated, Any

from marshmallow import Schema, fields, validate
from msgspec import Meta

from api.schemas.answer import Answer, named
from api.schemas.fields import QueryNumber, described, perspective_field, version_param, words
from api.schemas.review.history import MAX_ITEMS, line_field
from domain.commands import BY_NAME, Seating
from domain.values import Decision, Seat

_CARRIED = tuple(name for name, kind in BY_NAME.items() if not issubclass(kind, Seating))
MAX_PATCHES = 3000


class DecisionsQuerySchema(Schema):
    """Which decisions of a game to return."""

    after = version_param(
        "Only decisions after this version, the nearest first; the default is 0.", least=0
    )
    before = version_param("Only decisions before this version, the nearest first.")
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MAX_ITEMS),
    )
    seat = fields.String(validate=words(Seat), metadata=described("Only decisions of this seat."))
    decision = fields.String(
        validate=words(Decision), metadata=described("Only decisions of this kind.")
    )
    line = line_field("`main` leaves out the decisions whose command was taken back.")
    as_ = perspective_field()


class DiffQuerySchema(Schema):
    """The two versions to compare, and the perspective."""

    from_ = version_param("The version that the patch applies to.", data_key="from", required=True)
    to = version_param(
        "The version that the patch leads to, later or earlier; the newest by default."
    )
    as_ = perspective_field()


class PatchesQuerySchema(Schema):
    """Which steps to return, and the perspective."""

    after = version_param(
        "The version to continue from; 0 is before the first.", least=0, load_default=0
    )
    limit = QueryNumber(load_default=200, validate=validate.Range(1, MAX_PATCHES))
    as_ = perspective_field()


class CarriedAnswer(Answer, frozen=True):
    """A command that was carried out."""

    type: Annotated[str, Meta(extra_json_schema={"enum": list(_CARRIED)})]
    """The kind of command."""
    seat: Seat | None
    """The seat that gave it; null if a time limit ran out."""
    first: int
    """The version of its first event."""
    last: int
    """The version of its last event, which it led to."""


class PastDecisionAnswer(Answer, frozen=True):
    """A decision that the game was waiting for, and the command that followed."""

    version: int
    """The version at which the decision was awaited."""
    turn: int
    seat: Seat
    """The seat that had to decide."""
    decision: Decision
    """The kind of decision."""
    command: CarriedAnswer | None
    """The command that followed: usually the decision itself, but either seat may have resigned or
    taken back instead. Null while the decision is awaited."""


class DecisionsPageAnswer(Answer, frozen=True):
    """A page of decisions."""

    items: list[PastDecisionAnswer]
    """The decisions, the nearest to the start of the page first."""
    next: int | None
    """The `after` of the next page, or its `before` when reading backwards; null on the last page.
    """
    version: int


class VersionPatchAnswer(Answer, frozen=True):
    """A step to a version from the one before."""

    version: int
    """The version that the step leads to."""
    patch: Annotated[list[dict[str, Any]], named("JsonPatch")]
    """The changes to the previous version, or to `{}` for the first."""


class PatchesPageAnswer(Answer, frozen=True):
    """A page of steps from version to version."""

    items: list[VersionPatchAnswer]
    """The steps, in order and without gaps."""
    next: int | None
    """The `after` of the next page; null when this is the last."""
    version: int
    """The newest version that you may see."""
