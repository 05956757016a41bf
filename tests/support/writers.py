"""Writers that contend for the same games, each command under a key, each unknown outcome settled
by the same command sent again."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Self

from domain.commands import Command, TakeSeat
from domain.errors import IllegalCommandError
from domain.values import EditionName, Status
from events.clock import utc_now
from events.games.errors import ContentionError, GameNotFoundError, VersionMismatchError
from events.games.service import GameService, Outcome
from events.games.snapshot import GameSnapshot
from events.store.port import HistoryShrankError, Key, StoreRefusedError, StoreUnavailableError
from events.store.redis import RedisEventStore
from events.store.servers import connect
from tests.fixtures import ALICE, game_options, plays
from tests.support.ledger import Ledger
from tests.support.seating import SEATS
from tests.support.waiting import PATIENCE, wait_until

BREATH = 0.01
REFUSED = (IllegalCommandError, VersionMismatchError, ContentionError)


class Writers:
    """``count`` threads with a connection and a memory each, on ``tables`` games at a time.

    ``counts`` says how often a command was ``accepted`` or ``refused``, how many outcomes were
    ``unknown`` at first, and how those came out: ``kept`` (it had been stored), ``anew`` (it had
    not, and was carried out now), ``void`` (it had not, and is no longer possible) or ``told``
    (events of the game were lost, and the writer was told so). A part ``repeats`` of what was
    accepted is sent once more, by way of another writer's memory: ``repeated``.
    """

    def __init__(
        self,
        url: str,
        ledger: Ledger,
        count: int = 16,
        tables: int = 4,
        *,
        patience: float = 5.0,
        repeats: float = 0.0,
        **store: Any,
    ) -> None:
        self._clients = [connect(url, patience=patience) for _ in range(count)]
        self._memories = [
            GameService(RedisEventStore(client, **store), utc_now) for client in self._clients
        ]
        self._repeats = repeats
        self._ledger = ledger
        self._tables = tables
        self._generation = [0] * tables
        self._lock = threading.Lock()
        self._done = threading.Event()
        self.counts: Counter[str] = Counter()
        self.surprises: list[BaseException] = []
        self.shrunk: set[str] = set()
        """Games that lost events of which a writer knew."""
        self._threads = [
            threading.Thread(target=self._run, args=(number,)) for number in range(count)
        ]

    @property
    def accepted(self) -> int:
        """Commands accepted so far."""
        return self.counts["accepted"]

    @property
    def tries(self) -> int:
        """Commands of which the outcome is known."""
        return self.counts["accepted"] + self.counts["refused"]

    def wait_for(self, more: int) -> None:
        """Wait until so many more commands have been accepted, or something goes wrong."""
        enough = self.accepted + more
        wait_until(lambda: self.accepted >= enough or self.surprises, "commands are accepted")

    def stop(self) -> None:
        """Let every writer settle what it is about, and end."""
        self._done.set()
        for thread in self._threads:
            thread.join(4 * PATIENCE)
            assert not thread.is_alive(), "a writer never got its answer"
        for client in self._clients:
            client.close()

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self, number: int) -> None:
        chooser = random.Random(number)
        games, sent = self._memories[number], 0
        try:
            while not self._done.is_set():
                sent += 1
                self._act(games, chooser, f"w{number} {sent}")
        except BaseException as error:
            self.surprises.append(error)

    def _act(self, games: GameService, chooser: random.Random, field: str) -> None:
        """One command, until its outcome is known."""
        table = chooser.randrange(self._tables)
        name = f"{table}-{self._generation[table]}"
        try:
            wanted = self._wanted(games, name, chooser, field)
        except HistoryShrankError:
            self._leave(name)
            return
        if wanted is None:
            self._advance(table, name)
            return
        act, key = wanted
        if self._insist(name, key, lambda: act(games)) and chooser.random() < self._repeats:
            again = act(chooser.choice(self._memories))
            assert again.replayed, "a known key was carried out twice"
            self._ledger.note(name, key.field, again)
            self._count("repeated")

    def _wanted(
        self, games: GameService, name: str, chooser: random.Random, field: str
    ) -> tuple[Callable[[GameService], Outcome], Key] | None:
        """What to do on a game; None when it is over or given up."""
        loaded = self._look(games, name)
        if loaded is None:
            new = game_options(name, seed=f"{random.Random(name).getrandbits(256):064x}")
            made = Key("made", "f")
            return lambda by: by.create(EditionName.E2025, new, made), made
        if loaded.state.status is Status.FINISHED or name in self.shrunk:
            return None
        free = [seat for seat in SEATS if seat not in loaded.state.seats]
        command: Command = TakeSeat(free[0], ALICE) if free else chooser.choice(plays(loaded.state))
        named = loaded.version if chooser.random() < 0.5 else None
        key = Key(field, "f")
        return lambda by: by.submit(name, command, named, key), key

    def _look(self, games: GameService, name: str) -> GameSnapshot | None:
        """The game as this writer knows it, or as soon as the store can say."""
        end = time.monotonic() + 2 * PATIENCE
        while True:
            try:
                return games.repository.cached(name)
            except GameNotFoundError:
                return None
            except StoreUnavailableError:
                assert time.monotonic() < end, "never available again"
                time.sleep(BREATH)

    def _insist(self, name: str, key: Key, act: Callable[[], Outcome]) -> bool:
        """Whether the command was accepted in the end."""
        unknown = False
        end = time.monotonic() + 2 * PATIENCE
        while True:
            try:
                outcome = act()
            except StoreUnavailableError as error:
                assert time.monotonic() < end, "never available again"
                self._count("refused for now" if isinstance(error, StoreRefusedError) else "failed")
                unknown = unknown or not isinstance(error, StoreRefusedError)
                time.sleep(BREATH)
                continue
            except REFUSED:
                self._count("refused")
                self._settled("void", unknown)
            except HistoryShrankError:
                self._leave(name)
                self._settled("told", unknown)
            else:
                self._count("accepted")
                self._ledger.note(name, key.field, outcome)
                self._settled("kept" if outcome.replayed else "anew", unknown)
                return True
            return False

    def _settled(self, how: str, unknown: bool) -> None:
        if unknown:
            self._count("unknown")
            self._count(how)

    def _count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def _leave(self, name: str) -> None:
        self.shrunk.add(name)

    def _advance(self, table: int, name: str) -> None:
        """Go on to the table's next game, should nobody else have done so."""
        with self._lock:
            if name == f"{table}-{self._generation[table]}":
                self._generation[table] += 1
