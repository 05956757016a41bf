"""Notices that the server is stopping, so that open streams can end cleanly."""

import contextlib
import signal
import socket
import threading
from collections.abc import Callable


def on_stop(callback: Callable[[], None]) -> None:
    """Call ``callback`` once when this process receives SIGTERM or SIGINT.

    The web server installs its own handlers after the application is loaded and offers no hook, so
    this listens on Python's wakeup file descriptor. Outside the main thread, or if the descriptor
    is in use, it does nothing and the server's own timeout applies.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    try:
        previous = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    except ValueError:
        receiver.close()
        sender.close()
        return
    if previous != -1:
        signal.set_wakeup_fd(previous)
        receiver.close()
        sender.close()
        return

    def wait() -> None:
        with contextlib.suppress(OSError):
            while not {signal.SIGTERM, signal.SIGINT}.intersection(receiver.recv(1)):
                continue
            callback()

    sender.detach()
    threading.Thread(target=wait, name="stop", daemon=True).start()
