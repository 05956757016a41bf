"""The lobby."""

from typing import Annotated, Any

from api.schemas.answer import Answer, named
from api.schemas.play.challenges import ChallengeAnswer

MOST, FEW = 20, 6
"""How much the lobby shows of a list; of games that one only looks at."""


class LobbyAnswer(Answer, frozen=True, kw_only=True):
    """What there is to play, to go on with and to watch."""

    games: list[Annotated[dict[str, Any], named("GameSummary")]]
    """Your own, then those that wait, that run, and that are over."""
    challenges: list[ChallengeAnswer]
    """Your open ones, then those to anyone."""
