"""Failures that are not one game's or one player's: they end the sweep, and are not passed over."""

from rq.timeouts import BaseTimeoutException

from events.store import StoreUnavailableError

EVERYBODYS = (StoreUnavailableError, BaseTimeoutException)
"""The store is away, or the job has used up its time: RQ ends it by an exception in its midst."""
