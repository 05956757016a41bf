"""Upgrade the data of an earlier version before the service starts."""

from contextlib import closing

from deploy.errors import DeployError
from deploy.output import note
from events.store import layout
from events.store.keys import Keys
from events.store.layout import ForeignDataError
from events.store.port import StoreUnavailableError
from events.store.servers import connect
from events.upgrade.runner import UnreadableDataError, Upgraded, is_needed, upgrade


def upgrade_embedded(url: str, partitions: int) -> None:
    """Upgrade the data of the embedded server, which no other process uses. Raises
    ``DeployError``."""
    try:
        with closing(connect(url)) as client:
            if is_needed(client):
                report(upgrade(client, Keys(partitions)))
            layout.check(client, Keys(partitions))
    except UnreadableDataError as error:
        raise unreadable_data(error) from error
    except (ForeignDataError, StoreUnavailableError) as error:
        raise DeployError(f"the data cannot be used: {error}") from error


def unreadable_data(error: UnreadableDataError) -> DeployError:
    """The error for games that prevent an upgrade."""
    names = " ".join(f"--set-aside {game}" for game in error.games)
    return DeployError(
        f"nothing was upgraded, because some games cannot be read: {error}. Restore these "
        "games from a backup, or leave them unreadable with `python -m deploy.admin upgrade "
        f"{names}`"
    )


def report(result: Upgraded) -> None:
    """Report the result of an upgrade."""
    note(f"upgraded the data of {result.moved} games")
    for game in result.frozen:
        note(f"the log of {game} is damaged: the game can be read, but is frozen")
    for game in result.set_aside:
        note(f"{game} was set aside: it cannot be read")
