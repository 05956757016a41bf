"""``python -m tests.support.servers``: the server programs there are, one path a line."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from deploy.redis_server.binary import OLDEST, PACKAGES, bundled, server_version


def programs() -> Iterator[Path]:
    """Those that packages bring, then those on the PATH; of each version only the first."""
    known = set()
    brought = (bundled(*names) for names in PACKAGES)
    found = map(shutil.which, ("valkey-server", "redis-server"))
    for program in (*brought, *(Path(path) for path in found if path)):
        version = server_version(program) if program else None
        if program and version and version.release >= OLDEST and version not in known:
            known.add(version)
            yield program


if __name__ == "__main__":
    print(*programs(), sep="\n")
