"""Keeping the read model up with the games, for as long as a process runs."""

import logging
import time
from collections.abc import Callable
from threading import Event

from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.feeds.feeds import FeedLostError, Feeds, entry_order
from events.games.repository import GameRepository
from events.read_models.projection import Projection
from events.read_models.read_model import ModelLostError, ReadModel
from events.read_models.rebuild import RebuildRunsError, RebuildStoppedError, rebuild, tidy
from events.store import layout
from events.store.failures import translate_errors
from events.store.layout import ForeignDataError
from events.store.port import StoreUnavailableError
from events.telemetry import spans

_WAIT_SECONDS = 0.5
"""How long one look at the feeds waits; a stop is heard after that."""
_READ_AT_ONCE = 16
"""Entries of each feed: few, as they are acknowledged together, and clients may wait for that."""
_GATHER_SECONDS = 0.03
"""From one batch to the next: a game that is played fast is loaded and stored once for several of
its commands, and the service keeps its processors for the players."""
_CHORES_SECONDS = 10.0
_IDLE_SECONDS = 30.0
"""After how long an entry counts as forgotten by whoever was handed it."""
_WAITS_MILLISECONDS = 3 * 24 * 3600 * 1000
"""How long entries are kept for groups of other programs that are behind."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 30.0
_CALM_SECONDS = 60.0
"""After so long without a failure the next pause is a short one again."""
_log = logging.getLogger(__name__)


class Projector:
    """Takes what the feeds tell into the read model, and builds that anew when it has to be.

    Any number of them may work at the same time.
    """

    def __init__(
        self,
        backend: Backend,
        clock: Callable[[], str] = utc_now,
        *,
        chores_seconds: float = _CHORES_SECONDS,
        idle_seconds: float = _IDLE_SECONDS,
    ) -> None:
        self._backend = backend
        self._clock = clock
        self._feeds = Feeds(backend.client, backend.names)
        self._games = GameRepository(backend.store)
        self._chores_seconds = chores_seconds
        self._idle_seconds = idle_seconds
        self._chores_at = 0.0
        self._projection: Projection | None = None
        self._generation = 0
        self._lost = False
        self._pause = _FIRST_PAUSE
        self._failed_at = float("-inf")
        self._stopped = Event()

    def run(self) -> None:
        """Work until ``stop`` is called; an outage of Redis is waited out."""
        while not self._stopped.is_set():
            try:
                if self.step():
                    self._stopped.wait(_GATHER_SECONDS)
            except (ModelLostError, FeedLostError) as lost:
                _log.warning("read models must be rebuilt: %s", lost)
                self._stopped.wait(self._next_pause())
                self._lost = True
            except RebuildRunsError:
                self._stopped.wait(_FIRST_PAUSE)
            except RebuildStoppedError:
                return
            except (StoreUnavailableError, ForeignDataError) as error:
                _log.warning("projection failed: %s", error)
                self._start_over_after_pause()
            except Exception:
                _log.exception("projection failed")
                self._start_over_after_pause()

    def stop(self) -> None:
        """Let ``run`` end soon; from another thread or a signal handler."""
        self._stopped.set()

    def step(self, wait: float = _WAIT_SECONDS) -> int:
        """Take in what there is, or what comes within so many seconds; returns how many games.

        A read model that is missing or was found lost is built first. Raises ``ModelLostError``,
        ``FeedLostError``, ``RebuildRunsError``, ``RebuildStoppedError``, ``ForeignDataError`` and
        ``StoreUnavailableError``.
        """
        model = ReadModel.current(self._backend.client)
        if model is None or (self._lost and model.generation == self._generation):
            than = 0 if model is None else model.generation
            rebuild(self._backend, than, self._stopped.is_set)
            self._lost = False
            return 0
        if self._projection is None or self._generation != model.generation:
            self._lost, self._generation = False, model.generation
            self._projection = self._begin(model)
        if time.monotonic() >= self._chores_at:
            self._do_chores(self._projection)
        entries = self._feeds.read(model.group, _READ_AT_ONCE, wait)
        if not entries:
            return 0
        with spans.span("take in", {"afteraction.entries": len(entries)}):
            return self._projection.take_in(entries)

    def _begin(self, model: ReadModel) -> Projection:
        """Go on where a generation was left, by whomever: also with what was handed out and not
        acknowledged."""
        with translate_errors():
            layout.claim(self._backend.client, self._backend.names)
        self._check(model)
        projection = Projection(self._backend, model, self._games, self._clock)
        projection.take_in(self._feeds.claim(model.group, 0))
        return projection

    def _check(self, model: ReadModel) -> None:
        """Raise ``FeedLostError`` or ``ModelLostError`` when something is not as it was left."""
        self._feeds.check(model.group)
        reached = self._feeds.reached(model.group)
        # Only now: what was acknowledged had been noted before.
        positions = model.positions()
        for partition, place in reached.items():
            known = positions.get(partition)
            settled = place.pending is None
            if known is None or (settled and entry_order(place.delivered) > entry_order(known)):
                raise ModelLostError(f"what was taken in of partition {partition} is gone")

    def _do_chores(self, projection: Projection) -> None:
        self._check(projection.model)
        group = projection.model.group
        projection.take_in(self._feeds.claim(group, self._idle_seconds))
        projection.retry()
        self._feeds.trim(milliseconds(self._clock()) - _WAITS_MILLISECONDS)
        tidy(self._backend)
        self._chores_at = time.monotonic() + self._chores_seconds

    def _start_over_after_pause(self) -> None:
        self._projection = None
        self._stopped.wait(self._next_pause())

    def _next_pause(self) -> float:
        """Seconds to wait after a failure: longer each time, until all goes well for a while."""
        now = time.monotonic()
        calm = now - self._failed_at > _CALM_SECONDS
        self._failed_at = now
        self._pause = _FIRST_PAUSE if calm else min(2 * self._pause, _LONGEST_PAUSE)
        return self._pause
