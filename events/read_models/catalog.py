"""Find games: lists with filters and pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import groupby, islice
from math import inf
from typing import Any, cast

from domain.values import Status
from events.read_models.game_index_row import GAMES, GameIndexRow, awaiting_name, list_name
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.store.failures import translate_errors
from events.store.servers import Client

_MIN_BATCH = 20


@dataclass(frozen=True, slots=True)
class Query:
    """Which games to list. ``viewer`` is the caller, if authenticated; times are in milliseconds.

    With ``awaiting``, only games that await the viewer. A private game is listed only to its
    creator and its players. The ``shelf`` of a tree or of the branches of a game has no filters.
    """

    viewer: str | None = None
    status: str | None = None
    player: str | None = None
    scenario: str | None = None
    since: int | None = None
    until: int | None = None
    awaiting: bool = False
    shelf: str = GAMES


@dataclass(frozen=True, slots=True, order=True)
class ListPosition:
    """The end of a page: the creation time and id of its last game."""

    created: int
    game: str


Page = tuple[list[dict[str, Any]], ListPosition | None]


class GameCatalog:
    """Reads the lists of the read model. There is one of public and one of private games for every
    combination of filters, so that no other games are scanned."""

    def __init__(self, client: Client, freshness: ReadYourWrites) -> None:
        self._client = client
        self._freshness = freshness

    def find(self, query: Query, limit: int, after: ListPosition | None = None) -> Page:
        """Return up to ``limit`` games after ``after``, newest first, and the position of the next
        page, if any. New games do not shift later pages.

        Waits briefly for recent appends to be projected.
        """
        return self._freshness.read(lambda model: self._find(model, query, limit, after))

    def count(self, query: Query) -> int:
        """Count the games of a query."""
        return self._freshness.read(
            lambda model: sum(_size(model, name, query) for name in _lists(query))
        )

    def _find(self, model: ReadModel, query: Query, limit: int, after: ListPosition | None) -> Page:
        size = max(limit + 1, _MIN_BATCH)
        games: list[tuple[ListPosition, dict[str, Any]]] = []
        bounds = _range(query)
        positions = _merge([walk(model, name, bounds, after, size) for name in _lists(query)])
        while batch := list(islice(positions, size)):
            rows = model.stored([position.game for position in batch])
            for position in batch:
                _, row = rows.get(position.game, ("", None))
                if row is None or not _matches(query, row):
                    # It has left the list since the list was read.
                    continue
                if len(games) == limit:
                    return [game for _, game in games], games[-1][0]
                games.append((position, row.shown_to(query.viewer)))
        return [game for _, game in games], None


def _lists(query: Query) -> list[str]:
    if query.awaiting:
        if query.viewer is None or query.status not in (None, Status.ACTIVE):
            return []
        player = None if query.player == query.viewer else query.player
        return [awaiting_name(query.viewer, player, query.scenario, query.shelf)]
    filters = (query.status, query.scenario, query.shelf)
    names = [list_name(None, query.player, *filters)]
    if query.viewer is not None:
        player = None if query.player == query.viewer else query.player
        names.append(list_name(query.viewer, player, *filters))
    return names


def _size(model: ReadModel, name: str, query: Query) -> int:
    with translate_errors():
        return model.client.zcount(model.key(name), *_range(query))


def _range(query: Query) -> tuple[float, float]:
    """The range of creation times of a query."""
    low = -inf if query.since is None else query.since
    return low, inf if query.until is None else query.until


def _merge(iterators: list[Iterator[ListPosition]]) -> Iterator[ListPosition]:
    """Merge lists. A game may be in two of them while it moves from one to the other."""
    return (position for position, _ in groupby(merge(*iterators, reverse=True)))


def walk(
    model: ReadModel,
    name: str,
    bounds: tuple[float, float],
    after: ListPosition | None,
    size: int,
) -> Iterator[ListPosition]:
    """Iterate over a list after ``after``: newest first, by id within a millisecond."""
    low, high = bounds
    high = min(high, after.created) if after else high
    skip = 0
    while True:
        with translate_errors():
            reply = model.client.zrevrangebyscore(
                model.key(name), high, low, withscores=True, start=skip, num=size
            )
        entries = cast(list[tuple[bytes, float]], reply)
        for game, score in entries:
            position = ListPosition(int(score), game.decode())
            if after is None or position < after:
                yield position
                after = position
        if len(entries) < size:
            return
        lowest = entries[-1][1]
        skip = skip + size if lowest == high else 0
        high = lowest


def _matches(query: Query, row: GameIndexRow) -> bool:
    game = row.summary
    return (
        (row.public or query.viewer in row.members)
        and query.shelf in row.shelves
        and query.status in (None, game["status"])
        and query.scenario in (None, game["scenario"])
        and (query.player is None or query.player in row.members)
        and (not query.awaiting or query.viewer in row.awaited)
    )
