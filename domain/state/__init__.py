"""A game at one version: frozen values that ``evolve`` builds and everyone else reads.

Mappings are read-only by type and never changed in place; a new state shares what is unchanged with
the previous one.
"""

from collections.abc import Mapping
from dataclasses import field

from domain.events import GameCreated
from domain.geometry.hexes import Hex
from domain.phases import (
    AirDropPhase,
    AmbushPhase,
    BattleBackPhase,
    ChooseCardPhase,
    CommitCardPhase,
    HandOutPhase,
    LaySmokePhase,
    MoveAgainPhase,
    NameTargetsPhase,
    OverrunPhase,
    Phase,
    PlayCardPhase,
    PursuitPhase,
    RetreatPhase,
    StrikePhase,
    TakeGroundPhase,
)
from domain.plans import ConditionalTurn
from domain.seating import Table, table_of
from domain.setup import Setup
from domain.state.cards import Cards, Order
from domain.state.turn import Fight, OrderedUnit, StrikeStatus, Turn
from domain.values import Ending, ObstacleKind, Seat, Side, Status, UnitKind
from domain.values.agreements import Proposal
from domain.values.bots import bot_level
from domain.values.caching import CachedProperty
from domain.values.clock import Clock
from domain.values.frozen import dataclass
from domain.values.hints import NO_HINTS, Hints
from domain.values.standing import Instruction

DAY = 6
"""The visibility from which units see without limit."""
NIGHT = 1
"""The visibility at which units see adjacent hexes only."""
_CHOOSING = (PlayCardPhase, HandOutPhase, ChooseCardPhase)
"""Phases of the seat that began the turn alone; a Commander-in-Chief also strikes alone."""
_STRIKING = (*_CHOOSING, NameTargetsPhase, StrikePhase)
_ANSWERING = (RetreatPhase, AmbushPhase, AirDropPhase, LaySmokePhase, BattleBackPhase)
"""Phases that carry the seat whose decision they are."""


@dataclass(frozen=True)
class Unit:
    """A unit on the board; ``full`` is its number of figures at the start, ``medals`` what the
    enemy gains for eliminating it. Only adjacent enemies can attack it while it is ``camouflaged``,
    until it moves or battles. It can be ordered after turn ``rests_through``; ``ashore`` says that
    it has left its boats, ``broke_through`` that it came over the enemy's baseline."""

    id: str
    side: Side
    kind: UnitKind
    figures: int
    full: int
    hex: Hex
    medals: int = 1
    camouflaged: bool = False
    rests_through: int = 0
    ashore: bool = False
    broke_through: bool = False


@dataclass(frozen=True, slots=True)
class Breakthrough:
    """The turn in which armor of a side has broken through, and how many units have."""

    turn: int
    units: int


