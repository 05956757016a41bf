"""Hints: which seats were shown the best options of their decisions."""

from dataclasses import dataclass

from domain.values import Seat


@dataclass(frozen=True, slots=True)
class Hints:
    """The ``seats`` that were given a hint; nothing else has happened since, up to ``version``."""

    version: int = 0
    seats: tuple[Seat, ...] = ()

    def given(self, seat: Seat, version: int) -> bool:
        """Return whether a seat has a hint on the decision at a version."""
        return self.version == version and seat in self.seats


NO_HINTS = Hints()
