"""The two programs that audit an export, as somebody outside would run them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from events.log import verifier

VERIFIER = Path(verifier.__file__)
_STATIC = Path(__file__).parents[2] / "api" / "pages" / "static"
AUDIT, REPORT = _STATIC / "audit.js", _STATIC / "report.js"
RUNNER = Path(__file__).with_name("audit_cli.mjs")
WITHIN = 120.0


def script(folder: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a copy of the verifier in a process that knows nothing of the project."""
    copy = folder / "verifier.py"
    shutil.copyfile(VERIFIER, copy)
    return subprocess.run(
        [sys.executable, "-I", str(copy), *arguments],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env={},
        timeout=WITHIN,
        check=False,
    )


def javascript(folder: Path, calls: list[list[Any]], source: Path = AUDIT) -> list[Any]:
    """What functions of a module answer, each called by its name with its arguments."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, which runs audit.js outside of a browser")
    module = folder / f"{source.stem}.mjs"
    shutil.copyfile(source, module)
    done = subprocess.run(
        [node, str(RUNNER)],
        input=json.dumps({"module": module.as_uri(), "calls": calls}),
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results: list[Any] = json.loads(done.stdout)
    return results
