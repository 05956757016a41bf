"""Judgements of rated games: what is left of each result without luck, for the second rating.

The read model lists the games that wait, the first to end first. A sweep records what an analysis
has found of one, and has the next one analyzed, one at a time: never while any analysis that a
player has asked for is under way. So a sweep adds one short job at most, and each step may be done
again after a worker has died: what was found is only asked for, or recorded, once more.
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
"""After how long a game that could not be judged is tried again."""
_log = logging.getLogger(__name__)


class RatedGamesJudge:
    """Goes through the rated games that wait to be judged, a step at every sweep."""

    def __init__(self, data: Backend, analyses: TrackedJobs[Analysis]) -> None:
        self._data = data
        self._analyses = analyses
        self._judgements = Judgements(data.client, data.names)
        self._games = GameRepository(data.store, cached=1)
        self._later: dict[str, int] = {}
        """Games that are done with, or could not be judged, to when (ms) to look at them again."""

    def go_on(self, now: str) -> None:
        """Record what was found, and have the next game analyzed. Raises ``StoreUnavailableError``
        and ``QueueUnavailableError``."""
        model, moment = ReadModel.current(self._data.client), milliseconds(now)
        self._later = {game: at for game, at in self._later.items() if at > moment}
        if model is None:
            return
        for game in unjudged(model):
            if game in self._later:
                continue
            loaded = self._loaded(game)
            if loaded is not None and not self._step(loaded, now):
                return
            self._later[game] = moment + RETRY_MILLISECONDS

    def _loaded(self, game: str) -> GameSnapshot | None:
        found: list[GameSnapshot] = []
        with isolated(_log, "not judged", game=game):
            found.append(self._games.current(game))
        return found[0] if found else None

    def _step(self, loaded: GameSnapshot, now: str) -> bool:
        """One game's step; whether this sweep goes on with the next game."""
        if loaded.state.status is not Status.FINISHED:
            return True
        game, moment = loaded.state.created.game, milliseconds(now)
        found = self._analyses.find(analysis_id(game, loaded.head))
        if found is not None and found.status is JobStatus.DONE:
            return self._recorded(loaded, found)
        if not self._analyses.is_idle(moment):
            return False
        failed = found is not None and found.status is JobStatus.FAILED
        if found is not None and failed and moment - found.touched < RETRY_MILLISECONDS:
            return True
        if found is not None and found.unfinished:
            # For so long that it counts no more: whoever works on it dies of it.
            return True
        self._analyses.request(Analysis.of(game, loaded.version, loaded.head, "", now), moment)
        return False

    def _recorded(self, loaded: GameSnapshot, done: Progress[Analysis]) -> bool:
        """Record what was found; False where that was known, as the lists have yet to be told."""
        game, file = loaded.state.created.game, self._analyses.file(done.params.id)
        found: list[AnalyzedAnswer] = []
        with isolated(_log, "not judged", game=game):
            found += [] if file is None else [unpacked(file)]
        if not found or not found[0].decisions:
            return True
        made = Judgement(done.params.engine, found[0].summary.allies.luck_adjusted)
        return self._judgements.record(game, loaded.head, made)
