"""A game as a narrative: its turns, each with entries that say what was played, moved and fought.

It is built only from events as one viewer may see them.
"""

from domain.narrative.turns import Entry, Turn, last_turn_ended, narrate

__all__ = ["Entry", "Turn", "last_turn_ended", "narrate"]
