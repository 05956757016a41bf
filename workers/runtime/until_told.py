"""A process that does one thing until it is told to stop."""

import logging
import os
import signal
import threading
from collections.abc import Callable
from typing import Protocol

from api.monitoring.log import configure
from events import telemetry
from events.telemetry import spans
from workers.runtime.connections import settings

_STOPS = {signal.SIGTERM, signal.SIGINT}


class Runner(Protocol):
    """Work that goes on until it is stopped from another thread."""

    def run(self) -> None:
        """Work until ``stop``."""
        ...

    def stop(self) -> None:
        """Have ``run`` return soon."""
        ...


def run_until_told(name: str, doing: str, make: Callable[[], Runner]) -> None:
    """Work, which the log calls ``doing``, beside the main thread, which waits for a signal: one in
    the middle of the work could not end it in good order."""
    configure(settings().log_level)
    # Before any thread is started: one that does not wait for the signal would die of it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    if settings().traced:
        telemetry.begin(f"afteraction-{name}")
    runner = make()
    thread = threading.Thread(target=_run, args=(runner,), name=name)
    thread.start()
    logging.getLogger(__name__).info(doing)
    signal.sigwait(_STOPS)
    runner.stop()
    thread.join()
    spans.end()


def _run(runner: Runner) -> None:
    """Work; should that end by itself, the process ends too, and is started again."""
    try:
        runner.run()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
