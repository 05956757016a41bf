"""What a game does to the ratings of its players, and to what is known of its battle.

The Allies play a game with the advantage of their side added to their own strength. It is learned
from the games like a rating, one for each battle by each edition and variant, so that a hard side
costs no rating. It does not change over time, so that it has no volatility.
"""

from dataclasses import dataclass
from typing import Final

from domain.ratings.glicko2 import NEW_RATING, Belief, Rating, aged, learned, updated

EVEN: Final = Belief(0.0, 200.0)
"""What is believed of a battle before its first game: in points for the Allies."""
PROVISIONAL: Final = 110.0
"""A rating whose deviation is larger is provisional."""
_DAY: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating after so many ``games``, the last of which ended ``at`` (ms)."""

    rating: Rating
    games: int
    at: int

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known yet to compare the rating with those of others."""
        return self.rating.deviation > PROVISIONAL

    def aged(self, at: int) -> Rating:
        """The rating as it is known at a later time."""
        return aged(self.rating, (at - self.at) / _DAY) if self.games else self.rating


NEWCOMER: Final = Standing(NEW_RATING, 0, 0)


@dataclass(frozen=True, slots=True)
class Rated:
    """What is known after a game: of both players, and of the battle."""

    allies: Standing
    axis: Standing
    battle: Belief


def lead(allies: Belief, axis: Belief, battle: Belief) -> Belief:
    """By how much the Allies are ahead; ``expected`` of it is their chance to win."""
    return allies.plus(battle).less(axis)


def rate(before: Rated, at: int, score: float) -> Rated:
    """What is known after a game that ended ``at`` (ms), and counts as so much for the Allies: 1
    for a win, 0 for a defeat, or a luck-adjusted result between them."""
    allies, axis, battle = before.allies.aged(at), before.axis.aged(at), before.battle
    return Rated(
        Standing(updated(allies, axis.less(battle), score), before.allies.games + 1, at),
        Standing(updated(axis, allies.plus(battle), 1 - score), before.axis.games + 1, at),
        learned(battle, axis.less(allies), score),
    )
