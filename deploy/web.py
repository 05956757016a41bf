"""The API; ``python -m deploy.web`` runs it alone, if the programs are started one by one."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from api.settings import Settings, SettingsError
from deploy.output import note

COUNTS = "PROMETHEUS_MULTIPROC_DIR"
WEB_ALLOCATOR = {"_RJEM_MALLOC_CONF": "tcache:false"}
"""Disables the per-thread cache of the web server's allocator, which would retain memory of past
requests for each of its thousand threads: a third of all its memory after a while."""


def set_environment(settings: Settings, counts: Path) -> None:
    """Set the environment variables that the web server and the metrics read when they are
    imported, unless they are set. Several processes share their metrics in the folder ``counts``,
    which is emptied."""
    for name, value in WEB_ALLOCATOR.items():
        os.environ.setdefault(name, value)
    if settings.web_workers > 1 and COUNTS not in os.environ:
        if counts.exists():
            shutil.rmtree(counts)
        counts.mkdir(mode=0o700)
        os.environ[COUNTS] = str(counts)


def main() -> None:
    """Serve the API; exit with status 1 for invalid settings."""
    try:
        settings = Settings.from_env(os.environ)
        # Of this process's id: an existing folder of that name is stale.
        counts = Path(tempfile.gettempdir(), f"afteraction-counts-{os.getpid()}")
        set_environment(settings, counts)
    except (SettingsError, OSError) as error:
        note(str(error))
        sys.exit(1)
    from deploy.web_server import serve  # noqa: PLC0415 # its allocator reads its setting then

    serve(settings)


if __name__ == "__main__":
    main()
