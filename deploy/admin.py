"""``python -m deploy.admin``: the operator's commands on the data."""

import logging
import sys

import click

from api.settings import SettingsError
from deploy.admin_commands import checks, files, games, maintenance, people
from deploy.errors import DeployError
from deploy.output import note
from events.store.layout import ForeignDataError
from events.store.port import GameUnavailableError, StoreUnavailableError

_REPORTED = (
    DeployError,
    SettingsError,
    ForeignDataError,
    StoreUnavailableError,
    GameUnavailableError,
)
"""Errors that are reported in one line."""
_INTERRUPTED = 130
_COMMANDS = (
    *(files.export, files.import_files, checks.event_types, checks.verify, people.make_admin),
    people.reports,
    *(games.archive, games.restore, games.freeze, games.unfreeze),
    *(maintenance.rebuild_lists, maintenance.rotate, maintenance.upgrade_data),
)
_admin = click.Group(
    commands=_COMMANDS,
    help="Manage the data of the service, whether or not it is running.",
    epilog="The data is that of REDIS_URL, or else the embedded server's in DATA_DIR, which is "
    "started for the command when the service is not running. Settings come from the environment; "
    "README.md lists them.",
)


def main(arguments: list[str]) -> int:
    """Return the exit status: 0 for success, 1 for an error, 2 for wrong arguments, 130 after
    Ctrl-C."""
    logging.basicConfig(level=logging.WARNING, format="afteraction: %(message)s")
    try:
        status: int = _admin.main(arguments, "python -m deploy.admin", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return _INTERRUPTED
    except _REPORTED as error:
        note(str(error))
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
