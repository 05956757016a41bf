"""Run tracked jobs in slices of a few seconds, so that they do not delay other jobs.

Results are stored as they are produced, so that a repeated or restarted slice has the same outcome.
"""

import logging
import time
from functools import cache
from typing import Generic, Protocol, TypeVar

from events.games.repository import GameRepository
from events.jobs.tracked import (
    JobParams,
    JobStatus,
    Kind,
    Progress,
    QueueUnavailableError,
    TrackedJobs,
)
from events.telemetry import spans
from workers.runtime.connections import backend, queue_connection

SLICE_SECONDS = 3.0
"""The duration of a slice; sweeps are five seconds apart."""
W = TypeVar("W", bound=JobParams)
_log = logging.getLogger(__name__)


class SlicedWork(Generic[W]):
    """Does the work of a kind of tracked job."""

    def __init__(self, games: GameRepository, jobs: TrackedJobs[W]) -> None:
        self._games = games
        self._jobs = jobs

    def work(self, name: str, seconds: float) -> int | None:
        """Work for ``seconds`` or to the end; return the progress if there is more to do, else
        None. An exception fails the job."""
        try:
            progress = self._jobs.find(name)
            if progress is None or not progress.unfinished:
                return None
            return self._work(progress, time.monotonic() + seconds)
        except QueueUnavailableError:
            raise
        except Exception:
            _log.exception("job failed", extra={"outcome": name})
            self._jobs.end(name, JobStatus.FAILED)
            return None

    def _work(self, progress: Progress[W], end: float) -> int | None:
        """Work until ``end`` by the monotonic clock; return as ``work`` does."""
        raise NotImplementedError


class _Worker(Protocol[W]):
    """Creates the worker of a kind of job."""

    def __call__(self, games: GameRepository, jobs: TrackedJobs[W]) -> SlicedWork[W]: ...


def do_slice(kind: Kind[W], worker: _Worker[W], name: str) -> None:
    """Do one slice of a job, and enqueue the next one if there is more to do."""
    jobs = TrackedJobs(queue_connection(), kind)
    with spans.span(kind.name, {f"afteraction.{kind.name}": name}):
        done = worker(_games(), jobs).work(name, SLICE_SECONDS)
        if done is not None:
            jobs.enqueue(name, str(done))


@cache
def _games() -> GameRepository:
    return GameRepository(backend().store, cached=50)
