"""What a viewer is shown of a state, as JSON objects. The contract names each like its class
without ``View``; it describes a member by the text below its field, or by the table of texts."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from domain.geometry.hexes import Hex
from domain.values import (
    Card,
    Check,
    Decision,
    Direction,
    EditionName,
    Ending,
    Face,
    Feature,
    ObjectiveKind,
    ObstacleKind,
    Role,
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
from domain.values.bots import BotKind


class AwaitingView(TypedDict):
    """The decision that the game is waiting for."""

    seat: Seat
    """The first of the seats in `seats`; the only one in a game for two."""
    seats: Sequence[Seat]
    """The seats that may decide now, in order of play."""
    decision: Decision


class PlaceView(TypedDict):
    """A seat at the table, and who holds it."""

    seat: Seat
    side: Side
    role: Role
    player: str | None
    """The id of the player who holds the seat; null if it is free."""
    bot: BotKind | None
    """What kind of bot holds the seat; null if a person does or it is free."""


class UnitView(TypedDict):
    """A unit on the board."""

    id: str
    side: Side
    type: UnitType
    kind: UnitKind
    figures: int
    figures_full: int
    hex: Hex
    medals: int
    """The medals that the enemy gains for eliminating it."""
    camouflaged: NotRequired[bool]
    """Whether it is hidden."""
    rests_through: NotRequired[int]
    """The last turn before it can be ordered; absent once it can."""


class TileView(TypedDict):
    """A hex that is not open ground."""

    hex: Hex
    terrain: TerrainKind
    features: Sequence[Feature]
    """Features that the scenario gives the hex in addition to its terrain."""
    captured: NotRequired[bool]
    """Whether the enemy holds the headquarters."""


class ObstacleView(TypedDict):
    """An obstacle on a hex."""

    hex: Hex
    kind: ObstacleKind
    owner: Side | None
    """The only side that it protects, if the scenario names one."""
    open_ends: Sequence[Direction]
    """The only sides by which a bridge section can be entered and left."""
    strength: NotRequired[int]
    """The dice of a minefield; absent until it is revealed."""


class ObjectiveView(TypedDict):
    """An objective on the board, which gives medals or victory."""

    id: str
    side: Side | None
    """The side that can win it; null means either side."""
    kind: ObjectiveKind
    hexes: Sequence[Hex]
    need: int
    """How many of the hexes a side must hold."""
    check: Check
    """When the condition is checked."""
    medals: int
    label: str
    held_by: Side | None


class HandView(TypedDict):
    """A hand: its cards for the player who holds it, the number of cards for everyone else."""

    count: int
    cards: NotRequired[Sequence[Card]]
    shown: NotRequired[Sequence[Card]]
    """Those of the cards that the seat has shown to the other seats of its pair; visible only to
    them."""


class HandsView(TypedDict):
    """The hands by seat."""

    allies: HandView
    """For a side with several seats: all their cards."""
    axis: HandView
    """For a side with several seats: all their cards."""
    allies_1: NotRequired[HandView]
    """In larger games."""
    allies_2: NotRequired[HandView]
    """In larger games."""
    allies_3: NotRequired[HandView]
    """In larger games."""
    allies_4: NotRequired[HandView]
    """In larger games."""
    axis_1: NotRequired[HandView]
    """In larger games."""
    axis_2: NotRequired[HandView]
    """In larger games."""
    axis_3: NotRequired[HandView]
    """In larger games."""
    axis_4: NotRequired[HandView]
    """In larger games."""


class OfferView(HandView):
    """The cards drawn, of which one will be kept."""

    seat: Seat


class OrderedUnitView(TypedDict):
    """An ordered unit, and what it has done this turn."""

    unit: str
    moved: bool
    may_battle: bool
    battled: bool
    overran: bool
    on_the_move: NotRequired[bool]
    """True for a unit that only moves; absent for all others."""


class AttackView(TypedDict):
    """The last attack of this turn."""

    attacker: str
    target: str
    hex: Hex
    distance: int
    dice: int
    faces: Sequence[Face]
    overrun: bool


class StrikeStateView(TypedDict):
    """A strike that needs no unit."""

    dice: int
    """Dice per target."""
    most: int
    """The maximum number of targets."""
    section: Section | None
    """The section that at least one target must be in, as seen by the active seat."""
    targets: Sequence[str]
    """The targets that have not been struck yet."""
    faces: Sequence[Face]
    """The last roll."""


class PlayersBySeatView(TypedDict):
    """The players by seat."""

    allies: str | None
    """Also null for a side with several seats."""
    axis: str | None
    """Also null for a side with several seats."""
    allies_1: NotRequired[str | None]
    """In larger games."""
    allies_2: NotRequired[str | None]
    """In larger games."""
    allies_3: NotRequired[str | None]
    """In larger games."""
    allies_4: NotRequired[str | None]
    """In larger games."""
    axis_1: NotRequired[str | None]
    """In larger games."""
    axis_2: NotRequired[str | None]
    """In larger games."""
    axis_3: NotRequired[str | None]
    """In larger games."""
    axis_4: NotRequired[str | None]
    """In larger games."""


class MatchGameView(TypedDict):
    """The place of the game in its match."""

    first: str
    """The first game of the match."""
    number: int
    players: PlayersBySeatView
    """The player for whom each seat is reserved."""


class PendingView(TypedDict):
    """Details of the awaited decision: one unit, or the units of an air drop."""

    unit: NotRequired[str]
    kind: NotRequired[UnitKind]
    units: NotRequired[int]
    figures: NotRequired[int]
    scatter: NotRequired[int]
    """The number of random steps that each unit drifts."""
    hex: NotRequired[Hex]
    shortest: NotRequired[int]
    longest: NotRequired[int]


class PerSideView(TypedDict):
    """A number for each side."""

    allies: int
    axis: int


class UndoOfferView(TypedDict):
    """A request to take back that is waiting for the other seat."""

    seat: Seat
    """The seat that made the request."""
    to_version: int


class CardPerSideView(TypedDict):
    """A card for each side."""

    allies: Card | None
    axis: Card | None


class SharedCardsView(TypedDict):
    """The members of a state that only games with pairs have."""

    shared_cards: NotRequired[CardPerSideView]
    """The open card of each pair. Games without pairs leave this out."""


class HandedCardView(TypedDict):
    """A card that was handed out this turn, or that is committed face down to a later one."""

    seat: Seat
    """The seat that executes it."""
    card: Card | None
    """The card; null for viewers who may not know it before it is shown."""
    orders_as: NotRequired[Card]
    """The card whose orders apply. Absent before the cards are shown."""
    orders_fallback: NotRequired[bool]
    """Whether one unit of any type is ordered instead, because the seat has no unit of the card's
    types."""
    order_dice: NotRequired[Sequence[Face]]
    """The dice that the seat orders by, if the card rolls any for each general."""


class HandedOutView(TypedDict):
    """The members of a state that only Overlord has."""

    handed_out: NotRequired[Sequence[HandedCardView]]
    """The cards handed out this turn. Other games leave this out."""


class CommittedView(TypedDict):
    """The members of a state in which cards are committed a turn ahead."""

    committed: NotRequired[Sequence[HandedCardView]]
    """Cards committed face down to a later turn, for each seat the next one first; absent if there
    are none."""


class ProposalView(TypedDict):
    """A card that a member of a team has proposed."""

    seat: Seat
    """The seat that proposed it."""
    card: Card
    """The card that it proposed."""


class ProposalsView(TypedDict):
    """The members of a state in which a team is about to play a card."""

    proposals: NotRequired[Sequence[ProposalView]]
    """The cards proposed to the Commander-in-Chief this turn; only the team sees them."""


class RatedView(TypedDict):
    """The members of a state that only rated games have."""

    rated: NotRequired[bool]
    """Whether the result counts for ratings; absent if it does not."""


class NightView(TypedDict):
    """The members of a state that only battles at night have."""

    sight: NotRequired[int]
    """How many hexes units see; 6 is unlimited. Absent in battles without night."""


class StateView(SharedCardsView, HandedOutView, CommittedView, ProposalsView, RatedView, NightView):
    """The state of a game at one version, as one viewer may see it."""

    id: str
    version: int
    scenario: str
    edition: EditionName
    variant: Variant
    undo: Undo
    visibility: Visibility
    created_by: str
    move_time_limit: int
    spectator_delay: int
    seed_commitment: str
    match: MatchGameView | None
    status: Status
    seats: PlayersBySeatView
    table: Sequence[PlaceView]
    """The seats in order of play, each with its side, its role and its player."""
    turn: int
    active: Seat | None
    phase: str
    awaiting: AwaitingView | None
    winner: Side | None
    ending: Ending | None
    medals: PerSideView
    medals_to_win: PerSideView
    units: Sequence[UnitView]
    terrain: Sequence[TileView]
    obstacles: Sequence[ObstacleView]
    objectives: Sequence[ObjectiveView]
    hands: HandsView
    card_in_play: Card | None
    orders_as: Card | None
    """The card whose orders apply this turn: the card in play, the card that it copies, or the card
    that it stands in for."""
    orders_section: Section | None
    """The section of those orders that the player chose, for a card that does not print one."""
    orders_fallback: bool
    """Whether one unit of any type is ordered, because the side has no unit of the card's types."""
    order_dice: Sequence[Face]
    """The dice rolled for orders this turn."""
    reaction: Card | None
    """An Ambush card that was played and stays on the table until the turn ends."""
    offer: OfferView | None
    deck_count: int
    discard: Sequence[Card]
    ordered: Sequence[OrderedUnitView]
    attack: AttackView | None
    strike: StrikeStateView | None
    pending: PendingView | None
    undo_offer: UndoOfferView | None
    """A request to take back that is waiting for the other seat."""
    undo_since: int | None
    """With the policy `free`: the earliest version to which the active seat may take back."""
