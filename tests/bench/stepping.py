"""How long it takes to look back into a game over HTTP, by how long the game is.

    python -m tests.bench.stepping [--visits 150]

A finished game of so many events is looked at by somebody who holds no seat, as a reviewer: states
and differences at random versions, decisions the first time and later; a page of steps in CPU time
and in bytes on the wire, in zstd. Then what differs between two states as this service writes it,
beside the library jsonpatch: on the same states, in CPU time.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import jsonpatch
import msgspec
from flask.testing import FlaskClient

from api.answers.patches import patch
from deploy.redis_server import RedisServer
from domain.commands import Resign
from domain.values import Seat
from events.games.service import GameService
from tests.bench.folding import long_game
from tests.contract.contract import Json
from tests.contract.service import serve

SIZES = (100, 400, 500, 2000)
PAGE, PAGES = 400, 10
"""Steps of a page, and how often one is read."""
AHEAD = (1, 60)
"""How many versions lie between the states that both sides compare."""
COMPARED = 40


def asking(http: FlaskClient, game: str, path: str) -> float:
    """Milliseconds until an answer is there."""
    start = time.perf_counter()
    answer = http.get(f"/v1/games/{game}/{path}")
    taken = (time.perf_counter() - start) * 1000
    assert answer.status_code == 200, (path, answer.get_data())
    return taken


def looks(http: FlaskClient, game: str, version: int, visits: int) -> dict[str, float]:
    """Milliseconds of ways to look back."""
    found = {"decisions, the first time": asking(http, game, "decisions?limit=1000")}
    chooser = random.Random(version)
    for what, path in {
        "state at a random version": lambda one, _: f"states/{one}?as=reviewer",
        "difference to the version before": lambda one, _: f"diff?from={max(1, one - 1)}&to={one}",
        "difference to a random version": lambda one, other: f"diff?from={one}&to={other}",
        "the next decision of a seat": lambda one, _: f"decisions?seat=axis&after={one}&limit=1",
        "a page of the main line": lambda one, _: f"events?line=main&after={one}",
    }.items():
        taken = [
            asking(http, game, path(chooser.randint(1, version), chooser.randint(1, version)))
            for _ in range(visits)
        ]
        found[f"{what}, p50"] = statistics.median(taken)
        found[f"{what}, p99"] = statistics.quantiles(taken, n=100)[98]
    return found


def pages(http: FlaskClient, game: str) -> dict[str, float]:
    """Milliseconds of CPU time, and bytes, of a page of steps; the first time and later."""
    path = f"/v1/games/{game}/patches?limit={PAGE}"
    found = {"CPU time of a page of steps, the first time": timed(http, path)[0]}
    taken = [timed(http, path) for _ in range(PAGES)]
    found["CPU time of a page of steps, p50"] = statistics.median(time for time, _ in taken)
    found["bytes of a page of steps"] = taken[0][1]
    return found


def timed(http: FlaskClient, path: str) -> tuple[float, int]:
    """Milliseconds of CPU time that an answer takes, and how long it is."""
    start = time.process_time()
    answer = http.get(path, headers={"Accept-Encoding": "zstd"})
    taken = (time.process_time() - start) * 1000
    assert answer.status_code == 200, (path, answer.get_data())
    return taken, len(answer.get_data())


def finished(games: GameService, size: int) -> tuple[str, int]:
    """A game that was given up after so many events, and its last version."""
    name = long_game(games, size)
    return name, games.submit(name, Resign(Seat.AXIS)).loaded.version


def pairs(http: FlaskClient, game: str, version: int) -> Iterator[tuple[Json, Json]]:
    """States of a game that are to be compared."""
    chooser = random.Random(1)
    for ahead in AHEAD:
        for _ in range(COMPARED):
            before = chooser.randint(1, version - ahead)
            yield state(http, game, before), state(http, game, before + ahead)


def state(http: FlaskClient, game: str, version: int) -> Json:
    """A state as it is answered."""
    result: Json = msgspec.json.decode(http.get(f"/v1/games/{game}/states/{version}").get_data())
    return result


def patching(compared: list[tuple[Json, Json]]) -> dict[str, tuple[float, float, float]]:
    """For each side: CPU milliseconds, operations and bytes of a patch, on average."""
    sides: dict[str, Callable[[Json, Json], list[Json]]] = {
        "this service": patch,
        "jsonpatch": lambda before, after: jsonpatch.make_patch(before, after).patch,
    }
    found = {}
    for side, make in sides.items():
        start = time.process_time()
        made = [make(before, after) for before, after in compared]
        taken = (time.process_time() - start) * 1000
        for (before, after), each in zip(compared, made, strict=True):
            assert jsonpatch.apply_patch(before, each) == after
        sizes = [len(msgspec.json.encode(each)) for each in made]
        count = len(compared)
        found[side] = (taken / count, sum(map(len, made)) / count, sum(sizes) / count)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=150)
    visits = parser.parse_args().visits
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as running,
        closing(serve(running.url)) as service,
    ):
        http, games = service.app.test_client(), service.inside().game_service
        names = {size: finished(games, size) for size in SIZES}
        table = [pages(http, names[size][0]) | looks(http, *names[size], visits) for size in SIZES]
        found = patching(list(pairs(http, *names[500])))
    print(f"\n| milliseconds | {' | '.join(f'{size} events' for size in SIZES)} |")
    print("| --- " * (len(SIZES) + 1) + "|")
    for what in table[0]:
        print(f"| {what} | {' | '.join(f'{column[what]:.2f}' for column in table)} |")
    print("\n| a patch | CPU milliseconds | operations | bytes |\n| --- | --- | --- | --- |")
    for side, (taken, operations, size) in found.items():
        print(f"| {side} | {taken:.2f} | {operations:.1f} | {size:.0f} |")


if __name__ == "__main__":
    main()
