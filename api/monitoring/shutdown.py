"""Hearing that the server is stopping, so that open streams can end in good order."""

import contextlib
import signal
import socket
import threading
from collections.abc import Callable


def on_stop(act: Callable[[], None]) -> None:
    """Call ``act`` once when this process gets SIGTERM or SIGINT.

    The server installs handlers of its own after the service is loaded and tells nobody, so this
    listens beside them on Python's wake-up descriptor. Outside the main thread, or where another
    part of the process has taken the descriptor, nothing is heard and the server's own patience
    decides.
    """
    heard, wakeup = socket.socketpair()
    wakeup.setblocking(False)
    try:
        taken = signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
    except ValueError:
        heard.close()
        wakeup.close()
        return
    if taken != -1:
        signal.set_wakeup_fd(taken)
        heard.close()
        wakeup.close()
        return

    def wait() -> None:
        with contextlib.suppress(OSError):
            while not {signal.SIGTERM, signal.SIGINT}.intersection(heard.recv(1)):
                continue
            act()

    wakeup.detach()
    threading.Thread(target=wait, name="stop", daemon=True).start()
