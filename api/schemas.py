"""The shape of every body and query: what comes in is checked by these, what goes out is held to
them by tests."""

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from domain.errors import Rule
from domain.scenarios import slugs
from domain.values import EditionName, Seat, Side, Status, Undo, Variant, Visibility
from events.transfer.judging import LONGEST_TIME_LIMIT

Data = dict[str, Any]

DEFAULT_TIME_LIMIT = 14 * 24 * 3600
MOST_ITEMS = 1000
HIGHEST_VERSION = 10**15 - 1
_NAME = validate.Regexp(
    r"^(?!\s)[^\x00-\x1f\x7f-\x9f\u2028\u2029]+(?<!\s)(?![\s\S])",
    error="Must not be blank, begin or end with a space, or hold control characters.",
)


class WholeNumber(fields.Integer):
    """A JSON integer: no text, no fraction, no truth value."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> int:
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


def words(kind: type) -> validate.OneOf:
    """One of an enumeration's words."""
    return validate.OneOf([member.value for member in kind])  # type: ignore[attr-defined]


def hex_field(**options: Any) -> fields.List[Any]:
    """A hex: ``[row, col]``."""
    number = WholeNumber(validate=validate.Range(0, 25))
    return fields.List(
        number,
        validate=validate.Length(equal=2),
        metadata={"description": "A hex as [row, col], both from 0.", "example": [6, 3]},
        **options,
    )


def path_field(shortest: int) -> fields.List[Any]:
    """The hexes a unit enters, in order."""
    return fields.List(
        hex_field(),
        required=True,
        validate=validate.Length(min=shortest, max=16),
        metadata={"description": "The hexes entered, in order; the one left is not among them."},
    )


class Answer(Schema):
    """What goes out may gain members later, and clients pass over those they do not know."""

    class Meta:
        unknown = INCLUDE


class AwaitingSchema(Answer):
    """Whose decision the game waits for."""

    seat = fields.String(required=True, validate=words(Seat))
    decision = fields.String(
        required=True,
        validate=validate.OneOf(
            [
                "air_drop",
                "play_card",
                "name_targets",
                "strike",
                "heal",
                "order",
                "move",
                "battle",
                "ambush",
                "retreat",
                "take_ground",
                "overrun",
                "move_again",
                "choose_card",
            ]
        ),
    )


class NewPlayerSchema(Schema):
    """Whom to create."""

    name = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=60), _NAME],
        metadata={"example": "Ada"},
    )


