"""``python -m deploy.web``: the API alone, for whoever starts the programs one by one."""

import os
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from api.settings import Settings, SettingsError
from deploy.output import note
from deploy.processes.commands import web_command, web_environment


def main() -> NoReturn:
    """Become the web server, with the settings of the environment; exit status 1 when they cannot
    be used."""
    try:
        settings = Settings.from_env(os.environ)
        # This process's id becomes the server's: a folder of that name is of one that is gone.
        counts = Path(tempfile.gettempdir(), f"afteraction-counts-{os.getpid()}")
        environment = {**web_environment(settings, counts), **os.environ}
    except (SettingsError, OSError) as error:
        note(str(error))
        sys.exit(1)
    command = web_command(settings)
    os.execve(command[0], command, environment)


if __name__ == "__main__":
    main()
