"""An append-only file that a crash cut short, at any byte, and what a server makes of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from deploy.processes import spawn
from deploy.redis_server import RedisServer
from deploy.redis_server.aof import repair
from deploy.redis_server.binary import find_redis_server
from domain.commands import Resign
from domain.values import Seat
from events.clock import utc_now
from events.games.service import GameService
from events.store.port import Key
from events.store.redis import RedisEventStore
from tests.fixtures import PATIENCE, everything, play_on, plays, started
from tests.support.ledger import Ledger

GAME = "game"


@dataclass
class Tail:
    """The end of a file: what the server held each time a command's last byte was in it."""

    data: Path
    """The folder of the server's files."""
    file: Path
    """The one of them that was written."""
    whole: bytes
    states: dict[int, dict[bytes, object]]
    """By the size of the file."""

    @property
    def begins(self) -> int:
        """The size before the first command that may be cut."""
        return min(self.states)

    def state_at(self, size: int) -> dict[bytes, object]:
        """What a file cut at ``size`` must amount to."""
        return self.states[max(end for end in self.states if end <= size)]


def write_tail(directory: Path) -> Tail:
    """Play a game to its end, and note what the last commands wrote."""
    with RedisServer(directory) as server, Redis.from_url(server.url) as client:
        games = GameService(RedisEventStore(client), utc_now)
        started(games, GAME)
        play_on(games, GAME, 5)
        file = max(server.data.rglob("*.aof"), key=lambda one: one.stat().st_mtime_ns)
        states = {file.stat().st_size: everything(client)}
        for number in range(3):
            state = games.repository.current(GAME).state
            command = plays(state)[0] if number < 2 else Resign(Seat.AXIS)
            key = Key(f"pl_alice  k{number}", "f")
            games.submit(GAME, command, key=key)
            states[file.stat().st_size] = everything(client)
        server.kill()
    return Tail(server.data, file, file.read_bytes(), states)


@contextmanager
def loaded(data: Path, socket: Path) -> Iterator[Redis]:
    """A server freshly started on its files as they are, with nothing cut off beforehand."""
    command = [
        *(str(find_redis_server()[0]), "--port", "0", "--unixsocket", str(socket)),
        *("--dir", str(data), "--save", "", "--appendonly", "yes"),
        *("--aof-load-truncated", "yes", "--appendfsync", "no"),
    ]
    with socket.with_suffix(".log").open("wb") as log:
        process = spawn(command, output=log)
    try:
        with Redis.from_url(f"unix://{socket}") as client:
            end = time.monotonic() + PATIENCE
            while not _answers(client):
                assert process.poll() is None, "the server does not start on these files"
                assert time.monotonic() < end
                time.sleep(0.002)
            yield client
    finally:
        process.kill()
        process.wait()
        socket.unlink(missing_ok=True)


def check_cut(tail: Tail, size: int, socket: Path) -> None:
    """Fail unless a server on the file cut at ``size`` holds whole commands only, and after a
    further command and a further start the same and that command."""
    where = f"cut at {size} of {len(tail.whole)}"
    tail.file.write_bytes(tail.whole[:size])
    repair(tail.data)
    with loaded(tail.data, socket) as client:
        assert everything(client) == tail.state_at(size), where
        after = write_on(client)
    repair(tail.data)
    with loaded(tail.data, socket) as client:
        assert everything(client) == after, f"{where}, then started again"
        flaws = Ledger.of(GAME).audit(client).flaws
        assert not flaws, f"{where}, then started again: {flaws}"


def write_on(client: Redis) -> dict[bytes, object]:
    """One more command, or another game where this one is over; what the server holds then."""
    games = GameService(RedisEventStore(client), utc_now)
    state = games.repository.current(GAME).state
    if state.awaited is None:
        started(games, "another game")
    else:
        games.submit(GAME, plays(state)[0], key=Key("pl_alice  more", "f"))
    return everything(client)


def _answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisError:
        return False