class PlayerSchema(Answer):
    """A player's account."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.String(required=True, metadata={"format": "date-time"})


class PlayerWithTokenSchema(PlayerSchema):
    """A new account and its token, which is shown this once."""

    token = fields.String(required=True)


class PublicPlayerSchema(Answer):
    """A player as anyone may see it."""

    id = fields.String(required=True)
    name = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null once the account is deleted."},
    )
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    deleted = fields.Boolean(required=True)


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


def nonce_field() -> fields.String:
    """What a client adds to the chance of its command."""
    return fields.String(
        validate=validate.Regexp(
            r"[A-Za-z0-9_-]{1,64}\Z", error="1 to 64 letters, digits, - and _."
        ),
        metadata={
            "description": "A random text of your own. The dice and shuffles of this command "
            "depend on it, so that nobody can have known or chosen them before; it stays in the "
            "game's events."
        },
    )


def validate_only_field() -> Flag:
    """Whether a request only asks what the rules say to it."""
    return Flag(
        metadata={
            "description": "Ask the rules and do nothing: no die is thrown, nothing is stored, and "
            "an idempotency key stays unused. The answer is 200 with `valid`, or the problem that "
            "the request itself would be refused with."
        },
    )


class CommandCheckSchema(Answer):
    """What the rules say to a command that was only tried."""

    valid = fields.Boolean(
        required=True,
        metadata={"description": "Always true: what is not allowed is answered with a problem."},
    )
    version = fields.Integer(
        required=True, metadata={"description": "The game's version for which that holds."}
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


class InviteSchema(Answer):
    """What lets others into a private game."""

    invite = fields.String(required=True)


class CommandSchema(Schema):
    """What all commands have."""

    type = fields.String(required=True)
    seat = fields.String(
        validate=words(Seat),
        metadata={
            "description": "Whose decision this is. A player with several seats may leave it out "
            "for the one awaited."
        },
    )
    expected_version = WholeNumber(
        validate=validate.Range(min=0),
        metadata={
            "description": "Refuse the command unless the game is at this version, as `If-Match` "
            "does. Where both are sent and differ, the answer is 400."
        },
    )
    nonce = nonce_field()
    validate_only = validate_only_field()


class PageQuerySchema(Schema):
    """How much of a list to answer."""

    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))
    cursor = fields.String(validate=validate.Length(max=200))


class GamesQuerySchema(PageQuerySchema):
    """Which games to list."""

    status = fields.String(validate=words(Status))
    player = fields.String(validate=validate.Length(max=64))
    scenario = fields.String(validate=validate.Length(max=64))
    since = fields.AwareDateTime(format="iso", metadata={"description": "Created at or after."})
    until = fields.AwareDateTime(format="iso", metadata={"description": "Created at or before."})


class EventsQuerySchema(Schema):
    """Which events of a game to answer."""

    after = QueryNumber(
        load_default=0,
        validate=validate.Range(0, HIGHEST_VERSION),
        metadata={"description": "The version to go on from; 0 is the beginning."},
    )
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MOST_ITEMS),
        metadata={"description": "Of a page; a stream has no limit."},
    )


class ProblemSchema(Answer):
    """A problem document (RFC 9457)."""

    type = fields.String(required=True, metadata={"description": "Address of a page about it."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True)
    code = fields.String(required=True, metadata={"description": "A stable word for programs."})
    request_id = fields.String(required=True)
    advice = fields.String(required=True, metadata={"description": "What to do about it."})
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        metadata={"description": "JSON pointers into the request, each with its reasons."},
    )
    rule = fields.String(
        validate=words(Rule), metadata={"description": "The rule that refuses a command."}
    )
    source = fields.String(metadata={"description": "Where the rule stands."})
    rule_url = fields.String(
        metadata={
            "format": "uri-reference",
            "description": "Address of a page about the rule; as JSON for who accepts that.",
        }
    )
    facts = fields.Dict(
        metadata={"description": "The values that made the rule bite: units, hexes, limits."}
    )
    awaiting = fields.Nested(
        AwaitingSchema,
        allow_none=True,
        metadata={"description": "On a refusal: whose decision the game waits for."},
    )
    alternatives = fields.List(
        fields.Dict(),
        metadata={
            "description": "On a refusal: up to three of your listed actions that are most like "
            "what was tried, as they can be sent. Empty when the decision is not yours."
        },
    )
    version = fields.Integer(
        metadata={
            "description": "The game's version, on a mismatch or a refusal; of a log that was not "
            "taken in the event that is wrong, 0 for the header."
        }
    )
    reason = fields.String(metadata={"description": "What is wrong with a log."})


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


class GameSummarySchema(Answer):
    """A game in a list."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    scenario = fields.String(required=True)
    edition = fields.String(required=True)
    variant = fields.String(required=True)
    status = fields.String(required=True, validate=words(Status))
    visibility = fields.String(required=True, validate=words(Visibility))
    created_by = fields.String(required=True)
    seats = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    turn = fields.Integer(required=True)
    awaiting = fields.String(required=True, allow_none=True, validate=words(Seat))
    winner = fields.String(required=True, allow_none=True, validate=words(Side))
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    updated_at = fields.String(required=True, metadata={"format": "date-time"})
    imported = imported_field()


class GamesPageSchema(Answer):
    """A page of games."""

    items = fields.List(fields.Nested(GameSummarySchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "The cursor of the next page."}
    )


class ScenarioSummarySchema(Answer):
    """A battle in a list."""

    slug = fields.String(required=True)
    title = fields.String(required=True)
    year = fields.Integer(required=True)


class ScenariosPageSchema(Answer):
    """A page of battles."""

    items = fields.List(fields.Nested(ScenarioSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class MatchGameSummarySchema(Answer):
    """A game of a match."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    status = fields.String(required=True, validate=words(Status))
    winner = fields.String(required=True, allow_none=True, validate=words(Side))
    imported = imported_field()


class StandingSchema(Answer):
    """A player's medals in a match."""

    player = fields.String(required=True)
    medals = fields.List(
        fields.Integer(), required=True, metadata={"description": "Of each game so far."}
    )
    total = fields.Integer(required=True)


class MatchSchema(Answer):
    """Two games of one battle with the sides swapped, and one score."""

    games = fields.List(fields.Nested(MatchGameSummarySchema), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)
    finished = fields.Boolean(required=True)
    winner = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The player with more medals; null before the end and at a draw."},
    )
