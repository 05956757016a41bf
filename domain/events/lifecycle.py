"""Before the first turn and after the last: a game is created, filled and finished."""

from collections.abc import Mapping

from domain.events.bases import SeatEvent
from domain.events.branching import GameBranched
from domain.events.marks import hidden
from domain.geometry.hexes import Hex
from domain.setup import Setup
from domain.values import (
    Cancellation,
    Card,
    DropFailure,
    EditionName,
    Ending,
    Role,
    Seat,
    Section,
    Side,
    Undo,
    UnitKind,
    Variant,
    Visibility,
)
from domain.values.clock import ClockSettings
from domain.values.frozen import dataclass
from domain.values.rare import rare


@dataclass(frozen=True, slots=True)
class HandSize:
    """Cards a seat starts with, and the extra ones it draws at the end of some of its own turns."""

    seat: Seat
    start: int
    extra_after_own_turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A place at the table: its side and role, and the sections, as its side sees them, in which it
    commands units."""

    seat: Seat
    side: Side
    role: Role = Role.COMMANDER
    sections: tuple[Section, ...] = tuple(Section)


@dataclass(frozen=True, slots=True)
class ReservedSeat:
    """A seat that is reserved for a player."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class MatchGame:
    """The second game of a match that game ``first`` opened, and the player of each side: of
    several, the first."""

    first: str
    number: int
    allies: str
    axis: str
    every: tuple[ReservedSeat, ...] = rare()

    @property
    def players(self) -> Mapping[Seat, str]:
        """The player of each seat."""
        players = {seat.seat: seat.player for seat in self.every}
        return players or {Seat.ALLIES: self.allies, Seat.AXIS: self.axis}


@dataclass(frozen=True, slots=True)
class BranchOf:
    """The origin of a branch: it shares the first ``at_version`` events of ``game``, the last of
    which has the hash ``head``. ``root`` is the game at the root of the whole tree.

    ``draws_of`` is the game named in the text of its draws: an earlier one whose seed the branch
    has kept, or itself. The draws up to version ``unproved`` follow from a seed that is not
    disclosed.
    """

    game: str
    at_version: int
    head: str
    root: str
    name: str | None
    draws_of: str
    unproved: int

    def begins(self, player: str) -> GameBranched:
        """Return the first event of the branch of ``player``."""
        return GameBranched(self.game, self.at_version, self.head, player)


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The complete set-up, so that later changes to scenarios and tables do not change the game.

    ``deck`` is the number of copies of each card, ``seats`` are in order of play; ``together`` says
    that all seats of a side act in the same turn. ``parties`` are the seats that one player takes
    together. ``tables`` names the edition that each table is from, ``revision`` is that of the
    implemented rules.

    ``seed_commitment`` is the SHA-256 of the seed's bytes; ``move_time_limit`` is in seconds,
    ``spectator_delay`` in whole turns. ``match`` belongs to the second game of a match, ``branch``
    to a sandbox. A ``rated`` game counts for ratings. ``clock`` replaces ``move_time_limit``.
    """

    game: str
    scenario: str
    edition: EditionName
    variant: Variant
    undo: Undo
    visibility: Visibility
    created_by: str
    move_time_limit: int
    hand_sizes: tuple[HandSize, ...]
    deck: Mapping[Card, int]
    seats: tuple[SeatSetup, ...]
    together: bool
    tables: Mapping[str, EditionName]
    revision: int
    setup: Setup
    seed_commitment: str
    match: MatchGame | None
    seed: str = hidden()
    spectator_delay: int = 0
    branch: BranchOf | None = None
    rated: bool = rare(False)
    clock: ClockSettings | None = rare(default=None)
    parties: tuple[tuple[Seat, ...], ...] = rare()

    @property
    def draws_of(self) -> str:
        """The game named in the text of the draws."""
        return self.game if self.branch is None else self.branch.draws_of

    @property
    def unproved(self) -> int:
        """The version up to which draws follow from a seed that is not disclosed."""
        return 0 if self.branch is None else self.branch.unproved

    @property
    def keeps_seed(self) -> bool:
        """Whether the seed is that of another game, where it may be known."""
        return self.draws_of != self.game


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player took a seat."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left a seat before the game began; it is free again."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class GameCancelled:
    """The game will not begin."""

    reason: Cancellation


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All seats are taken; ``first`` will play first."""

    first: Seat


@dataclass(frozen=True, slots=True)
class AirDropDemanded:
    """``seat`` must choose the hex to drop ``units`` units on."""

    seat: Seat
    kind: UnitKind
    units: int
    figures: int
    scatter: int


@dataclass(frozen=True, slots=True)
class UnitLanded:
    """A unit dropped from the air landed on the board.

    It drifted from ``aim`` by ``drift``, numbers from 0 to 6 of draw ``draw`` of the game's chance:
    0 stays, 1 to 6 are E, NE, NW, W, SW, SE.
    """

    unit: str
    side: Side
    kind: UnitKind
    figures: int
    hex: Hex
    aim: Hex
    drift: tuple[int, ...]
    draw: int
    rests_through: int = rare(0)


@dataclass(frozen=True, slots=True)
class UnitDropFailed:
    """A unit dropped from the air is out of the game; the enemy gains nothing for it. ``aim``,
    ``drift`` and ``draw`` as in ``UnitLanded``."""

    side: Side
    kind: UnitKind
    cause: DropFailure
    aim: Hex
    drift: tuple[int, ...]
    draw: int


class SmokeOffered(SeatEvent):
    """``seat`` may lay a smoke screen before the first turn."""


@dataclass(frozen=True, slots=True)
class SmokeLaid:
    """A marker of a smoke screen was laid on a hex."""

    hex: Hex


class SmokeDeclined(SeatEvent):
    """``seat`` lays no smoke screen."""


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A seat resigned, or its time ran out."""

    seat: Seat
    reason: Ending


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game is over."""

    winner: Side
    reason: Ending


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed, in hex, behind every die and shuffle, for anyone to check.

    Draw ``n`` reads the bytes of HMAC-SHA-256, keyed with the seed, over
    ``<game>:<n>:<nonce>:<block>`` for block 0, 1, and so on; the nonce is the acting client's, or
    empty.
    """

    seed: str
