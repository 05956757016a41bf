"""Archive and freeze games: ``archive``, ``restore``, ``freeze`` and ``unfreeze``."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from api.settings import MAX_DAYS, Settings
from deploy.admin_commands import with_settings
from deploy.admin_commands.data import archive_of, open_data, reason_of
from deploy.errors import DeployError
from deploy.output import announce, note
from deploy.storage.signing import public_keys
from events.archive import freezing
from events.archive.archived_store import ArchivedEventStore
from events.archive.archiver import Archive, NotArchivableError, awaits_seal
from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.games.deadlines import DeadlineIndex
from events.games.errors import GameNotFoundError

_DAY = 24 * 3600 * 1000


@click.command()
@click.option(
    "--older-than-days",
    "days",
    type=click.IntRange(0, MAX_DAYS),
    metavar="N",
    help="Of finished games. Default: ARCHIVE_AFTER_DAYS.",
)
@click.option(
    "--idle-days",
    "idle",
    type=click.IntRange(0, MAX_DAYS),
    metavar="N",
    help="Of unfinished games, since their last command. Default: ARCHIVE_IDLE_AFTER_DAYS.",
)
@with_settings
def archive(settings: Settings, days: int | None, idle: int | None) -> int:
    """Move finished and idle games into the archive now."""
    now = milliseconds(utc_now())
    before = now - (settings.archive_after_days if days is None else days) * _DAY
    idle_since = now - (settings.archive_idle_after_days if idle is None else idle) * _DAY
    sealing = public_keys(settings) is not None
    moved = failed = 0
    with open_data(settings) as backend:
        game_archive = archive_of(backend)
        index = DeadlineIndex(backend.client, backend.names)
        tried: set[str] = set()
        while True:
            due_games = dict.fromkeys(index.idle(idle_since), False)
            due_games |= dict.fromkeys(index.finished(before), sealing)
            if not due_games.keys() - tried:
                break
            for game in due_games.keys() - tried:
                result = _archive_game(backend, game_archive, game, sealing=due_games[game])
                moved += result is True
                failed += result is None
            tried |= due_games.keys()
    announce(f"{moved} games archived")
    return 1 if failed else 0


def _archive_game(
    backend: Backend, game_archive: Archive, game: str, *, sealing: bool
) -> bool | None:
    """Archive a game; return whether it was moved, or None if it cannot be."""
    if sealing and awaits_seal(backend.store, backend.imports, game):
        note(f"{game} was not archived: it has no seal yet; the service seals it within minutes")
        return None
    try:
        return game_archive.archive(game)
    except NotArchivableError as error:
        note(f"{game} was not archived: {reason_of(error)}")
        return None


@click.command(short_help="Move an archived game back into Redis.")
@click.argument("game")
@with_settings
def restore(settings: Settings, game: str) -> int:
    """Move an archived game back into Redis. If the game is older than ARCHIVE_AFTER_DAYS, a
    running service will soon archive it again."""
    with open_data(settings) as backend:
        if not archive_of(backend).restore(game):
            raise DeployError(f"{game} is not in the archive")
    announce(f"{game} is in Redis again")
    return 0


@click.command()
@click.argument("game")
@click.option("--reason", default="by the operator", show_default=True)
@with_settings
def freeze(settings: Settings, game: str, reason: str) -> int:
    """Freeze a game, so that it accepts no more events."""
    with _store_for(settings, game) as store:
        changed = freezing.freeze(store, game, reason)
    announce(f"{game} {'is now' if changed else 'was already'} frozen")
    return 0


@click.command(short_help="Unfreeze a game, from the current end of its log.")
@click.argument("game")
@with_settings
def unfreeze(settings: Settings, game: str) -> int:
    """Unfreeze a game from the current end of its log. Later events that its players have seen are
    lost for good: ask the players first."""
    with _store_for(settings, game) as store:
        changed = freezing.unfreeze(store, game, milliseconds(utc_now()))
    announce(f"{game} {'is no longer' if changed else 'was not'} frozen")
    return 0


@contextmanager
def _store_for(settings: Settings, game: str) -> Iterator[ArchivedEventStore]:
    """Yield the store; translate errors about the game to ``DeployError``."""
    with open_data(settings) as backend:
        try:
            yield backend.store
        except GameNotFoundError:
            raise DeployError(f"there is no game {game}") from None
        except freezing.FinishedGameError:
            raise DeployError(f"{game} is archived and finished; it accepts no events") from None
