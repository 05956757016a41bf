"""Liveness and readiness of the service."""

from typing import Any, cast

from flask import Response
from flask_smorest import Blueprint
from redis import Redis, RedisCluster
from redis.exceptions import ResponseError

from api.http.problems import ProblemError
from api.http.responses import answer
from api.monitoring.writes import TooFewReplicasError, require_writes
from api.operations.operation import NO_TOKEN, Operation, Success
from api.schemas.answer import Answer
from api.services import services
from events.store import layout
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client

health = Blueprint("health", __name__, description="Operations for operators.")
_HEADERS = {"Cache-Control": "no-store"}
_MODES = ("off", "no", "everysec", "always")
"""The modes of Redis' append-only file, the weakest first."""


class HealthAnswer(Answer, frozen=True):
    """The process is running."""

    status: str


class ReadinessAnswer(HealthAnswer, frozen=True):
    """The process can serve requests. ``durability`` says how durable a confirmed command is: with
    ``always`` it is on disk; with ``everysec`` a crash of the machine may lose the last second,
    with ``no`` and ``off`` more. ``replicas_confirmed`` is the number of replicas that have it as
    well."""

    durability: str
    replicas_confirmed: int


@Operation(
    health,
    "GET /healthz",
    "Check liveness",
    Success(200, HealthAnswer),
    security=NO_TOKEN,
    counted=False,
)
def get_health() -> Response:
    """Succeeds while the process is running, whether or not Redis is available."""
    return answer(HealthAnswer("up"), headers=_HEADERS)


@Operation(
    health,
    "GET /readyz",
    "Check readiness",
    Success(200, ReadinessAnswer),
    fails=(503,),
    security=NO_TOKEN,
    counted=False,
)
def get_readiness() -> Response:
    """Checks that Redis accepts writes, holds this service's data and does not evict keys, and
    reports how durable a confirmed command is."""
    deps = services()
    replicas = deps.settings.store_wait_replicas
    try:
        require_writes(deps)
    except TooFewReplicasError as error:
        raise ProblemError("store_unavailable", str(error)) from None
    with translate_errors():
        layout.check(deps.redis, Keys(deps.settings.partitions))
        configs = _settings(deps.redis)
    if any(map(evicts, configs)):
        raise ProblemError(
            "store_unsafe", "Redis is configured to evict keys when its memory is full."
        )
    return answer(ReadinessAnswer("ready", durability(configs), replicas), headers=_HEADERS)


def _settings(redis: Client) -> list[dict[str, str]]:
    """Return the configuration of each primary server; none if Redis does not permit reading it."""
    try:
        if isinstance(redis, Redis):
            return [cast(dict[str, str], redis.config_get("*"))]
        configs: Any = redis.config_get("*", target_nodes=RedisCluster.PRIMARIES)
    except ResponseError:
        return []
    # A cluster of one server returns its configuration, one of several a dict by server.
    return [configs] if "maxmemory" in configs else [*configs.values()]


def evicts(config: dict[str, str]) -> bool:
    """Return whether a server evicts keys when its memory is full."""
    bounded = config.get("maxmemory", "0") != "0"
    return bounded and config.get("maxmemory-policy") != "noeviction"


def durability(configs: list[dict[str, str]]) -> str:
    """Return the weakest durability mode of the servers; ``unknown`` without a configuration."""
    modes = {
        config["appendfsync"] if config.get("appendonly") == "yes" else "off" for config in configs
    }
    return next((mode for mode in _MODES if mode in modes), "unknown")
