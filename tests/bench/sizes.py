"""``python -m tests.bench.sizes [GAMES]``: how large games are, and how long moving one takes.

So many random games (1) of every battle by each edition, played by the service itself. Bytes in
Redis are those of all keys that are a game's own (MEMORY USAGE), with one idempotency key a
command; bytes in the archive those of its two files. An import verifies all of a game, and decides
it again unless it is sealed.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from redis import Redis

from deploy.redis_server import RedisServer
from domain.commands import Resign, TakeSeat
from domain.scenarios import load as setup_of
from domain.values import EditionName, Seat, Variant
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService
from events.log.stored_event import load
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.store.archive_stub import stub_of
from events.store.port import Key
from events.transfer.exports import export_lines, read_export
from events.transfer.integrity import sealer
from tests.fixtures import ALICE, BOB, KEYS, game_options, plays
from tests.support.battles import BOOKLET

MAX_COMMANDS = 3000


@dataclass(frozen=True)
class Measured:
    """One game: its events, bytes in each place, and seconds of each way."""

    events: int
    redis: int
    stub: int
    archive: int
    export: float
    archiving: float
    unpacking: float
    import_by_rules: float
    import_by_seal: float


def main(arguments: list[str]) -> int:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.sizes")
    parser.add_argument("games", type=int, nargs="?", default=1)
    count = parser.parse_args(arguments).games
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder)) as server,
        Redis.from_url(server.url) as client,
    ):
        bench = Bench(client, Path(folder))
        found = [
            bench.measure(slug, edition, number)
            for slug in BOOKLET
            for edition in EditionName
            for number in range(count)
        ]
    _print(found)
    return 0


class Bench:
    """Plays games on a server, and moves them about."""

    def __init__(self, client: Redis, folder: Path) -> None:
        make_key(folder / "keys")
        self._signer = Signer(folder / "keys")
        self._files = ArchiveFiles.at(str(folder / "archive"))
        self._client = client
        self._data = Backend.on(client, archive=self._files)
        self._games = GameService(self._data.store, utc_now, sealer=sealer(self._signer))

    def measure(self, slug: str, edition: EditionName, number: int) -> Measured:
        """Play a game and move it in every way."""
        self._client.flushall()
        name = f"gm_{Random(f'{slug} {edition} {number}').getrandbits(80):020x}"
        self._play(name, slug, edition, number)
        redis = self._in_redis(name)
        whole, export = _timed(lambda: self._exported(name))
        keys = self._signer.public_keys()
        _, by_rules = _timed(lambda: read_export(whole.splitlines()))
        _, by_seal = _timed(lambda: read_export(whole.splitlines(), keys))
        archive = Archive(self._client, KEYS, self._files, utc_now)
        _, archiving = _timed(lambda: archive.archive(name))
        stub = stub_of(self._client.get(KEYS.closed(name)))  # type: ignore[arg-type] # loosely typed
        assert stub is not None
        packed = sum(len(self._files.read(path)) for path in (stub.path, stub.keys_path))
        lines, unpacking = _timed(lambda: self._data.store.read(name))
        return Measured(
            events=len(lines),
            redis=redis,
            stub=self._in_redis(name),
            archive=packed,
            export=export,
            archiving=archiving,
            unpacking=unpacking,
            import_by_rules=by_rules,
            import_by_seal=by_seal,
        )

    def _play(self, name: str, slug: str, edition: EditionName, number: int) -> None:
        new = replace(
            game_options(name), scenario=slug, setup=setup_of(slug), variant=Variant.STANDARD
        )
        self._games.create(edition, new, Key(f"{ALICE} new {name}", "f" * 64))
        self._games.submit(name, TakeSeat(Seat.ALLIES, ALICE))
        self._games.submit(name, TakeSeat(Seat.AXIS, BOB))
        dice = Random(number)
        for count in range(MAX_COMMANDS):
            state = self._games.repository.cached(name).state
            if state.awaited is None:
                return
            field = f"{BOB}  {dice.getrandbits(128):032x}"
            last = count == MAX_COMMANDS - 1
            command = Resign(state.awaited) if last else dice.choice(plays(state))
            self._games.submit(name, command, key=Key(field, f"{count:064x}"))

    def _in_redis(self, name: str) -> int:
        """Bytes of the keys that are this game's alone; feeds are trimmed as they are read."""
        found = self._client.scan_iter(match=f"*:{name}")
        return sum(self._client.memory_usage(key, samples=0) or 0 for key in found)

    def _exported(self, name: str) -> bytes:
        log = [load(line) for line in self._data.store.read(name)]
        return b"".join(export_lines(log, None, self._data.store.seal(name)))


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    game = time.perf_counter()
    done = work()
    return done, time.perf_counter() - game


def _print(found: list[Measured]) -> None:
    print(f"{len(found)} games of {len(BOOKLET)} battles; median (largest)\n")
    rows: list[tuple[str, Callable[[Measured], float], str]] = [
        ("events", lambda one: one.events, "{:,.0f}"),
        ("bytes in Redis", lambda one: one.redis, "{:,.0f}"),
        ("  an event", lambda one: one.redis / one.events, "{:,.0f}"),
        ("bytes in Redis when archived", lambda one: one.stub, "{:,.0f}"),
        ("bytes in the archive", lambda one: one.archive, "{:,.0f}"),
        ("  an event", lambda one: one.archive / one.events, "{:,.0f}"),
        ("export, ms", lambda one: one.export * 1000, "{:,.1f}"),
        ("archiving, ms", lambda one: one.archiving * 1000, "{:,.1f}"),
        ("first read from the archive, ms", lambda one: one.unpacking * 1000, "{:,.1f}"),
        ("import by the rules, ms", lambda one: one.import_by_rules * 1000, "{:,.1f}"),
        ("import by a seal, ms", lambda one: one.import_by_seal * 1000, "{:,.1f}"),
    ]
    for title, value, form in rows:
        values = [value(one) for one in found]
        print(f"{title:32} {form.format(statistics.median(values)):>10}", end="")
        print(f" ({form.format(max(values))})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
