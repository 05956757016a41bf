"""Reading the read model such that a client finds what it has just done."""

import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from events.lists.feeds import FeedLostError, Feeds, Places, order
from events.lists.read_model import ReadModel
from events.servers import Client
from events.store import StoreUnavailableError

T = TypeVar("T")

_OWN_SECONDS = 0.5
_FIRST_MODEL_SECONDS = 5.0
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.002, 0.05


class Freshness:
    """Waits until the read model has reached what was appended by this process.

    ``fed`` is the newest entry of each feed that it has made. What was waited for in vain once is
    not waited for again.
    """

    def __init__(self, client: Client, feeds: Feeds, fed: Mapping[int, str]) -> None:
        self._client = client
        self._feeds = feeds
        self._fed = fed
        self._settled: Places = {}
        self.own_seconds = _OWN_SECONDS
        """How long the read model is given to reach what this process has appended."""
        self.first_model_seconds = _FIRST_MODEL_SECONDS
        """How long a read model that is built for the first time is waited for."""

    def read(self, look: Callable[[ReadModel], T]) -> T:
        """What ``look`` sees in the newest generation. Raises ``StoreUnavailableError``."""
        self._await_own()
        model = self._model()
        while True:
            seen = look(model)
            newest = self._model()
            if newest == model:
                return seen
            # It may have been dropped while it was looked at.
            model = newest

    def _model(self) -> ReadModel:
        end = time.monotonic() + self.first_model_seconds
        while (model := ReadModel.current(self._client)) is None:
            if time.monotonic() >= end:
                raise StoreUnavailableError("the lists of games are being built")
            time.sleep(_LONGEST_PAUSE)
        return model

    def _await_own(self) -> None:
        awaited = self._not_settled(dict(self._fed))
        end, pause = time.monotonic() + self.own_seconds, _SHORTEST_PAUSE
        while awaited and not self._includes(awaited) and time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        self._settled.update(self._not_settled(awaited))

    def _not_settled(self, places: Places) -> Places:
        return {
            partition: entry
            for partition, entry in places.items()
            if order(entry) > order(self._settled.get(partition, "0-0"))
        }

    def _includes(self, awaited: Places) -> bool:
        try:
            reached = self._feeds.reached(self._model().group, awaited)
        except FeedLostError:
            # Another generation was switched to just now, or has to be built.
            return False
        return all(reached[partition].includes(entry) for partition, entry in awaited.items())
