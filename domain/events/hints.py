"""Hints: that one was given is told to everybody, as whoever reviews the game should know."""

from dataclasses import dataclass

from domain.values import Seat


@dataclass(frozen=True, slots=True)
class HintGiven:
    """``seat`` was shown the best options of its decision."""

    seat: Seat
