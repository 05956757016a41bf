"""A game told: its turns, and in each what was played, moved and fought, in clauses.

It is made from events as one viewer is told of them, and from nothing else.
"""

from domain.narrative.turns import Entry, Turn, last_turn_ended, narrate

__all__ = ["Entry", "Turn", "last_turn_ended", "narrate"]
