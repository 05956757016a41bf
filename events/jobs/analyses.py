"""Analyses of games, as what is asked for."""

import hashlib

from domain.judgement import ENGINE
from events.jobs.tracked import JobParams, Kind

_ID_DIGITS = 20


class Analysis(JobParams, frozen=True):
    """Of a game up to ``version``, whose event has the hash ``head``, by an ``engine``."""

    version: int
    head: str
    engine: str

    @classmethod
    def of(cls, game: str, version: int, head: str, owner: str, at: str) -> "Analysis":
        """By the engine of this program."""
        return cls(
            id=analysis_id(game, head),
            game=game,
            owner=owner,
            asked_at=at,
            version=version,
            head=head,
            engine=ENGINE,
        )


def analysis_id(game: str, head: str) -> str:
    """The id of a game's analysis up to an event by the engine of this program."""
    said = "\n".join((game, head, ENGINE))
    return f"an_{hashlib.sha256(said.encode()).hexdigest()[:_ID_DIGITS]}"


ANALYSES = Kind(
    name="judgement",
    job="workers.analyses.analyze",
    params=Analysis,
    retention_seconds=30 * 24 * 3600,
    max_retained=1000,
    max_own=2,
)
