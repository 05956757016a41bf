"""The keys of ratings in a read model."""

from dataclasses import dataclass
from enum import StrEnum


class RatedBy(StrEnum):
    """The kind of a rating: from results, or from luck-adjusted results."""

    RESULTS = "results"
    LUCK_ADJUSTED = "luck_adjusted"


@dataclass(frozen=True, slots=True)
class RatingKeys:
    """The keys of one kind of ratings."""

    by: RatedBy

    @property
    def players(self) -> str:
        """Hash: players to their standings."""
        return self._key("rating:players")

    @property
    def battles(self) -> str:
        """Hash: battles to the advantages of the Allies."""
        return self._key("rating:battles")

    @property
    def games(self) -> str:
        """Hash: games to their ``RatedGame``."""
        return self._key("rating:games")

    @property
    def due(self) -> str:
        """Sorted set: the games whose results are to be applied or rolled back, by their ends."""
        return self._key("rated:due")

    @property
    def applied(self) -> str:
        """Sorted set: the games whose results are applied, by their ends."""
        return self._key("rated:done")

    @property
    def board(self) -> str:
        """Sorted set: players by rating, without provisional ones."""
        return self._key("rated:board")

    def history(self, player: str) -> str:
        """Sorted set: a player's rated games by their ends."""
        return self._key(f"rated:of={player}")

    def _key(self, part: str) -> str:
        return part if self.by is RatedBy.RESULTS else f"{part}:{self.by}"


RATINGS = tuple(map(RatingKeys, RatedBy))
UNJUDGED = "rated:unjudged"
"""Sorted set: the rated games without a luck-adjusted result, by their ends."""
