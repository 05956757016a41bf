"""Failures that are one game's or one player's, so that the others have their turn all the same."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from rq.timeouts import BaseTimeoutException

from events.log.unreadable import UnreadableGameError
from events.store.port import HistoryShrankError, StoreUnavailableError

EVERYBODYS = (StoreUnavailableError, BaseTimeoutException)
"""The store is away, or the job has used up its time: RQ ends it by an exception in its midst.
These end the sweep, and are not passed over."""


@contextmanager
def isolated(log: logging.Logger, consequence: str, **concerned: str) -> Iterator[None]:
    """Log what goes wrong within, with its consequence and whom it concerns, and go on after it;
    only what is everybody's is raised."""
    try:
        yield
    except EVERYBODYS:
        raise
    except HistoryShrankError:
        log.debug("%s, as the game is frozen", consequence, extra=concerned)
    except UnreadableGameError as error:
        log.error("%s, as the game is unreadable: %s", consequence, error, extra=concerned)
    except Exception:
        log.exception(consequence, extra=concerned)
