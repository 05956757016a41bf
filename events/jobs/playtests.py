"""Playtests of battles, as what is asked for."""

from domain.setup import Setup
from domain.values import EditionName
from domain.values.bots import BotLevel
from events.jobs.tracked import JobParams, Kind

GAMES = 200


class Playtest(JobParams, frozen=True):
    """``GAMES`` games of a battle by an edition's rules between two bots of a level, by an
    ``engine``. ``game`` is the battle's slug; the set-up is here, so that the battle may go."""

    edition: EditionName
    level: BotLevel
    engine: str
    setup: Setup


PLAYTESTS = Kind(
    name="playtest",
    job="workers.playtests.play",
    params=Playtest,
    retention_seconds=365 * 24 * 3600,
    max_retained=5000,
    max_own=2,
)
