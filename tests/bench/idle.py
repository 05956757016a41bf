"""``python -m tests.bench.idle [GAMES] [--commands 150]``: what idle games cost.

So many running games (100), played at random with one idempotency key a command. Memory of the
Redis server before and after they have left it for the archive, and how long the first state
and the first command of a game take that has left, in a process that has never met it.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from redis import Redis

from deploy.redis_server import RedisServer
from domain.commands import TakeSeat
from domain.values import Seat
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService
from events.store.port import Key
from tests.fixtures import ALICE, BOB, KEYS, game_options, opened, plays

ASKED = 200


def main(arguments: list[str]) -> int:
    """Play, copy, move, ask, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.idle")
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("--commands", type=int, default=150)
    given = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
        Redis.from_url(server.url) as client,
    ):
        files = ArchiveFiles.at(str(Path(folder) / "archive"))
        data = Backend.on(client, archive=files)
        empty = _memory(client)
        names = [_played(data, number, given.commands) for number in range(given.games)]
        events = statistics.mean(client.llen(KEYS.log(name)) for name in names)
        full = _memory(client)
        archive = Archive(client, KEYS, files, utc_now)
        for name in names:
            archive.archive(name)
        rest = _memory(client)
        asked = Random(0).sample(names, min(ASKED, len(names)))
        states = [_seconds(client, files, name, play=False) for name in asked]
        commands = [_seconds(client, files, name, play=True) for name in asked]
    print(f"{given.games} idle games of {events:,.0f} events")
    print(f"Redis holds them: {(full - empty) / given.games / 1e3:10.2f} kB a game")
    print(f"archived:         {(rest - empty) / given.games / 1e3:10.2f} kB a game")
    for title, found in (("first state", states), ("first command", commands)):
        worst = statistics.quantiles(found, n=100)[98]
        print(f"{title}: median {statistics.median(found):.1f} ms, p99 {worst:.1f} ms")
    return 0


def _played(data: Backend, number: int, commands: int) -> str:
    """Play a random game for a while, with a key a command; its name."""
    games, name, chance = GameService(data.store, utc_now), f"gm_{number:020x}", Random(number)
    opened(games, game_options(name))
    games.submit(name, TakeSeat(Seat.ALLIES, ALICE))
    games.submit(name, TakeSeat(Seat.AXIS, BOB))
    for count in range(commands):
        state = games.repository.cached(name).state
        if state.awaited is None:
            break
        key = Key(f"{BOB}  {chance.getrandbits(128):032x}", f"{count:064x}")
        games.submit(name, chance.choice(plays(state)), key=key)
    return name


def _memory(client: Redis) -> int:
    """Bytes of what stays: feeds are trimmed as they are read."""
    client.delete(*map(KEYS.feed, KEYS.all_partitions()))
    return int(client.info("memory")["used_memory"])


def _seconds(client: Redis, files: ArchiveFiles, name: str, *, play: bool) -> float:
    """Milliseconds of the first state of a game, or of its first command."""
    games = GameService(Backend.on(client, archive=files).store, utc_now)
    game = time.perf_counter()
    state = games.repository.current(name).state
    if play:
        games.submit(name, plays(state)[0])
    return (time.perf_counter() - game) * 1e3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
