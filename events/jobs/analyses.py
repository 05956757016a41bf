"""Analyses of games, as what is asked for."""

from events.jobs.tracked import Kind, Wish


class Analysis(Wish, frozen=True):
    """Of a game up to ``version``, whose event has the hash ``head``, by an ``engine``."""

    version: int
    head: str
    engine: str


ANALYSES = Kind(
    name="judgement",
    job="workers.analyses.analyze",
    wish=Analysis,
    kept_seconds=30 * 24 * 3600,
    max_kept=1000,
    max_own=2,
)
