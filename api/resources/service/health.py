"""Whether the service is up, and whether it can keep its promises."""

from typing import Any, cast

from flask import Response
from flask_smorest import Blueprint
from redis import Redis, RedisCluster
from redis.exceptions import ResponseError

from api.http.problems import ProblemError
from api.http.responses import answer
from api.openapi.operation import NO_TOKEN, Operation, Success
from api.schemas.answer import Answer
from api.services import Services, services
from events.store import keys, layout
from events.store.failures import translated
from events.store.keys import Keys
from events.store.servers import Client, Command, send_once

health = Blueprint("health", __name__, description="Operations for operators.")
_HEADERS = {"Cache-Control": "no-store"}
_MODES = ("off", "no", "everysec", "always")
"""What may be asked of the disk, the weakest first."""


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
    require_writes(deps)
    with translated():
        layout.check(deps.redis, Keys(deps.settings.partitions))
        set_up = _settings(deps.redis)
    if any(map(evicts, set_up)):
        raise ProblemError(
            "store_unsafe", "Redis is configured to evict keys when its memory is full."
        )
    return answer(ReadinessAnswer("ready", durability(set_up), replicas), headers=_HEADERS)


def require_writes(deps: Services) -> None:
    """Write something and have it confirmed as a command has to be.

    Raises ``StoreUnavailableError``, and a problem when too few replicas confirm it.
    """
    replicas, patience = deps.settings.store_wait_replicas, deps.settings.store_wait_ms
    wait: list[Command] = [("WAIT", replicas, patience)] if replicas else []
    with translated():
        write = ("SET", keys.READY, deps.clock())
        done, *confirmed = send_once(deps.redis, keys.READY, write, *wait)
        for reply in (done, *confirmed):
            if isinstance(reply, Exception):
                raise reply
    if confirmed and confirmed[0] < replicas:
        detail = (
            f"Only {confirmed[0]} of {replicas} replicas confirmed a write (STORE_WAIT_REPLICAS)."
        )
        raise ProblemError("store_unavailable", detail)


def _settings(redis: Client) -> list[dict[str, str]]:
    """How each server that takes writes is set up; none where that may not be asked."""
    try:
        if isinstance(redis, Redis):
            return [cast(dict[str, str], redis.config_get("*"))]
        found: Any = redis.config_get("*", target_nodes=RedisCluster.PRIMARIES)
    except ResponseError:
        return []
    # Of a single server the answer comes as it is, of several by their names.
    return [found] if "maxmemory" in found else [*found.values()]


def evicts(set_up: dict[str, str]) -> bool:
    """Whether a server throws data away when its memory is full."""
    bounded = set_up.get("maxmemory", "0") != "0"
    return bounded and set_up.get("maxmemory-policy") != "noeviction"


def durability(set_up: list[dict[str, str]]) -> str:
    """When the least careful server writes to its disk; ``unknown`` where it may not be asked."""
    modes = {
        found["appendfsync"] if found.get("appendonly") == "yes" else "off" for found in set_up
    }
    return next((mode for mode in _MODES if mode in modes), "unknown")
