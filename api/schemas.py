"""The shape of every body and query: what comes in is checked by these, what goes out is held to
them by tests."""

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from domain.errors import Rule
from domain.scenarios import slugs
from domain.values import (
    Card,
    Check,
    Direction,
    EditionName,
    Ending,
    Face,
    Feature,
    ObjectiveKind,
    ObstacleKind,
    Seat,
    Section,
    Side,
    Status,
    TerrainKind,
    Undo,
    UnitKind,
    UnitType,
    Variant,
    Visibility,
)

Data = dict[str, Any]

DEFAULT_TIME_LIMIT = 14 * 24 * 3600
LONGEST_TIME_LIMIT = 60 * 24 * 3600
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


class TakeSeatSchema(Schema):
    """Which seat to take."""

    side = fields.String(required=True, validate=words(Seat))
    invite = fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "The invitation of a private game; its creator needs none."},
    )


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
        metadata={"description": "Refuse the command unless the game is at this version."},
    )


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
    facts = fields.Dict(metadata={"description": "The values that made the rule bite."})
    version = fields.Integer(metadata={"description": "The game's version, on a mismatch."})


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


class UnitSchema(Answer):
    """A unit on the board."""

    id = fields.String(required=True)
    side = fields.String(required=True, validate=words(Side))
    type = fields.String(required=True, validate=words(UnitType))
    kind = fields.String(required=True, validate=words(UnitKind))
    figures = fields.Integer(required=True)
    figures_full = fields.Integer(required=True)
    hex = hex_field(required=True)
    medals = fields.Integer(
        required=True, metadata={"description": "What the enemy gains when it is eliminated."}
    )


class TileSchema(Answer):
    """A hex that is not open ground."""

    hex = hex_field(required=True)
    terrain = fields.String(required=True, validate=words(TerrainKind))
    features = fields.List(
        fields.String(validate=words(Feature)),
        required=True,
        metadata={"description": "What the battle says of the hex beyond its terrain."},
    )


class ObstacleSchema(Answer):
    """Something that lies on a hex."""

    hex = hex_field(required=True)
    kind = fields.String(required=True, validate=words(ObstacleKind))
    owner = fields.String(
        required=True,
        allow_none=True,
        validate=words(Side),
        metadata={"description": "The one side that it shelters, where the battle names one."},
    )
    open_ends = fields.List(
        fields.String(validate=words(Direction)),
        required=True,
        metadata={"description": "The only sides to enter and leave a bridge section by."},
    )


class ObjectiveSchema(Answer):
    """Medals, or the victory, to be won on the board."""

    id = fields.String(required=True)
    side = fields.String(
        required=True,
        allow_none=True,
        validate=words(Side),
        metadata={"description": "Who can win it; null is either side."},
    )
    kind = fields.String(required=True, validate=words(ObjectiveKind))
    hexes = fields.List(hex_field(), required=True)
    need = fields.Integer(
        required=True, metadata={"description": "Of how many of the hexes a side must hold."}
    )
    check = fields.String(
        required=True,
        validate=words(Check),
        metadata={"description": "When the condition is looked at."},
    )
    medals = fields.Integer(required=True)
    label = fields.String(required=True)
    held_by = fields.String(required=True, allow_none=True, validate=words(Side))


class HandSchema(Answer):
    """A hand: its cards for the player who holds it, their number for everyone."""

    count = fields.Integer(required=True)
    cards = fields.List(fields.String())


class HandsSchema(Answer):
    """The hands by seat."""

    allies = fields.Nested(HandSchema, required=True)
    axis = fields.Nested(HandSchema, required=True)


class OfferSchema(HandSchema):
    """Cards drawn, of which one will be kept."""

    seat = fields.String(required=True, validate=words(Seat))


class OrderedUnitSchema(Answer):
    """What an ordered unit has done this turn."""

    unit = fields.String(required=True)
    moved = fields.Boolean(required=True)
    may_battle = fields.Boolean(required=True)
    battled = fields.Boolean(required=True)
    overran = fields.Boolean(required=True)


class AttackSchema(Answer):
    """The attack declared last this turn."""

    attacker = fields.String(required=True)
    target = fields.String(required=True)
    hex = hex_field(required=True)
    distance = fields.Integer(required=True)
    dice = fields.Integer(required=True)
    faces = fields.List(fields.String(), required=True)
    overrun = fields.Boolean(required=True)


