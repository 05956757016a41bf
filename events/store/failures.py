"""Translate Redis errors: the outcome is unknown, or the command was refused without effect."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

from events.store.port import StoreFullError, StoreRefusedError, StoreUnavailableError

FAILURES = (RedisError, RedisClusterException, OSError)
"""Exceptions that a client raises when a server or cluster fails."""

_FULL = "it has no memory left"
_LOADING = "it is loading its data"
_READ_ONLY = "it is a replica and does not accept writes"
_CUT_OFF = "it is a replica whose primary is unavailable"
_MOVING = "its cluster is moving data or failing over"
_REFUSALS: dict[type[Exception], str] = {
    OutOfMemoryError: _FULL,
    BusyLoadingError: _LOADING,
    ReadOnlyError: _READ_ONLY,
    MasterDownError: _CUT_OFF,
    AskError: _MOVING,
    MovedError: _MOVING,
    TryAgainError: _MOVING,
    ClusterDownError: _MOVING,
}
_REFUSAL_CODES = {
    "OOM": _FULL,
    "LOADING": _LOADING,
    "READONLY": _READ_ONLY,
    "MASTERDOWN": _CUT_OFF,
    "NOREPLICAS": "it has too few replicas",
    "MISCONF": "it cannot write to its disk",
    "BUSY": "it is busy running a script",
}


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate Redis exceptions into ``StoreUnavailableError`` and its subclasses."""
    try:
        yield
    except FAILURES as error:
        raise _translate(error) from error


def _translate(error: Exception) -> StoreUnavailableError:
    """Translate an exception: a server's refusal says that nothing was done.

    Inside a script a refusal comes before its first write: Redis lets a script that has written go
    on, and the append script writes only after all of its checks.
    """
    kinds = [text for kind, text in _REFUSALS.items() if isinstance(error, kind)]
    codes = [text for code, text in _REFUSAL_CODES.items() if _is_code(code, str(error))]
    reason = next(iter(kinds + codes), None)
    if reason is None:
        return StoreUnavailableError(str(error))
    return StoreFullError(reason) if reason == _FULL else StoreRefusedError(reason)


def _is_code(code: str, text: str) -> bool:
    """Whether an error message has a code at its start, or quotes one from a script."""
    return text.startswith(f"{code} ") or f"-{code} " in text


def is_of_another_type(error: StoreUnavailableError) -> bool:
    """Whether a key has the wrong type: damage to one game that does not affect others."""
    cause = error.__cause__
    return isinstance(cause, ResponseError) and "WRONGTYPE " in str(cause)


def require_replicas(replies: Sequence[Any], required: int) -> None:
    """Raise ``StoreUnavailableError`` unless ``required`` replicas have confirmed a write.

    ``replies`` are those to WAIT; empty if replicas are not awaited. An error reply is raised."""
    for count in replies:
        if isinstance(count, Exception):
            raise count
        if count < required:
            raise StoreUnavailableError(f"only {count} of {required} replicas confirmed the write")
