"""``python -m deploy.web``: the API alone, for whoever starts the programs one by one."""

import os
import sys
from typing import NoReturn

from api.settings import Settings, SettingsError
from deploy.commands import WEB_ALLOCATOR, web_command
from deploy.output import note


def main() -> NoReturn:
    """Become the web server, with the settings of the environment; exit status 1 when they cannot
    be used."""
    try:
        command = web_command(Settings.from_env(os.environ))
    except SettingsError as error:
        note(str(error))
        sys.exit(1)
    os.execve(command[0], command, {**WEB_ALLOCATOR, **os.environ})


if __name__ == "__main__":
    main()
