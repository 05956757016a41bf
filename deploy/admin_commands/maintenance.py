"""Maintain the data: ``rebuild``, ``rotate-key`` and ``upgrade``."""

import click

from api.settings import Settings
from deploy.admin_commands import with_settings
from deploy.admin_commands.data import open_data
from deploy.errors import DeployError
from deploy.output import announce, note
from deploy.storage.signing import rotate_key
from deploy.storage.upgrading import report, unreadable_data
from events.feeds.feeds import FeedLostError
from events.read_models.read_model import ModelLostError
from events.read_models.rebuild import RebuildRunsError, rebuild
from events.upgrade.runner import UnreadableDataError, upgrade


@click.command("rebuild")
@with_settings
def rebuild_lists(settings: Settings) -> int:
    """Rebuild the lists of games and the statistics from the logs."""
    with open_data(settings) as backend:
        try:
            result = rebuild(backend)
        except RebuildRunsError:
            raise DeployError(
                "the read models are already being rebuilt; wait until that is done"
            ) from None
        except (FeedLostError, ModelLostError) as lost:
            raise DeployError(f"the rebuild was interrupted ({lost}); run it again") from None
    if result is None:
        raise DeployError("nothing was rebuilt: newer read models already exist")
    for game in result.failed:
        note(f"{game} could not be read and was left out")
    announce(f"{result.games} games in {result.seconds:.1f} s")
    return 1 if result.failed else 0


@click.command("rotate-key")
@with_settings
def rotate(settings: Settings) -> int:
    """Seal games with a new key from now on."""
    announce(f"games are sealed with key {rotate_key(settings)} from now on")
    return 0


@click.command("upgrade", short_help="Upgrade the data of an earlier version.")
@click.option(
    "--set-aside",
    metavar="GAME",
    multiple=True,
    help="Leave this game unreadable and upgrade the others; can be repeated.",
)
@with_settings
def upgrade_data(settings: Settings, set_aside: tuple[str, ...]) -> int:
    """Upgrade the data of an earlier version. Stop the service first. `make run` upgrades the data
    of its embedded server automatically. Nothing is changed if a game cannot be read."""
    try:
        with open_data(settings) as backend:
            result = upgrade(backend.client, backend.names, set_aside)
    except UnreadableDataError as error:
        raise unreadable_data(error) from error
    if not result.moved:
        announce("there is nothing to upgrade")
        return 0
    report(result)
    return 1 if result.frozen or result.set_aside else 0
