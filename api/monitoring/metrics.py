"""The metrics in Prometheus' text format."""

from flask import Response
from flask_smorest import Blueprint
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from api.monitoring.feed_figures import FeedFigures
from api.monitoring.processes import registry
from api.monitoring.store_figures import StoreFigures
from api.monitoring.webhook_figures import WebhookFigures
from api.operations.operation import NO_TOKEN, Operation, Success
from api.services import services

COMMANDS = Counter(
    "afteraction_commands",
    "Commands by type and outcome: accepted, replayed (repeated idempotency key), illegal, "
    "conflict (version mismatch or contention), refused or failed.",
    ("type", "outcome"),
)
COMMAND_SECONDS = Histogram(
    "afteraction_command_seconds",
    "Time from the arrival of a command to its response, in seconds.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
STREAMS = Gauge("afteraction_streams_open", "Open event streams.", multiprocess_mode="livesum")
ANSWERS = Counter(
    "afteraction_answers",
    "Responses by operation of the contract (none: unknown) and by status.",
    ("operation", "status"),
)
PROBLEMS = Counter("afteraction_problems", "Problem documents by code.", ("code",))

metrics = Blueprint("metrics", __name__, description="Operations for operators.")


@Operation(
    metrics,
    "GET /metrics",
    "Get metrics for Prometheus",
    Success(200, {"type": "string"}, content_type="text/plain"),
    security=NO_TOKEN,
    counted=False,
)
def get_metrics() -> Response:
    """The metrics of all processes of this web server, and of Redis."""
    deps = services()
    stores = CollectorRegistry()
    stores.register(StoreFigures(deps.redis, deps.settings))
    stores.register(FeedFigures(deps.redis, deps.feeds))
    stores.register(WebhookFigures(deps.deliveries))
    figures = generate_latest(registry()) + generate_latest(stores)
    return Response(figures, content_type=CONTENT_TYPE_LATEST)
