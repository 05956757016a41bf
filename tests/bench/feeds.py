"""How fast the lists follow the games, how far behind they are under load, how fast they are built.

    python -m tests.bench.feeds [--games 2000] [--seconds 5] [--fsync no|everysec|always]

Waiting entries and rebuilds are of games that have just begun (three commands each). Under load one
process carries commands out on games under way, as fast as it can, and the projector keeps up.
"""

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from statistics import median

from deploy.redis_server import RedisServer
from events.backend import Backend
from events.clock import utc_now
from events.feeds.feeds import Feeds, Lag
from events.games.service import GameService
from events.read_models.projector import Projector
from events.read_models.read_model import ReadModel
from events.read_models.rebuild import rebuild
from tests.fixtures import plays, started
from tests.support.projecting import catch_up

_COMMANDS_EACH = 3
_UNDER_WAY = 50
_LOOK_SECONDS = 0.05


def open_games(backend: Backend, count: int) -> None:
    """So many games between two players."""
    games = GameService(backend.store, utc_now)
    for number in range(count):
        started(games, f"gm_{number}")


def memory(backend: Backend) -> int:
    """Bytes that the read model takes."""
    model = ReadModel.current(backend.client)
    assert model is not None
    names = backend.client.scan_iter(match=model.key("*"), count=1000)
    return sum(backend.client.memory_usage(name, samples=0) or 0 for name in names)


def measure_following(backend: Backend, count: int) -> None:
    """Entries that wait already, and building all from the logs."""
    catch_up(backend, Projector(backend))
    open_games(backend, count)
    game = time.perf_counter()
    catch_up(backend, Projector(backend))
    taken = time.perf_counter() - game
    print(f"waiting entries taken in: {_COMMANDS_EACH * count / taken:,.0f} a second")
    print(f"  games brought up to date: {count / taken:,.0f} a second")
    done = rebuild(backend)
    assert done is not None
    print(f"rebuild: {done.games / done.seconds:,.0f} games a second")
    print(f"read model: {memory(backend) / count:,.0f} bytes a game")


def play(url: str, seconds: float, carried_out: "Synchronized[int]") -> None:
    """Commands as fast as they go, on games of one's own, counted."""
    backend = Backend.at(url)
    games, chooser = GameService(backend.store, utc_now), random.Random(1)
    names = [f"load_{number}" for number in range(_UNDER_WAY)]
    for name in names:
        started(games, name)
    end = time.monotonic() + seconds
    while names and time.monotonic() < end:
        name = chooser.choice(names)
        state = games.repository.cached(name).state
        if state.awaited is None:
            names.remove(name)
        else:
            games.submit(name, chooser.choice(plays(state)))
            carried_out.value += 1


@contextmanager
def projector_process(url: str) -> Iterator[None]:
    """The projector as it is deployed."""
    environment = {**os.environ, "REDIS_URL": url, "LOG_LEVEL": "WARNING"}
    process = subprocess.Popen([sys.executable, "-m", "workers.projector"], env=environment)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def measure_under_load(backend: Backend, url: str, seconds: float) -> None:
    """How far behind the lists are while commands are carried out, and how soon they are not."""
    feeds = Feeds(backend.client, backend.names)

    def lag() -> Lag:
        model = ReadModel.current(backend.client)
        assert model is not None
        return feeds.lag(model.group, time.time())

    with projector_process(url):
        wait_until_caught_up(lag)
        carried_out = multiprocessing.Value("q")
        player = multiprocessing.Process(target=play, args=(url, seconds, carried_out))
        player.start()
        lags = []
        while player.is_alive():
            lags.append(lag())
            time.sleep(_LOOK_SECONDS)
        ended = time.monotonic()
        wait_until_caught_up(lag)
        caught_up = time.monotonic() - ended
    print(f"under load: {carried_out.value / seconds:,.0f} commands a second by one process")
    print(f"  entries behind: median {median(one.entries for one in lags):,.0f}", end=", ")
    print(f"most {max(one.entries for one in lags):,}")
    print(f"  seconds behind: median {median(one.seconds for one in lags):.3f}", end=", ")
    print(f"most {max(one.seconds for one in lags):.3f}")
    print(f"  caught up {caught_up:.3f} s after the last command")


def wait_until_caught_up(lag: Callable[[], Lag]) -> None:
    while lag().entries:
        time.sleep(0.005)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--fsync", default="no", choices=("no", "everysec", "always"))
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync=options.fsync) as server,
    ):
        backend = Backend.at(server.url)
        measure_following(backend, options.games)
        measure_under_load(backend, server.url, options.seconds)


if __name__ == "__main__":
    main()
