"""Programs for Node.js that judge the contract, and others that npm installs. ``tests/node`` pins
them, or another folder with a ``package.json``."""

import fcntl
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "node"
OLDEST_NODE = 20
_INSTALLATION_SECONDS = 480


def node_tool(name: str) -> Path:
    """A program of ``tests/node``."""
    return node_file(f".bin/{name}")


def node_file(path: str, folder: Path = FOLDER) -> Path:
    """A file of what ``folder`` pins, installed first where it is missing or another.

    Skips the test on a machine without npm, or with a Node.js too old for these programs.
    """
    _need_node()
    with _alone(folder):
        if not _as_pinned(folder):
            _install(folder)
    return folder / "node_modules" / path


@cache
def _need_node() -> None:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        pytest.skip("needs Node.js with npm")
    said = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
    if int(said.removeprefix("v").partition(".")[0]) < OLDEST_NODE:
        pytest.skip(f"needs Node.js {OLDEST_NODE}, this is {said.strip()}")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time: pytest-xdist runs several."""
    with (folder / "package-lock.json").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _as_pinned(folder: Path) -> bool:
    """Whether each package is there in its pinned version. npm writes its own list last."""
    installed = folder / "node_modules" / ".package-lock.json"
    if not installed.exists():
        return False
    found, wanted = _packages(installed), _packages(folder / "package-lock.json")
    return all(
        pin.get("optional") or found.get(place, {}).get("version") == pin["version"]
        for place, pin in wanted.items()
        if place
    )


def _packages(file: Path) -> dict[str, Any]:
    packages: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["packages"]
    return packages


def _install(folder: Path) -> None:
    modules = folder / "node_modules"
    if modules.is_symlink():
        # npm would empty the folder behind it, which is another's.
        modules.unlink()
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=folder, check=True, timeout=_INSTALLATION_SECONDS)
