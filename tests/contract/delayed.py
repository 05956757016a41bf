"""Twin games whose onlookers are some turns behind: alike in all that these may see."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

from api.app import create_app
from api.services import EXTENSION, Services, attach, build
from api.settings import Settings
from api.settings.rate_limits import RateLimits
from domain.commands import Command, EndTurn
from events.accounts.rates import Rate
from events.archive.archived_store import ArchivedEventStore
from events.backend import Backend
from events.clock import milliseconds
from events.games.service import GameService
from events.live.hub import Group, LiveHub
from events.live.notifier import ChangeNotifier
from events.read_models.projector import Projector
from events.read_models.rebuild import rebuild
from tests.contract.contract import read
from tests.contract.service import Game, Player, Service, serve
from tests.fixtures import Clock, is_derived, plays

COUNTED = RateLimits(*[Rate(10**6, 86_400)] * 6, exempt=())
_MASKS = (
    # Each store has a key of its own for Web Push.
    (re.compile(rb'("push_key":)"[^"]*"'), rb'\1""'),
    # When to come back is drawn by lot.
    (re.compile(rb'(retry: |"retry_ms":)[0-9]+'), rb"\1"),
    # Each request is a span of its own.
    (re.compile(rb"traceparent: [0-9a-f-]+"), b"traceparent: "),
    # When the count of requests begins anew.
    (re.compile(rb";t=[0-9]+"), b";t="),
)
_OTHER = 1
"""The number of a second database of a Redis server."""
MIDDLE = 3
"""The turn whose beginning is where twins part."""


def copied(here: Service, there: Service, number: int) -> None:
    """Put everything into the other service, whose database has a number."""
    source = cast(Any, here.inside().redis)
    for key in source.scan_iter():
        if not is_derived(key):
            source.copy(key, key, destination_db=number)
    rebuild(Backend.on(there.inside().redis))


@dataclass
class Watched:
    """A game whose onlookers are a turn behind, and everybody around it."""

    game: Game
    creator: Player
    stranger: Player
    delay: int = 1

    @property
    def games(self) -> GameService:
        return self.creator.service.inside().game_service

    @property
    def seen(self) -> int:
        """The version that onlookers see."""
        return self.games.repository.current(self.game.id).visible(frozenset()).version

    def turn(self) -> int:
        return self.games.repository.current(self.game.id).state.turn.number

    def submit(self, command: Command) -> Group:
        """Play on; returns the events."""
        return self.games.submit(self.game.id, command).events

    def in_other(self, service: Service) -> "Watched":
        """The same in a service that has a copy of everything."""

        def moved(player: Player) -> Player:
            return Player(service, player.id, player.token)

        seats = {side: moved(player) for side, player in self.game.seats.items()}
        return Watched(Game(self.game.id, seats), moved(self.creator), moved(self.stranger))


def watched(service: Service, turn: int) -> Watched:
    """A game in which a turn has just begun."""
    creator, ada, ben, stranger = (service.player(name) for name in ("Cy", "Ada", "Ben", "Dee"))
    game = creator.new_game(spectator_delay=1)
    game.sit(ada, "allies")
    game.sit(ben, "axis")
    found = Watched(game, creator, stranger)
    chance = random.Random(turn)
    while found.turn() < turn:
        found.submit(next_command(found, chance))
    return found


def next_command(found: Watched, chance: random.Random) -> Command:
    """A random command; one that ends the turn where one does."""
    options = plays(found.games.repository.current(found.game.id).state)
    ending = [one for one in options if isinstance(one, EndTurn)]
    return chance.choice(ending or options)


def rest_of_turn(rehearsal: Watched) -> list[Command]:
    """Commands with which a turn goes on; the last of them ends it. They are carried out."""
    chance, turn, found = random.Random(8), rehearsal.turn(), list[Command]()
    while rehearsal.turn() == turn:
        found.append(next_command(rehearsal, chance))
        rehearsal.submit(found[-1])
    return found


Action = Callable[[], Group]


@dataclass
class FakeLive(LiveHub):
    """A hub on which time passes only while somebody waits, and in which everything happens at the
    second that a script says. At the end of the script it closes."""

    game: str
    wall: Clock
    script: list[tuple[float, Action]]
    end: float
    now: float = 0.0
    _groups: list[Group] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = lambda: self.now

    @property
    def closed(self) -> bool:
        return self.now >= self.end

    @property
    def readers(self) -> int:
        return 0

    @contextmanager
    def listen(self, game: str) -> Iterator[Any]:
        assert game == self.game
        yield self

    @contextmanager
    def notifier_for(self, *players: str) -> Iterator[ChangeNotifier]:
        yield _FakeBell(self)

    def subscribe(self, bell: ChangeNotifier, game: str) -> None:
        bell.subscriptions.add(game)

    def unsubscribe(self, bell: ChangeNotifier, game: str) -> None:
        bell.subscriptions.discard(game)

    def take(self, seconds: float) -> Group | None:
        """As an inbox has it."""
        until = min(self.now + seconds, self.end)
        while not self._groups and self.script and self.script[0][0] <= until:
            moment, action = self.script.pop(0)
            self._pass(moment)
            self._groups.append(action())
        if self._groups:
            return self._groups.pop(0)
        self._pass(until)
        return None

    def _pass(self, moment: float) -> None:
        self.wall.advance(seconds=moment - self.now)
        self.now = moment


class _FakeBell(ChangeNotifier):
    def __init__(self, hub: FakeLive) -> None:
        super().__init__()
        self._hub = hub

    def take(self, seconds: float) -> frozenset[str] | None:
        if self._hub.take(seconds) is None:
            return None
        assert self._hub.game in self.subscriptions
        return frozenset({self._hub.game})


@dataclass
class FixedChanges:
    """The changed games of a player as the lists have them, a second behind a fake clock."""

    kit: Services
    projector: Projector
    begin: int
    hub: FakeLive

    def catch_up(self) -> None:
        while self.projector.step(0):
            pass

    def unfinished(self, player: str) -> set[str]:
        return self.kit.recently_updated.unfinished(player)

    def since(self, player: str, moment: int) -> tuple[dict[str, int], int]:
        self.catch_up()
        found, _ = self.kit.recently_updated.since(player, moment)
        return found, self.begin + round(1000 * (self.hub.now - 1))


class CountedReads(ArchivedEventStore):
    """A store that counts how often it is asked, and for how many events."""

    asked = 0
    events = 0

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        found = super().read(game, after, upto)
        self.asked, self.events = self.asked + 1, self.events + len(found)
        return found


class Stage:
    """The same game again and again, from where a turn begins, with a clock of its own each time.

    ``turn`` are commands with which it goes on; the last one ends the turn.
    """

    def __init__(self, url: str, turn: int = MIDDLE) -> None:
        self.reads: CountedReads
        self._source = serve(f"{url}?db=0")
        self._game = watched(self._source, turn)
        settings = Settings(redis_url=f"{url}?db={_OTHER}", rate_limits=COUNTED)
        self.service = Service(create_app(settings), read(), self._source.projector)
        self.turn = rest_of_turn(self._start_game(Clock()))

    def begin(self, script: Callable[[Watched], list[tuple[float, Action]]], end: float) -> "Play":
        """The game anew, and what is to happen in it."""
        wall = Clock()
        game = self._start_game(wall)
        kit, begin = self.service.inside(), milliseconds(wall())
        hub = FakeLive(game.game.id, wall, script(game), end)
        projector = Projector(Backend.on(kit.redis), wall)
        changed = cast(Any, FixedChanges(kit, projector, begin, hub))
        self.service.app.extensions[EXTENSION] = replace(kit, live=hub, recently_updated=changed)
        return Play(game, hub)

    def _start_game(self, wall: Clock) -> Watched:
        redis = self.service.inside().redis
        redis.flushdb()
        app = self.service.app
        with app.app_context():
            settings = self.service.inside().settings
            backend = Backend.at(str(settings.redis_url))
            self.reads = CountedReads(backend.client, backend.names)
            attach(build(settings, replace(backend, store=self.reads), wall))
        copied(self._source, self.service, _OTHER)
        return self._game.in_other(self.service)

    def close(self) -> None:
        self._source.close()


@dataclass
class Play:
    """A game in which everything happens by a script, and those who look on."""

    game: Watched
    hub: FakeLive

    def timed(self, parts: Iterable[bytes]) -> list[tuple[float, bytes]]:
        """What a stream brings, and at which second each part came."""
        return [(self.hub.now, masked(part)) for part in parts]


def masked(text: bytes) -> bytes:
    """What was sent, without what counts the time and the requests."""
    for pattern, instead in _MASKS:
        text = pattern.sub(instead, text)
    return text
