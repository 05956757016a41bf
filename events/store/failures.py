"""What a failure of Redis means to those above: unknown, or a refusal that did nothing."""

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
"""Whatever a client raises when a server, or a whole cluster, does not do as it should."""

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
def translated() -> Iterator[None]:
    """Turn every failure of Redis into the one that those above know."""
    try:
        yield
    except FAILURES as error:
        raise _known_failure(error) from error


def _known_failure(error: Exception) -> StoreUnavailableError:
    """What is known of a failure: a server's own refusal says that it has done nothing.

    Inside a script a refusal comes before the script's first write: Redis lets one that has
    written go on, and the append script writes nothing before all of its checks.
    """
    kinds = [said for kind, said in _REFUSALS.items() if isinstance(error, kind)]
    codes = [said for code, said in _REFUSAL_CODES.items() if _is_code(code, str(error))]
    reason = next(iter(kinds + codes), None)
    if reason is None:
        return StoreUnavailableError(str(error))
    return StoreFullError(reason) if reason == _FULL else StoreRefusedError(reason)


def _is_code(code: str, text: str) -> bool:
    """Whether an error begins with a code, or passes on one that a script has met."""
    return text.startswith(f"{code} ") or f"-{code} " in text


def is_of_another_type(error: StoreUnavailableError) -> bool:
    """Whether the store is well and a key holds something else than it should: the damage of one
    game, for which no other has to wait."""
    cause = error.__cause__
    return isinstance(cause, ResponseError) and "WRONGTYPE " in str(cause)


def require_replicas(waited: Sequence[Any], wanted: int) -> None:
    """Refuse a write that fewer replicas than ``wanted`` have confirmed; ``waited`` are the replies
    to WAIT, none where nobody is waited for. Raises ``StoreUnavailableError``, or what Redis
    answered instead of a number."""
    for count in waited:
        if isinstance(count, Exception):
            raise count
        if count < wanted:
            raise StoreUnavailableError(f"only {count} of {wanted} replicas confirmed the write")
