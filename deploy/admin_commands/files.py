"""Export and import games: ``export`` and ``import``."""

import gzip
import sys
from pathlib import Path
from typing import Any

import click

from api.settings import Settings
from deploy.admin_commands import with_settings
from deploy.admin_commands.data import open_data, reason_of, require_game
from deploy.errors import DeployError
from deploy.output import announce, note
from deploy.storage.signing import public_keys
from events.backend import Backend
from events.clock import utc_now
from events.log.stored_event import load
from events.store.port import StoreUnavailableError
from events.transfer.exports import export_lines, read_export
from events.transfer.imports import ImportConflictError
from events.transfer.verifying import RefusedLogError

_MAGIC = b"\x1f\x8b"
_PACKED = ".gz"
_LEVEL = 6


@click.command(short_help="Write a complete export of a game, even a running one.")
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@with_settings
def export(settings: Settings, game: str, file: Path | None) -> int:
    """Write a complete export of a game to FILE, compressed if its name ends in .gz, or else to
    standard output. The export of a running game contains all hands and the seed: never give it to
    a player."""
    with open_data(settings) as backend:
        log = [load(line) for line in require_game(backend, game)]
        content = b"".join(export_lines(log, None, backend.store.seal(game)))
    if file is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return 0
    if file.suffix == _PACKED:
        content = gzip.compress(content, _LEVEL, mtime=0)
    try:
        with file.open("xb") as stream:
            stream.write(content)
    except OSError as error:
        raise DeployError(f"cannot write {file}: {error.strerror}") from error
    note(f"{game} is in {file}")
    return 0


@click.command("import")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@with_settings
def import_files(settings: Settings, files: tuple[Path, ...]) -> int:
    """Verify and import finished games. Files may be compressed."""
    keys = public_keys(settings)
    with open_data(settings) as backend:
        results = [_import_file(backend, keys, file) for file in files]
    return 0 if all(results) else 1


def _import_file(backend: Backend, keys: dict[str, Any] | None, file: Path) -> bool:
    try:
        log = read_export(_content(file).splitlines(), keys)
        added = backend.imports.add(log, None, utc_now())
    except RefusedLogError as error:
        location = "" if error.version is None else f"event {error.version}: "
        note(f"{file}: refused: {location}{error.reason}")
    except (ImportConflictError, StoreUnavailableError, OSError, EOFError) as error:
        note(f"{file}: {reason_of(error)}")
    else:
        outcome = (
            f"imported, verified by {log.vouched_by}" if added else "is already on this service"
        )
        announce(f"{log.game}: {outcome}")
        return True
    return False


def _content(file: Path) -> bytes:
    data = file.read_bytes()
    return gzip.decompress(data) if data.startswith(_MAGIC) else data
