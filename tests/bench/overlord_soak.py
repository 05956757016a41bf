"""Whole games of Overlord over HTTP, each general at the same time, every command sent twice.

    python -m tests.bench.overlord_soak [games] [--players 2 4 6 8] [--minutes 30] [--seed 0]

So many clients as there are players follow one game and command whenever one of their seats is
awaited, without waiting for one another; with each command the same request is sent again under
its ``Idempotency-Key``. At the end no command may be lost, doubled or out of place in the log, and
the log is judged sound by an import on another service, by the verifier, and by the program of the
pages where node is there. Prints a line for each game; exit status 1 when anything is wrong.
"""

import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from deploy.redis_server import RedisServer
from domain.seating import tables_for
from domain.values import EditionName, Variant
from events.log.verifier import verify
from tests.chain.auditors import AUDIT, javascript
from tests.contract.contract import Json
from tests.contract.service import LINES, Game, Player, Service, serve

BATTLE = "omaha_beach_overlord"
WAIT = 1.0
"""Seconds until a client looks again whether it is asked, if nobody does anything meanwhile."""
PATIENCE = 120.0
"""Seconds after which a game in which nobody can do anything has come to a stop."""
FIERCE = ("attack", "take_ground", "strike", "ambush")
BUSY = ("hand_out", "order_unit", "move_unit", "name_target")


class News:
    """How many commands a game has had, and a place to wait for the next one."""

    def __init__(self) -> None:
        self.count = 0
        self._more = threading.Condition()

    def tell(self) -> None:
        """One has been answered."""
        with self._more:
            self.count += 1
            self._more.notify_all()

    def wait(self, known: int) -> None:
        """Until there are more than are known, but not for long."""
        with self._more:
            self._more.wait_for(lambda: self.count != known, WAIT)


@dataclass
class Client:
    """One player of a game, with all seats that it holds, and what came of its commands."""

    player: Player
    seats: tuple[str, ...]
    game: Game
    chance: random.Random
    news: News
    events: list[Json] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    def play(self) -> None:
        """Decide whatever one is asked until the game is over."""
        acted, known = time.monotonic(), self.news.count
        while (awaiting := (result := self.game.actions(self.player))["awaiting"]) is not None:
            seats = [seat for seat in awaiting["seats"] if seat in self.seats]
            listed = [one for one in result["actions"] if one["type"] != "resign"]
            own = [one for one in listed if one.get("seat", self.seats[0]) in seats]
            if own:
                self._send(self._chosen(own))
                self.news.tell()
                acted = time.monotonic()
            elif time.monotonic() - acted > PATIENCE:
                raise TimeoutError(f"{self.seats} is never asked again")
            else:
                self.news.wait(known)
            known = self.news.count

    def _chosen(self, options: Sequence[Json]) -> Json:
        for kinds in (FIERCE, BUSY):
            wanted = [one for one in options if one["type"] in kinds]
            if wanted and self.chance.random() < 0.8:
                return self.chance.choice(wanted)
        return self.chance.choice(options)

    def _send(self, command: Json) -> None:
        """Send it, and once more; whoever else was quicker may have made it impossible."""
        key = {"Idempotency-Key": f"{self.seats[0]}-{self.answers.total()}"}
        done = self.player.post(self.game.commands, command, headers=key)
        self.answers[done.status_code] += 1
        if done.status_code != 201:
            assert done.status_code == 409, done.get_data()
            return
        again = self.player.post(self.game.commands, command, headers=key)
        assert again.status_code == 201, again.get_data()
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json() == done.get_json()
        self.events += done.get_json()["events"]


def seated(service: Service, players: int, edition: EditionName, seed: int) -> list[Client]:
    """The clients of a new game."""
    params = {"variant": "overlord", "scenario": BATTLE, "edition": edition, "players": players}
    game = service.player("Ada").new_game(**params)
    table = next(one for one in tables_for(Variant.OVERLORD) if len(one.parties) == players)
    clients, news = [], News()
    for party in table.parties:
        player = service.player(party[0])
        taken = player.post(f"{game.path}/seats", {"seat": party[-1]})
        assert taken.status_code == 200, taken.get_data()
        game.seats |= dict.fromkeys(party, player)
        clients.append(Client(player, party, game, random.Random(f"{seed} {party[0]}"), news))
    return clients


def whole(service: Service, elsewhere: Service, clients: list[Client], folder: Path) -> str:
    """Play a game and judge it; what is told of it."""
    game, started = clients[0].game, time.monotonic()
    with ThreadPoolExecutor(len(clients)) as pool:
        for done in [pool.submit(client.play) for client in clients]:
            done.result()
    log = service.inside().games.events(game.id, 0)
    start = next(one.version for one in log if one.type == "turn_started")
    versions = sorted(one["version"] for client in clients for one in client.events)
    played = [one.version for one in log if one.version > start]
    assert versions == played, "each event is of one command that was answered"
    for one in (event for client in clients for event in client.events):
        assert one["hash"] == log[one["version"] - 1].hash
    export = service.anonymous().get(f"{game.path}/export", headers=LINES).get_data()
    assert verify(export.decode().splitlines(keepends=True)).status == 0
    kind = "application/x-ndjson"
    taken = elsewhere.player().post("/v1/imports", data=export, content_type=kind)
    assert taken.status_code == 201, taken.get_data()
    if shutil.which("node"):
        [found] = javascript(folder, [["verify", export.decode()]], AUDIT)
        assert found["status"] == 0, found
    state = game.state(service.anonymous())
    answers = sum((client.answers for client in clients), Counter[int]())
    return (
        f"{state['edition']}, {len(clients)} players: {state['turn']} turns, {len(log)} events,"
        f" {answers[201]} commands, {answers[409]} too late, {state['winner']} won,"
        f" in {time.monotonic() - started:.0f} s"
    )


@contextmanager
def services(folder: Path) -> Iterator[tuple[Service, Service]]:
    """A service, and another one that takes its games in."""
    with RedisServer(folder, appendfsync="no") as server:
        pair = serve(server.url), serve(f"{server.url}?db=1")
        try:
            yield pair
        finally:
            for service in pair:
                service.close()


def main() -> int:
    """Play, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--players", type=int, nargs="+", default=[8, 2, 4, 6])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    until, wrong = time.monotonic() + options.minutes * 60, 0
    with tempfile.TemporaryDirectory() as folder, services(Path(folder)) as (service, elsewhere):
        for number in range(options.seed, options.seed + options.games):
            if time.monotonic() > until:
                break
            players = options.players[number % len(options.players)]
            edition = list(EditionName)[number // len(options.players) % 2]
            try:
                clients = seated(service, players, edition, number)
                print(f"{number}: {whole(service, elsewhere, clients, Path(folder))}", flush=True)
            except (AssertionError, TimeoutError) as error:
                wrong += 1
                print(f"{number}: {players} players: {str(error)[:2000]}", flush=True)
    print(f"{wrong} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
