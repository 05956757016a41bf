"""Read-your-writes consistency for the read model."""

import time
from collections.abc import Callable
from typing import TypeVar

from events.feeds.feeds import FeedLostError, FeedPositions, Feeds, entry_order
from events.read_models.read_model import ReadModel
from events.store.port import StoreUnavailableError
from events.store.servers import Client

T = TypeVar("T")

_DEFAULT_WAIT_SECONDS = 0.5
_FIRST_MODEL_SECONDS = 5.0
_MIN_PAUSE, _MAX_PAUSE = 0.002, 0.05


class ReadYourWrites:
    """Waits until the read model includes everything appended before the read.

    This covers appends by all processes, as different ones may serve a client's requests. Entries
    whose wait timed out once are not awaited again.
    """

    def __init__(self, client: Client, feeds: Feeds) -> None:
        self._client = client
        self._feeds = feeds
        self._settled: FeedPositions = {}
        self.own_seconds = _DEFAULT_WAIT_SECONDS
        """How long to wait for the read model to include what was appended."""
        self.first_model_seconds = _FIRST_MODEL_SECONDS
        """How long to wait for the first build of the read model."""

    def read(self, query: Callable[[ReadModel], T]) -> T:
        """Run ``query`` on the current generation. Raises ``StoreUnavailableError``."""
        self._await_appended()
        model = self._model()
        while True:
            result = query(model)
            newest = self._model()
            if newest == model:
                return result
            # The generation may have been dropped during the query.
            model = newest

    def glance(self, query: Callable[[ReadModel], T]) -> T | None:
        """Run ``query`` without waiting; None if there is no generation."""
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
            time.sleep(_MAX_PAUSE)
        return model

    def _await_appended(self) -> None:
        awaited = self._not_settled(self._feeds.newest())
        end, pause = time.monotonic() + self.own_seconds, _MIN_PAUSE
        while awaited and not self._includes(awaited) and time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, _MAX_PAUSE)
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
            # The generation was just replaced, or has to be rebuilt.
            return False
        return all(reached[partition].includes(entry) for partition, entry in awaited.items())
