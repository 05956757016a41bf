"""The entry point of the web server: the app with the settings of the environment."""

import os
import sys
from multiprocessing.util import Finalize

from flask import Flask

from api.app import create_app
from api.monitoring.liveness import Heartbeat
from api.monitoring.log import configure
from api.monitoring.metrics import STREAMS
from api.monitoring.shutdown import on_stop
from api.services import services
from api.settings import Settings
from events import telemetry
from events.telemetry import spans

_SWITCH_SECONDS = 0.0005
"""How long a thread runs before it yields. Shorter than Python's default, so that an expensive
response delays others less; much shorter, and waiting threads only wake each other up. With two
milliseconds eight readers of timelines made a command take six times as long, with this under
four."""


def application() -> Flask:
    """Create the application of one web server process."""
    settings = Settings.from_env(os.environ)
    configure(settings.log_level)
    sys.setswitchinterval(_SWITCH_SECONDS)
    if settings.traced:
        telemetry.begin("afteraction-api")
        # The server's processes exit without atexit handlers, but run these finalizers.
        Finalize(None, spans.end, exitpriority=0)
    # Metrics of all processes list this one from its start, not from its first request.
    STREAMS.set(0)
    app = create_app(settings)
    with app.app_context():
        deps = services()
    heartbeat = Heartbeat(deps)
    heartbeat.start()

    def stop() -> None:
        heartbeat.stop()
        deps.live.close()

    on_stop(stop)
    return app
