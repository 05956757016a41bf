"""The strength of players, from results alone, and the balance of battles."""

from domain.ratings.glicko2 import Belief, Rating, expected
from domain.ratings.standings import EVEN, NEWCOMER, Rated, Standing, lead, rate

__all__ = ["EVEN", "NEWCOMER", "Belief", "Rated", "Rating", "Standing", "expected", "lead", "rate"]