@dataclass(frozen=True, slots=True)
class Mine:
    """The token of a minefield, and whether it lies face up."""

    strength: int
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Capture:
    """The cards that a captured headquarters cost, and the seat that lost them from its hand."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat's request to take the game back to a version, and the seats that have agreed."""

    seat: Seat
    to_version: int
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class UndoStatus:
    """What taking back depends on.

    ``barrier`` is the version of the last event that revealed something, or that was not the active
    seat's own decision: nothing up to it can be taken back freely. ``offer`` was made or settled at
    version ``said``, and stands until anything else happens. ``asked`` counts the requests of each
    seat.
    """

    barrier: int = 0
    offer: Offer | None = None
    said: int = 0
    asked: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing ``orders`` of a seat, given for the ``times``-th time in turn ``turn``;
    ``toward`` is the hex that one of them names. With conditional ``turns``, ``units`` is a copy of
    the units at that time."""

    orders: tuple[Instruction, ...]
    turn: int
    times: int
    toward: Hex | None = None
    turns: tuple[ConditionalTurn, ...] = ()
    units: Mapping[str, Unit] = field(default_factory=dict)


@dataclass(frozen=True)
class GameState:
    """The state of a game at ``version``, the number of events folded into it.

    ``created`` holds what never changes. ``occupants`` is ``units`` by hex. ``draws`` is the index
    of the next draw of the game's chance, ``drops`` the number of air drops demanded so far.
    ``held`` maps an objective to the side that holds it, ``standing`` a seat to its standing
    orders. ``proposal`` waits for the others to agree; ``proposed`` counts the proposals of each
    seat. ``hints`` are those on the current decision. ``visibility`` is how many hexes units see,
    from ``DAY`` on without limit. ``exited`` counts the units of each side that have left the
    board. ``mines`` are the tokens of all minefields as they were laid, even of those removed.
    ``captured`` are the headquarters that the enemy has taken; ``marked`` are the hexes that a gun
    has zeroed in on, in the order of its hits. ``relaid`` is the set-up after a cave was sealed or
    a bridge blown up. ``broken_through`` has an entry for each side whose armor has.
    """

    version: int
    created: GameCreated
    status: Status
    seats: Mapping[Seat, str]
    turn: Turn
    phase: Phase | None
    obstacles: Mapping[Hex, tuple[ObstacleKind, ...]]
    units: Mapping[str, Unit]
    occupants: Mapping[Hex, Unit]
    medals: Mapping[Side, int]
    held: Mapping[str, Side]
    cards: Cards
    draws: int
    drops: int = 0
    winner: Side | None = None
    ending: Ending | None = None
    undo: UndoStatus = UndoStatus()
    standing: Mapping[Seat, Standing] = field(default_factory=dict)
    clock: Clock | None = None
    proposal: Proposal | None = None
    proposed: Mapping[Seat, int] = field(default_factory=dict)
    hints: Hints = NO_HINTS
    visibility: int = DAY
    exited: Mapping[Side, int] = field(default_factory=dict)
    mines: Mapping[Hex, Mine] = field(default_factory=dict)
    captured: Mapping[Hex, Capture] = field(default_factory=dict)
    marked: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    relaid: Setup | None = None
    broken_through: Mapping[Side, Breakthrough] = field(default_factory=dict)

    @property
    def setup(self) -> Setup:
        """The set-up, with the ground as it is now."""
        return self.created.setup if self.relaid is None else self.relaid

    @property
    def timed(self) -> tuple[Seat, ...]:
        """The seats whose time runs: those that are awaited and held by persons."""
        return tuple(seat for seat in self.awaiting if bot_level(self.seats.get(seat)) is None)

    @property
    def offer(self) -> Offer | None:
        """The request to take back that awaits an answer."""
        return self.undo.offer if self.undo.said == self.version else None

    @CachedProperty
    def table(self) -> Table:
        """The seats of the game, in order of play; later states share it."""
        return table_of(self.created)

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats awaited now, in order of play; none before the start and after the end."""
        phase, turn = self.phase, self.turn
        if phase is None:
            return ()
        if isinstance(phase, _ANSWERING):
            return self._answering(phase)
        if isinstance(phase, CommitCardPhase):
            return (phase.seat,)
        if not (turn.beside or turn.delegates):
            return (turn.seat,)
        if isinstance(phase, TakeGroundPhase | PursuitPhase | OverrunPhase | MoveAgainPhase):
            return (self.orderer(phase.unit),)
        alone = isinstance(phase, _STRIKING if turn.beside else _CHOOSING)
        return (turn.seat,) if alone else turn.carrying_out

    def _answering(
        self, phase: RetreatPhase | AmbushPhase | AirDropPhase | LaySmokePhase | BattleBackPhase
    ) -> tuple[Seat, ...]:
        """Return a seat and those that may answer in its place: any member of a pair whose turn it
        is not, and for an ambush each one that has not passed."""
        if phase.seat in self.turn.acting:
            return (phase.seat,)
        passed = phase.passed if isinstance(phase, AmbushPhase) else ()
        answering = {phase.seat, *self.table.partners(phase.seat)}.difference(passed)
        return tuple(seat for seat in self.table.seats if seat in answering)

    def orderer(self, unit: str) -> Seat:
        """Return the seat that ordered a unit this turn."""
        turn = self.turn
        if not turn.beside and not turn.delegates:
            return turn.seat
        seat = self.table.commander(self.table.side_of(turn.seat), turn.ordered[unit].sections)
        return seat if turn.beside or seat in turn.delegates else turn.delegates[0]

    @property
    def awaited(self) -> Seat | None:
        """The first of the awaited seats."""
        return next(iter(self.awaiting), None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that nothing more can happen in it."""
        return self.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The free seats, in order of play."""
        return tuple(seat for seat in self.table.seats if seat not in self.seats)

    def seats_of(self, player: str | None) -> tuple[Seat, ...]:
        """Return the seats that a player holds, in order of play."""
        if player is None:
            return ()
        return tuple(seat for seat in self.table.seats if self.seats.get(seat) == player)
