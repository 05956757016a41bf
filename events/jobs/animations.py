"""Animated replays, as what is asked for."""

from events.jobs.tracked import JobParams, Kind


class Animation(JobParams, frozen=True):
    """The ``versions`` of a game from ``first`` to ``last``, a frame each, and how to draw them."""

    first: int
    last: int
    every: str
    versions: list[int]
    format: str
    width: int
    theme: str
    labels: str
    side: str | None
    language: str
    milliseconds: int
    changes: bool


ANIMATIONS = Kind(
    name="animation",
    job="workers.animations.animate",
    params=Animation,
    retention_seconds=6 * 3600,
    max_retained=100,
    max_own=2,
)
