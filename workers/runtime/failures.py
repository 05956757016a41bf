"""Isolate failures of one game or player, so that the others are still processed."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from rq.timeouts import BaseTimeoutException

from events.log.unreadable import UnreadableGameError
from events.store.port import HistoryShrankError, StoreUnavailableError

GLOBAL_FAILURES = (StoreUnavailableError, BaseTimeoutException)
"""Failures that affect all games and end the sweep: the store is unavailable, or RQ has ended the
job by an exception because its time is up."""


@contextmanager
def isolated(log: logging.Logger, consequence: str, **concerned: str) -> Iterator[None]:
    """Log exceptions with their ``consequence`` and the ``concerned`` ids, and suppress them; only
    ``GLOBAL_FAILURES`` are raised."""
    try:
        yield
    except GLOBAL_FAILURES:
        raise
    except HistoryShrankError:
        log.debug("%s, as the game is frozen", consequence, extra=concerned)
    except UnreadableGameError as error:
        log.error("%s, as the game is unreadable: %s", consequence, error, extra=concerned)
    except Exception:
        log.exception(consequence, extra=concerned)
