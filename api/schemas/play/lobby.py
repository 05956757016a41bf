"""The lobby."""

from typing import Annotated, Any

from api.schemas.answer import Answer, named
from api.schemas.play.challenges import ChallengeAnswer

MOST, FEW = 20, 6
"""The maximum length of a list, and of the list of games to watch."""


class LobbyAnswer(Answer, frozen=True, kw_only=True):
    """Games to play, to continue and to watch."""

    games: list[Annotated[dict[str, Any], named("GameSummary")]]
    """Your own, then those that wait, that run, and that are over."""
    challenges: list[ChallengeAnswer]
    """Your open ones, then those to anyone."""
    names: dict[str, str]
    """Names of players by id."""
