"""The web server. Import it only after ``deploy.web.set_environment``: its allocator reads its
setting when it is loaded.
"""

import json
from pathlib import Path

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from api.settings import Settings

APPLICATION = "api.wsgi:application"
FINISH_REQUESTS_WITHIN = 5
"""Seconds; less than the supervisor's grace period, so that the server ends its own workers."""
CONNECTIONS_A_THREAD = 2
"""More than one: idle connections count too."""
NEXT_REQUEST_WITHIN_MILLISECONDS = 10_000
"""The keep-alive timeout; open streams are not affected."""

_LOG_CONFIG = Path(__file__).with_name("web_log.json")


def serve(settings: Settings, application: str = APPLICATION) -> None:
    """Serve an application, named as ``module:factory``, on ``HOST:PORT`` until stopped."""
    Server(
        application,
        factory=True,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        address=settings.host,
        port=settings.port,
        workers=settings.web_workers,
        respawn_failed_workers=True,
        blocking_threads=settings.web_threads,
        backpressure=CONNECTIONS_A_THREAD * settings.web_threads,
        backlog=2048,
        http1_settings=HTTP1Settings(header_read_timeout=NEXT_REQUEST_WITHIN_MILLISECONDS),
        workers_kill_timeout=FINISH_REQUESTS_WITHIN,
        log_dictconfig=json.loads(_LOG_CONFIG.read_text()),
        log_level=LogLevels(settings.log_level.lower()),
        process_name="afteraction: API",
    ).serve()