class StrikeStateSchema(Answer):
    """A strike that needs no unit."""

    dice = fields.Integer(required=True, metadata={"description": "Dice a target."})
    most = fields.Integer(required=True, metadata={"description": "Most targets."})
    section = fields.String(
        required=True,
        allow_none=True,
        validate=words(Section),
        metadata={"description": "Where one target at least stands, as the active seat sees it."},
    )
    targets = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The named units that have not been struck yet."},
    )
    faces = fields.List(
        fields.String(validate=words(Face)),
        required=True,
        metadata={"description": "The dice thrown last."},
    )


class MatchGameSchema(Answer):
    """Which game of a match this is."""

    first = fields.String(required=True, metadata={"description": "The game that opened it."})
    number = fields.Integer(required=True)


class PendingSchema(Answer):
    """What the awaited decision is about, where it is about one unit."""

    unit = fields.String(required=True)
    hex = hex_field()
    shortest = fields.Integer()
    longest = fields.Integer()


class PerSideSchema(Answer):
    """A number a side."""

    allies = fields.Integer(required=True)
    axis = fields.Integer(required=True)


class PlayersBySeatSchema(Answer):
    """Who sits where."""

    allies = fields.String(required=True, allow_none=True)
    axis = fields.String(required=True, allow_none=True)


class GameSchema(Answer):
    """A game at one version, as one viewer may see it."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    scenario = fields.String(required=True)
    edition = fields.String(required=True, validate=words(EditionName))
    variant = fields.String(required=True, validate=words(Variant))
    undo = fields.String(required=True, validate=words(Undo))
    visibility = fields.String(required=True, validate=words(Visibility))
    created_by = fields.String(required=True)
    move_time_limit = fields.Integer(required=True)
    seed_commitment = fields.String(required=True)
    match = fields.Nested(MatchGameSchema, required=True, allow_none=True)
    status = fields.String(required=True, validate=words(Status))
    seats = fields.Nested(PlayersBySeatSchema, required=True)
    turn = fields.Integer(required=True)
    active = fields.String(required=True, allow_none=True, validate=words(Seat))
    phase = fields.String(required=True)
    awaiting = fields.Nested(AwaitingSchema, required=True, allow_none=True)
    winner = fields.String(required=True, allow_none=True, validate=words(Side))
    ending = fields.String(required=True, allow_none=True, validate=words(Ending))
    medals = fields.Nested(PerSideSchema, required=True)
    medals_to_win = fields.Nested(PerSideSchema, required=True)
    units = fields.List(fields.Nested(UnitSchema), required=True)
    terrain = fields.List(fields.Nested(TileSchema), required=True)
    obstacles = fields.List(fields.Nested(ObstacleSchema), required=True)
    objectives = fields.List(fields.Nested(ObjectiveSchema), required=True)
    hands = fields.Nested(HandsSchema, required=True)
    card_in_play = fields.String(required=True, allow_none=True)
    orders_as = fields.String(
        required=True,
        allow_none=True,
        validate=words(Card),
        metadata={
            "description": "The card whose orders are carried out this turn: the one in play, the "
            "one it mirrors, or the one it stands in for."
        },
    )
    orders_section = fields.String(
        required=True,
        allow_none=True,
        validate=words(Section),
        metadata={"description": "The one section of those orders, where the card prints none."},
    )
    orders_fallback = fields.Boolean(
        required=True,
        metadata={"description": "One unit of any type, for want of the card's own types."},
    )
    order_dice = fields.List(
        fields.String(validate=words(Face)),
        required=True,
        metadata={"description": "The dice thrown for orders this turn."},
    )
    reaction = fields.String(
        required=True,
        allow_none=True,
        validate=words(Card),
        metadata={"description": "An Ambush that lies open until the turn ends."},
    )
    offer = fields.Nested(OfferSchema, required=True, allow_none=True)
    deck_count = fields.Integer(required=True)
    discard = fields.List(fields.String(), required=True)
    ordered = fields.List(fields.Nested(OrderedUnitSchema), required=True)
    attack = fields.Nested(AttackSchema, required=True, allow_none=True)
    strike = fields.Nested(StrikeStateSchema, required=True, allow_none=True)
    pending = fields.Nested(PendingSchema, required=True, allow_none=True)


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
