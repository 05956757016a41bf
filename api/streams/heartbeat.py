"""Moments at a fixed distance from one another, whatever happens between them.

Answers that go on are timed by them: were a wait begun anew whenever something happens in a game,
a viewer who is behind would learn from the time alone when that was.
"""

from collections.abc import Callable

HEARTBEAT_SECONDS = 10.0
"""From one heartbeat of a stream to the next."""


class Heartbeat:
    """Beats every so many seconds from its making on; ``clock`` tells seconds that only grow."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._next = clock() + seconds

    @property
    def left(self) -> float:
        """Seconds until the next beat; 0 when it is due."""
        return max(0.0, self._next - self._clock())

    def due(self) -> bool:
        """Whether a beat is due; then it counts as made, with all that were missed."""
        late = self._clock() - self._next
        if late < 0:
            return False
        self._next += (late // self._seconds + 1) * self._seconds
        return True
