"""Hints: everyone is told that one was given, as reviewers of the game should know."""

from domain.values import Seat
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class HintGiven:
    """``seat`` was shown the best options of its decision."""

    seat: Seat
