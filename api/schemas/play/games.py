"""Creating games, taking seats, and lists of games."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from api.schemas.answer import Answer, named
from api.schemas.fields import (
    Flag,
    WholeNumber,
    described,
    nonce_field,
    perspective_field,
    validate_only_field,
    words,
)
from api.schemas.lists import PageQuerySchema
from api.schemas.names import Slug
from api.schemas.play.clock import ClockRequestSchema, settings
from domain.seating import SEATS
from domain.values import EditionName, Seat, Side, Status, Undo, Variant, Visibility
from domain.values.bots import BotLevel
from domain.values.clock import ClockKind, ClockSettings
from events.transfer.replay_check import MAX_DELAY, MAX_TIME_LIMIT

PLAYED, SANDBOXES = KINDS = ("games", "sandboxes")
"""What is listed apart."""
ME = "me"
"""How callers name themselves in a query."""
FULL, COMPACT = FORMS = ("full", "compact")
"""The forms in which a state is shown."""
DEFAULT_TIME_LIMIT = 14 * 24 * 3600


class BotsSchema(Schema):
    """The levels of bots, by their seats; a side stands for all of its seats."""

    class Meta:
        """A field for each word."""

        include: ClassVar = {
            word: fields.String(
                validate=words(BotLevel),
            )
            for word in dict.fromkeys((*map(str, Side), *map(str, SEATS)))
        }


class TermsSchema(Schema):
    """The terms of a game."""

    scenario = fields.String(required=True, validate=Slug())
    edition = fields.String(required=True, validate=words(EditionName))
    variant = fields.String(load_default=Variant.STANDARD.value, validate=words(Variant))
    players = WholeNumber(
        validate=validate.Range(2, 8),
        metadata=described(
            "The number of players, in a variant that is played by several numbers: "
            "`operation_alliance` by 3 or 4, `team` and `young_generals_team` by 3 to 6, "
            "`overlord` by 2, 4, 6 or 8, who then hold several of its 8 seats. By default the "
            "largest."
        ),
    )
    smaller_side = fields.String(
        validate=words(Side),
        metadata=described(
            "The side that has a player fewer, if the number of players is odd. By default `axis`."
        ),
    )
    undo = fields.String(load_default=Undo.NONE.value, validate=words(Undo))
    visibility = fields.String(load_default=Visibility.PUBLIC.value, validate=words(Visibility))
    move_time_limit = WholeNumber(
        load_default=DEFAULT_TIME_LIMIT,
        validate=validate.Range(1, MAX_TIME_LIMIT),
        metadata=described(
            "Seconds that a seat has for each decision before it loses the game. The limit "
            "is checked every five seconds. A `clock` stands in its place."
        ),
    )
    clock = fields.Nested(
        ClockRequestSchema,
        metadata=described("How seats are timed, instead of by `move_time_limit`."),
    )
    spectator_delay = WholeNumber(
        load_default=0,
        validate=validate.Range(0, MAX_DELAY),
        metadata=described(
            "By how many whole turns spectators are behind while the game is running: they see it "
            "as it was at the start of that turn. Once it is over, they see all of it."
        ),
    )
    rated = Flag(
        load_default=False,
        metadata=described(
            "Whether the result counts for ratings: in public games of two people "
            "on a battle of the service, without free take-backs."
        ),
    )

    @validates_schema(pass_original=True)
    def _timed_in_one_way(self, data: dict[str, Any], original: Any, **_: object) -> None:
        if "clock" in data and "move_time_limit" in original:
            raise ValidationError({"move_time_limit": ["A game with a `clock` has none."]})


def timing(params: Mapping[str, Any]) -> tuple[int, ClockSettings | None]:
    """The `move_time_limit` and the clock of a game on such terms. Time for each move is given in
    both."""
    clock = settings(params["clock"]) if "clock" in params else None
    by_move = clock is not None and clock.kind is ClockKind.MOVE
    return clock.seconds if clock and by_move else params["move_time_limit"], clock


class GameRequestSchema(TermsSchema):
    """The game to create."""

    bots = fields.Nested(
        BotsSchema,
        load_default=dict,
        metadata=described("The seats that bots take at once, and how well these play."),
    )


class TakeSeatSchema(Schema):
    """Which seat to take: a `seat`, any free one of a `side`, or any free one at all."""

    seat = fields.String(
        validate=words(Seat),
        metadata=described("The seat to take. If you name a side too, it must be on that side."),
    )
    side = fields.String(
        validate=words(Side),
        metadata=described(
            "The side to play for: you get its first free seat in order of play; "
            "without a side, the first free seat."
        ),
    )
    invite = fields.String(
        validate=validate.Length(max=100),
        metadata=described("The invitation to a private game. Its creator does not need one."),
    )
    nonce = nonce_field()
    validate_only = validate_only_field()


class InvitationAnswer(Answer, frozen=True):
    """The invitation to a private game."""

    invite: str


class FormQuerySchema(Schema):
    """The format of the state."""

    form = fields.String(
        load_default=FULL,
        validate=validate.OneOf(FORMS),
        metadata=described("`compact` leaves out what is the same as in the game's first version."),
    )


class StateQuerySchema(FormQuerySchema):
    """The perspective and the format of a state."""

    as_ = perspective_field()


class GamesQuerySchema(PageQuerySchema):
    """Which games to list."""

    status = fields.String(validate=words(Status))
    player = fields.String(
        validate=validate.Length(max=64),
        metadata=described("Only games of the player with this id; `me` is you."),
    )
    awaiting = fields.String(
        validate=validate.OneOf([ME]),
        metadata=described("`me`: only games in which it is your move."),
    )
    scenario = fields.String(validate=validate.Length(max=64))
    since = fields.AwareDateTime(
        format="iso", metadata=described("Only games created at or after this time.")
    )
    until = fields.AwareDateTime(
        format="iso", metadata=described("Only games created at or before this time.")
    )
    kind = fields.String(
        load_default=PLAYED,
        validate=validate.OneOf(KINDS),
        metadata=described("`sandboxes` are branches of other games and are listed separately."),
    )


class GamesPageAnswer(Answer, frozen=True, kw_only=True):
    """A page of games."""

    items: list[Annotated[dict[str, Any], named("GameSummary")]]
    total: int
    """Games on all pages together, as of now."""
    next: str | None
    """The next page's cursor."""
