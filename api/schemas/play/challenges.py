"""Challenges and their terms."""

from collections.abc import Mapping

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer
from api.schemas.fields import WholeNumber, described, words
from api.schemas.lists import PageQuerySchema
from api.schemas.play.clock import ClockTermsAnswer
from api.schemas.play.games import TermsSchema
from domain.values import EditionName, Seat, Side, Undo, Variant, Visibility
from events.clock import Moment
from events.lobby.challenges import MAX_DAYS, ChallengeStatus

OPEN, MINE = LISTS = ("open", "mine")
"""The lists of challenges."""


class ChallengeRequestSchema(TermsSchema):
    """The challenge to make."""

    side = fields.String(
        validate=words(Side),
        metadata=described("The side that you will play. By default it is drawn."),
    )
    to = fields.String(
        validate=validate.Length(1, 64),
        metadata=described("The id of the player to challenge. By default anyone."),
    )
    seats = fields.Dict(
        keys=fields.String(validate=words(Seat)),
        values=fields.String(validate=validate.Length(1, 64)),
        load_default=dict,
        metadata=described(
            "For more than two players: for whom to keep seats, as ids by seat; "
            "yours may be among them. The others are open to anyone."
        ),
    )
    counters = fields.String(
        validate=validate.Length(1, 64),
        metadata=described(
            "The id of an open challenge to you, which this one replaces: that one "
            "is declined, and this one goes to its challenger."
        ),
    )
    pair = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata=described(
            "Whether to accept the oldest challenge to anyone with the same terms "
            "and a side for you, if there is one."
        ),
    )
    days = WholeNumber(
        load_default=7,
        validate=validate.Range(1, MAX_DAYS),
        metadata=described("Days after which it expires."),
    )


class JoiningQuerySchema(Schema):
    """Where to join, in a game of more than two."""

    seat = fields.String(
        validate=words(Seat),
        metadata=described("The seat to take, if more than two play."),
    )
    side = fields.String(
        validate=words(Side),
        metadata=described("The side to join, if more than two play."),
    )


class ChallengesQuerySchema(PageQuerySchema):
    """Which challenges to list."""

    whose = fields.String(
        load_default=OPEN,
        validate=validate.OneOf(LISTS),
        metadata=described(
            "`open`: those to anyone that can be accepted; `mine`: all that you "
            "made or that were made to you."
        ),
    )


class ChallengeTermsAnswer(Answer, frozen=True):
    """The terms of the game."""

    scenario: str
    edition: EditionName
    variant: Variant
    undo: Undo
    visibility: Visibility
    move_time_limit: int
    spectator_delay: int
    rated: bool
    clock: ClockTermsAnswer | None = None
    """Null in a game without one, which goes by `move_time_limit`."""
    players: int | None = None
    """The number of players; null where the variant has one only."""
    smaller_side: Side | None = None
    """The side that has a player fewer; null if none has."""


class ChallengeAnswer(Answer, frozen=True, kw_only=True):
    """A challenge and its status."""

    id: str
    """The id of the challenge."""
    challenger: str
    """The id of the player who made it."""
    to: str | None
    """The id of the challenged player; null means anyone."""
    side: Side | None
    """The side that the challenger plays; null means drawn."""
    terms: ChallengeTermsAnswer
    """The terms of the game."""
    status: ChallengeStatus
    created_at: Moment
    expires_at: Moment
    """When it expires."""
    accepted_by: str | None
    """The id of the player who accepted it; null if none did."""
    game: str | None
    """The game that it has become; null if none."""
    counters: str | None
    """The id of the challenge that it replaced; null if none."""
    seats: Mapping[Seat, str | None]
    """Who has joined, by seat, if more than two play; null is free."""
    kept: Mapping[Seat, str]
    """The players for whom seats are reserved, by seat."""


class ChallengesPageAnswer(Answer, frozen=True):
    """A page of challenges."""

    items: list[ChallengeAnswer]
    next: str | None
