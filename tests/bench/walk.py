"""Every version of every recorded game over HTTP: states, differences, decisions, history agree.

    python -m tests.bench.walk [NAME ...]

Each recorded game is stepped through from its first version to its last and back by the differences
alone, and forwards by pages of patches, as each seat and as a reviewer; the states come to are
those that are answered, and these are what the history folds to. Ends with an error at the first
that is not.
"""

import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from deploy.redis_server import RedisServer
from tests.contract.service import serve
from tests.support.logs import RECORDINGS
from tests.support.walking import EYES, brought_in

PAGE = 500
"""Steps that are read at once."""


def main(names: list[str]) -> None:
    """Walk through the named games, or all."""
    begun, steps, strides, versions = time.monotonic(), 0, 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
        closing(serve(server.url)) as service,
    ):
        for name in names or RECORDINGS:
            walk = brought_in(service.app, name)
            every = range(1, walk.version + 1)
            versions += walk.compare(every)
            steps += sum(walk.step(every, eyes) for eyes in EYES)
            pages = [(at, min(at + PAGE, walk.version)) for at in range(0, walk.version, PAGE)]
            strides += sum(walk.stride(*page, eyes, every) for page in pages for eyes in EYES)
            print(f"{name}: {walk.version} versions", flush=True)
    taken = time.monotonic() - begun
    print(f"{versions} versions, {steps} + {strides} steps agree, in {taken:.0f} seconds")


if __name__ == "__main__":
    main(sys.argv[1:])
