"""Changes made late, twice or in any order: nothing older ever stands in for something newer, and
in the end the read model is what the logs alone make of it."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.redis_server import RedisServer
from domain.commands import Resign, TakeSeat
from domain.errors import IllegalCommandError
from domain.values import Seat, Visibility
from events.backend import Backend
from events.feeds.feeds import FeedEntry, Feeds
from events.games.errors import GameNotFoundError
from events.games.repository import GameRepository
from events.games.service import GameService
from events.read_models.projection import Projection
from events.read_models.projector import Projector
from events.read_models.read_model import Change, ReadModel
from events.read_models.rebuild import rebuild
from tests.fixtures import ALICE, BOB, game_options, opened, play_on, started
from tests.support.cluster import Cluster
from tests.support.projecting import catch_up, contents, rebuilt
from tests.support.seating import SEATS

MODEST = settings(
    max_examples=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
GAMES = ("gm_public", "gm_private", "gm_later")
NUMBERS = st.integers(0, 99)
COMMANDS = st.one_of(
    st.tuples(st.just("play"), st.sampled_from(GAMES), st.integers(1, 3)),
    st.tuples(st.just("sit"), st.sampled_from(GAMES), st.sampled_from(SEATS)),
    st.tuples(st.just("resign"), st.sampled_from(GAMES), st.sampled_from(SEATS)),
)
STEPS = st.one_of(
    COMMANDS,
    st.tuples(st.just("prepare"), NUMBERS),
    st.tuples(st.just("make"), NUMBERS),
    st.tuples(st.just("read"), st.integers(1, 3)),
    st.tuples(st.just("take in"), NUMBERS, NUMBERS),
    st.tuples(st.just("trim")),
)


class Bench:
    """Three games, and two processes that bring them up to date with pauses at every point."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        backend.client.flushall()
        rebuild(backend)
        model = ReadModel.current(backend.client)
        assert model is not None
        self.model = model
        self.feeds = Feeds(backend.client, backend.names)
        self.now = datetime(2030, 1, 1, tzinfo=UTC)
        self.games = GameService(backend.store, self.clock)
        self.processes = [
            Projection(backend, model, GameRepository(backend.store), self.clock) for _ in range(2)
        ]
        self.prepared: list[Change] = []
        self.handed_out: list[list[FeedEntry]] = []
        self.shown = dict.fromkeys(GAMES, 0)
        for name in GAMES[:2]:
            started(self.games, name, visibility=Visibility(name.removeprefix("gm_")))
        opened(self.games, game_options(GAMES[2]))

    def clock(self) -> str:
        self.now += timedelta(milliseconds=7)
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def do(self, step: tuple[object, ...]) -> None:
        match step:
            case ("play", str(game), int(commands)):
                play_on(self.games, game, commands)
            case ("sit", str(game), Seat() as seat):
                self.submit(game, TakeSeat(seat, ALICE if seat is Seat.ALLIES else BOB))
            case ("resign", str(game), Seat() as seat):
                self.submit(game, Resign(seat))
            case ("prepare", int(number)):
                changes, failed = self.processes[number % 2].changes(GAMES)
                assert not failed
                self.prepared += changes
            case ("make", int(number)) if self.prepared:
                self.model.apply([self.prepared[number % len(self.prepared)]])
            case ("read", int(count)):
                self.handed_out.append(self.feeds.read(self.model.group, count))
            case ("take in", int(process), int(number)) if self.handed_out:
                self.take_in(process % 2, self.handed_out[number % len(self.handed_out)])
            case ("trim",):
                self.feeds.trim()
                self.feeds.check(self.model.group)

    def submit(self, game: str, command: TakeSeat | Resign) -> None:
        try:
            self.games.submit(game, command)
        except (GameNotFoundError, IllegalCommandError):
            return

    def take_in(self, process: int, entries: list[FeedEntry]) -> None:
        self.processes[process].process(entries)
        stored = self.model.stored(GAMES)
        for game in {entry.game for entry in entries if entry.game}:
            assert stored[game][1].summary["version"] == self.games.repository.current(game).version

    def look(self) -> None:
        """Nothing goes back in time."""
        for game, (_, entry) in self.model.stored(GAMES).items():
            version = entry.summary["version"]
            assert version >= self.shown[game]
            self.shown[game] = version


@MODEST
@given(steps=st.lists(STEPS, min_size=10, max_size=40))
def test_any_order_comes_to_what_the_logs_say(
    redis_server: RedisServer | Cluster, steps: list[tuple[object, ...]]
) -> None:
    backend = Backend.at(redis_server.url, 2)
    with closing(backend.client):
        bench = Bench(backend)
        for step in steps:
            bench.do(step)
            bench.look()
        catch_up(backend, Projector(backend, bench.clock))
        assert contents(backend.client) == rebuilt(backend)
