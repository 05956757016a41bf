"""Players: ``make-admin`` and ``reports``."""

import click
import msgspec
from marshmallow import ValidationError

from api.schemas.service.players import PlayerRequestSchema
from api.settings import Settings
from deploy.admin_commands import with_settings
from deploy.admin_commands.data import open_data
from deploy.errors import DeployError
from deploy.output import announce, note
from events.accounts.players import Player, Players
from events.accounts.reports import MAX_REPORTS, Reports
from events.accounts.tokens import NewToken, Scope, TooManyTokensError
from events.clock import utc_now

_NAME = "Administrator"
_TOKEN = "made by make-admin"  # nosec B105 # the name of a token


@click.command(short_help="Create a token for an administrator and print it.")
@click.option("--player", metavar="ID", help="An existing player.")
@click.option("--name", help=f"The name of a new player.  [default: {_NAME}]")
@with_settings
def make_admin(settings: Settings, player: str | None, name: str | None) -> int:
    """Create a token with the scopes read, play and admin, for a new or an existing player. It is
    printed only this once, alone on standard output."""
    if player is not None and name is not None:
        raise click.UsageError("Give --player or --name, not both.")
    with open_data(settings) as backend:
        players = Players(backend.client, names=backend.names)
        if player is None:
            owner = players.open(_name(_NAME if name is None else name), utc_now())
        else:
            owner = _existing(players, player)
        try:
            token, secret = players.tokens.add(owner.id, NewToken(_TOKEN, frozenset(Scope)))
        except TooManyTokensError:
            raise DeployError(f"{owner.id} already has the maximum number of tokens") from None
    announce(secret)
    note(f"{owner.id} ({owner.name}) is an administrator by the token {token.id}")
    return 0


@click.command(short_help="Print the reports of players about each other.")
@with_settings
def reports(settings: Settings) -> int:
    """Print the reports of players as JSON Lines, the newest first. They are kept for 180 days."""
    with open_data(settings) as backend:
        stored = Reports(backend.client).newest(MAX_REPORTS)
    for report in stored:
        announce(msgspec.json.encode(report).decode())
    note(f"{len(stored)} reports")
    return 0


def _existing(players: Players, player_id: str) -> Player:
    player = players.of_id(player_id)
    if player is None or player.deleted:
        raise DeployError(f"there is no player {player_id}")
    return player


def _name(name: str) -> str:
    try:
        return str(PlayerRequestSchema().load({"name": name})["name"])
    except ValidationError as error:
        raise DeployError(f"invalid name: {error.messages}") from None
