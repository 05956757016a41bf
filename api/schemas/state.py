"""The shape of a game's state as a viewer sees it; what goes out is held to it by tests."""

from marshmallow import fields

from api.schemas.fields import Answer, hex_field, words
from api.schemas.games import branch_field, imported_field
from api.schemas.undo import UndoOfferSchema
from api.schemas.vocabulary import Decision
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


class AwaitingSchema(Answer):
    """Whose decision the game waits for."""

    seat = fields.String(required=True, validate=words(Seat))
    decision = fields.String(required=True, validate=words(Decision))


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
    cards = fields.List(fields.String(validate=words(Card)))


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
    faces = fields.List(fields.String(validate=words(Face)), required=True)
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


class PlayersBySeatSchema(Answer):
    """Who sits where."""

    allies = fields.String(required=True, allow_none=True)
    axis = fields.String(required=True, allow_none=True)


class MatchGameSchema(Answer):
    """Which game of a match this is."""

    first = fields.String(required=True, metadata={"description": "The game that opened it."})
    number = fields.Integer(required=True)
    players = fields.Nested(
        PlayersBySeatSchema, required=True, metadata={"description": "Who may sit where."}
    )


class PendingSchema(Answer):
    """What the awaited decision is about: one unit, or the units to drop from the air."""

    unit = fields.String()
    kind = fields.String(validate=words(UnitKind))
    units = fields.Integer()
    figures = fields.Integer()
    scatter = fields.Integer(metadata={"description": "Random steps that each unit drifts."})
    hex = hex_field()
    shortest = fields.Integer()
    longest = fields.Integer()


class PerSideSchema(Answer):
    """A number a side."""

    allies = fields.Integer(required=True)
    axis = fields.Integer(required=True)


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
    spectator_delay = fields.Integer(required=True)
    seed_commitment = fields.String(required=True)
    match = fields.Nested(MatchGameSchema, required=True, allow_none=True)
    branch = branch_field()
    imported = imported_field()
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
    card_in_play = fields.String(required=True, allow_none=True, validate=words(Card))
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
    deck = fields.List(
        fields.String(validate=words(Card)),
        metadata={
            "description": "The cards left to draw, the top one last; to a reviewer, where known."
        },
    )
    seed = fields.String(
        metadata={"description": "The seed of all dice and shuffles, in hex; to a reviewer only."}
    )
    discard = fields.List(fields.String(validate=words(Card)), required=True)
    ordered = fields.List(fields.Nested(OrderedUnitSchema), required=True)
    attack = fields.Nested(AttackSchema, required=True, allow_none=True)
    strike = fields.Nested(StrikeStateSchema, required=True, allow_none=True)
    pending = fields.Nested(PendingSchema, required=True, allow_none=True)
    undo_offer = fields.Nested(
        UndoOfferSchema,
        required=True,
        allow_none=True,
        metadata={"description": "A request to take back that waits for the other seat."},
    )
    undo_since = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Under `free`: the active seat may take back to ends of commands from "
            "this version on."
        },
    )
