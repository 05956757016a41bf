"""What read models keep of each kind of rating, by name."""

from dataclasses import dataclass
from enum import StrEnum


class RatedBy(StrEnum):
    """What a rating is made of: results, or luck-adjusted results."""

    RESULTS = "results"
    LUCK_ADJUSTED = "luck_adjusted"


@dataclass(frozen=True, slots=True)
class RatingParts:
    """Of one kind."""

    by: RatedBy

    @property
    def players(self) -> str:
        """Hash: players to their standings."""
        return self._named("rating:players")

    @property
    def battles(self) -> str:
        """Hash: battles to the advantages of the Allies."""
        return self._named("rating:battles")

    @property
    def games(self) -> str:
        """Hash: games to what they have changed."""
        return self._named("rating:games")

    @property
    def due(self) -> str:
        """List: the games whose results have yet to be taken in, or to be taken back, by when they
        ended."""
        return self._named("rated:due")

    @property
    def done(self) -> str:
        """List: the results taken in, likewise."""
        return self._named("rated:done")

    @property
    def board(self) -> str:
        """List: players by rating, without provisional ones."""
        return self._named("rated:board")

    def history(self, player: str) -> str:
        """The list of a player's rated games by when they ended."""
        return self._named(f"rated:of={player}")

    def _named(self, part: str) -> str:
        return part if self.by is RatedBy.RESULTS else f"{part}:{self.by}"


ALL = tuple(map(RatingParts, RatedBy))
UNJUDGED = "rated:unjudged"
"""List: the rated games whose luck-adjusted result is not known yet, by when they ended."""
