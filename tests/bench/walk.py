"""Every version of every recorded game over HTTP: states, differences, decisions, history agree.

    python -m tests.bench.walk [NAME ...]

Each recorded game is stepped through from its first version to its last, and back from each to the
one before, by the differences alone, and forwards by pages of patches, as each seat and as a
reviewer. The states come to are those that are answered, and these are what the history folds to;
the timeline tells each event once, with the dice and medals of these states, and the record makes
the events again. Ends with an error at the first that is not so.
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


def main(names: list[str]) -> None:
    """Walk through the named games, or all."""
    begun, versions, compared = time.monotonic(), 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
        closing(serve(server.url)) as service,
    ):
        for name in names or RECORDINGS:
            walk = brought_in(service.app, name)
            walk.go(range(1, walk.version + 1))
            for eyes in EYES:
                after: int | None = 0
                while after is not None:
                    after = walk.stride(eyes, after)
            walk.tell()
            walk.read_back()
            versions += walk.version
            compared += walk.compared
            print(f"{name}: {walk.version} versions", flush=True)
    taken, worked = time.monotonic() - begun, time.process_time()
    print(f"{versions} versions, {compared} comparisons agree", end=", ")
    print(f"in {taken:.0f} seconds, {worked:.0f} of them at work")


if __name__ == "__main__":
    main(sys.argv[1:])
