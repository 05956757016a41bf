"""The clock of a game: on what terms its seats play, and how much of their time is left.

Nothing here reads a clock: what time it is comes with each command, and is handed in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from domain.values import Seat
from domain.values.bots import BotLevel

SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND
"""In milliseconds, as all times here are but those of ``ClockSettings``."""


class ClockKind(StrEnum):
    """What the time of a seat is for."""

    NONE = "none"
    """Nobody is timed."""
    MOVE = "move"
    """For each decision."""
    TURN = "turn"
    """For all of its decisions in a turn, whoever's turn it is."""
    BANK = "bank"
    """For all of its decisions in the game."""


class AtZero(StrEnum):
    """What becomes of a seat whose time has run out."""

    RESIGN = "resign"
    BOT = "bot"
    """A bot plays on in its place."""


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """The terms, times in seconds. ``increment`` is added to a bank at the end of each of the
    seat's turns, which a team and a chain of command have in common, up to ``cap`` where that is
    not 0."""

    kind: ClockKind
    seconds: int = 0
    increment: int = 0
    cap: int = 0
    at_zero: AtZero = AtZero.RESIGN
    bot: BotLevel | None = None
    vacation_days: int = 0

    @property
    def full(self) -> int:
        """The time (ms) that a seat begins with."""
        return self.seconds * SECOND

    def faults(self) -> list[str]:
        """The members that do not go with the others."""
        is_bank, is_timed = self.kind is ClockKind.BANK, self.kind is not ClockKind.NONE
        sound = {
            "seconds": (self.seconds > 0) is is_timed,
            "increment": is_bank or not self.increment,
            "cap": not self.cap or (is_bank and self.cap >= self.seconds),
            "at_zero": is_timed or self.at_zero is AtZero.RESIGN,
            "bot": (self.bot is not None) is (self.at_zero is AtZero.BOT),
            "vacation_days": is_timed or not self.vacation_days,
        }
        return [name for name, is_sound in sound.items() if not is_sound]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock after the last command, which came at ``now``; the one before came at ``before``.
    Moments are in milliseconds since 1970.

    ``left`` is what each seat had left then. ``turn`` is the highest number of a turn that has
    begun, and ``added`` that of the last one for which each seat got its increment. ``vacation``
    are the whole days of vacation that each seat may still take, ``away`` the end of the one that
    it takes now. Nobody's time runs before ``paused``.
    """

    settings: ClockSettings
    left: Mapping[Seat, int]
    vacation: Mapping[Seat, int]
    before: int = 0
    now: int = 0
    turn: int = 0
    added: Mapping[Seat, int] = field(default_factory=dict)
    away: Mapping[Seat, int] = field(default_factory=dict)
    paused: int = 0

    @classmethod
    def of(cls, settings: ClockSettings | None, seats: Iterable[Seat]) -> "Clock | None":
        """The clock of a new game; None for one in which nobody is timed, or that has none."""
        if settings is None or settings.kind is ClockKind.NONE:
            return None
        every = tuple(seats)
        days = settings.vacation_days
        return cls(settings, dict.fromkeys(every, settings.full), dict.fromkeys(every, days))

    def runs_from(self, seat: Seat) -> int:
        """The moment from which the time of a seat runs that is awaited."""
        return max(self.now, self.paused, self.away.get(seat, 0))

    def runs_out(self, seat: Seat) -> int:
        """The moment at which it has run out."""
        return self.runs_from(seat) + max(0, self.left[seat])

    def passed(self, at: int, awaited: Iterable[Seat]) -> "Clock":
        """The clock at a later moment, until when some seats were awaited. A moment that is not
        later changes nothing: time does not run backward."""
        if at <= self.now:
            return self
        used = {seat: max(0, at - self.runs_from(seat)) for seat in awaited}
        left = {seat: ms - used.get(seat, 0) for seat, ms in self.left.items()}
        return replace(self, before=self.now, now=at, left=left)

    def credited(self, seat: Seat, milliseconds: int) -> "Clock":
        """The clock of a seat that gets time back."""
        return replace(self, left={**self.left, seat: self.left[seat] + milliseconds})

    def renewed(self) -> "Clock":
        """The clock where every seat has its full time."""
        full = self.settings.full
        is_full = all(left == full for left in self.left.values())
        return self if is_full else replace(self, left=dict.fromkeys(self.left, full))

    def begun(self, turn: int) -> "Clock":
        """The clock in a turn. A turn that begins once more, after it was taken back, brings no
        new time."""
        if turn <= self.turn:
            return self
        renewed = self.renewed() if self.settings.kind is ClockKind.TURN else self
        return replace(renewed, turn=turn)

    def ended(self, turn: int, seat: Seat) -> "Clock":
        """The clock when a seat has ended its turn; no turn brings an increment twice."""
        settings = self.settings
        if not settings.increment or turn <= self.added.get(seat, 0):
            return self
        before = self.left[seat]
        after = before + settings.increment * SECOND
        if settings.cap:
            after = max(before, min(after, settings.cap * SECOND))
        added = {**self.added, seat: turn}
        return replace(self, left={**self.left, seat: after}, added=added)

    def leaves(self, seat: Seat, days: int) -> "Clock":
        """The clock of a seat that takes vacation from now on."""
        vacation = {**self.vacation, seat: self.vacation[seat] - days}
        return replace(self, vacation=vacation, away={**self.away, seat: self.now + days * DAY})

    def returns(self, seat: Seat) -> "Clock":
        """The clock of a seat whose vacation is over; it keeps the days that have not begun."""
        unused = max(0, self.away[seat] - self.now) // DAY
        vacation = {**self.vacation, seat: self.vacation[seat] + unused}
        return replace(self, vacation=vacation, away={**self.away, seat: self.now})

    def stopped(self, days: int) -> "Clock":
        """The clock in a pause, for days from now, or longer where another one is."""
        return replace(self, paused=max(self.paused, self.now + days * DAY))

    def resumed(self) -> "Clock":
        """The clock once the pause is over."""
        return replace(self, paused=self.now)
