"""Where games are kept: ``archive``, ``restore``, ``freeze``, ``unfreeze`` and ``upgrade``."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from api.settings import MOST_DAYS, Settings
from deploy.admin_commands.place import archive_of, opened, reason_of
from deploy.errors import DeployError
from deploy.output import announce, note
from deploy.signing import public_keys
from deploy.upgrading import tell
from events.backend import Backend
from events.clock import utc_now
from events.due import DueGames
from events.execute import GameNotFoundError
from events.listing import milliseconds
from events.transfer import freezing
from events.transfer.archive import Archive, NotArchivableError, waits_for_its_seal
from events.transfer.archived_store import ArchivedEventStore
from events.upgrade import is_needed, upgrade

_DAY = 24 * 3600 * 1000


def add(parsers: Any) -> None:
    """Add the commands."""
    away = parsers.add_parser("archive", help="move finished games into the archive now")
    away.add_argument(
        "--older-than-days", type=_days, metavar="N", help="(default: ARCHIVE_AFTER_DAYS)"
    )
    away.set_defaults(run=archive)
    back = parsers.add_parser(
        "restore",
        help="bring an archived game back into Redis",
        description="Bring an archived game back into Redis. While the service runs with an "
        "ARCHIVE_AFTER_DAYS that has passed, it will soon move the game again.",
    )
    back.add_argument("game")
    back.set_defaults(run=restore)
    closed = parsers.add_parser("freeze", help="let a game take no more events")
    closed.add_argument("game")
    closed.add_argument("--reason", default="by the operator")
    closed.set_defaults(run=freeze)
    open_again = parsers.add_parser(
        "unfreeze",
        help="let a frozen game go on from where its log ends",
        description="Let a frozen game go on from where its log ends now. What its players had "
        "seen after that is given up: talk to them first.",
    )
    open_again.add_argument("game")
    open_again.set_defaults(run=unfreeze)
    newer = parsers.add_parser(
        "upgrade",
        help="make data of an earlier version fit for this one, with the service stopped",
        description="Make the data of an earlier version fit for this one. Stop the service "
        "before. `make run` does this by itself for the data of its own server.",
    )
    newer.set_defaults(run=upgrade_all)


def archive(settings: Settings, options: argparse.Namespace) -> int:
    """``archive [--older-than-days N]``"""
    days = options.older_than_days
    days = settings.archive_after_days if days is None else days
    before = milliseconds(utc_now()) - days * _DAY
    sealing = public_keys(settings) is not None
    moved = failed = 0
    with opened(settings) as backend:
        place = archive_of(backend)
        due = DueGames(backend.client, backend.names)
        tried: set[str] = set()
        while games := [game for game in due.finished(before) if game not in tried]:
            tried.update(games)
            for game in games:
                done = _archived(backend, place, game, sealing=sealing)
                moved += done is True
                failed += done is None
    announce(f"{moved} games archived")
    return 1 if failed else 0


def _archived(backend: Backend, place: Archive, game: str, *, sealing: bool) -> bool | None:
    """Whether a game was moved; None when it cannot be."""
    if sealing and waits_for_its_seal(backend.store, backend.imports, game):
        note(f"{game} stays: it has no seal yet; the service seals it within minutes")
        return None
    try:
        return place.archive(game)
    except NotArchivableError as error:
        note(f"{game} stays: {reason_of(error)}")
        return None


def restore(settings: Settings, options: argparse.Namespace) -> int:
    """``restore GAME``"""
    with opened(settings) as backend:
        if not archive_of(backend).restore(options.game):
            raise DeployError(f"{options.game} is not in the archive")
    announce(f"{options.game} is in Redis again")
    return 0


def freeze(settings: Settings, options: argparse.Namespace) -> int:
    """``freeze GAME``"""
    with _held(settings, options.game) as store:
        done = freezing.freeze(store, options.game, options.reason)
    announce(f"{options.game} is frozen" + ("" if done else " already"))
    return 0


def unfreeze(settings: Settings, options: argparse.Namespace) -> int:
    """``unfreeze GAME``"""
    with _held(settings, options.game) as store:
        done = freezing.unfreeze(store, options.game, milliseconds(utc_now()))
    announce(f"{options.game} is open" + ("" if done else " already"))
    return 0


@contextmanager
def _held(settings: Settings, game: str) -> Iterator[ArchivedEventStore]:
    """The store; refuses with DeployError what cannot be done to a game."""
    with opened(settings) as backend:
        try:
            yield backend.store
        except GameNotFoundError:
            raise DeployError(f"there is no game {game}") from None
        except freezing.NotHeldError:
            raise DeployError(
                f"{game} is archived; it is over and takes no events anyhow"
            ) from None


def upgrade_all(settings: Settings, _options: argparse.Namespace) -> int:
    """``upgrade``"""
    with opened(settings) as backend:
        if not is_needed(backend.client):
            announce("there is nothing to upgrade")
            return 0
        done = upgrade(backend.client, backend.names)
    tell(done)
    return 1 if done.frozen else 0


def _days(text: str) -> int:
    days = int(text)
    if not 0 <= days <= MOST_DAYS:
        raise ValueError(text)
    return days
