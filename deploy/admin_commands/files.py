"""Games to files and back: ``export`` and ``import``."""

import argparse
import gzip
import sys
from pathlib import Path
from typing import Any

from api.settings import Settings
from deploy.admin_commands.place import opened, reason_of, require_game
from deploy.errors import DeployError
from deploy.output import announce, note
from deploy.signing import public_keys
from events.backend import Backend
from events.clock import utc_now
from events.recorded import load
from events.store import StoreUnavailableError
from events.transfer.exports import export_lines, read_export
from events.transfer.imports import ImportConflictError
from events.transfer.verifying import RefusedLogError

_MAGIC = b"\x1f\x8b"
_PACKED = ".gz"
_LEVEL = 6


def add(parsers: Any) -> None:
    """Add the commands."""
    out = parsers.add_parser(
        "export",
        help="write a game with every hidden part open, also one that runs",
        description="Write a complete export of a game. Of a game that runs it holds the hands "
        "and the seed: show it to nobody who plays.",
    )
    out.add_argument("game")
    out.add_argument(
        "file", nargs="?", type=Path, help="where to; packed when it ends in .gz (standard output)"
    )
    out.set_defaults(run=export)
    into = parsers.add_parser("import", help="verify finished games and take them in")
    into.add_argument("files", nargs="+", type=Path, metavar="FILE", help="exports, packed or not")
    into.set_defaults(run=take_in)


def export(settings: Settings, options: argparse.Namespace) -> int:
    """``export GAME [FILE]``"""
    with opened(settings) as backend:
        log = [load(line) for line in require_game(backend, options.game)]
        content = b"".join(export_lines(log, None, backend.store.seal(options.game)))
    if options.file is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return 0
    if options.file.suffix == _PACKED:
        content = gzip.compress(content, _LEVEL, mtime=0)
    try:
        with options.file.open("xb") as file:
            file.write(content)
    except OSError as error:
        raise DeployError(f"cannot write {options.file}: {error.strerror}") from error
    note(f"{options.game} is in {options.file}")
    return 0


def take_in(settings: Settings, options: argparse.Namespace) -> int:
    """``import FILE...``"""
    keys = public_keys(settings)
    with opened(settings) as backend:
        done = [_take_in_one(backend, keys, file) for file in options.files]
    return 0 if all(done) else 1


def _take_in_one(backend: Backend, keys: dict[str, Any] | None, file: Path) -> bool:
    try:
        log = read_export(_content(file).splitlines(), keys)
        fresh = backend.imports.add(log, None, utc_now())
    except RefusedLogError as error:
        place = "" if error.version is None else f"event {error.version}: "
        note(f"{file}: refused: {place}{error.reason}")
    except (ImportConflictError, StoreUnavailableError, OSError, EOFError) as error:
        note(f"{file}: {reason_of(error)}")
    else:
        told = f"taken in, vouched for by {log.vouched_by}" if fresh else "is here already"
        announce(f"{log.game}: {told}")
        return True
    return False


def _content(file: Path) -> bytes:
    data = file.read_bytes()
    return gzip.decompress(data) if data.startswith(_MAGIC) else data
