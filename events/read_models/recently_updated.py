"""A player's games by when something happened in them last, as the read model has them."""

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
"""Changed games that are named at once."""
_FRESH_SECONDS = 2.0
_LEAST_BEHIND = 1.0
"""Seconds that the lists count as being behind at least. Exactly, it would tell when something was
appended to any game, were it one whose onlookers must not know."""
_OPEN = (Status.ACTIVE, Status.WAITING)


class RecentlyUpdatedGames:
    """Finds a player's games without asking their logs."""

    def __init__(self, client: Client, feeds: Feeds, freshness: ReadYourWrites) -> None:
        self._client = client
        self._feeds = feeds
        self._freshness = freshness
        self._known: tuple[ReadModel | None, int] = (None, 0)
        self._looked_at = float("-inf")
        self._lock = Lock()

    def catch_up(self) -> None:
        """Wait, but not for long, until the lists have what this process has appended."""
        self._freshness.read(lambda _: None)

    def unfinished(self, player: str) -> set[str]:
        """The games that have not ended, of those the player sits at or has created."""
        names = [list_name(None, player, status, None) for status in _OPEN]
        names += [list_name(player, None, status, None) for status in _OPEN]
        return self._freshness.read(lambda model: self._members(model, names))

    def since(self, player: str, moment: int) -> tuple[dict[str, int], int]:
        """The player's games in which something has happened from a moment on, each with when (ms)
        that was last, ``MAX_CHANGED`` at most, the oldest first; and a moment before which
        nothing has happened that is not in the lists."""
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
            # It was dropped since; what is read instead may have nothing of it.
            self._looked_at = float("-inf")

    def _readable(self) -> tuple[ReadModel | None, int]:
        """The lists, and a moment (ms) before which nothing has happened that is not in them.

        Asked for anew every few seconds only, for all readers of this process. The moment stands
        still while the lists are built anew.
        """
        with self._lock:
            if time.monotonic() - self._looked_at > _FRESH_SECONDS:
                now, model = time.time(), ReadModel.current(self._client)
                try:
                    behind = self._feeds.lag(model.group, now).seconds if model else now
                except FeedLostError:
                    behind = now
                complete = now - max(_LEAST_BEHIND, behind)
                self._known = model, max(self._known[1], int(complete * 1000))
                self._looked_at = time.monotonic()
            return self._known

    def _members(self, model: ReadModel, names: list[str]) -> set[str]:
        with translate_errors():
            pipe = self._client.pipeline(transaction=False)
            for name in names:
                pipe.zrange(model.key(name), 0, -1)
            found = cast(list[list[bytes]], pipe.execute())
        return {game.decode() for games in found for game in games}
