"""Metrics of Redis, the games and the jobs, read when scraped, in a few round trips."""

import logging
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, cast

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis, RedisCluster
from redis.exceptions import ResponseError

from api.settings import Settings
from events.store import keys
from events.store.failures import FAILURES
from events.store.keys import Keys
from events.store.servers import Client

QUEUE = "afteraction"
_JOBS = {
    "waiting": ("llen", "rq:queue:{}"),
    "running": ("zcard", "rq:wip:{}"),
    "scheduled": ("zcard", "rq:scheduled:{}"),
    "failed": ("zcard", "rq:failed:{}"),
}
_BROKEN = {"store": keys.BROKEN_LOGS, "archive": keys.BROKEN_FILES}
_QUEUE_TIMEOUT_SECONDS = 2.0
_log = logging.getLogger(__name__)


class StoreFigures(Collector):
    """Metrics of both servers. Those of an unavailable server are left out, and
    ``afteraction_redis_up`` reports it."""

    def __init__(self, client: Client, settings: Settings) -> None:
        self._client = client
        self._settings = settings

    def collect(self) -> Iterable[Metric]:
        """Read the metrics."""
        up = GaugeMetricFamily(
            "afteraction_redis_up", "Whether a store responds.", labels=("store",)
        )
        collected: list[Metric] = [up]
        for store, collect in (("games", self._of_games), ("queue", self._of_queue)):
            try:
                collected += collect()
                up.add_metric((store,), 1)
            except FAILURES as error:
                _log.warning("store metrics of %s unavailable: %s", store, error)
                up.add_metric((store,), 0)
        return collected

    def _of_games(self) -> Iterator[Metric]:
        yield from _of_servers(self._client)
        yield from self._of_partitions()
        yield from _of_verification(self._client)

    def _of_partitions(self) -> Iterator[Metric]:
        names = Keys(self._settings.partitions)
        pipe: Any = self._client.pipeline(transaction=False)
        for partition in names.all_partitions():
            pipe.zcard(names.finished(partition))
            pipe.hlen(names.seals_of(partition))
            pipe.hlen(names.imports(partition))
        pipe.get(keys.SWEPT)
        *sizes, swept = cast(list[Any], pipe.execute())
        finished, seals, imports = sizes[::3], sizes[1::3], sizes[2::3]
        yield GaugeMetricFamily(
            "afteraction_finished_games",
            "Finished games in Redis, which are not archived yet.",
            value=sum(finished),
        )
        missing = (f - s - i for f, s, i in zip(finished, seals, imports, strict=True))
        yield GaugeMetricFamily(
            "afteraction_unsealed_games",
            "Finished games in Redis without a seal; a lower bound, because imported games "
            "need none.",
            value=sum(max(0, count) for count in missing),
        )
        if swept is not None:
            yield GaugeMetricFamily(
                "afteraction_swept_timestamp_seconds",
                "Time of the last sweep of a worker, in Unix seconds.",
                value=int(swept) / 1000,
            )

    def _of_queue(self) -> Iterator[Metric]:
        pipe = self._queue_client().pipeline(transaction=False)
        for command, name in _JOBS.values():
            getattr(pipe, command)(name.format(QUEUE))
        jobs = GaugeMetricFamily(
            "afteraction_queue_jobs", "Jobs by state.", labels=("queue", "state")
        )
        for state, count in zip(_JOBS, pipe.execute(), strict=True):
            jobs.add_metric((QUEUE, state), count)
        yield jobs

    def _queue_client(self) -> Client:
        url = self._settings.queue_url
        if url is None or url == self._settings.redis_url:
            return self._client
        return _plain_client(url)


@cache
def _plain_client(url: str) -> Redis:
    timeout = _QUEUE_TIMEOUT_SECONDS
    return Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout)


def _of_verification(client: Client) -> Iterator[Metric]:
    """Yield the results of the workers' verification of all stored events."""
    pipe: Any = client.pipeline(transaction=False)
    pipe.hgetall(keys.VERIFICATION)
    for key in _BROKEN.values():
        pipe.hlen(key)
    times, *counts = cast(list[Any], pipe.execute())
    yield CounterMetricFamily(
        "afteraction_log_verified",
        "Stored events verified by workers, in Redis and in the archive.",
        value=int(times.get(b"events", 0)),
    )
    broken = GaugeMetricFamily(
        "afteraction_log_broken_games",
        "Games whose stored history does not verify, in Redis (store) or in the archive.",
        labels=("part",),
    )
    ended = GaugeMetricFamily(
        "afteraction_log_round_timestamp_seconds",
        "Time when the last full round of verification ended, in Unix seconds.",
        labels=("part",),
    )
    for part, count in zip(_BROKEN, counts, strict=True):
        broken.add_metric((part,), count)
        if (at := times.get(f"{part}:ended".encode("ascii"))) is not None:
            ended.add_metric((part,), int(at) / 1000)
    yield broken
    yield ended


def _of_servers(client: Client) -> Iterator[Metric]:
    """Return the memory and durability of each primary server."""
    used = GaugeMetricFamily(
        "afteraction_redis_memory_bytes", "Memory used by Redis, in bytes.", labels=("server",)
    )
    limit = GaugeMetricFamily(
        "afteraction_redis_maxmemory_bytes",
        "Memory limit above which Redis refuses writes, in bytes; 0 means no limit.",
        labels=("server",),
    )
    durability = GaugeMetricFamily(
        "afteraction_durability",
        "1 for the current mode: always, everysec, no, off or unknown.",
        labels=("server", "mode"),
    )
    for name, server in _servers(client):
        memory = cast(dict[str, int], server.info("memory"))
        used.add_metric((name,), memory["used_memory"])
        limit.add_metric((name,), memory["maxmemory"])
        durability.add_metric((name, _mode(server)), 1)
    return iter((used, limit, durability))


def _servers(client: Client) -> list[tuple[str, Redis]]:
    if isinstance(client, RedisCluster):
        nodes = client.get_primaries()  # type: ignore[no-untyped-call] # redis-py
        return [(node.name, client.get_redis_connection(node)) for node in nodes]
    return [("only", client)]


def _mode(server: Redis) -> str:
    try:
        config = cast(dict[str, str], server.config_get("append*"))
    except ResponseError:
        return "unknown"
    return config["appendfsync"] if config.get("appendonly") == "yes" else "off"
