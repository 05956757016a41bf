"""Choose the path of a private Unix socket, which may have only about a hundred bytes."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from deploy.errors import DeployError

MAX = 103
"""The maximum bytes of a socket's path on every system; Linux allows 107."""


def socket_path(directory: Path, name: str) -> Path:
    """Return ``directory/name`` if it is short enough, else a path in a private temporary folder.

    The folder's name is derived from ``directory``, so that a restart finds the same one.
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
    """Create a private folder; in a temporary folder another user may have taken the name."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        raise DeployError(f"{folder} belongs to another user; remove it or use a shorter DATA_DIR")
    folder.chmod(0o700)
