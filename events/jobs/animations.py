"""The job kind of animated replays."""

from events.jobs.tracked import JobParams, Kind


class Animation(JobParams, frozen=True):
    """An animation of a game from ``first`` to ``last``: one frame per version, and how to draw."""

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
