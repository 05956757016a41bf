"""Waiting for what must come true soon."""

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds that a slow and loaded machine may take for what a fast one does at once; nobody waits
as long but where something has failed."""

POLL, SELDOM = 0.01, 0.05
"""Seconds between two looks: at first, and once it takes long, as who looks all the time takes the
processor from whom it waits for."""
LATE = 0.02
"""How much of the time waited so far the pause may be where that is more than ``SELDOM``."""


def wait_until(reached: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for something that must come true soon; ``what`` says what, should it not."""
    start, pause = time.monotonic(), POLL
    while not reached():
        waited = time.monotonic() - start
        assert waited < patience, f"waited in vain until {what}"
        time.sleep(pause)
        pause = min(1.2 * pause, max(SELDOM, LATE * waited))
