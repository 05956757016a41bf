"""Programs for Node.js that judge the contract; ``tests/node`` pins them."""

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
MODULES = FOLDER / "node_modules"
OLDEST_NODE = 20
_INSTALLATION_SECONDS = 480


def node_tool(name: str) -> Path:
    """A program of ``tests/node``."""
    return node_file(f".bin/{name}")


def node_file(path: str) -> Path:
    """A file of what ``tests/node`` pins, installed first where it is missing or another.

    Skips the test on a machine without npm, or with a Node.js too old for these programs.
    """
    _need_node()
    with _alone():
        if not _as_pinned():
            _install()
    return MODULES / path


@cache
def _need_node() -> None:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        pytest.skip("needs Node.js with npm")
    said = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
    if int(said.removeprefix("v").partition(".")[0]) < OLDEST_NODE:
        pytest.skip(f"needs Node.js {OLDEST_NODE}, this is {said.strip()}")


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: pytest-xdist runs several."""
    with (FOLDER / "package-lock.json").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _as_pinned() -> bool:
    """Whether each package is there in its pinned version. npm writes its own list last."""
    installed = MODULES / ".package-lock.json"
    if not installed.exists():
        return False
    found, wanted = _packages(installed), _packages(FOLDER / "package-lock.json")
    return all(
        pin.get("optional") or found.get(place, {}).get("version") == pin["version"]
        for place, pin in wanted.items()
        if place
    )


def _packages(file: Path) -> dict[str, Any]:
    packages: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["packages"]
    return packages


def _install() -> None:
    if MODULES.is_symlink():
        # npm would empty the folder behind it, which is another's.
        MODULES.unlink()
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=FOLDER, check=True, timeout=_INSTALLATION_SECONDS)
