"""Judge rated games: their luck-adjusted results, for the second rating.

The read model lists the games to be judged, earliest end first. A sweep records the result of an
analysis and requests the next one, one at a time, and never while an analysis requested by a player
is unfinished. So a sweep adds at most one short job, and every step is idempotent.
"""

import logging

from api.answers.analysis import unpacked
from api.schemas.review.analysis import AnalyzedAnswer
from domain.values import Status
from events.backend import Backend
from events.clock import milliseconds
from events.games.judgements import Judgement, Judgements
from events.games.repository import GameRepository
from events.games.snapshot import GameSnapshot
from events.jobs.analyses import Analysis, analysis_id
from events.jobs.tracked import JobStatus, Progress, TrackedJobs
from events.read_models.rating_fold import unjudged
from events.read_models.read_model import ReadModel
from workers.runtime.failures import isolated

RETRY_MILLISECONDS = 3600 * 1000
"""The delay before a game that could not be judged is retried."""
_log = logging.getLogger(__name__)


class RatedGamesJudge:
    """Judges rated games, one step per sweep."""

    def __init__(self, data: Backend, analyses: TrackedJobs[Analysis]) -> None:
        self._data = data
        self._analyses = analyses
        self._judgements = Judgements(data.client, data.names)
        self._games = GameRepository(data.store, cached=1)
        self._retry_at: dict[str, int] = {}
        """Games that are judged or cannot be judged, with the times (ms) at which to check them
        again."""

    def step(self, now: str) -> None:
        """Record a finished analysis and request the next one. Raises ``StoreUnavailableError`` and
        ``QueueUnavailableError``."""
        model, moment = ReadModel.current(self._data.client), milliseconds(now)
        self._retry_at = {game: at for game, at in self._retry_at.items() if at > moment}
        if model is None:
            return
        for game in unjudged(model):
            if game in self._retry_at:
                continue
            loaded = self._load(game)
            if loaded is not None and not self._advance(loaded, now):
                return
            self._retry_at[game] = moment + RETRY_MILLISECONDS

    def _load(self, game: str) -> GameSnapshot | None:
        found: list[GameSnapshot] = []
        with isolated(_log, "not judged", game=game):
            found.append(self._games.current(game))
        return found[0] if found else None

    def _advance(self, loaded: GameSnapshot, now: str) -> bool:
        """Advance one game; return whether the sweep continues with the next game."""
        if loaded.state.status is not Status.FINISHED:
            return True
        game, moment = loaded.state.created.game, milliseconds(now)
        analysis = self._analyses.find(analysis_id(game, loaded.head))
        if analysis is not None and analysis.status is JobStatus.DONE:
            return self._record(loaded, analysis)
        if not self._analyses.is_idle(moment):
            return False
        failed = analysis is not None and analysis.status is JobStatus.FAILED
        if analysis is not None and failed and moment - analysis.touched < RETRY_MILLISECONDS:
            return True
        if analysis is not None and analysis.unfinished:
            # It has expired unfinished: the analysis probably kills its workers.
            return True
        self._analyses.request(Analysis.of(game, loaded.version, loaded.head, "", now), moment)
        return False

    def _record(self, loaded: GameSnapshot, analysis: Progress[Analysis]) -> bool:
        """Record a judgement; False if it was recorded before and the lists lag behind."""
        game, file = loaded.state.created.game, self._analyses.file(analysis.params.id)
        answers: list[AnalyzedAnswer] = []
        with isolated(_log, "not judged", game=game):
            answers += [] if file is None else [unpacked(file)]
        if not answers or not answers[0].decisions:
            return True
        judgement = Judgement(analysis.params.engine, answers[0].summary.allies.luck_adjusted)
        return self._judgements.record(game, loaded.head, judgement)
