"""Import games, and mark them as imported, because their logs may name anyone."""

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
from events.transfer.bulk_append import BulkAppender, Closed, Existing, Put, WholeGame
from events.transfer.verifying import CheckedLog, RefusedLogError

_AHEAD = 24 * 3600 * 1000
"""The maximum milliseconds that another service's clock may be ahead of ours."""


class ImportConflictError(Exception):
    """Another game has this id. Nothing more is revealed, as it may be private."""

    def __init__(self) -> None:
        super().__init__("another game has this id")


class Imports:
    """Imports verified games, and knows which games were imported."""

    def __init__(self, client: Client, names: Keys, appender: BulkAppender | None = None) -> None:
        self._client = client
        self._keys = names
        self._appender = appender or BulkAppender(client, names)

    def add(self, log: CheckedLog, by: str | None, at: str) -> bool:
        """Store a finished game; False if the same log is stored already.

        Raises ``ImportConflictError``, ``StoreUnavailableError``, and ``RefusedLogError`` for a
        game that is not finished, or whose times are before 1970 or in the future.
        """
        if log.finished is None:
            raise RefusedLogError(None, "the game is not finished")
        if milliseconds(log.earliest) < 0:
            # Scores in sorted sets count from 1970.
            raise RefusedLogError(None, "the game was played before 1970")
        if milliseconds(log.latest) > milliseconds(at) + _AHEAD:
            # It would be first in all lists, and never be archived.
            raise RefusedLogError(None, "the game was played in the future")
        mark = ImportMark(by, at, log.vouched_by)
        whole = WholeGame(
            game=log.game,
            lines=log.lines,
            finished=log.finished,
            seal=log.seal,
            origin=msgspec.json.encode(mark),
        )
        match self._appender.put(whole):
            case Put():
                return True
            case Existing(_, last):
                head = load(last).hash
            case Closed(reason):
                stub = stub_of(reason)
                head = "" if stub is None else stub.head
        if head != log.head:
            raise ImportConflictError
        return False

    def imported(self, game: str) -> ImportMark | None:
        """The origin of an imported game; None for any other."""
        return self.marks([game]).get(game)

    def marks(self, games: Iterable[str]) -> dict[str, ImportMark]:
        """The origins of those of the games that were imported."""
        ids = list(games)
        if not ids:
            return {}
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for game in ids:
                pipe.hget(self._keys.imports(self._keys.partition(game)), game)
            stored = cast(list[bytes | None], pipe.execute())
        return {
            game: msgspec.json.decode(mark, type=ImportMark)
            for game, mark in zip(ids, stored, strict=True)
            if mark is not None
        }
