"""``python -m deploy``: run the service in the foreground."""

import argparse
import os
import sys
from collections.abc import Mapping

from api.settings import Settings, SettingsError
from deploy.errors import DeployError
from deploy.output import note
from deploy.supervisor import FORKS, PROGRAMS, Supervisor, never
from deploy.supervisor.make_watch import MakeWatch


def main(
    arguments: list[str], programs: Mapping[str, str] = PROGRAMS, *, forks: bool = FORKS
) -> int:
    """Return the exit status: 0 after a requested stop, 1 if the service cannot start or go on."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy",
        description="Run Redis, the API, the worker, the projector, the bots and the webhooks "
        "until Ctrl-C.",
        epilog="Settings come from the environment; see README.md.",
    )
    parser.add_argument(
        "--under-make",
        action="store_true",
        help="stop when the make process that started this ends",
    )
    options = parser.parse_args(arguments)
    try:
        settings = Settings.from_env(os.environ)
        stop_when = MakeWatch().ended if options.under_make else never
        Supervisor(settings, programs=programs, forks=forks, stop_when=stop_when).run()
    except (DeployError, SettingsError) as error:
        note(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
