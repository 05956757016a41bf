"""``python -m deploy.admin``: what an operator does to the data, one command at a time."""

import argparse
import logging
import os
import sys

from api.settings import Settings, SettingsError
from deploy.admin_commands import checks, data, files, keys, lists, people
from deploy.errors import DeployError
from deploy.output import note
from events.layout import ForeignDataError
from events.store import StoreUnavailableError

_COMMANDS = (files, data, checks, lists, keys, people)
_FAILED = 1


def main(arguments: list[str]) -> int:
    """Exit status: 0 when all went well, 1 when something did not, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.admin",
        description="Work on the data of the service, while it runs or not.",
        epilog="The data is that of REDIS_URL, or else the embedded server's in DATA_DIR; it is "
        "started for the command when the service is not running. Settings come from the "
        "environment; README.md lists them.",
    )
    parsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for commands in _COMMANDS:
        commands.add(parsers)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="afteraction: %(message)s")
    try:
        status: int = options.run(Settings.from_env(os.environ), options)
    except (DeployError, SettingsError, ForeignDataError, StoreUnavailableError) as error:
        note(str(error))
        return _FAILED
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
