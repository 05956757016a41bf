"""The job kind of playtests of scenarios."""

from domain.setup import Setup
from domain.values import EditionName
from domain.values.bots import BotLevel
from events.jobs.tracked import JobParams, Kind

GAMES = 200


class Playtest(JobParams, frozen=True):
    """``GAMES`` games of a scenario between two bots of a level, by ``engine``. ``game`` is the
    slug of the scenario; the set-up is included, so that the scenario may be deleted."""

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
