"""Work that takes long, done by jobs a few seconds each so that no other job waits long for it.

What is done is kept as it is done: a job that runs twice, or begins again, finds the same.
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
"""How long one job works; the sweeps are five seconds apart."""
W = TypeVar("W", bound=JobParams)
_log = logging.getLogger(__name__)


class SlicedWork(Generic[W]):
    """Does the work of a kind."""

    def __init__(self, games: GameRepository, jobs: TrackedJobs[W]) -> None:
        self._games = games
        self._jobs = jobs

    def go_on(self, name: str, seconds: float) -> int | None:
        """Work for so long, or to the end; how much is done where there is more, None when there is
        nothing left to do. What cannot be done has failed."""
        try:
            found = self._jobs.find(name)
            if found is None or not found.unfinished:
                return None
            return self._go_on(found, time.monotonic() + seconds)
        except QueueUnavailableError:
            raise
        except Exception:
            _log.exception("not done", extra={"outcome": name})
            self._jobs.end(name, JobStatus.FAILED)
            return None

    def _go_on(self, found: Progress[W], end: float) -> int | None:
        """The same until a moment of the monotonic clock."""
        raise NotImplementedError


class _Worker(Protocol[W]):
    """Who does the work of a kind."""

    def __call__(self, games: GameRepository, jobs: TrackedJobs[W]) -> SlicedWork[W]: ...


def do_a_slice(kind: Kind[W], worker: _Worker[W], name: str) -> None:
    """Go on with work for a while, and leave the rest to a further job."""
    jobs = TrackedJobs(queue_connection(), kind)
    with spans.span(kind.name, {f"afteraction.{kind.name}": name}):
        done = worker(_games(), jobs).go_on(name, SLICE_SECONDS)
        if done is not None:
            jobs.enqueue(name, str(done))


@cache
def _games() -> GameRepository:
    return GameRepository(backend().store, cached=50)
