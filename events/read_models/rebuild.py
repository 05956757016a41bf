"""Rebuild the read model from the logs alone, while games go on."""

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
_LOCK_TIMEOUT_SECONDS = 1.0
"""How long to wait for the lock: another process may hold it only to clean up."""
_RETRY_SECONDS = 0.02
_BATCH = 100
_CAUGHT_UP_ENTRIES = 50
"""The new generation becomes current once a read of the feeds returns fewer entries than this."""
_MAX_SCANS = 5
# An expired lock that nobody has taken is still ours: reading games may take long.
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
    """Another process is rebuilding the read model."""


class RebuildStoppedError(Exception):
    """The rebuild was stopped; the current generation is unchanged."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of a rebuild; ``failed`` are games whose logs could not be read."""

    generation: int
    games: int
    failed: tuple[str, ...]
    seconds: float


def never() -> bool:
    """A stop condition that is always false."""
    return False


def rebuild(
    backend: Backend, older_than: int | None = None, stopped: Callable[[], bool] = never
) -> Rebuilt | None:
    """Build the next generation from all logs, make it current and drop all others.

    Returns None if the current generation is newer than ``older_than`` already. ``stopped`` is
    polled during the rebuild. Raises ``RebuildRunsError``, ``RebuildStoppedError``,
    ``ForeignDataError``, ``StoreUnavailableError``, and ``FeedLostError`` or ``ModelLostError`` if
    the new generation is deleted meanwhile.
    """
    started = time.monotonic()
    with translate_errors():
        layout.claim(backend.client, backend.names)
    with _lock(backend, stopped, _LOCK_TIMEOUT_SECONDS) as lock:
        current = ReadModel.current(backend.client)
        if older_than is not None and current is not None and current.generation > older_than:
            return None
        _drop_others(backend, current)
        # From the clock, so that a number is not reused should all keys be lost.
        number = max(milliseconds(utc_now()), current.generation + 1 if current else 0)
        model = ReadModel(backend.client, number)
        _log.info("building generation %d of the read models", number)
        try:
            games, failed = _fill(backend, model, lock)
            lock.switch(model)
        except BaseException:
            # If this fails, the next cleanup drops it.
            with suppress(StoreUnavailableError):
                _drop(backend, model)
            raise
        _drop_others(backend, model)
    result = Rebuilt(number, games, tuple(failed), time.monotonic() - started)
    _log.info("generation %d has %d games after %.1f s", number, games, result.seconds)
    return result


def tidy(backend: Backend) -> None:
    """Drop what interrupted rebuilds have left, unless a rebuild is running."""
    try:
        with _lock(backend):
            _drop_others(backend, ReadModel.current(backend.client))
    except RebuildRunsError:
        return


def stored_games(backend: Backend, kinds: Collection[str] = ("log", "closed")) -> Iterator[str]:
    """Iterate over all games, archived ones included; some may come twice. ``kinds`` are the kinds
    of keys to scan: ``log`` for games in Redis, ``closed`` for archived or frozen ones."""
    for name in _scan_keys(backend.client, f"{keys.PREFIX}:{{p*}}:[lc]*:*"):
        _, _, kind, game = name.split(":", 3)
        if kind in kinds:
            yield game


def _scan_keys(client: Client, pattern: str) -> Iterator[str]:
    """Iterate over the keys of all servers that match; some may come twice.

    A key that moves to another server of a cluster might be missed, so the scan is repeated until
    the slots did not move during it.
    """
    for _ in range(_MAX_SCANS):
        before = _slot_owners(client)
        with translate_errors():
            for name in client.scan_iter(match=pattern, count=1000):
                yield name.decode("utf-8", "replace")
        if _slot_owners(client) == before:
            return
    _log.warning("cluster slots moved during the rebuild; rebuild the read models again later")


def _slot_owners(client: Client) -> object:
    """The slots of each server of a cluster; unequal to any other value while a slot moves."""
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
    """The lock of a rebuild, which expires unless it is renewed."""

    def __init__(self, backend: Backend, stopped: Callable[[], bool]) -> None:
        self._client = backend.client
        self._stopped = stopped
        self._token = secrets.token_hex(8)

    def acquire(self, timeout: float) -> None:
        end = time.monotonic() + timeout
        with translate_errors():
            while not self._client.set(keys.REBUILD, self._token, nx=True, px=_LOCK_MILLISECONDS):
                if time.monotonic() >= end:
                    raise RebuildRunsError
                time.sleep(_RETRY_SECONDS)

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
    backend: Backend, stopped: Callable[[], bool] = never, timeout: float = 0
) -> Iterator[_Lock]:
    lock = _Lock(backend, stopped)
    lock.acquire(timeout)
    try:
        yield lock
    finally:
        # If this fails, the lock expires.
        with suppress(StoreUnavailableError):
            lock.release()


def _fill(backend: Backend, model: ReadModel, lock: _Lock) -> tuple[int, list[str]]:
    """Project all games, then the entries appended meanwhile, so that the lists do not go back in
    time when the generation becomes current."""
    feeds = Feeds(backend.client, backend.names)
    model.begin(feeds.register(model.group))
    projection = Projection(backend, model, GameRepository(backend.store, cached=0), utc_now)
    count, failed, names = 0, [], stored_games(backend)
    while batch := set(islice(names, _BATCH)):
        failed += projection.update(batch)
        count += len(batch)
        lock.renew()
    while rating_fold.apply_some(model):
        lock.renew()
    accounts = _scan_keys(backend.client, keys.player("*"))
    while ids := {name.removeprefix(keys.player("")) for name in islice(accounts, _BATCH)}:
        projection.update_names(ids)
        lock.renew()
    while True:
        entries = feeds.read(model.group, _BATCH)
        projection.process(entries)
        lock.renew()
        if len(entries) < _CAUGHT_UP_ENTRIES:
            return count, failed


def _drop_others(backend: Backend, current: ReadModel | None) -> None:
    """Drop every generation but one. The group of a generation is created before its keys, so the
    groups list all generations."""
    for group in Feeds(backend.client, backend.names).groups():
        generation = group.removeprefix(GROUP_PREFIX)
        if generation != group and (current is None or current.group != group):
            _drop(backend, ReadModel(backend.client, int(generation)))


def _drop(backend: Backend, model: ReadModel) -> None:
    model.drop()
    Feeds(backend.client, backend.names).unregister(model.group)
