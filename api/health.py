"""Whether the service is up, and whether it can keep its promises."""

from typing import cast

from flask import Response
from flask_smorest import Blueprint
from marshmallow import fields
from redis.exceptions import RedisError, ResponseError

from api.answers import answer
from api.operation import NO_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.schemas import Answer
from api.services import services
from events import keys
from events.servers import Client

health = Blueprint("health", __name__, description="For operators.")
_HEADERS = {"Cache-Control": "no-store"}


class HealthSchema(Answer):
    """The process is up."""

    status = fields.String(required=True)


class ReadinessSchema(HealthSchema):
    """The process can serve. ``durability`` is what a 201 promises: ``always`` is on disk,
    ``everysec`` may lose the last second with the machine, ``no`` and ``off`` more."""

    durability = fields.String(required=True)


@endpoint(
    health,
    "GET",
    "/healthz",
    Operation(
        "getHealth",
        "Is the process up",
        Success(200, HealthSchema),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
def get_health() -> Response:
    """Asks nothing of Redis."""
    return answer({"status": "up"}, headers=_HEADERS)


@endpoint(
    health,
    "GET",
    "/readyz",
    Operation(
        "getReadiness",
        "Can it serve",
        Success(200, ReadinessSchema),
        fails=(422, 503),
        security=NO_TOKEN,
    ),
)
def get_readiness() -> Response:
    """Whether Redis takes a write, and how durable an acknowledged command is."""
    redis = services().redis
    try:
        redis.set(keys.READY, services().clock())
        mode = durability(redis)
    except (RedisError, OSError):
        raise ProblemError("store_unavailable", "Redis takes no write.") from None
    return answer({"status": "ready", "durability": mode}, headers=_HEADERS)


def durability(redis: Client) -> str:
    """How Redis writes to disk; ``unknown`` where it may not be asked."""
    try:
        found = cast(dict[str, str], redis.config_get("append*"))
    except ResponseError:
        return "unknown"
    return found["appendfsync"] if found.get("appendonly") == "yes" else "off"
