"""``python -m workers.projector``: keeps the lists and figures up with the games, until it is told
to stop."""

import logging
import os
import signal
import sys
import threading

from api.monitoring.log import configure
from api.settings import SettingsError
from events.read_models.projector import Projector
from events.telemetry import spans
from workers.connections import backend, settings

_STOPS = {signal.SIGTERM, signal.SIGINT}


def main() -> None:
    """Work beside the main thread, which waits for a signal: one in the middle of the work could
    not end it in good order."""
    configure(settings().log_level)
    # Before any thread is started: one that does not wait for the signal would die of it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    if settings().traced:
        spans.begin("afteraction-projector")
    projector = Projector(backend())
    thread = threading.Thread(target=_run, args=(projector,), name="projector")
    thread.start()
    logging.getLogger(__name__).info("projecting feeds into the read models")
    signal.sigwait(_STOPS)
    projector.stop()
    thread.join()
    spans.end()


def _run(projector: Projector) -> None:
    """Work; should that end by itself, the process ends too, and is started again."""
    try:
        projector.run()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    try:
        main()
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")
