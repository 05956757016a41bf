"""Waiting for what must come true soon."""

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds that a slow and loaded machine may take for what a fast one does at once; nobody waits
as long but where something has failed."""

POLL = 0.01


def wait_until(reached: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for something that must come true soon; ``what`` says what, should it not."""
    end = time.monotonic() + patience
    while not reached():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(POLL)
