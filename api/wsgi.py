"""What the web server loads: the app by the environment's settings, ending its streams on stop."""

import os
from multiprocessing.util import Finalize

from flask import Flask

from api.app import create_app
from api.log import configure
from api.services import services
from api.settings import Settings
from api.shutdown import on_stop
from api.signs import Signs
from events import traces


def application() -> Flask:
    """The application of one web server process."""
    settings = Settings.from_env(os.environ)
    configure(settings.log_level)
    if settings.traced:
        traces.begin("afteraction-api")
        # The server's processes end without what the interpreter does at its end, but with this.
        Finalize(None, traces.end, exitpriority=0)
    app = create_app(settings)
    with app.app_context():
        kit = services()
    signs = Signs(kit)
    signs.start()

    def stop() -> None:
        signs.stop()
        kit.live.close()

    on_stop(stop)
    return app
