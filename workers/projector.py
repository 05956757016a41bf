"""``python -m workers.projector``: keeps the lists and figures up with the games, until it is told
to stop."""

import sys

from api.settings import SettingsError
from events.read_models.projector import Projector
from workers.runtime.connections import backend
from workers.runtime.until_told import run_until_told


def main() -> None:
    """Project until told to stop."""
    run_until_told(
        "projector", "projecting feeds into the read models", lambda: Projector(backend())
    )


if __name__ == "__main__":
    try:
        main()
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")
