"""Reading the read model such that a client finds what it has just done."""

import time
from collections.abc import Callable
from typing import TypeVar

from events.feeds.feeds import FeedLostError, FeedPositions, Feeds, entry_order
from events.read_models.read_model import ReadModel
from events.store.port import StoreUnavailableError
from events.store.servers import Client

T = TypeVar("T")

_OWN_SECONDS = 0.5
_FIRST_MODEL_SECONDS = 5.0
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.002, 0.05


class ReadYourWrites:
    """Waits until the read model has reached what had been appended when it was asked.

    That is by whichever process: a client's requests may be answered by one after the other. What
    was waited for in vain once is not waited for again.
    """

    def __init__(self, client: Client, feeds: Feeds) -> None:
        self._client = client
        self._feeds = feeds
        self._settled: FeedPositions = {}
        self.own_seconds = _OWN_SECONDS
        """How long the read model is given to reach what was appended."""
        self.first_model_seconds = _FIRST_MODEL_SECONDS
        """How long a read model that is built for the first time is waited for."""

    def read(self, query: Callable[[ReadModel], T]) -> T:
        """What ``query`` sees in the newest generation. Raises ``StoreUnavailableError``."""
        self._await_appended()
        model = self._model()
        while True:
            result = query(model)
            newest = self._model()
            if newest == model:
                return result
            # It may have been dropped while it was looked at.
            model = newest

    def glance(self, query: Callable[[ReadModel], T]) -> T | None:
        """The same without waiting for anything; None while there is no generation."""
        while (model := ReadModel.current(self._client)) is not None:
            result = query(model)
            if ReadModel.current(self._client) == model:
                return result
        return None

    def _model(self) -> ReadModel:
        end = time.monotonic() + self.first_model_seconds
        while (model := ReadModel.current(self._client)) is None:
            if time.monotonic() >= end:
                raise StoreUnavailableError("the read models are being rebuilt")
            time.sleep(_LONGEST_PAUSE)
        return model

    def _await_appended(self) -> None:
        awaited = self._not_settled(self._feeds.newest())
        end, pause = time.monotonic() + self.own_seconds, _SHORTEST_PAUSE
        while awaited and not self._includes(awaited) and time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        self._settled.update(self._not_settled(awaited))

    def _not_settled(self, places: FeedPositions) -> FeedPositions:
        return {
            partition: entry
            for partition, entry in places.items()
            if (known := self._settled.get(partition, "0-0")) != entry
            and entry_order(entry) > entry_order(known)
        }

    def _includes(self, awaited: FeedPositions) -> bool:
        try:
            reached = self._feeds.reached(self._model().group, awaited)
        except FeedLostError:
            # Another generation was switched to just now, or has to be built.
            return False
        return all(reached[partition].includes(entry) for partition, entry in awaited.items())
