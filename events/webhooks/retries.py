"""When a delivery is tried again, and when its receiver is given up: numbers alone.

Each delivery has a schedule of its own. A receiver that fails is, besides, asked with one delivery
at a time and at growing intervals, so that thousands that wait for it cost next to nothing; with
the first success all of them are due.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from events.webhooks.webhook import (
    DeliveryError,
    DeliveryStatus,
    DisabledReason,
    Health,
    Outcome,
)

_SECOND, _MINUTE, _HOUR = 1000, 60_000, 3_600_000
SCHEDULE = (
    5 * _SECOND,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
"""Milliseconds from each attempt to the next one, as Standard Webhooks recommends: 75 hours."""
MAX_ATTEMPTS = len(SCHEDULE) + 1
_JITTER = 0.2
_FIRST_PAUSE, _LONGEST_PAUSE = 5 * _SECOND, 10 * _MINUTE
"""Between two attempts at a receiver that fails."""
DISABLE_AFTER = 5 * 24 * _HOUR
_CONTINUED = 48 * _HOUR
"""Failures so far apart are not of one outage: nothing was tried between them."""
_WELL_WITHIN = 1.0
"""Seconds in which a receiver answers that is to have several deliveries at a time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one request: the status of its response, or why there was none, and how long it
    took in seconds. ``retry_after`` is what the receiver asked for (ms)."""

    code: int | None
    error: DeliveryError | None
    seconds: float
    retry_after: int = 0

    @property
    def succeeded(self) -> bool:
        """Whether the receiver has accepted it."""
        return self.code is not None and 200 <= self.code < 300


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from the attempts at a receiver: the outcome of each delivery and when it is due
    again (ms), None for never; how the receiver does, when it may be asked again (ms), and whether
    it is ``well``, has ``recovered``, or is ``disabled``."""

    outcomes: tuple[tuple[Outcome, int | None], ...]
    health: Health
    not_before: int
    well: bool
    recovered: bool
    disabled: DisabledReason | None


def judge(
    health: Health,
    tried: Sequence[tuple[Outcome, Attempt]],
    now: int,
    chance: Callable[[], float],
    gone: Collection[int] = frozenset({410}),
) -> Verdict:
    """What follows from attempts that were made at the same time. ``chance`` gives a number from 0
    to 1, so that receivers which failed together are not all tried again together; ``gone`` are the
    statuses of those that will never come back."""
    outcomes = tuple(_outcome(before, attempt, now, chance()) for before, attempt in tried)
    failed = [attempt for _, attempt in tried if not attempt.succeeded]
    succeeded = len(failed) < len(tried)
    if succeeded:
        after, pause = Health(tried_at=now), 0
    else:
        since = health.failing_since
        if since is None or now - (health.tried_at or 0) > _CONTINUED:
            since = now
        after = Health(health.failures + 1, since, now)
        growing = min(_FIRST_PAUSE * 2 ** min(health.failures, 20), _LONGEST_PAUSE)
        asked = min(max(one.retry_after for one in failed), _HOUR)
        pause = max(_jittered(growing, chance()), asked)
    return Verdict(
        outcomes,
        after,
        now + pause if pause else 0,
        well=not failed and all(one.seconds < _WELL_WITHIN for _, one in tried),
        recovered=succeeded and health.failures > 0,
        disabled=_disabled(after, failed, now, gone),
    )


def _outcome(
    before: Outcome, attempt: Attempt, now: int, chance: float
) -> tuple[Outcome, int | None]:
    attempts = before.attempts + 1
    after = replace(before, attempts=attempts, tried_at=now, code=attempt.code, error=attempt.error)
    if attempt.succeeded:
        return replace(after, status=DeliveryStatus.DELIVERED), None
    if attempts >= MAX_ATTEMPTS:
        return replace(after, status=DeliveryStatus.FAILED), None
    return after, now + _jittered(SCHEDULE[attempts - 1], chance)


def _disabled(
    health: Health, failed: Sequence[Attempt], now: int, gone: Collection[int]
) -> DisabledReason | None:
    if any(one.code in gone for one in failed):
        return DisabledReason.GONE
    since = health.failing_since
    lasts = since is not None and now - since >= DISABLE_AFTER
    return DisabledReason.FAILING if lasts else None


def _jittered(milliseconds: int, chance: float) -> int:
    return round(milliseconds * (1 + _JITTER * chance))
