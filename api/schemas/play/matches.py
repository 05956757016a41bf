"""Matches of two games."""

from api.schemas.answer import Answer
from domain.values import Side, Status
from events.summaries import ImportMark


class MatchGameSummaryAnswer(Answer, frozen=True):
    """A game of a match."""

    id: str
    number: int
    status: Status
    winner: Side | None
    imported: ImportMark | None
    """Null for a game that was played on this service."""


class StandingAnswer(Answer, frozen=True):
    """A player's medals in a match."""

    player: str
    medals: list[int]
    """The medals of each game so far."""
    total: int


class MatchAnswer(Answer, frozen=True):
    """Two games of one battle with the sides swapped, and one score."""

    games: list[MatchGameSummaryAnswer]
    standings: list[StandingAnswer]
    finished: bool
    winner: str | None
    """The player with more medals; null before the match is over, and for a draw."""
