"""How long looking back takes: the timeline, and the state at any version, over HTTP.

    python -m tests.bench.review [--rounds 20]

A request goes through the whole service in this process, to a Redis server of the bench's own, and
back; what counts is the CPU time of this process. Games are played at random until they have so
many events.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Mapping

from flask.testing import FlaskClient

from events.clock import utc_now
from events.games.service import GameService
from events.store.redis import RedisEventStore
from tests.bench.append import server
from tests.bench.folding import long_game
from tests.contract.service import serve

SIZES = (100, 500, 2000)


def asked(http: FlaskClient, path: str, headers: Mapping[str, str] | None = None) -> bytes:
    """The body of an answer that must be there."""
    answer = http.get(path, headers=headers)
    assert answer.status_code in (200, 304), answer.get_data()
    return answer.get_data()


def milliseconds(act: Callable[[], object], rounds: int) -> float:
    """The median CPU time of doing a thing, done once before: a busy machine matters little."""
    act()
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        act()
        taken.append(time.process_time() - start)
    return statistics.median(taken) * 1000


def measured(http: FlaskClient, game: str, size: int, rounds: int) -> dict[str, float]:
    """The figures of one game."""
    path, chooser = f"/v1/games/{game}", random.Random(1)
    tag = http.get(f"{path}/timeline").headers["ETag"]
    known = {"If-None-Match": tag}
    late = f"{path}/timeline?since={size - 20}"
    return {
        "timeline, ms": milliseconds(lambda: asked(http, f"{path}/timeline"), rounds),
        "timeline of the last 20 events, ms": milliseconds(lambda: asked(http, late), rounds),
        "timeline that the client has, ms": milliseconds(
            lambda: asked(http, f"{path}/timeline", known), rounds
        ),
        "timeline, kB": len(asked(http, f"{path}/timeline")) / 1000,
        "timeline, kB compressed": len(asked(http, f"{path}/timeline", {"Accept-Encoding": "gzip"}))
        / 1000,
        "state at a random version, ms": milliseconds(
            lambda: asked(http, f"{path}/states/{chooser.randint(1, size)}"), rounds
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    with server("no") as client:
        games = GameService(RedisEventStore(client), utc_now)
        names = {size: long_game(games, size) for size in SIZES}
        service = serve(f"unix://{client.connection_pool.connection_kwargs['path']}")
        try:
            http = service.app.test_client()
            table = [measured(http, names[size], size, options.rounds) for size in SIZES]
        finally:
            service.close()
    print(f"\n| | {' | '.join(f'{size} events' for size in SIZES)} |")
    print("| --- " * (len(SIZES) + 1) + "|")
    for what in table[0]:
        print(f"| {what} | {' | '.join(f'{column[what]:.1f}' for column in table)} |")


if __name__ == "__main__":
    main()
