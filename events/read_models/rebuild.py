"""Building the read model anew, from the logs alone, while games go on."""

import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import cast

from redis import RedisCluster

from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.feeds.feeds import Feeds
from events.games.repository import GameRepository
from events.read_models import rating_fold
from events.read_models.projection import Projection
from events.read_models.read_model import GROUP_PREFIX, ReadModel
from events.store import keys, layout
from events.store.failures import translate_errors
from events.store.port import StoreUnavailableError
from events.store.servers import Client

_LOCK_MILLISECONDS = 10_000
_PATIENCE_SECONDS = 1.0
"""How long another one is waited for, which may only be tidying up."""
_BREATH = 0.02
_BATCH = 100
_NEARLY_NONE = 50
"""So few further entries in one look at the feeds that the new generation may be read."""
_SEARCHES = 5
# A lock that has expired and was taken by nobody is still ours: reading games may take long.
_RENEW = (
    "local held = redis.call('GET', KEYS[1]) "
    "if held and held ~= ARGV[1] then return 0 end "
    "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1"
)
_RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"
_SWITCH = (
    "local held = redis.call('GET', KEYS[1]) "
    "if held and held ~= ARGV[1] then return 0 end "
    "redis.call('SET', KEYS[2], ARGV[2]) return 1"
)
_log = logging.getLogger(__name__)


class RebuildRunsError(Exception):
    """Another process builds a generation now."""


class RebuildStoppedError(Exception):
    """The rebuild was told to stop; the lists are as they were."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild has done; ``failed`` are games whose logs could not be read."""

    generation: int
    games: int
    failed: tuple[str, ...]
    seconds: float


def never() -> bool:
    """A rebuild that nobody stops."""
    return False


def rebuild(
    backend: Backend, than: int | None = None, stopped: Callable[[], bool] = never
) -> Rebuilt | None:
    """Build the next generation from all logs, switch to it and drop all others.

    With ``than``, nothing is done and None returned when a newer generation than that is read
    already. ``stopped`` is asked again and again. Raises ``RebuildRunsError``,
    ``RebuildStoppedError``, ``ForeignDataError``, ``StoreUnavailableError``, and ``FeedLostError``
    or ``ModelLostError`` when the new generation is taken away while it is built.
    """
    started = time.monotonic()
    with translate_errors():
        layout.claim(backend.client, backend.names)
    with _lock(backend, stopped, _PATIENCE_SECONDS) as lock:
        current = ReadModel.current(backend.client)
        if than is not None and current is not None and current.generation > than:
            return None
        _drop_others(backend, current)
        # By the clock, so that a number does not come back should all keys be lost.
        number = max(milliseconds(utc_now()), current.generation + 1 if current else 0)
        model = ReadModel(backend.client, number)
        _log.info("building generation %d of the read models", number)
        try:
            games, failed = _fill(backend, model, lock)
            lock.switch(model)
        except BaseException:
            # Should this fail, it is left to the next one who tidies up.
            with suppress(StoreUnavailableError):
                _drop(backend, model)
            raise
        _drop_others(backend, model)
    done = Rebuilt(number, games, tuple(failed), time.monotonic() - started)
    _log.info("generation %d has %d games after %.1f s", number, games, done.seconds)
    return done


def tidy(backend: Backend) -> None:
    """Drop what interrupted rebuilds have left, unless one runs."""
    try:
        with _lock(backend):
            _drop_others(backend, ReadModel.current(backend.client))
    except RebuildRunsError:
        return


def stored_games(backend: Backend, kinds: Collection[str] = ("log", "closed")) -> Iterator[str]:
    """The games of all partitions, archived ones too; some may come twice. ``kinds`` are the keys
    that tell of them: ``log`` those that Redis holds, ``closed`` those archived or frozen."""
    for name in _keys_like(backend.client, f"{keys.PREFIX}:{{p*}}:[lc]*:*"):
        _, _, kind, game = name.split(":", 3)
        if kind in kinds:
            yield game


