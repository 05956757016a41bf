"""Games from elsewhere: put beside those played here, and marked, because their logs may name
anyone."""

from typing import cast

import msgspec

from events.archived import stub_of
from events.failures import translated
from events.keys import Keys
from events.recorded import load
from events.servers import Client
from events.transfer import CheckedLog
from events.whole import Closed, Put, Putting, There, Whole


class ImportConflictError(Exception):
    """Another log has the id of the game. The message says which one is there."""


class Mark(msgspec.Struct, frozen=True):
    """Where an imported game comes from: the player who brought it (nobody, when the operator
    did), when (RFC 3339), and whether ``seal`` or ``rules`` vouched for it."""

    imported_by: str | None
    imported_at: str
    vouched_by: str


class Imports:
    """Takes in games that were verified, and knows which ones came like that."""

    def __init__(self, client: Client, names: Keys, putting: Putting | None = None) -> None:
        self._client = client
        self._keys = names
        self._putting = putting or Putting(client, names)

    def add(self, log: CheckedLog, by: str | None, at: str) -> bool:
        """Put a finished game in its place; False when the same log is there already.

        Raises ``ImportConflictError``, ``StoreUnavailableError``, and ``ValueError`` for a game
        that is not finished.
        """
        if log.finished is None:
            raise ValueError("only a finished game can be imported")
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
            case There(version, last):
                head = load(last).hash
            case Closed(reason):
                stub = stub_of(reason)
                if stub is None:
                    raise ImportConflictError("the game of this id is frozen")
                version, head = stub.version, stub.head
        if head != log.head:
            raise ImportConflictError(f"the game of this id has another log, of {version} events")
        return False

    def imported(self, game: str) -> Mark | None:
        """Where a game comes from; None when it was played here, or does not exist."""
        place = self._keys.imports(self._keys.partition(game))
        with translated():
            found = cast(bytes | None, self._client.hget(place, game))
        return None if found is None else msgspec.json.decode(found, type=Mark)
