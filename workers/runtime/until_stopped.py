"""Run a process until it gets a signal to stop."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Protocol

from api.monitoring.log import configure
from api.settings import SettingsError
from events import telemetry
from events.telemetry import spans
from workers.runtime.connections import settings

_STOPS = {signal.SIGTERM, signal.SIGINT}


class Runner(Protocol):
    """Work that runs until it is stopped from another thread."""

    def run(self) -> None:
        """Run until ``stop`` is called."""
        ...

    def stop(self) -> None:
        """Let ``run`` return soon."""
        ...


def run_until_stopped(name: str, doing: str, make: Callable[[], Runner]) -> None:
    """Run in a thread while the main thread waits for a signal, so that no signal interrupts the
    work. ``doing`` is logged at the start. Exits with a message if a setting is invalid."""
    try:
        _run_until_stopped(name, doing, make)
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")


def _run_until_stopped(name: str, doing: str, make: Callable[[], Runner]) -> None:
    configure(settings().log_level)
    # Before any thread is started: the signals must be blocked in all of them.
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
    """Run; if that ends by itself, end the process, which is then restarted."""
    try:
        runner.run()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
