"""Games from elsewhere: put beside those played here, and marked, because their logs may name
anyone."""

from collections.abc import Iterable
from typing import cast

import msgspec

from events.failures import translated
from events.keys import Keys
from events.listing import Mark, milliseconds
from events.recorded import load
from events.servers import Client
from events.transfer.archived import stub_of
from events.transfer.verifying import CheckedLog, RefusedLogError
from events.transfer.whole import Closed, Put, Putting, There, Whole

_AHEAD = 24 * 3600 * 1000
"""Milliseconds that another service's clock may be ahead of ours."""


class ImportConflictError(Exception):
    """Another log has the id of the game. No more is told: it may be a private game's."""

    def __init__(self) -> None:
        super().__init__("another game has this id")


class Imports:
    """Takes in games that were verified, and knows which ones came like that."""

    def __init__(self, client: Client, names: Keys, putting: Putting | None = None) -> None:
        self._client = client
        self._keys = names
        self._putting = putting or Putting(client, names)

    def add(self, log: CheckedLog, by: str | None, at: str) -> bool:
        """Put a finished game in its place; False when the same log is there already.

        Raises ``ImportConflictError``, ``StoreUnavailableError``, and ``RefusedLogError`` for a
        game that is not finished, or not in our time.
        """
        if log.finished is None:
            raise RefusedLogError(None, "the game is not finished")
        created = milliseconds(log.times.created)
        newest = max(created, log.finished)
        if min(created, log.finished) < 0:
            # Places in lists count from there.
            raise RefusedLogError(None, "the game was played before 1970")
        if newest > milliseconds(at) + _AHEAD:
            # It would stand before all others in lists, and never leave the store.
            raise RefusedLogError(None, "the game was played in the future")
        mark = Mark(by, at, log.vouched_by)
        whole = Whole(
            game=log.game,
            lines=log.lines,
            finished=log.finished,
            seal=log.seal,
            origin=msgspec.json.encode(mark),
        )
        match self._putting.put(whole):
            case Put():
                return True
            case There(_, last):
                head = load(last).hash
            case Closed(reason):
                stub = stub_of(reason)
                head = "" if stub is None else stub.head
        if head != log.head:
            raise ImportConflictError
        return False

    def imported(self, game: str) -> Mark | None:
        """Where a game comes from; None when it was played here, or does not exist."""
        return self.marks([game]).get(game)

    def marks(self, games: Iterable[str]) -> dict[str, Mark]:
        """Where those of the games come from that were not played here."""
        asked = list(games)
        if not asked:
            return {}
        with translated(), self._client.pipeline(transaction=False) as pipe:
            for game in asked:
                pipe.hget(self._keys.imports(self._keys.partition(game)), game)
            found = cast(list[bytes | None], pipe.execute())
        return {
            game: msgspec.json.decode(mark, type=Mark)
            for game, mark in zip(asked, found, strict=True)
            if mark is not None
        }
