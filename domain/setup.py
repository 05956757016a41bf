"""A battle before its first turn: board, pieces, objectives and sides, as plain frozen values.

A game's first event holds the whole ``Setup``; ``scenarios`` reads it from a scenario document.
"""

from dataclasses import dataclass

from domain.geometry.hexes import Hex
from domain.geometry.shape import STANDARD, GridShape
from domain.values import (
    Card,
    Check,
    Direction,
    Doctrine,
    Edge,
    Feature,
    Front,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
    UnitType,
)
from domain.values.rare import rare


@dataclass(frozen=True, slots=True)
class Tile:
    """A terrain hex. ``piece`` and ``turn`` (in steps of 60 degrees) say where a road leads; for
    other terrain they affect drawing only."""

    hex: Hex
    terrain: TerrainKind
    piece: str | None = None
    turn: int | None = None
    features: tuple[Feature, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedObstacle:
    """An obstacle on its hex; ``turn`` affects drawing only.

    ``owner`` is the only side it protects, if the scenario names one. ``open_ends`` are the only
    sides by which a section of a long bridge can be entered and left.
    """

    hex: Hex
    kind: ObstacleKind
    turn: int | None = None
    owner: Side | None = None
    open_ends: tuple[Direction, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit on its first hex with its full number of figures; the enemy gains ``medals`` for
    eliminating it."""

    id: str
    side: Side
    kind: UnitKind
    figures: int
    hex: Hex
    medals: int = 1


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes that together give ``medals`` to a side with units on ``need`` of them.

    ``side`` is the side they are printed for; None means either.
    """

    id: str
    side: Side | None
    kind: ObjectiveKind
    hexes: tuple[Hex, ...]
    medals: int
    label: str
    need: int = 1
    check: Check = Check.ALWAYS


@dataclass(frozen=True, slots=True)
class Label:
    """A name printed on the map."""

    hex: Hex
    text: str


@dataclass(frozen=True, slots=True)
class Army:
    """One side as the scenario describes it. ``hand`` is its number of cards at the start; after
    each of its own turns in ``extra_draws`` the side draws one card more than usual."""

    side: Side
    edge: Edge
    hand: int
    medals_to_win: int
    extra_draws: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AirDrop:
    """Before the first turn ``side`` drops ``units`` units of ``kind`` around a hex of its choice;
    each drifts ``scatter`` random steps."""

    side: Side
    kind: UnitKind
    units: int
    figures: int
    scatter: int


@dataclass(frozen=True, slots=True)
class DropTerms:
    """Further terms of air drop ``number``."""

    number: int
    hexes: tuple[Hex, ...] = ()
    """The hexes it may be aimed at; empty for any."""
    rest: int = 0
    """Turns of either side before its units can be ordered."""
    by_day: bool = False
    """Whether it is made as its side's first turn in daylight begins."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """``side`` may play any of ``cards`` as the tactic card ``as_card``."""

    side: Side
    cards: tuple[Card, ...]
    as_card: Card
    hexes: tuple[Hex, ...]
    """If not empty, a unit of the side must be on one of them."""
    dice: int
    """Per target; 0 for as many as ``as_card`` rolls."""
    max_targets: int
    same_section: bool
    """Whether at least one target must be in the section printed on the card."""


@dataclass(frozen=True, slots=True)
class MoveLimit:
    """Units of ``type`` on ``side`` move at most ``most`` hexes, whatever the card; only those in
    ``units``, if any are named."""

    side: Side
    type: UnitType
    most: int
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AppliedDoctrine:
    """How units of ``side`` fight; only those in ``units``, if any are named."""

    side: Side
    doctrine: Doctrine
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardReplacement:
    """Replaces every copy of ``card`` in the deck by ``by``, or removes it if that is None."""

    card: Card
    by: Card | None = None


@dataclass(frozen=True, slots=True)
class Night:
    """Night until day breaks or, if it ``falls``, day until it is night: at the start of each turn
    of ``side``, dice are rolled for how far units see."""

    side: Side
    falls: bool = False


@dataclass(frozen=True, slots=True)
class ExitMedals:
    """A unit of ``type`` that exits gives its side ``medals``, whatever the exit says."""

    type: UnitType
    medals: int


@dataclass(frozen=True, slots=True)
class MustExit:
    """``side`` wins by medals only once ``units`` of its units have left the board."""

    side: Side
    units: int


@dataclass(frozen=True, slots=True)
class BlownBridges:
    """``side`` may use a section card to blow up one of these bridges instead of ordering units."""

    side: Side
    hexes: tuple[Hex, ...]
    guarded: bool = False


@dataclass(frozen=True, slots=True)
class ArmorBreakthrough:
    """In one turn ``side`` may bring ``units`` new units of ``kind`` onto the enemy's baseline, by
    orders of its card. Those that ``stay`` never leave over an exit."""

    side: Side
    kind: UnitKind
    units: int
    stay: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle as it stands before the first turn.

    ``winner_when_deck_empty`` wins when the draw pile runs out; the discards are then never
    reshuffled. With ``last_unit_decides`` a side that has lost its last unit loses the game.
    """

    first: Side
    armies: tuple[Army, ...]
    tiles: tuple[Tile, ...]
    obstacles: tuple[PlacedObstacle, ...]
    units: tuple[PlacedUnit, ...]
    objectives: tuple[Objective, ...]
    labels: tuple[Label, ...] = ()
    grid: GridShape = STANDARD
    front: Front = Front.WESTERN
    year: int = 1944
    air_drops: tuple[AirDrop, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    winner_when_deck_empty: Side | None = None
    last_unit_decides: bool = False
    move_limits: tuple[MoveLimit, ...] = rare()
    replaced_cards: tuple[CardReplacement, ...] = rare()
    doctrines: tuple[AppliedDoctrine, ...] = rare()
    nights: tuple[Night, ...] = rare()
    exit_medals: tuple[ExitMedals, ...] = rare()
    must_exit: tuple[MustExit, ...] = rare()
    camouflaged: tuple[str, ...] = rare()
    drop_terms: tuple[DropTerms, ...] = rare()
    blown_bridges: tuple[BlownBridges, ...] = rare()
    smoke_screen: Side | None = rare(default=None)  # who may lay it
    armor_breakthroughs: tuple[ArmorBreakthrough, ...] = rare()
    nations: tuple[str, ...] = rare()
    """Country codes of the armies, for drawing alone. Battles that ship with the service have them
    in their documents: older games of these were created without."""

    def army(self, side: Side) -> Army:
        """Return the army of ``side``."""
        return next(army for army in self.armies if army.side is side)
