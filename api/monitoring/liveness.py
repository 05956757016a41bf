"""Heartbeats: every API process records that it runs and that the store accepts writes. While no
process does, no time limit runs: see ``events.games.heartbeats``."""

import logging
import threading

from api.monitoring.writes import require_writes
from api.services import Services
from events.clock import milliseconds
from events.games import heartbeats
from events.store import keys
from events.store.port import StoreUnavailableError

SECONDS = 15.0
"""The interval; several heartbeats may be missed before it counts as an outage."""
_log = logging.getLogger(__name__)


class Heartbeat:
    """Records heartbeats on a thread of its own, from ``start`` to ``stop``."""

    def __init__(self, deps: Services, seconds: float = SECONDS) -> None:
        self._deps = deps
        self._seconds = seconds
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current heartbeat."""
        self._stopped.set()

    @property
    def running(self) -> bool:
        """Whether the thread is alive."""
        return self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                record(self._deps)
            except StoreUnavailableError as error:
                _log.warning("heartbeat failed: %s", error)
            except Exception:
                # Keep the thread alive whatever happens: without it no time limit would run.
                _log.exception("heartbeat failed")
            self._stopped.wait(self._seconds)


def record(deps: Services) -> None:
    """Record one heartbeat. Raises ``StoreUnavailableError`` when the store accepts no writes, and
    so no commands."""
    require_writes(deps)
    heartbeats.record_heartbeat(deps.redis, keys.ANSWERED, milliseconds(deps.clock()))
