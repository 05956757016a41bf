"""Heartbeats at fixed times, whatever happens between them.

If the wait started again with every event of a game, a spectator who is behind could tell from the
timing alone when something happened.
"""

from collections.abc import Callable

HEARTBEAT_SECONDS = 10.0
"""The interval of a stream's heartbeats."""


class Heartbeat:
    """Beats at a fixed interval from its creation; ``clock`` is monotonic, in seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._next = clock() + seconds

    @property
    def left(self) -> float:
        """Seconds until the next beat; 0 when it is due."""
        return max(0.0, self._next - self._clock())

    def due(self) -> bool:
        """Return whether a beat is due, and mark it and all missed ones as done."""
        late = self._clock() - self._next
        if late < 0:
            return False
        self._next += (late // self._seconds + 1) * self._seconds
        return True
