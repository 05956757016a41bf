"""``python -m deploy.web``: run the API alone, if the programs are started one by one."""

import os
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from api.settings import Settings, SettingsError
from deploy.output import note
from deploy.processes.commands import web_command, web_environment


def main() -> NoReturn:
    """Replace this process by the web server; exit with status 1 for invalid settings."""
    try:
        settings = Settings.from_env(os.environ)
        # The web server keeps this process's id, so an existing folder of that name is stale.
        counts = Path(tempfile.gettempdir(), f"afteraction-counts-{os.getpid()}")
        environment = {**web_environment(settings, counts), **os.environ}
    except (SettingsError, OSError) as error:
        note(str(error))
        sys.exit(1)
    command = web_command(settings)
    os.execve(command[0], command, environment)


if __name__ == "__main__":
    main()
