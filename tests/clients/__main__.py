"""``python -m tests.clients [TARGET ...]``: clients of openapi-generator for nine languages are
made of the contract without a complaint, compiled where this machine has what it takes, and play a
game; and the example clients play one each on a bad network.

Exits with 1 at the first complaint. With ``AFTERACTION_NO_SKIP`` set nothing may be left out.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from tests.clients.conformance import conforms
from tests.clients.generated import PythonClient, TypescriptClient, run
from tests.clients.targets import COMPILE, PLAY, TARGETS, generate
from tests.http.running import Running


def main(chosen: list[str]) -> int:
    """Exit status: 0 when every client is as it should be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        service = Running(folder / "data", LOG_LEVEL="WARNING")
        try:
            service.start()
            failed = max(_try(target, folder, service.url) for target in chosen or TARGETS)
            return failed if chosen else max(failed, _examples(folder))
        finally:
            service.clean_up()


def _try(target: str, parent: Path, url: str) -> int:
    begun, folder = time.monotonic(), parent / target
    done = []
    for complaint in generate(target, folder):
        done.append(complaint)
    status = 1 if done else 0
    if target in COMPILE:
        compiled = COMPILE[target](folder)
        done.append("compiled" if compiled else "no compiler")
        status = max(status, int(not compiled and "AFTERACTION_NO_SKIP" in os.environ))
    if target in PLAY:
        game = run(*PLAY[target](folder), url, cwd=folder, PYTHONPATH=str(folder))
        done.append(f"played {game.strip()}")
    print(f"{target:17} {time.monotonic() - begun:5.1f} s  {'; '.join(done)}", flush=True)
    return status


def _examples(folder: Path) -> int:
    """The example clients on a bad network."""
    failed = 0
    for kind in (PythonClient, TypescriptClient):
        begun, client = time.monotonic(), kind(folder / kind.__name__)
        client.folder.mkdir()
        client.generate()
        if isinstance(client, TypescriptClient):
            client.compile()
        said = conforms(*client.command())
        failed = max(failed, int(bool(said)))
        result = said or "played on a bad network"
        print(f"{kind.__name__:17} {time.monotonic() - begun:5.1f} s  {result}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
