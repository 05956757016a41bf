"""Signs of life: each API process says again and again that it runs and that the store takes what
it writes. While none says so, no time limit runs: see ``events.games.heartbeats``."""

import logging
import threading

from api.monitoring.writes import require_writes
from api.services import Services
from events.clock import milliseconds
from events.games import heartbeats
from events.store import keys
from events.store.port import StoreUnavailableError

SECONDS = 15.0
"""From one sign to the next: several fit into a silence that is no outage yet."""
_log = logging.getLogger(__name__)


class Signs:
    """Gives signs on a thread of its own, from ``start`` to ``stop``."""

    def __init__(self, deps: Services, seconds: float = SECONDS) -> None:
        self._deps = deps
        self._seconds = seconds
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="signs", daemon=True)

    def start(self) -> None:
        """Give the first sign soon."""
        self._thread.start()

    def stop(self) -> None:
        """Give no further sign."""
        self._stopped.set()

    @property
    def running(self) -> bool:
        """Whether the thread lives."""
        return self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                give(self._deps)
            except StoreUnavailableError as error:
                _log.warning("heartbeat failed: %s", error)
            except Exception:
                # Whatever it was: without this thread the time limits would stand still for ever.
                _log.exception("heartbeat failed")
            self._stopped.wait(self._seconds)


def give(deps: Services) -> None:
    """Give one sign. Raises ``StoreUnavailableError`` when no command would be taken either; then
    none is given."""
    require_writes(deps)
    heartbeats.record_heartbeat(deps.redis, keys.ANSWERED, milliseconds(deps.clock()))
