"""Hints: which seats were shown the best options of what they decide."""

from dataclasses import dataclass

from domain.values import Seat


@dataclass(frozen=True, slots=True)
class Hints:
    """The ``seats`` that were given a hint; nothing else has happened since, up to ``version``."""

    version: int = 0
    seats: tuple[Seat, ...] = ()

    def given(self, seat: Seat, version: int) -> bool:
        """Whether a seat has a hint on what is to be decided at a version."""
        return self.version == version and seat in self.seats


NO_HINTS = Hints()
