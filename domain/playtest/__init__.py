"""Battles played to the end by bots, to measure their fairness and length."""

from domain.playtest.games import ENGINE, PlaytestGame, play_out
from domain.playtest.summary import Estimate, PlaytestSummary, share_of, summarize, wilson

__all__ = [
    "ENGINE",
    "Estimate",
    "PlaytestGame",
    "PlaytestSummary",
    "play_out",
    "share_of",
    "summarize",
    "wilson",
]
