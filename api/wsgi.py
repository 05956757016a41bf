"""What the web server loads: the app by the environment's settings, ending its streams on stop."""

import os
import sys
from multiprocessing.util import Finalize

from flask import Flask

from api.app import create_app
from api.monitoring.liveness import Signs
from api.monitoring.log import configure
from api.monitoring.shutdown import on_stop
from api.services import services
from api.settings import Settings
from events import telemetry
from events.telemetry import spans

_SWITCH_SECONDS = 0.0005
"""For how long a thread computes before another one may: less than what Python has, so that a
costly answer in the making holds no other one up for long. With much less the threads that wait
wake each other up instead of computing; with two milliseconds eight readers of timelines held a
command up for six times as long as it takes, with this for less than four."""


def application() -> Flask:
    """The application of one web server process."""
    settings = Settings.from_env(os.environ)
    configure(settings.log_level)
    sys.setswitchinterval(_SWITCH_SECONDS)
    if settings.traced:
        telemetry.begin("afteraction-api")
        # The server's processes end without what the interpreter does at its end, but with this.
        Finalize(None, spans.end, exitpriority=0)
    app = create_app(settings)
    with app.app_context():
        deps = services()
    signs = Signs(deps)
    signs.start()

    def stop() -> None:
        signs.stop()
        deps.live.close()

    on_stop(stop)
    return app
