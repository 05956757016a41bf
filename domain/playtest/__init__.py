"""Battles that bots play to their end, to see how fair and how long they are."""

from domain.playtest.games import ENGINE, PlaytestGame, play_out
from domain.playtest.summary import Estimate, PlaytestSummary, summarize, wilson

__all__ = [
    "ENGINE",
    "Estimate",
    "PlaytestGame",
    "PlaytestSummary",
    "play_out",
    "summarize",
    "wilson",
]
