"""Finding games: lists with filters and pages."""

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

_FEWEST_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Query:
    """Which games to list. ``viewer`` is the player who asks, if any; times are in milliseconds.

    With ``awaiting`` it is the viewer's move in each of them.
    A private game is listed only to its creator and to those who sit at it. On the ``shelf`` of a
    tree, or of what branches off a game, there are no filters.
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
    """Where a page ended: the creation time and id of its last game."""

    created: int
    game: str


Page = tuple[list[dict[str, Any]], ListPosition | None]


class GameCatalog:
    """Reads the lists of the read model: one of public games and one of private games for every
    combination of filters, so that no other games are passed over."""

    def __init__(self, client: Client, freshness: ReadYourWrites) -> None:
        self._client = client
        self._freshness = freshness

    def find(self, query: Query, limit: int, after: ListPosition | None = None) -> Page:
        """Up to ``limit`` games, newest first, from behind ``after``; and where to go on, if there
        is more. New games do not move the pages that follow.

        What this process has appended is waited for, but not for long.
        """
        return self._freshness.read(lambda model: self._find(model, query, limit, after))

    def count(self, query: Query) -> int:
        """How many games there are that a query finds."""
        return self._freshness.read(
            lambda model: sum(_size(model, name, query) for name in _lists(query))
        )

    def _find(self, model: ReadModel, query: Query, limit: int, after: ListPosition | None) -> Page:
        size = max(limit + 1, _FEWEST_AT_ONCE)
        found: list[tuple[ListPosition, dict[str, Any]]] = []
        bounds = _range(query)
        places = _merged([walk(model, name, bounds, after, size) for name in _lists(query)])
        while chunk := list(islice(places, size)):
            entries = model.stored([place.game for place in chunk])
            for place in chunk:
                _, entry = entries.get(place.game, ("", None))
                if entry is None or not _matches(query, entry):
                    # It has left the list since that was read.
                    continue
                if len(found) == limit:
                    return [game for _, game in found], found[-1][0]
                found.append((place, entry.shown_to(query.viewer)))
        return [game for _, game in found], None


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
    """The first and the last moment at which a game that is looked for was created."""
    low = -inf if query.since is None else query.since
    return low, inf if query.until is None else query.until


def _merged(walks: list[Iterator[ListPosition]]) -> Iterator[ListPosition]:
    """Several walks as one. A game is in two of them while it changes sides, at most."""
    return (place for place, _ in groupby(merge(*walks, reverse=True)))


def walk(
    model: ReadModel,
    name: str,
    bounds: tuple[float, float],
    after: ListPosition | None,
    size: int,
) -> Iterator[ListPosition]:
    """A list from behind ``after``: newest first, by id within a moment."""
    low, top = bounds
    top = min(top, after.created) if after else top
    skip = 0
    while True:
        with translate_errors():
            found = model.client.zrevrangebyscore(
                model.key(name), top, low, withscores=True, start=skip, num=size
            )
        raw = cast(list[tuple[bytes, float]], found)
        for game, score in raw:
            place = ListPosition(int(score), game.decode())
            if after is None or place < after:
                yield place
                after = place
        if len(raw) < size:
            return
        lowest = raw[-1][1]
        skip = skip + size if lowest == top else 0
        top = lowest


def _matches(query: Query, entry: GameIndexRow) -> bool:
    game = entry.summary
    return (
        (entry.public or query.viewer in entry.members)
        and query.shelf in entry.shelves
        and query.status in (None, game["status"])
        and query.scenario in (None, game["scenario"])
        and (query.player is None or query.player in entry.members)
        and (not query.awaiting or query.viewer in entry.awaited)
    )
