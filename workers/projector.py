"""``python -m workers.projector``: project the feeds into the read models until stopped."""

from events.read_models.projector import Projector
from workers.runtime.connections import backend
from workers.runtime.until_stopped import run_until_stopped


def main() -> None:
    """Run the projector until stopped."""
    run_until_stopped(
        "projector", "projecting feeds into the read models", lambda: Projector(backend())
    )


if __name__ == "__main__":
    main()
