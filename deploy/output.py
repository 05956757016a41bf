"""Messages to the operator; a closed output is ignored."""

import os
from contextlib import suppress

STDOUT, STDERR = 1, 2


def announce(text: str) -> None:
    """Write a result to standard output."""
    _write(STDOUT, text)


def note(text: str) -> None:
    """Write a message to standard error."""
    _write(STDERR, f"afteraction: {text}")


def _write(descriptor: int, text: str) -> None:
    # Unbuffered: flushing a closed output at exit would fail and change the exit status.
    with suppress(OSError):
        os.write(descriptor, f"{text}\n".encode())
