"""Data of an earlier version, made fit for this one before the service starts on it."""

from contextlib import closing

from deploy.errors import DeployError
from deploy.output import note
from events.keys import Keys
from events.layout import ForeignDataError
from events.servers import connect
from events.store import StoreUnavailableError
from events.upgrade import Upgraded, is_needed, upgrade


def upgrade_embedded(url: str, partitions: int) -> None:
    """Upgrade the data of the embedded server, which nobody else works on. Refuses with
    DeployError."""
    try:
        with closing(connect(url)) as client:
            if is_needed(client):
                tell(upgrade(client, Keys(partitions)))
    except (ForeignDataError, StoreUnavailableError) as error:
        raise DeployError(f"the data could not be upgraded: {error}") from error


def tell(done: Upgraded) -> None:
    """Say what an upgrade has done."""
    note(f"upgraded the data of {done.moved} games")
    for game in done.frozen:
        note(f"the log of {game} is damaged: it can be read, but takes no more commands")
