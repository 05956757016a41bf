"""When deliveries are retried, and when webhooks are disabled.

Each delivery has its own schedule. Besides, a failing receiver is sent one delivery at a time with
exponential backoff, so that its pending deliveries cost next to nothing; after the first success
all of them are due.
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
"""Milliseconds between attempts, as Standard Webhooks recommends: 75 hours in all."""
MAX_ATTEMPTS = len(SCHEDULE) + 1
_JITTER = 0.2
_MIN_BACKOFF, _MAX_BACKOFF = 5 * _SECOND, 10 * _MINUTE
"""Milliseconds between attempts at a failing receiver."""
DISABLE_AFTER = 5 * 24 * _HOUR
_MAX_OUTAGE_GAP = 48 * _HOUR
"""Failures further apart are different outages: nothing was tried between them."""
_FAST_SECONDS = 1.0
"""The maximum response time of a receiver that is sent concurrent deliveries."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of one request: its status code or error, its duration in seconds, and the
    ``Retry-After`` of the response (ms)."""

    code: int | None
    error: DeliveryError | None
    seconds: float
    retry_after: int = 0

    @property
    def succeeded(self) -> bool:
        """Whether the receiver has accepted the delivery."""
        return self.code is not None and 200 <= self.code < 300


@dataclass(frozen=True, slots=True)
class Verdict:
    """The consequences of concurrent attempts at a receiver: the outcome and the next attempt (ms)
    of each delivery, if any; the health of the receiver, the earliest next attempt (ms), and
    whether it is ``fast``, has ``recovered``, or is to be ``disabled``."""

    outcomes: tuple[tuple[Outcome, int | None], ...]
    health: Health
    not_before: int
    fast: bool
    recovered: bool
    disabled: DisabledReason | None


def judge(
    health: Health,
    tried: Sequence[tuple[Outcome, Attempt]],
    now: int,
    chance: Callable[[], float],
    gone: Collection[int] = frozenset({410}),
) -> Verdict:
    """Return the consequences of concurrent attempts. ``chance`` gives numbers from 0 to 1 for the
    jitter; ``gone`` are the status codes of receivers that are gone for good."""
    outcomes = tuple(_outcome(before, attempt, now, chance()) for before, attempt in tried)
    failed = [attempt for _, attempt in tried if not attempt.succeeded]
    succeeded = len(failed) < len(tried)
    if succeeded:
        after, pause = Health(tried_at=now), 0
    else:
        since = health.failing_since
        if since is None or now - (health.tried_at or 0) > _MAX_OUTAGE_GAP:
            since = now
        after = Health(health.failures + 1, since, now)
        backoff = min(_MIN_BACKOFF * 2 ** min(health.failures, 20), _MAX_BACKOFF)
        retry_after = min(max(attempt.retry_after for attempt in failed), _HOUR)
        pause = max(_jittered(backoff, chance()), retry_after)
    return Verdict(
        outcomes,
        after,
        now + pause if pause else 0,
        fast=not failed and all(attempt.seconds < _FAST_SECONDS for _, attempt in tried),
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
    if any(attempt.code in gone for attempt in failed):
        return DisabledReason.GONE
    since = health.failing_since
    expired = since is not None and now - since >= DISABLE_AFTER
    return DisabledReason.FAILING if expired else None


def _jittered(milliseconds: int, chance: float) -> int:
    return round(milliseconds * (1 + _JITTER * chance))
