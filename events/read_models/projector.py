"""The projector process: keeps the read model up to date with the feeds."""

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
"""The timeout of one read of the feeds, after which a stop takes effect."""
_READ_COUNT = 16
"""Entries per feed and read: few, as clients may wait for them, and they are acknowledged
together."""
_BATCH_PAUSE_SECONDS = 0.03
"""Pause between batches: several commands of a fast game are then projected in one update, which
saves processor time."""
_MAINTENANCE_SECONDS = 10.0
_IDLE_SECONDS = 30.0
"""The idle time after which a delivered entry is claimed from its consumer."""
_RETENTION_MS = 3 * 24 * 3600 * 1000
"""How long entries are retained for groups that are behind."""
_FIRST_PAUSE, _MAX_PAUSE = 0.2, 30.0
_CALM_SECONDS = 60.0
"""The time without a failure after which the backoff restarts."""
_log = logging.getLogger(__name__)


class Projector:
    """Projects the feeds into the read model, and rebuilds it when necessary.

    Any number of projectors may run at the same time.
    """

    def __init__(
        self,
        backend: Backend,
        clock: Callable[[], str] = utc_now,
        *,
        chores_seconds: float = _MAINTENANCE_SECONDS,
        idle_seconds: float = _IDLE_SECONDS,
    ) -> None:
        self._backend = backend
        self._clock = clock
        self._feeds = Feeds(backend.client, backend.names)
        self._games = GameRepository(backend.store)
        self._chores_seconds = chores_seconds
        self._idle_seconds = idle_seconds
        self._maintenance_at = 0.0
        self._projection: Projection | None = None
        self._generation = 0
        self._lost = False
        self._pause = _FIRST_PAUSE
        self._failed_at = float("-inf")
        self._stopped = Event()

    def run(self) -> None:
        """Run until ``stop`` is called; failures are retried with a backoff."""
        while not self._stopped.is_set():
            try:
                if self.step():
                    self._stopped.wait(_BATCH_PAUSE_SECONDS)
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
                self._restart_after_pause()
            except Exception:
                _log.exception("projection failed")
                self._restart_after_pause()

    def stop(self) -> None:
        """Let ``run`` return soon; callable from other threads and signal handlers."""
        self._stopped.set()

    def step(self, wait: float = _WAIT_SECONDS) -> int:
        """Process the available entries, waiting up to ``wait`` seconds; return how many games.

        A missing or lost read model is rebuilt instead. Raises ``ModelLostError``,
        ``FeedLostError``, ``RebuildRunsError``, ``RebuildStoppedError``, ``ForeignDataError`` and
        ``StoreUnavailableError``.
        """
        model = ReadModel.current(self._backend.client)
        if model is None or (self._lost and model.generation == self._generation):
            older_than = 0 if model is None else model.generation
            rebuild(self._backend, older_than, self._stopped.is_set)
            self._lost = False
            return 0
        if self._projection is None or self._generation != model.generation:
            self._lost, self._generation = False, model.generation
            self._projection = self._resume(model)
        if time.monotonic() >= self._maintenance_at:
            self._maintain(self._projection)
        entries = self._feeds.read(model.group, _READ_COUNT, wait)
        if not entries:
            return 0
        with spans.span("take in", {"afteraction.entries": len(entries)}):
            return self._projection.process(entries)

    def _resume(self, model: ReadModel) -> Projection:
        """Continue a generation, beginning with delivered entries that were not acknowledged."""
        with translate_errors():
            layout.claim(self._backend.client, self._backend.names)
        self._check(model)
        projection = Projection(self._backend, model, self._games, self._clock)
        projection.process(self._feeds.claim(model.group, 0))
        return projection

    def _check(self, model: ReadModel) -> None:
        """Raise ``FeedLostError`` or ``ModelLostError`` if entries or positions are missing."""
        self._feeds.check(model.group)
        reached = self._feeds.reached(model.group)
        # After the group: positions are stored before entries are acknowledged.
        positions = model.positions()
        for partition, group_position in reached.items():
            position = positions.get(partition)
            all_acknowledged = group_position.pending is None
            if position is None or (
                all_acknowledged and entry_order(group_position.delivered) > entry_order(position)
            ):
                raise ModelLostError(f"what was taken in of partition {partition} is gone")

    def _maintain(self, projection: Projection) -> None:
        self._check(projection.model)
        group = projection.model.group
        projection.process(self._feeds.claim(group, self._idle_seconds))
        projection.retry()
        self._feeds.trim(milliseconds(self._clock()) - _RETENTION_MS)
        tidy(self._backend)
        self._maintenance_at = time.monotonic() + self._chores_seconds

    def _restart_after_pause(self) -> None:
        self._projection = None
        self._stopped.wait(self._next_pause())

    def _next_pause(self) -> float:
        """The next backoff in seconds: doubled after each failure, reset after a calm period."""
        now = time.monotonic()
        calm = now - self._failed_at > _CALM_SECONDS
        self._failed_at = now
        self._pause = _FIRST_PAUSE if calm else min(2 * self._pause, _MAX_PAUSE)
        return self._pause
