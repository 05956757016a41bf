"""Clients generated from the contract as it is written down, and the glue that plays with them."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.npm import FOLDER as NODE
from tests.support.npm import node_tool

HERE = Path(__file__).parent
CONTRACT = HERE.parents[1] / "openapi.yaml"
PYTHON_GLUE, TYPESCRIPT_GLUE = HERE / "play.py", HERE / "play.ts"
PACKAGE = "afteraction_client"
WITHIN = 240.0
_COLORS = re.compile(r"\x1b\[\d+m")
_STRICT = ("--strict", "--noUncheckedIndexedAccess", "--skipLibCheck")
_NODE_MODULES = ("--module", "commonjs", "--moduleResolution", "node10", "--target", "es2022")
_KNOWN_TYPES = ("--lib", "es2022,dom,dom.iterable", "--types", "node", "--typeRoots")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a program prints, colors left out; fails when it does."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    printed = _COLORS.sub("", done.stdout)
    assert done.returncode == 0, printed
    return printed


class PythonClient:
    """The client of openapi-python-client, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def generate(self) -> str:
        """Make it anew; what the generator says. A warning is a failure."""
        asked = ("--path", CONTRACT, "--config", HERE / "python.yaml", "--output-path", self.folder)
        generator = (sys.executable, "-m", "openapi_python_client", "generate")
        return run(*generator, "--fail-on-warning", "--overwrite", *asked, cwd=self.folder.parent)

    def check_types(self) -> str:
        """Have mypy check the client and the glue, both strictly."""
        cache = self.folder.with_name("mypy")
        mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", cache)
        return run(
            *mypy, self.folder / PACKAGE, PYTHON_GLUE, cwd=self.folder, MYPYPATH=str(self.folder)
        )

    def command(self, *arguments: str) -> tuple[list[str], dict[str, str]]:
        """How to run the glue."""
        path = {"PYTHONPATH": str(self.folder)}
        return [sys.executable, str(PYTHON_GLUE), *arguments], path

    def holds(self, name: str) -> bool:
        """Whether it has a module for an operation or a schema of this name."""
        return any(self.folder.rglob(f"{_snake(name)}.py"))


class TypescriptClient:
    """The client of @hey-api/openapi-ts, in ``folder/api``, beside the glue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def generate(self) -> str:
        """Make it anew; what the generator says."""
        asked = ("-i", CONTRACT, "-o", self.folder / "api", "-c", "@hey-api/client-fetch")
        return run(node_tool("openapi-ts"), *asked, "--no-log-file", cwd=NODE)

    def compile(self) -> str:
        """Have tsc check the client and the glue strictly, and make programs of them."""
        for file in (TYPESCRIPT_GLUE, HERE / "runtime.ts"):
            (self.folder / file.name).write_bytes(file.read_bytes())
        types = NODE / "node_modules" / "@types"
        made = ("--outDir", self.folder / "made", self.folder / TYPESCRIPT_GLUE.name)
        return run(
            node_tool("tsc"), *_STRICT, *_NODE_MODULES, *_KNOWN_TYPES, types, *made, cwd=NODE
        )

    def command(self, *arguments: str) -> tuple[list[str], dict[str, str]]:
        """How to run the glue."""
        return ["node", str(self.folder / "made" / "play.js"), *arguments], {}

    def exports(self) -> set[str]:
        """The names of its functions and types."""
        files = (self.folder / "api" / name for name in ("sdk.gen.ts", "types.gen.ts"))
        exported = r"^export (?:const|type) (\w+)"
        return {
            name for file in files for name in re.findall(exported, file.read_text(), re.MULTILINE)
        }


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
