"""Where a private Unix socket can lie: its path may have about a hundred bytes, a folder's more."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from deploy.errors import DeployError

MAX = 103
"""Bytes of a socket's path that every system takes; Linux would take 107."""


def socket_path(directory: Path, name: str) -> Path:
    """``directory/name`` if a socket can be there, else a path in a private temporary folder.

    The folder's name follows from ``directory``, so that a start after a crash finds the same one
    and nothing has to be recorded.
    """
    path = directory.resolve() / name
    if len(os.fsencode(path)) <= MAX:
        return path
    digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    folder = f"afteraction-{os.geteuid()}-{digest}"
    for parent in (Path(tempfile.gettempdir()), Path("/tmp")):  # nosec B108 # made private below
        short = parent / folder / name
        if len(os.fsencode(short)) <= MAX:
            _make_private(short.parent)
            return short
    raise DeployError(f"the path {path} is too long for a Unix socket, and so is {short}")


def _make_private(folder: Path) -> None:
    """Temporary folders are open to all, so another user may have taken the name before."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise DeployError(f"{folder} belongs to another user; remove it or use a shorter DATA_DIR")
    folder.chmod(0o700)
