"""The clock of a game: its time control, and how much time each seat has left.

This module reads no clock: each command carries the current time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from domain.values import Seat
from domain.values.bots import BotLevel

SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND
"""In milliseconds, like all times in this module except those of ``ClockSettings``."""


class ClockKind(StrEnum):
    """What a seat's time is for."""

    NONE = "none"
    """No time control."""
    MOVE = "move"
    """For each decision."""
    TURN = "turn"
    """For all of its decisions in a turn, on either side's turn."""
    BANK = "bank"
    """For all of its decisions in the game."""


class AtZero(StrEnum):
    """What happens to a seat whose time has run out."""

    RESIGN = "resign"
    BOT = "bot"
    """A bot plays on in its place."""


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """The time control; times in seconds. ``increment`` is added to a bank at the end of each of
    the seat's turns (a team or a chain of command shares its turns), up to ``cap`` unless that is
    0."""

    kind: ClockKind
    seconds: int = 0
    increment: int = 0
    cap: int = 0
    at_zero: AtZero = AtZero.RESIGN
    bot: BotLevel | None = None
    vacation_days: int = 0

    @property
    def full(self) -> int:
        """The time (ms) that a seat starts with."""
        return self.seconds * SECOND

    def faults(self) -> list[str]:
        """Return the names of the members that contradict the others."""
        is_bank, is_timed = self.kind is ClockKind.BANK, self.kind is not ClockKind.NONE
        valid = {
            "seconds": (self.seconds > 0) is is_timed,
            "increment": is_bank or not self.increment,
            "cap": not self.cap or (is_bank and self.cap >= self.seconds),
            "at_zero": is_timed or self.at_zero is AtZero.RESIGN,
            "bot": (self.bot is not None) is (self.at_zero is AtZero.BOT),
            "vacation_days": is_timed or not self.vacation_days,
        }
        return [name for name, is_valid in valid.items() if not is_valid]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock after the last command, which came at ``now``; the previous one came at ``before``.
    Both are in milliseconds since 1970.

    ``left`` is what each seat had left at ``now``. ``turn`` is the highest turn number that has
    begun, and ``added`` the last turn for which each seat got its increment. ``vacation`` is the
    whole days of vacation that each seat may still take, ``away`` the end of its current one. No
    time runs before ``paused``.
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
        """Return the clock of a new game; None if it has no time control."""
        if settings is None or settings.kind is ClockKind.NONE:
            return None
        all_seats = tuple(seats)
        days = settings.vacation_days
        return cls(
            settings, dict.fromkeys(all_seats, settings.full), dict.fromkeys(all_seats, days)
        )

    def runs_from(self, seat: Seat) -> int:
        """Return the moment from which the time of an awaited seat runs."""
        return max(self.now, self.paused, self.away.get(seat, 0))

    def runs_out(self, seat: Seat) -> int:
        """Return the moment at which the time of an awaited seat runs out."""
        return self.runs_from(seat) + max(0, self.left[seat])

    def at(self, moment: int, awaited: Iterable[Seat]) -> "Clock":
        """Return the clock at a moment, until when the ``awaited`` seats were awaited. An earlier
        one changes nothing: time does not run backward."""
        if moment <= self.now:
            return self
        used = {seat: max(0, moment - self.runs_from(seat)) for seat in awaited}
        remaining = {seat: ms - used.get(seat, 0) for seat, ms in self.left.items()}
        return replace(self, before=self.now, now=moment, left=remaining)

    def credited(self, seat: Seat, milliseconds: int) -> "Clock":
        """Return the clock after a seat is given time back."""
        return replace(self, left={**self.left, seat: self.left[seat] + milliseconds})

    def renewed(self) -> "Clock":
        """Return the clock with full time for every seat."""
        full = self.settings.full
        is_full = all(remaining == full for remaining in self.left.values())
        return self if is_full else replace(self, left=dict.fromkeys(self.left, full))

    def in_turn(self, turn: int) -> "Clock":
        """Return the clock in a turn. A turn begun again after a take-back brings no time."""
        if turn <= self.turn:
            return self
        renewed = self.renewed() if self.settings.kind is ClockKind.TURN else self
        return replace(renewed, turn=turn)

    def after_turn(self, turn: int, seat: Seat) -> "Clock":
        """Return the clock after a seat has ended its turn; no turn brings an increment twice."""
        settings = self.settings
        if not settings.increment or turn <= self.added.get(seat, 0):
            return self
        before = self.left[seat]
        after = before + settings.increment * SECOND
        if settings.cap:
            after = max(before, min(after, settings.cap * SECOND))
        added = {**self.added, seat: turn}
        return replace(self, left={**self.left, seat: after}, added=added)

    def on_vacation(self, seat: Seat, days: int) -> "Clock":
        """Return the clock after a seat goes on vacation."""
        vacation = {**self.vacation, seat: self.vacation[seat] - days}
        return replace(self, vacation=vacation, away={**self.away, seat: self.now + days * DAY})

    def back_from_vacation(self, seat: Seat) -> "Clock":
        """Return the clock after a vacation; the seat keeps the days not begun."""
        unused = max(0, self.away[seat] - self.now) // DAY
        vacation = {**self.vacation, seat: self.vacation[seat] + unused}
        return replace(self, vacation=vacation, away={**self.away, seat: self.now})

    def paused_for(self, days: int) -> "Clock":
        """Return the clock in a pause of ``days`` from now, or in a longer one under way."""
        return replace(self, paused=max(self.paused, self.now + days * DAY))

    def resumed(self) -> "Clock":
        """Return the clock after the pause has ended."""
        return replace(self, paused=self.now)
