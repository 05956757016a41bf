"""Animated replays, made a few frames at a time so that no other job waits long for them.

A frame is kept as soon as it is drawn; a job that runs twice draws what the other has not.
"""

import logging
import time
from functools import cache

from api.pictures.board import Manner, draw
from api.pictures.changes import Changes, changes
from api.pictures.motion import animated, reduced
from api.pictures.overlay import Extras
from api.pictures.pixels import made
from api.pictures.scene import of_state
from domain.history import mainline_versions
from domain.values import Side
from events.games.repository import GameRepository
from events.jobs.animations import ANIMATIONS, Animation
from events.jobs.tracked import JobStatus, QueueUnavailableError, TrackedJobs
from events.telemetry import spans
from workers.connections import backend, queue_connection

SLICE_SECONDS = 3.0
"""How long one job draws; the sweeps are five seconds apart."""
_log = logging.getLogger(__name__)


def animate(name: str) -> None:
    """The job: go on with an animation for a while, and leave the rest to a further job."""
    kept = TrackedJobs(queue_connection(), ANIMATIONS)
    with spans.span("animate", {"afteraction.animation": name}):
        done = Animator(_games(), kept).go_on(name, SLICE_SECONDS)
        if done is not None:
            kept.take_up(name, str(done))


class Animator:
    """Makes animations."""

    def __init__(self, games: GameRepository, kept: TrackedJobs[Animation]) -> None:
        self._games = games
        self._kept = kept

    def go_on(self, name: str, seconds: float) -> int | None:
        """Draw for so long, or to the end; how many frames are done where there are more, None
        when there is nothing left to do."""
        try:
            return self._go_on(name, seconds)
        except QueueUnavailableError:
            raise
        except Exception:
            _log.exception("no animation", extra={"outcome": name})
            self._kept.end(name, JobStatus.FAILED)
            return None

    def _go_on(self, name: str, seconds: float) -> int | None:
        found = self._kept.find(name)
        if found is None or not found.under_way:
            return None
        wish, end = found.wish, time.monotonic() + seconds
        count = len(wish.versions)
        for place in range(found.done, count):
            if not self._kept.add_part(name, str(place), self._frame(wish, place), place + 1):
                return None
            if time.monotonic() >= end:
                return place + 1
        parts = self._kept.parts(name)
        frames = [parts[str(place)] for place in range(count)]
        self._kept.finish(name, animated(frames, wish.format, wish.milliseconds))
        return None

    def _frame(self, wish: Animation, place: int) -> bytes:
        state = self._games.at(wish.game, wish.versions[place]).state
        extras = Extras(changes=self._changes(wish, place) if wish.changes and place else None)
        side = Side(wish.side) if wish.side else None
        manner = Manner(wish.theme, wish.labels, side, wish.language)
        return reduced(made(draw(of_state(state), manner, extras), wish.width))

    def _changes(self, wish: Animation, place: int) -> Changes:
        """What the events between two frames have changed, without what was taken back by the end
        of the animation."""
        games, (before, after) = self._games, wish.versions[place - 1 : place + 1]
        counts = set(mainline_versions(wish.last, games.taken_back(wish.game, wish.last)))
        events = [one for one in games.events(wish.game, before, after) if one.version in counts]
        states = [games.at(wish.game, version).state for version in (before, after)]
        return changes(states[0], (one.event for one in events), states[1])


@cache
def _games() -> GameRepository:
    return GameRepository(backend().store, cached=50)
