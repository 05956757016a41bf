"""The lists of games: ``rebuild``."""

import argparse
from typing import Any

from api.settings import Settings
from deploy.admin_commands.place import opened
from deploy.errors import DeployError
from deploy.output import announce, note
from events.lists.feeds import FeedLostError
from events.lists.read_model import ModelLostError
from events.lists.rebuild import RebuildRunsError, rebuild


def add(parsers: Any) -> None:
    """Add the command."""
    anew = parsers.add_parser(
        "rebuild", help="build the lists of games and all figures anew from the logs"
    )
    anew.set_defaults(run=build)


def build(settings: Settings, _options: argparse.Namespace) -> int:
    """``rebuild``"""
    with opened(settings) as backend:
        try:
            done = rebuild(backend)
        except RebuildRunsError:
            raise DeployError("the lists are being built already; wait for that") from None
        except (FeedLostError, ModelLostError) as lost:
            raise DeployError(
                f"what was being built was taken away meanwhile ({lost}); run it again"
            ) from None
    if done is None:
        raise DeployError("nothing was built: newer lists are there already")
    for game in done.failed:
        note(f"{game} could not be read and is not in the lists")
    announce(f"{done.games} games in {done.seconds:.1f} s")
    return 1 if done.failed else 0
