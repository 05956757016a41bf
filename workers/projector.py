"""``python -m workers.projector``: keeps the lists and figures up with the games, until it is told
to stop."""

import logging
import os
import signal
import threading

from api.log import configure
from api.settings import Settings
from events.lists.projector import Projector
from workers.connections import backend

_STOPS = {signal.SIGTERM, signal.SIGINT}


def main() -> None:
    """Work beside the main thread, which waits for a signal: one in the middle of the work could
    not end it in good order."""
    configure(Settings.from_env(os.environ).log_level)
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    projector = Projector(backend())
    thread = threading.Thread(target=_run, args=(projector,), name="projector")
    thread.start()
    logging.getLogger(__name__).info("keeping the lists up")
    signal.sigwait(_STOPS)
    projector.stop()
    thread.join()


def _run(projector: Projector) -> None:
    """Work; should that end by itself, the process ends too, and is started again."""
    try:
        projector.run()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
