"""The programs that the supervisor keeps running, as command lines."""

import shutil
import sys
from pathlib import Path

from api.settings import Settings

FINISH_REQUESTS_WITHIN = 5
"""Seconds; less than the supervisor's own patience, so that the server ends its workers itself."""

LOG_CONFIG = Path(__file__).with_name("web_log.json")
CONNECTIONS_A_THREAD = 2
"""Connections are counted while they are silent too, so there are more of them than threads."""
NEXT_REQUEST_WITHIN_MILLISECONDS = 10_000
"""What a silent connection is kept for; open streams are not affected."""

_COUNTS = "PROMETHEUS_MULTIPROC_DIR"
WEB_ALLOCATOR = {"_RJEM_MALLOC_CONF": "tcache:false"}
"""A variable for the web server, whose allocator else keeps, for each of its thousand threads, what
a request on it once took: a third of all its memory, reached after many minutes."""


def web_command(settings: Settings) -> list[str]:
    """The API on HOST:PORT."""
    return [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "wsgi",
        "--factory",
        "--http",
        "1",
        "--no-ws",
        "--host",
        settings.host,
        "--port",
        str(settings.port),
        "--workers",
        str(settings.web_workers),
        "--respawn-failed-workers",
        "--blocking-threads",
        str(settings.web_threads),
        "--backpressure",
        str(CONNECTIONS_A_THREAD * settings.web_threads),
        "--backlog",
        "2048",
        "--http1-header-read-timeout",
        str(NEXT_REQUEST_WITHIN_MILLISECONDS),
        "--workers-kill-timeout",
        str(FINISH_REQUESTS_WITHIN),
        "--log-config",
        str(LOG_CONFIG),
        "--log-level",
        settings.log_level.lower(),
        "api.wsgi:application",
    ]


def web_environment(settings: Settings, counts: Path) -> dict[str, str]:
    """The variables that the API runs with besides its settings. Its processes, where there are
    several, count together in the folder ``counts``, which is emptied."""
    if settings.web_workers == 1:
        return WEB_ALLOCATOR
    if counts.exists():
        shutil.rmtree(counts)
    counts.mkdir(mode=0o700)
    return {**WEB_ALLOCATOR, _COUNTS: str(counts)}


def worker_command(_settings: Settings) -> list[str]:
    """The worker: jobs that no request waits for."""
    return [sys.executable, "-m", "workers"]


def bots_command(_settings: Settings) -> list[str]:
    """The bots: they play the seats that no person holds."""
    return [sys.executable, "-m", "workers.bots"]


def webhooks_command(_settings: Settings) -> list[str]:
    """The webhooks: what players have sent to their own servers."""
    return [sys.executable, "-m", "workers.webhooks"]


def projector_command(_settings: Settings) -> list[str]:
    """The projector: lists and figures that follow the games."""
    return [sys.executable, "-m", "workers.projector"]
