"""Clients generated from the contract as it is written down, and the glue that plays with them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from tests.support.npm import FOLDER as NODE
from tests.support.npm import node_tool

HERE = Path(__file__).parent
CONTRACT = HERE.parents[1] / "openapi.yaml"
PYTHON_GLUE, TYPESCRIPT_GLUE = HERE / "play.py", HERE / "play.ts"
PACKAGE = "afteraction_client"
WITHIN = 600.0
_COLORS = re.compile(r"\x1b\[\d+m")
_COMPLAINTS = ("warn", "⚠", "skipp", "unsupported", "❌")
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


def names() -> set[str]:
    """What a client is to have: each operation, and each schema that is an object with members or
    a list of words. Others are spelled out where they are used."""
    spec = yaml.load(CONTRACT.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    operations = {
        operation["operationId"]
        for methods in spec["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict)
    }
    schemas = {
        name
        for name, schema in spec["components"]["schemas"].items()
        if "properties" in schema or "enum" in schema
    }
    return operations | schemas


class PythonClient:
    """The client of openapi-python-client, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> set[str]:
        """Make it anew, and have mypy check it and the glue strictly; the names that it has. A
        warning of the generator is a failure."""
        asked = ("--path", CONTRACT, "--config", HERE / "python.yaml", "--output-path", self.folder)
        generator = (sys.executable, "-m", "openapi_python_client", "generate")
        said = run(
            *generator, "--fail-on-warning", "--overwrite", *asked, cwd=self.folder.parent
        ).splitlines()
        assert [line.split()[0] for line in said if line] == ["Generating"], said
        cache = self.folder.with_name("mypy")
        mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", cache)
        path = {"MYPYPATH": str(self.folder)}
        judged = run(*mypy, self.folder / PACKAGE, PYTHON_GLUE, cwd=self.folder, **path)
        assert judged.startswith("Success"), judged
        return {name for name in names() if any(self.folder.rglob(f"{_snake(name)}.py"))}

    def command(self, *arguments: str) -> tuple[list[str], dict[str, str]]:
        """How to run the glue."""
        path = {"PYTHONPATH": str(self.folder)}
        return [sys.executable, str(PYTHON_GLUE), *arguments], path


class TypescriptClient:
    """The client of @hey-api/openapi-ts, in ``folder/api``, beside the glue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> set[str]:
        """Make it anew, have tsc check it and the glue strictly, and make programs of them; the
        names of its functions and types."""
        asked = ("-i", CONTRACT, "-o", self.folder / "api", "-c", "@hey-api/client-fetch")
        said = run(node_tool("openapi-ts"), *asked, "--no-log-file", cwd=NODE).lower()
        assert "done" in said, said
        assert not any(word in said for word in _COMPLAINTS), said
        for file in (TYPESCRIPT_GLUE, HERE / "runtime.ts"):
            (self.folder / file.name).write_bytes(file.read_bytes())
        types = NODE / "node_modules" / "@types"
        made = ("--outDir", self.folder / "made", self.folder / TYPESCRIPT_GLUE.name)
        run(node_tool("tsc"), *_STRICT, *_NODE_MODULES, *_KNOWN_TYPES, types, *made, cwd=NODE)
        files = (self.folder / "api" / name for name in ("sdk.gen.ts", "types.gen.ts"))
        exported = r"^export (?:const|type) (\w+)"
        return {
            name for file in files for name in re.findall(exported, file.read_text(), re.MULTILINE)
        }

    def command(self, *arguments: str) -> tuple[list[str], dict[str, str]]:
        """How to run the glue."""
        return ["node", str(self.folder / "made" / "play.js"), *arguments], {}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
