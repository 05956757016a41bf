"""Players and their accounts."""

from typing import Annotated, Any

from marshmallow import Schema, ValidationError, fields, post_load, validate
from msgspec import Meta

from api.schemas.answer import Answer
from api.schemas.fields import Flag, described
from api.schemas.lists import PageQuerySchema
from api.schemas.names import NAME
from domain.ratings import Standing
from domain.values.bots import BotKind
from events.accounts.names import MAX_LENGTH, InvalidNameError, nickname
from events.clock import Moment


class PlayerNameSchema(Schema):
    """The name of a player."""

    name = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=MAX_LENGTH), NAME],
        metadata=described(
            "Stored by the Nickname profile of RFC 8266: in Unicode form NFKC, "
            "with single spaces. Characters that are invisible or change the direction of "
            "text are refused. Names need not be unique.",
            example="Ada",
        ),
    )

    @post_load
    def _enforce(self, player: dict[str, Any], **_: Any) -> dict[str, Any]:
        try:
            return {**player, "name": nickname(player["name"])}
        except InvalidNameError as error:
            raise ValidationError(str(error), "name") from None


class PlayerRequestSchema(PlayerNameSchema):
    """The player to create."""

    bot = Flag(
        load_default=False,
        metadata=described(
            "Whether a program plays for it. A bot stays one, its games count in no "
            "statistics, and it plays no rated games."
        ),
    )


class PlayersQuerySchema(PageQuerySchema):
    """Which players to find."""

    name = fields.String(
        required=True,
        validate=validate.Length(1, MAX_LENGTH),
        metadata=described(
            "The beginning of the name, whatever its case and accents.", example="Ad"
        ),
    )


Tag = Annotated[
    str,
    Meta(
        description=(
            "Six characters of the id. Show them with the name, as in Ada #1a2b3c, because "
            "names can be the same or look the same."
        ),
        extra_json_schema={"example": "1a2b3c"},
    ),
]
"""The number that distinguishes players of the same name."""


class PlayerAnswer(Answer, frozen=True):
    """A player's account."""

    id: str
    name: str
    tag: Tag
    created_at: Moment
    bot: BotKind | None
    """What kind of bot it is; null for people."""


class PlayerWithTokenAnswer(PlayerAnswer, frozen=True):
    """A new account and its token, which is returned only once."""

    token: str


class PlayerRatingAnswer(Answer, frozen=True):
    """How strong a player is, by Glicko-2 with the advantage of the battle's side."""

    rating: int
    """In points; 1500 at first."""
    deviation: int
    """How unsure the rating is."""
    provisional: bool
    """Whether it is too unsure to be compared: the deviation is above 110."""
    games: int
    """Rated games."""

    @classmethod
    def of(cls, standing: Standing) -> "PlayerRatingAnswer":
        """How a player stands."""
        known = standing.rating
        figures = round(known.rating), round(known.deviation)
        return cls(*figures, standing.is_provisional, standing.games)


class PublicPlayerAnswer(Answer, frozen=True):
    """The public data of a player."""

    id: str
    name: str | None
    """The name; null once the account is deleted."""
    tag: Tag
    created_at: Moment
    deleted: bool
    bot: BotKind | None
    """What kind of bot it is; null for people."""
    rating: PlayerRatingAnswer | None
    """Null for bots, and while ratings are being built."""
    luck_adjusted_rating: PlayerRatingAnswer | None
    """The same by luck-adjusted results."""


class PublicPlayersPageAnswer(Answer, frozen=True):
    """A page of players."""

    items: list[PublicPlayerAnswer]
    next: str | None
