"""Words for the person who runs the service; that nobody listens is no reason to end."""

import os
from contextlib import suppress

STDOUT, STDERR = 1, 2


def announce(text: str) -> None:
    """What was asked for, on standard output."""
    _write(STDOUT, text)


def note(text: str) -> None:
    """What went on, on standard error."""
    _write(STDERR, f"afteraction: {text}")


def _write(descriptor: int, text: str) -> None:
    # Past Python's buffers: what they hold at exit would fail again and change the exit status.
    with suppress(OSError):
        os.write(descriptor, f"{text}\n".encode())
