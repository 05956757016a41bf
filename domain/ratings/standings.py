"""The effect of a game on the ratings of its players, and on the estimate of its battle.

The Allies play with the advantage of their side added to their own strength. It is learned from the
games like a rating, one per battle, edition and variant, so that a hard side costs no rating. It
does not change over time, so it has no volatility.
"""

from dataclasses import dataclass
from typing import Final

from domain.ratings.glicko2 import NEW_RATING, Belief, Rating, aged, learned, updated

EVEN: Final = Belief(0.0, 200.0)
"""The estimate of a battle before its first game: in points for the Allies."""
PROVISIONAL: Final = 110.0
"""A rating whose deviation is larger is provisional."""
_DAY: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating after this number of ``games``, the last of which ended ``at`` (ms)."""

    rating: Rating
    games: int
    at: int

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is too uncertain to be compared with those of others."""
        return self.rating.deviation > PROVISIONAL

    def aged(self, at: int) -> Rating:
        """Return the rating at a later time."""
        return aged(self.rating, (at - self.at) / _DAY) if self.games else self.rating


NEWCOMER: Final = Standing(NEW_RATING, 0, 0)


@dataclass(frozen=True, slots=True)
class Rated:
    """The standings of both players and the estimate of the battle."""

    allies: Standing
    axis: Standing
    battle: Belief


def lead(allies: Belief, axis: Belief, battle: Belief) -> Belief:
    """Return the lead of the Allies; ``expected`` of it is their chance to win."""
    return allies.plus(battle).minus(axis)


def rate(before: Rated, at: int, score: float) -> Rated:
    """Return the standings after a game that ended ``at`` (ms) with this score for the Allies: 1
    for a win, 0 for a loss, or a luck-adjusted result in between."""
    allies, axis, battle = before.allies.aged(at), before.axis.aged(at), before.battle
    return Rated(
        Standing(updated(allies, axis.minus(battle), score), before.allies.games + 1, at),
        Standing(updated(axis, allies.plus(battle), 1 - score), before.axis.games + 1, at),
        learned(battle, axis.minus(allies), score),
    )
