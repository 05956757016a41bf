"""The command lines of the programs that the supervisor runs."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from api.settings import Settings

FINISH_REQUESTS_WITHIN = 5
"""Seconds; less than the supervisor's grace period, so that the server ends its own workers."""

LOG_CONFIG = Path(__file__).with_name("web_log.json")
CONNECTIONS_A_THREAD = 2
"""More than one: idle connections count too."""
NEXT_REQUEST_WITHIN_MILLISECONDS = 10_000
"""The keep-alive timeout; open streams are not affected."""

_COUNTS = "PROMETHEUS_MULTIPROC_DIR"
WEB_ALLOCATOR = {"_RJEM_MALLOC_CONF": "tcache:false"}
"""Disables the per-thread cache of the web server's allocator, which would retain memory of past
requests for each of its thousand threads: a third of all its memory after a while."""


def web_command(settings: Settings) -> list[str]:
    """The API on ``HOST:PORT``."""
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
    """The API's environment variables besides its settings. Several processes share their metrics
    in the folder ``counts``, which is emptied."""
    if settings.web_workers == 1:
        return WEB_ALLOCATOR
    if counts.exists():
        shutil.rmtree(counts)
    counts.mkdir(mode=0o700)
    return {**WEB_ALLOCATOR, _COUNTS: str(counts)}


def module_command(module: str) -> Callable[[Settings], list[str]]:
    """The command line of a module that reads its settings from the environment."""
    return lambda _settings: [sys.executable, "-m", module]
