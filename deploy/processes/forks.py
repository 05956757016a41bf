"""Child processes that are forks of this one: they start at once, because it has imported their
modules, and share the memory of the code.
"""

import multiprocessing
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from typing import cast

from setproctitle import setproctitle

from deploy.processes.launcher import follow_parent

HANDLED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals whose handlers a fork must not keep."""


class Fork:
    """A function in a fork of this process, with the interface of ``subprocess.Popen``.

    ``title`` is its name in the list of processes. As a child of ``spawn`` it ends with the calling
    thread and leads its own process group. Its exit status is that of ``sys.exit`` in the function,
    or 1 after an exception. ``close`` are descriptors that it must not hold. Fork only while this
    process has a single thread.
    """

    def __init__(
        self, title: str, function: Callable[[], object], close: Sequence[int] = ()
    ) -> None:
        self._title = title
        self._process = multiprocessing.get_context("fork").Process(
            target=_run, args=(title, function, close, os.getpid())
        )
        # A signal that came before the fork has its own handlers would be lost.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    @property
    def pid(self) -> int:
        """The process id."""
        return cast(int, self._process.pid)

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._process.exitcode

    def terminate(self) -> None:
        """Send SIGTERM."""
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; raises ``subprocess.TimeoutExpired``."""
        self._process.join(timeout)
        status = self.poll()
        if status is None:
            raise subprocess.TimeoutExpired(self._title, timeout or 0.0)
        return status


def _run(title: str, function: Callable[[], object], close: Sequence[int], parent: int) -> None:
    follow_parent(parent)
    os.setpgid(0, 0)
    for descriptor in close:
        os.close(descriptor)
    for number in HANDLED:
        # Under nohup SIGHUP stays ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)
    # /proc/PID/environ stays as it is.
    os.environ["SPT_NOENV"] = "1"
    setproctitle(title)
    function()
