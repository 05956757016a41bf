"""openapi-generator, started once for all the clients that it makes."""

import re
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Timer

from tests.clients.generated import CONTRACT, WITHIN

BRIEFLY = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""For a Java that runs for seconds: compiled once, and quickly; its garbage collected by nobody
beside it."""
NOTICES = tuple(
    map(
        re.compile,
        (
            r"OpenAPI 3\.1 support is still in beta",
            # Of every object that says what other members it has: it is looked at as a reference.
            r"Failed to get the schema name: null$",
            # A record may be sent in other forms as well.
            r"The media-type '[\w.+/-]+' for operation '\S+' is not support in the Dart generators",
            # The words of Rust itself, and names of what Rust leaves out.
            r"AbstractRustCodegen - \S+ cannot be used as an? [a-z/ ]+ name\. Renamed to",
        ),
    )
)
"""What the generator says of itself; there is nothing to do about it."""
_PROGRAM = Path(__file__).with_name("Generate.java")
_END = "\x04"


def _archive() -> Path | None:
    found = find_spec("openapi_generator_cli")
    origin = None if found is None else found.origin
    return None if origin is None else Path(origin).with_name("openapi-generator.jar")


ARCHIVE = _archive()
"""Where the generator is, if its package is installed."""


class Generator:
    """One Java for all clients: warm, it takes half the time of one for each."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._java = subprocess.Popen(
            ("java", *BRIEFLY, "-cp", str(ARCHIVE), _PROGRAM),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def make(self, target: str, folder: Path, options: Sequence[str]) -> list[str]:
        """Make a client anew; what was complained of. Fails when the generator does."""
        asked = ("-i", CONTRACT.with_suffix(".json"), "-g", target, "-o", folder, *options)
        with self._lock:
            late = Timer(WITHIN, self._java.kill)
            late.start()
            try:
                printed = self._run("generate", *map(str, asked))
            finally:
                late.cancel()
        complaints = [line for line in printed if re.search(r"\b(WARN|ERROR)\b", line)]
        return [line for line in complaints if not any(known.search(line) for known in NOTICES)]

    def _run(self, *arguments: str) -> list[str]:
        assert self._java.stdin is not None and self._java.stdout is not None
        self._java.stdin.write("\t".join(arguments) + "\n")
        self._java.stdin.flush()
        printed: list[str] = []
        for line in self._java.stdout:
            if line.startswith(_END):
                return printed
            printed.append(line)
        raise AssertionError("".join(printed))

    def close(self) -> None:
        """End it."""
        if self._java.stdin is not None:
            self._java.stdin.close()
        self._java.wait(10)
