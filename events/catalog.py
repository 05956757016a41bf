"""Finding games: lists with filters and pages, and games whose time has run out."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any, cast

import msgspec
from redis import Redis

from events import keys
from events.redis_store import translated

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Query:
    """Which games to list. ``viewer`` is the player who asks, if any; times are in milliseconds.

    A private game is listed only to its creator and to those who sit at it.
    """

    viewer: str | None = None
    status: str | None = None
    player: str | None = None
    scenario: str | None = None
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ended: the creation time and id of its last game."""

    created: int
    game: str


class GameCatalog:
    """Reads the index that the append script writes together with the events."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def find(
        self, query: Query, limit: int, after: Place | None = None
    ) -> tuple[list[dict[str, Any]], Place | None]:
        """Up to ``limit`` games, newest first, from behind ``after``; and where to go on, if there
        is more. New games do not move the pages that follow."""
        found: list[tuple[Place, dict[str, Any]]] = []
        places = self._walk(query, after)
        while chunk := list(islice(places, _BATCH)):
            for place, game in zip(chunk, self._summaries(chunk), strict=True):
                if game is None or not _matches(query, game):
                    continue
                if len(found) == limit:
                    return [game for _, game in found], found[-1][0]
                found.append((place, game))
        return [game for _, game in found], None

    def overdue(self, now: int, limit: int = 10_000) -> list[str]:
        """Games whose awaited seat had run out of time at ``now`` (ms), most overdue first."""
        with translated():
            found = self._client.zrangebyscore(keys.DEADLINES, "-inf", now, start=0, num=limit)
        return [name.decode() for name in cast(list[bytes], found)]

    def _walk(self, query: Query, after: Place | None) -> Iterator[Place]:
        """The narrowest index from behind ``after``: newest first, by id within a moment."""
        top: float = inf if query.until is None else query.until
        low: float = -inf if query.since is None else query.since
        top = min(top, after.created) if after else top
        skip = 0
        while True:
            with translated():
                found = self._client.zrevrangebyscore(
                    _narrowest(query), top, low, withscores=True, start=skip, num=_BATCH
                )
            raw = cast(list[tuple[bytes, float]], found)
            for game, score in raw:
                place = Place(int(score), game.decode())
                if after is None or (place.created, place.game) < (after.created, after.game):
                    yield place
                    after = place
            if len(raw) < _BATCH:
                return
            lowest = raw[-1][1]
            skip = skip + _BATCH if lowest == top else 0
            top = lowest

    def _summaries(self, places: list[Place]) -> list[dict[str, Any] | None]:
        if not places:
            return []
        with translated():
            texts = self._client.hmget(keys.SUMMARIES, [place.game for place in places])
        return [msgspec.json.decode(text) if text else None for text in texts]


def _narrowest(query: Query) -> str:
    if query.player is not None:
        return keys.index("player", query.player)
    if query.status is not None:
        return keys.index("status", query.status)
    if query.scenario is not None:
        return keys.index("scenario", query.scenario)
    return keys.ALL_GAMES


def _matches(query: Query, game: dict[str, Any]) -> bool:
    members = {game["created_by"], *game["seats"].values()}
    return (
        (game["visibility"] == "public" or query.viewer in members)
        and query.status in (None, game["status"])
        and query.scenario in (None, game["scenario"])
        and (query.player is None or query.player in members)
    )
