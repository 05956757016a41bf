"""Games from elsewhere: put beside those played here, and marked, because their logs may name
anyone."""

from collections.abc import Iterable
from typing import cast

import msgspec

from events.clock import milliseconds
from events.log.stored_event import load
from events.store.archive_stub import stub_of
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client
from events.summaries import ImportMark
from events.transfer.bulk_append import BulkAppender, Closed, Put, There, WholeGame
from events.transfer.verifying import CheckedLog, RefusedLogError

_AHEAD = 24 * 3600 * 1000
"""Milliseconds that another service's clock may be ahead of ours."""


class ImportConflictError(Exception):
    """Another log has the id of the game. No more is told: it may be a private game's."""

    def __init__(self) -> None:
        super().__init__("another game has this id")


class Imports:
    """Takes in games that were verified, and knows which ones came like that."""

    def __init__(self, client: Client, names: Keys, putting: BulkAppender | None = None) -> None:
        self._client = client
        self._keys = names
        self._putting = putting or BulkAppender(client, names)

    def add(self, log: CheckedLog, by: str | None, at: str) -> bool:
        """Put a finished game in its place; False when the same log is there already.

        Raises ``ImportConflictError``, ``StoreUnavailableError``, and ``RefusedLogError`` for a
        game that is not finished, or not in our time.
        """
        if log.finished is None:
            raise RefusedLogError(None, "the game is not finished")
        if milliseconds(log.earliest) < 0:
            # Places in lists count from there.
            raise RefusedLogError(None, "the game was played before 1970")
        if milliseconds(log.latest) > milliseconds(at) + _AHEAD:
            # It would stand before all others in lists, and never leave the store.
            raise RefusedLogError(None, "the game was played in the future")
        mark = ImportMark(by, at, log.vouched_by)
        whole = WholeGame(
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

    def imported(self, game: str) -> ImportMark | None:
        """Where a game comes from; None when it was played here, or does not exist."""
        return self.marks([game]).get(game)

    def marks(self, games: Iterable[str]) -> dict[str, ImportMark]:
        """Where those of the games come from that were not played here."""
        asked = list(games)
        if not asked:
            return {}
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for game in asked:
                pipe.hget(self._keys.imports(self._keys.partition(game)), game)
            found = cast(list[bytes | None], pipe.execute())
        return {
            game: msgspec.json.decode(mark, type=ImportMark)
            for game, mark in zip(asked, found, strict=True)
            if mark is not None
        }
