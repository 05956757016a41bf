"""Who may do what over HTTP: ``make-admin``."""

import argparse
from typing import Any

from marshmallow import ValidationError

from api.schemas.players import NewPlayerSchema
from api.settings import Settings
from deploy.admin_commands.place import opened
from deploy.errors import DeployError
from deploy.output import announce, note
from events.clock import utc_now
from events.players import Player, Players
from events.tokens import NewToken, Scope, TooManyTokensError

_NAME = "Administrator"
_TOKEN = "made by make-admin"  # nosec B105 # the name of a token


def add(parsers: Any) -> None:
    """Add the command."""
    made = parsers.add_parser(
        "make-admin",
        help="make a token for an administrator and print it",
        description="Make a token with the scopes read, play and admin, for a new player or for "
        "one that there is. It is printed this once, alone on standard output.",
    )
    whose = made.add_mutually_exclusive_group()
    whose.add_argument("--player", metavar="ID", help="a player that there is")
    whose.add_argument("--name", default=_NAME, help=f"of the new player (default: {_NAME})")
    made.set_defaults(run=make_admin)


def make_admin(settings: Settings, options: argparse.Namespace) -> int:
    """``make-admin [--player ID | --name NAME]``"""
    with opened(settings) as backend:
        players = Players(backend.client)
        if options.player is None:
            player = players.open(_name(options.name), utc_now())
        else:
            player = _known(players, options.player)
        try:
            made, secret = players.tokens.add(player.id, NewToken(_TOKEN, frozenset(Scope)))
        except TooManyTokensError:
            raise DeployError(f"{player.id} has as many tokens as one may have") from None
    announce(secret)
    note(f"{player.id} ({player.name}) is an administrator by the token {made.id}")
    return 0


def _known(players: Players, player_id: str) -> Player:
    player = players.of_id(player_id)
    if player is None or player.deleted:
        raise DeployError(f"there is no player {player_id}")
    return player


def _name(name: str) -> str:
    try:
        return str(NewPlayerSchema().load({"name": name})["name"])
    except ValidationError as error:
        raise DeployError(f"a player cannot have this name: {error.messages}") from None
