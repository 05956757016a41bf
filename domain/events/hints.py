"""Hints: the event is public, so that reviewers of a game know which decisions had one."""

from domain.values import Seat
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class HintGiven:
    """``seat`` was shown the best options of its decision."""

    seat: Seat
