"""A game at one version: frozen values that ``evolve`` builds and everyone else reads.

Mappings are typed read-only and are never changed in place; a new state shares what stayed the
same with the one before.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from domain.events import GameCreated
from domain.geometry.hexes import Hex
from domain.phases import (
    AirDropPhase,
    AmbushPhase,
    BattleBackPhase,
    ChooseCardPhase,
    CommitCardPhase,
    HandOutPhase,
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
from domain.values import (
    Card,
    Ending,
    Face,
    ObstacleKind,
    Seat,
    Section,
    Side,
    Status,
    UnitKind,
)
from domain.values.agreements import Proposal
from domain.values.bots import bot_level
from domain.values.clock import Clock
from domain.values.hints import NO_HINTS, Hints
from domain.values.once import Once
from domain.values.standing import Instruction

DAY = 6
"""The visibility from which on units see as far as ever."""
NIGHT = 1
"""The visibility at which they see adjacent hexes alone."""
_CHOOSING = (PlayCardPhase, HandOutPhase, ChooseCardPhase)
"""Phases that are of the seat alone that the turn began with; a Commander-in-Chief strikes alone as
well."""
_STRIKING = (*_CHOOSING, NameTargetsPhase, StrikePhase)
_ANSWERING = (RetreatPhase, AmbushPhase, AirDropPhase, BattleBackPhase)
"""Phases that tell whose decision they are."""


@dataclass(frozen=True)
class Unit:
    """A unit on the board; ``full`` is the number of figures it started with, ``medals`` what the
    enemy gains when it is eliminated. Only adjacent enemies attack one that is ``camouflaged``,
    which it is until it moves or battles. It can be ordered after turn ``rests_through``;
    ``ashore`` says that it has left its boats."""

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


@dataclass(frozen=True)
class OrderedUnit:
    """What an ordered unit has done this turn and may still do.

    ``sections`` are those it stood in when ordered, ``start`` is its hex then, which is where it
    began the turn. One that is ``on_the_move`` may not battle in any way, one that ``charges`` only
    adjacent enemies.
    """

    sections: tuple[Section, ...]
    start: Hex
    moved: bool = False
    cost: int = 0
    may_battle: bool = True
    may_take_ground: bool = True
    battles: int = 0
    overran: bool = False
    on_the_move: bool = False
    charges: bool = False
    moved_again: bool = False


@dataclass(frozen=True)
class Fight:
    """The attack declared last this turn; ``start`` and ``ground`` are where the attacker and the
    target stood. ``stars`` as in ``AttackDeclared``; ``answered`` says that the target
    was asked whether it battles back."""

    attacker: str
    target: str
    start: Hex
    ground: Hex
    distance: int
    dice: int
    overrun: bool
    faces: tuple[Face, ...] = ()
    stars: bool = False
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """What the turn's card really orders: itself, or the card it mirrors or stands in for.

    ``section`` and ``fallback`` as in ``CardPlayed``. ``halves`` are those of a general's section
    in which all units stood that were ordered, once the turn is over.
    """

    card: Card
    section: Section | None = None
    fallback: bool = False
    halves: frozenset[int] = frozenset()


@dataclass(frozen=True)
class StrikeStatus:
    """A strike that needs no unit; terms as in ``TargetsDemanded``.

    ``targets`` are the named units that have not been struck yet, and ``faces`` the dice thrown
    last.
    """

    dice: int
    most: int
    section: Section | None
    targets: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Mine:
    """The token of a minefield, and whether it lies face up."""

    strength: int
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Capture:
    """What a captured headquarters has cost the seat that holds the hand of its side."""

    seat: Seat
    cards: int


@dataclass(frozen=True)
class Cards:
    """Where every card is. The last card of ``deck`` is on top, of ``discard`` face up on top.

    Whatever is not on the deck or the discards has a holder: a seat, which may hold a hand, a card
    in play, ``reactions`` (each Ambush played this turn) and ``offers`` to choose from.
    ``shared`` are the open cards of pairs; ``taken_up`` are the seats that played one this turn,
    ``shown`` the cards that a seat has shown to the others of its pair and that it still holds.
    ``issued`` is the order that each seat's last command card really gave, the last one last; of
    those that act together, that of their last turn. ``handed`` are the cards that a
    Commander-in-Chief has handed out and that are not played yet, by the seats that got them.
    ``committed`` lie face down until a later turn of their seat, the oldest first.
    """

    deck: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    in_play: Mapping[Seat, Card] = field(default_factory=dict)
    reactions: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    offers: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    issued: Mapping[Seat, Order] = field(default_factory=dict)
    shared: Mapping[Side, Card] = field(default_factory=dict)
    taken_up: frozenset[Seat] = frozenset()
    shown: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    handed: Mapping[Seat, Card] = field(default_factory=dict)
    committed: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards a seat holds; none before the deal."""
        return self.hands.get(seat, ())

    def offer(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of which a seat keeps one."""
        return self.offers.get(seat, ())

    def due(self, seat: Seat) -> Card | None:
        """The committed card that a seat about to play one has to play: the older of two, or the
        only one of a seat that holds no other."""
        lying = self.committed.get(seat, ())
        return lying[0] if len(lying) > 1 or (lying and not self.hand(seat)) else None

    def held(self) -> Iterator[Card]:
        """What only their holders see: all hands, all cards on offer, and those handed out or
        committed."""
        lying = (*self.offers.values(), self.handed.values(), *self.committed.values())
        hands = (*self.hands.values(), *lying)
        return chain.from_iterable(hands)

    def face_up(self) -> Iterator[Card]:
        """What everybody sees: the discards, and the cards that lie before their players."""
        lying = (self.in_play.values(), self.shared.values())
        return chain(self.discard, *lying, *self.reactions.values())

    def everywhere(self) -> Iterator[Card]:
        """Every card of the game."""
        return chain(self.deck, self.face_up(), self.held())


@dataclass(frozen=True)
class Turn:
    """The turn under way. ``taken`` counts the turns each seat has completed.

    ``seat`` began it; ``beside`` are the generals that act in it too. ``orders`` is what the card
    of each of them orders, as soon as it is played. The phases are common to all of them;
    ``finished`` are those that do no more in the present one, and ``moved`` says that none of them
    moves any more.
    ``delegates`` are the seats of a team that carry out the card of ``seat``, and ``proposals`` the
    cards that others have proposed to it.

    ``rolled`` are the dice thrown for orders, ``dice`` those of each seat that throws its own,
    ``restored`` the units that got figures back, each as often as figures, ``tended`` those for
    which dice were thrown. ``battles_over`` says that no further battle follows.
    """

    number: int
    seat: Seat
    taken: Mapping[Seat, int]
    ordered: Mapping[str, OrderedUnit]
    fight: Fight | None = None
    orders: Mapping[Seat, Order] = field(default_factory=dict)
    rolled: tuple[Face, ...] = ()
    restored: tuple[str, ...] = ()
    tended: tuple[str, ...] = ()
    strike: StrikeStatus | None = None
    battles_over: bool = False
    beside: tuple[Seat, ...] = ()
    finished: frozenset[Seat] = frozenset()
    moved: bool = False
    dice: Mapping[Seat, tuple[Face, ...]] = field(default_factory=dict)
    delegates: tuple[Seat, ...] = ()
    proposals: Mapping[Seat, Card] = field(default_factory=dict)

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats whose turn it is."""
        others = (*self.beside, *self.delegates)
        return (self.seat, *(seat for seat in others if seat is not self.seat))

    @property
    def generals(self) -> tuple[Seat, ...]:
        """The generals that have a card to carry out."""
        return tuple(seat for seat in self.beside if seat in self.orders)

    @property
    def carrying_out(self) -> tuple[Seat, ...]:
        """The seats that order, move and battle, and have not finished the present phase."""
        seats = self.delegates or self.generals
        return tuple(seat for seat in seats if seat not in self.finished) or (self.seat,)

    @property
    def order(self) -> Order | None:
        """What the card of the seat that began the turn orders."""
        return self.orders.get(self.seat)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat asks the others for: to take the game back to a version; and which of them have
    agreed."""

    seat: Seat
    to_version: int
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class UndoStatus:
    """What bears on taking back.

    ``barrier`` is the version of the last event that revealed something, or that was not the active
    seat's own decision: nothing up to it is taken back freely. ``offer`` was made or settled at
    version ``said``, and stands as long as nothing else happens. ``asked`` counts the offers of
    each seat.
    """

    barrier: int = 0
    offer: Offer | None = None
    said: int = 0
    asked: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing ``orders`` of a seat, given for the ``times``-th time in turn ``turn``; the hex
    that one of them names is ``toward``. With ``turns`` to come, ``units`` were those of then."""

    orders: tuple[Instruction, ...]
    turn: int
    times: int
    toward: Hex | None = None
    turns: tuple[ConditionalTurn, ...] = ()
    units: Mapping[str, Unit] = field(default_factory=dict)


@dataclass(frozen=True)
class GameState:
    """Everything about a game at ``version``, the number of events folded into it.

    ``created`` holds what never changes. ``occupants`` is ``units`` by hex. ``draws`` is the index
    of the next draw of the game's chance, ``drops`` counts the air drops demanded so far. ``held``
    maps an objective to the side that has it, ``standing`` a seat to the orders it has given.
    ``proposal`` waits for the others to agree; ``proposed`` counts those of each seat.
    ``hints`` are those on the decision at hand.
    ``visibility`` is how many hexes units see, from ``DAY`` on without limit. ``exited`` counts the
    units of each side that have left the board. ``mines`` are the tokens of all minefields, those
    that are gone among them, as they were laid. ``captured`` are the headquarters that the enemy
    has taken; ``marked`` are the hexes that a gun has zeroed in on, in the order of its hits.
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

    @property
    def timed(self) -> tuple[Seat, ...]:
        """The seats whose time runs: those that are awaited, and whom persons hold."""
        return tuple(seat for seat in self.awaiting if bot_level(self.seats.get(seat)) is None)

    @property
    def offer(self) -> Offer | None:
        """The offer to take back that waits for an answer."""
        return self.undo.offer if self.undo.said == self.version else None

    @Once
    def table(self) -> Table:
        """The seats of the game, in order of play; later states take it over."""
        return table_of(self.created)

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats whose decisions the game waits for, in order of play; none before the start
        and after the end."""
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
        self, phase: RetreatPhase | AmbushPhase | AirDropPhase | BattleBackPhase
    ) -> tuple[Seat, ...]:
        """A seat, and those that may answer in its place: any member of a pair that is not at turn,
        and for an ambush each as long as it has not passed."""
        if phase.seat in self.turn.acting:
            return (phase.seat,)
        passed = phase.passed if isinstance(phase, AmbushPhase) else ()
        both = {phase.seat, *self.table.partners(phase.seat)}.difference(passed)
        return tuple(seat for seat in self.table.seats if seat in both)

    def orderer(self, unit: str) -> Seat:
        """The seat that ordered a unit this turn."""
        turn = self.turn
        if not turn.beside and not turn.delegates:
            return turn.seat
        seat = self.table.commander(self.table.side_of(turn.seat), turn.ordered[unit].sections)
        return seat if turn.beside or seat in turn.delegates else turn.delegates[0]

    @property
    def awaited(self) -> Seat | None:
        """The first of the seats that are awaited."""
        return next(iter(self.awaiting), None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen in the game."""
        return self.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken, in order of play."""
        return tuple(seat for seat in self.table.seats if seat not in self.seats)

    def seats_of(self, player: str | None) -> tuple[Seat, ...]:
        """The seats a player holds, in order of play."""
        if player is None:
            return ()
        return tuple(seat for seat in self.table.seats if self.seats.get(seat) == player)
