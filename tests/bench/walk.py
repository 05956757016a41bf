"""Every version of every recorded game over HTTP: states, differences, decisions, history agree.

    python -m tests.bench.walk [NAME ...]

Each recorded game is stepped through from its first version to its last, and back from each to the
one before, by the differences alone, and forwards by pages of patches, as each seat and as a
reviewer. The states come to are those that are answered, and these are what the history folds to;
the timeline tells each event once, with the dice and medals of these states, and the record makes
the events again. Ends with an error at the first that is not so.

What the service asks Redis of a finished game is asked once: it never changes, and half a million
round trips are most of the time.
"""

import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from flask import Flask

from api.services import attach, services
from deploy.redis_server import RedisServer
from events.archive.archived_store import ArchivedEventStore
from events.games.repository import GameRepository
from events.store.keys import Keys
from events.transfer.imports import ImportMark, Imports
from tests.contract.service import serve
from tests.support.logs import RECORDINGS
from tests.support.walking import brought_in


class ReadOnce(ArchivedEventStore):
    """A store that reads each log once."""

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        logs: dict[str, list[bytes]] = self.__dict__.setdefault("logs", {})
        if game not in logs:
            logs[game] = super().read(game)
        return logs[game][after:upto]


class AskedOnce(Imports):
    """Asks once of each game whether it was brought in."""

    def marks(self, games: Iterable[str]) -> dict[str, ImportMark]:
        """Where those of the games come from that were not played here."""
        known: dict[str, ImportMark | None] = self.__dict__.setdefault("known", {})
        asked = list(games)
        for game in set(asked) - known.keys():
            known[game] = super().marks([game]).get(game)
        return {game: mark for game in asked if (mark := known[game]) is not None}


def remember(app: Flask) -> None:
    """Let a service ask once of each game."""
    with app.app_context():
        now = services()
        games = GameRepository(ReadOnce(now.redis))
        attach(replace(now, games=games, imports=AskedOnce(now.redis, Keys())))


def main(names: list[str]) -> None:
    """Walk through the named games, or all."""
    game, versions, compared = time.monotonic(), 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
        closing(serve(server.url)) as service,
    ):
        remember(service.app)
        for name in names or RECORDINGS:
            walk = brought_in(service.app, name)
            walk.go(range(1, walk.version + 1))
            for eyes in walk.eyes:
                after: int | None = 0
                while after is not None:
                    after = walk.stride(eyes, after)
            walk.tell()
            walk.read_back()
            versions += walk.version
            compared += walk.compared
            print(f"{name}: {walk.version} versions", flush=True)
    taken, worked = time.monotonic() - game, time.process_time()
    print(f"{versions} versions, {compared} comparisons agree", end=", ")
    print(f"in {taken:.0f} seconds, {worked:.0f} of them at work")


if __name__ == "__main__":
    main(sys.argv[1:])