def _keys_like(client: Client, pattern: str) -> Iterator[str]:
    """The keys of all servers that fit; some may come twice.

    A key that moves to another server of a cluster meanwhile might be passed over, so the search
    is made again until the slots have stayed where they were.
    """
    for _ in range(_SEARCHES):
        before = _whereabouts(client)
        with translate_errors():
            for name in client.scan_iter(match=pattern, count=1000):
                yield name.decode("utf-8", "replace")
        if _whereabouts(client) == before:
            return
    _log.warning("cluster slots moved during the rebuild; rebuild the read models again later")


def _whereabouts(client: Client) -> object:
    """Which slots each server of a cluster has; never the same while one of them moves."""
    if not isinstance(client, RedisCluster):
        return None
    slots = {}
    with translate_errors():
        for node in client.get_primaries():  # type: ignore[no-untyped-call] # redis-py
            server = client.get_redis_connection(node)
            nodes = cast(bytes, server.execute_command("CLUSTER", "NODES"))  # type: ignore[no-untyped-call] # redis-py
            own = next(line for line in nodes.splitlines() if b"myself" in line.split()[2])
            slots[node.name] = own.split()[8:]
    moving = any(words[-1:] and words[-1].startswith(b"[") for words in slots.values())
    return object() if moving else slots


class _Lock:
    """The right to build a generation, as long as it is renewed."""

    def __init__(self, backend: Backend, stopped: Callable[[], bool]) -> None:
        self._client = backend.client
        self._stopped = stopped
        self._token = secrets.token_hex(8)

    def acquire(self, patience: float) -> None:
        end = time.monotonic() + patience
        with translate_errors():
            while not self._client.set(keys.REBUILD, self._token, nx=True, px=_LOCK_MILLISECONDS):
                if time.monotonic() >= end:
                    raise RebuildRunsError
                time.sleep(_BREATH)

    def renew(self) -> None:
        if self._stopped():
            raise RebuildStoppedError
        with translate_errors():
            renewed = self._client.eval(_RENEW, 1, keys.REBUILD, self._token, _LOCK_MILLISECONDS)
        if not renewed:
            raise RebuildRunsError

    def switch(self, model: ReadModel) -> None:
        with translate_errors():
            done = self._client.eval(_SWITCH, 2, keys.REBUILD, keys.MODEL, self._token, model.mark)
        if not done:
            raise RebuildRunsError

    def release(self) -> None:
        with translate_errors():
            self._client.eval(_RELEASE, 1, keys.REBUILD, self._token)


@contextmanager
def _lock(
    backend: Backend, stopped: Callable[[], bool] = never, patience: float = 0
) -> Iterator[_Lock]:
    lock = _Lock(backend, stopped)
    lock.acquire(patience)
    try:
        yield lock
    finally:
        # Should this fail, the lock expires by itself.
        with suppress(StoreUnavailableError):
            lock.release()


def _fill(backend: Backend, model: ReadModel, lock: _Lock) -> tuple[int, list[str]]:
    """Take in all games as they are; then what has happened meanwhile, so that the lists do not
    fall back in time when the generation is switched to."""
    feeds = Feeds(backend.client, backend.names)
    model.begin(feeds.register(model.group))
    projection = Projection(backend, model, GameRepository(backend.store, cached=0), utc_now)
    count, failed, names = 0, [], stored_games(backend)
    while batch := set(islice(names, _BATCH)):
        failed += projection.bring_up_to_date(batch)
        count += len(batch)
        lock.renew()
    while rating_fold.take_some_in(model):
        lock.renew()
    accounts = _keys_like(backend.client, keys.player("*"))
    while some := {name.removeprefix(keys.player("")) for name in islice(accounts, _BATCH)}:
        projection.take_in_names(some)
        lock.renew()
    while True:
        entries = feeds.read(model.group, _BATCH)
        projection.take_in(entries)
        lock.renew()
        if len(entries) < _NEARLY_NONE:
            return count, failed


def _drop_others(backend: Backend, renewed: ReadModel | None) -> None:
    """Drop every generation but one. As a generation has its group before its keys, the groups
    tell which ones there are."""
    for group in Feeds(backend.client, backend.names).groups():
        generation = group.removeprefix(GROUP_PREFIX)
        if generation != group and (renewed is None or renewed.group != group):
            _drop(backend, ReadModel(backend.client, int(generation)))


def _drop(backend: Backend, model: ReadModel) -> None:
    model.drop()
    Feeds(backend.client, backend.names).unregister(model.group)
