"""A battle before its first turn: board, pieces, objectives and sides, as plain frozen values.

A ``Setup`` stands whole in a game's first event. How it is read from a scenario document is the
business of ``scenarios``.
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
    """A terrain hex. ``piece`` and ``turn`` (a multiple of 60 degrees) tell where a road leads; of
    other terrain they are for drawing only."""

    hex: Hex
    terrain: TerrainKind
    piece: str | None = None
    turn: int | None = None
    features: tuple[Feature, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedObstacle:
    """An obstacle on its hex; ``turn`` is for drawing only.

    ``owner`` is the one side that it shelters where the scenario names one. ``open_ends`` are the
    only sides over which a section of a long bridge is entered and left.
    """

    hex: Hex
    kind: ObstacleKind
    turn: int | None = None
    owner: Side | None = None
    open_ends: tuple[Direction, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit on its first hex with its full number of figures; ``medals`` go to the enemy when it
    is eliminated."""

    id: str
    side: Side
    kind: UnitKind
    figures: int
    hex: Hex
    medals: int = 1


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes that give ``medals``, all together, to a side whose units stand on ``need`` of them.

    ``side`` is the one they are printed for; without one they are for either.
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
    """What the scenario says of one side. ``hand`` is the scenario's number of cards at the start;
    after each own turn in ``extra_draws`` the side draws one card more than usual."""

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
    """What else holds of the air drop of a ``number``."""

    number: int
    hexes: tuple[Hex, ...] = ()
    """It is made over one of them, where there are any."""
    rest: int = 0
    """Turns of either side that pass before its units can be ordered."""
    by_day: bool = False
    """It is made as the first turn of its side begins in which it is day."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """``side`` may play any of ``cards`` as the tactic card ``as_card``."""

    side: Side
    cards: tuple[Card, ...]
    as_card: Card
    hexes: tuple[Hex, ...]
    """Only while a unit of the side is on one of them, where there are any."""
    dice: int
    """For each target; 0 for as many as that card throws."""
    max_targets: int
    same_section: bool
    """One target at least is in the section printed on the card."""


@dataclass(frozen=True, slots=True)
class MoveLimit:
    """Units of ``type`` on ``side`` move ``most`` hexes at most, whatever the card; those that are
    named in ``units`` alone, where any are."""

    side: Side
    type: UnitType
    most: int
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AppliedDoctrine:
    """How units of ``side`` fight; those that are named in ``units`` alone, where any are."""

    side: Side
    doctrine: Doctrine
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardReplacement:
    """Every copy of ``card`` in the deck is one of ``by`` instead, or is left out without one."""

    card: Card
    by: Card | None = None


@dataclass(frozen=True, slots=True)
class Night:
    """It is night, and day breaks, or day, and night ``falls``: at the start of each turn of
    ``side`` dice are rolled for how far units see."""

    side: Side
    falls: bool = False


@dataclass(frozen=True, slots=True)
class ExitMedals:
    """A unit of ``type`` that leaves gives its side ``medals``, whatever the exit says."""

    type: UnitType
    medals: int


@dataclass(frozen=True, slots=True)
class MustExit:
    """``side`` wins by medals only once ``units`` of its units have left the board."""

    side: Side
    units: int


@dataclass(frozen=True, slots=True)
class BlownBridges:
    """``side`` may have a section card blow up one of these instead of ordering units."""

    side: Side
    hexes: tuple[Hex, ...]
    guarded: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle as it stands before the first turn.

    ``winner_when_deck_empty`` wins when the draw pile runs out; the discards are then never
    shuffled into it. With ``last_unit_decides`` a side whose last unit is gone has lost.
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

    def army(self, side: Side) -> Army:
        """What the scenario says of ``side``."""
        return next(army for army in self.armies if army.side is side)
