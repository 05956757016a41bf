"""A player's games by the time of their last change, from the read model."""

import time
from threading import Lock
from typing import cast

from domain.values import Status
from events.feeds.feeds import FeedLostError, Feeds
from events.read_models.game_index_row import changed_name, list_name
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

MAX_CHANGED = 500
"""The maximum number of changed games returned at once."""
_REFRESH_SECONDS = 2.0
_MIN_LAG = 1.0
"""The minimum lag that is reported, in seconds. The exact lag would reveal appends to games whose
spectators must not know of them yet."""
_OPEN = (Status.ACTIVE, Status.WAITING)


class RecentlyUpdatedGames:
    """Finds a player's games without reading their logs."""

    def __init__(self, client: Client, feeds: Feeds, freshness: ReadYourWrites) -> None:
        self._client = client
        self._feeds = feeds
        self._freshness = freshness
        self._cached: tuple[ReadModel | None, int] = (None, 0)
        self._refreshed_at = float("-inf")
        self._lock = Lock()

    def catch_up(self) -> None:
        """Wait briefly until the lists include what was appended."""
        self._freshness.read(lambda _: None)

    def unfinished(self, player: str) -> set[str]:
        """The unfinished games that the player has a seat in or has created."""
        names = [list_name(None, player, status, None) for status in _OPEN]
        names += [list_name(player, None, status, None) for status in _OPEN]
        return self._freshness.read(lambda model: self._members(model, names))

    def since(self, player: str, moment: int) -> tuple[dict[str, int], int]:
        """The player's games changed since ``moment`` with the times (ms) of their last changes, at
        most ``MAX_CHANGED``, oldest first; and the moment up to which the lists are complete."""
        while True:
            model, complete = self._readable()
            if model is None:
                return {}, 0
            with translate_errors():
                pipe = self._client.pipeline(transaction=False)
                name = model.key(changed_name(player))
                pipe.zrangebyscore(name, moment, "+inf", 0, MAX_CHANGED, withscores=True)
                pipe.get(keys.MODEL)
                found, mark = cast(tuple[list[tuple[bytes, float]], bytes | None], pipe.execute())
            if mark == model.mark.encode("ascii"):
                return {game.decode(): int(at) for game, at in found}, complete
            # The generation was dropped since; the reply may be empty.
            self._refreshed_at = float("-inf")

    def _readable(self) -> tuple[ReadModel | None, int]:
        """The current generation, and the moment (ms) up to which it is complete.

        Refreshed every few seconds only, for all readers of this process. The moment does not
        advance during a rebuild.
        """
        with self._lock:
            if time.monotonic() - self._refreshed_at > _REFRESH_SECONDS:
                now, model = time.time(), ReadModel.current(self._client)
                try:
                    lag = self._feeds.lag(model.group, now).seconds if model else now
                except FeedLostError:
                    lag = now
                complete = now - max(_MIN_LAG, lag)
                self._cached = model, max(self._cached[1], int(complete * 1000))
                self._refreshed_at = time.monotonic()
            return self._cached

    def _members(self, model: ReadModel, names: list[str]) -> set[str]:
        with translate_errors():
            pipe = self._client.pipeline(transaction=False)
            for name in names:
                pipe.zrange(model.key(name), 0, -1)
            found = cast(list[list[bytes]], pipe.execute())
        return {game.decode() for games in found for game in games}
