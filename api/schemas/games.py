"""Games: which to open, which seat to take, and lists of them."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import (
    Answer,
    WholeNumber,
    eyes_field,
    nonce_field,
    validate_only_field,
    words,
)
from api.schemas.lists import PageQuerySchema
from api.tags import FORMS, FULL
from domain.scenarios import slugs
from domain.values import EditionName, Seat, Side, Status, Undo, Variant, Visibility
from events.listing import HIDDEN
from events.transfer.judging import LONGEST_DELAY, LONGEST_TIME_LIMIT

PLAYED, SANDBOXES = KINDS = ("games", "sandboxes")
"""What is listed apart."""
DEFAULT_TIME_LIMIT = 14 * 24 * 3600


class NewGameSchema(Schema):
    """Which game to open."""

    scenario = fields.String(required=True, validate=validate.OneOf(slugs()))
    edition = fields.String(required=True, validate=words(EditionName))
    variant = fields.String(load_default=Variant.STANDARD.value, validate=words(Variant))
    undo = fields.String(load_default=Undo.NONE.value, validate=words(Undo))
    visibility = fields.String(load_default=Visibility.PUBLIC.value, validate=words(Visibility))
    move_time_limit = WholeNumber(
        load_default=DEFAULT_TIME_LIMIT,
        validate=validate.Range(1, LONGEST_TIME_LIMIT),
        metadata={
            "description": "Seconds a seat has for each decision before it loses the game. The "
            "clock is looked at every five seconds."
        },
    )
    spectator_delay = WholeNumber(
        load_default=0,
        validate=validate.Range(0, LONGEST_DELAY),
        metadata={
            "description": "Whole turns that those who hold no seat are behind as long as the game "
            "runs: everything they get is as it was when that turn began. Once it is over, they "
            "see all of it."
        },
    )


class TakeSeatSchema(Schema):
    """Which seat to take."""

    side = fields.String(required=True, validate=words(Seat))
    invite = fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "The invitation of a private game; its creator needs none."},
    )
    nonce = nonce_field()
    validate_only = validate_only_field()


class InvitationSchema(Answer):
    """What lets others into a private game."""

    invite = fields.String(required=True)


class FormQuerySchema(Schema):
    """In which form to answer with a state."""

    form = fields.String(
        load_default=FULL,
        validate=validate.OneOf(FORMS),
        metadata={"description": "`compact` leaves out what is as in the game's first version."},
    )


class StateQuerySchema(FormQuerySchema):
    """As whom to look at a state, and in which form."""

    as_ = eyes_field()


class GamesQuerySchema(PageQuerySchema):
    """Which games to list."""

    status = fields.String(validate=words(Status))
    player = fields.String(validate=validate.Length(max=64))
    scenario = fields.String(validate=validate.Length(max=64))
    since = fields.AwareDateTime(format="iso", metadata={"description": "Created at or after."})
    until = fields.AwareDateTime(format="iso", metadata={"description": "Created at or before."})
    kind = fields.String(
        load_default=PLAYED,
        validate=validate.OneOf(KINDS),
        metadata={
            "description": "`sandboxes` are games that branch off others: they are listed apart."
        },
    )


class ImportMarkSchema(Answer):
    """Where a game comes from that was not played here."""

    imported_by = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The player who brought it; null is the operator."},
    )
    imported_at = fields.String(required=True, metadata={"format": "date-time"})
    vouched_by = fields.String(
        required=True,
        validate=validate.OneOf(["seal", "rules"]),
        metadata={
            "description": "`seal`: a key known here had signed it. `rules`: its seed and the "
            "rules lead to each of its events; who its players were, nobody vouches for."
        },
    )


def imported_field() -> fields.Nested:
    """Where a game comes from."""
    return fields.Nested(
        ImportMarkSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null for a game that was played here."},
    )


class BranchOfSchema(Answer):
    """Where a branch comes from, which is a sandbox: one player decides for both sides."""

    game = fields.String(
        required=True, metadata={"description": "The game that it branches off, which may be one."}
    )
    at_version = fields.Integer(
        required=True,
        metadata={"description": "Up to which version it shares that game's past."},
    )
    head = fields.String(
        required=True, metadata={"description": "The hash of that game's event at `at_version`."}
    )
    root = fields.String(
        required=True,
        metadata={"description": "The game that began by itself, from which all this has grown."},
    )
    name = fields.String(
        required=True, allow_none=True, metadata={"description": "What its maker calls it."}
    )
    hidden = fields.String(
        required=True,
        validate=validate.OneOf(HIDDEN),
        metadata={
            "description": "`kept`: it has the seed and the cards of the game that it comes from. "
            "`anew`: it has a seed of its own, and what its maker could not know was dealt anew."
        },
    )


def branch_field() -> fields.Nested:
    """Where a branch comes from."""
    return fields.Nested(
        BranchOfSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null for a game that began by itself."},
    )


class GameSummarySchema(Answer):
    """A game in a list."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    scenario = fields.String(required=True)
    edition = fields.String(required=True, validate=words(EditionName))
    variant = fields.String(required=True, validate=words(Variant))
    status = fields.String(required=True, validate=words(Status))
    visibility = fields.String(required=True, validate=words(Visibility))
    created_by = fields.String(required=True)
    spectator_delay = fields.Integer(required=True)
    seats = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    turn = fields.Integer(required=True)
    awaiting = fields.String(required=True, allow_none=True, validate=words(Seat))
    winner = fields.String(required=True, allow_none=True, validate=words(Side))
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    updated_at = fields.String(required=True, metadata={"format": "date-time"})
    branch = branch_field()
    imported = imported_field()


class GamesPageSchema(Answer):
    """A page of games."""

    items = fields.List(fields.Nested(GameSummarySchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "The cursor of the next page."}
    )
