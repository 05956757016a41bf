"""The job kind of game analyses."""

import hashlib

from domain.judgement import ENGINE
from events.jobs.tracked import JobParams, Kind

_ID_DIGITS = 20


class Analysis(JobParams, frozen=True):
    """An analysis of a game up to ``version`` (whose event has the hash ``head``) by ``engine``."""

    version: int
    head: str
    engine: str

    @classmethod
    def of(cls, game: str, version: int, head: str, owner: str, at: str) -> "Analysis":
        """An analysis by this program's engine."""
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
    """The id of an analysis of a game up to ``head`` by this program's engine."""
    text = "\n".join((game, head, ENGINE))
    return f"an_{hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]}"


ANALYSES = Kind(
    name="judgement",
    job="workers.analyses.analyze",
    params=Analysis,
    retention_seconds=30 * 24 * 3600,
    max_retained=1000,
    max_own=2,
)
