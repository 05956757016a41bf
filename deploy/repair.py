"""``python -m deploy.repair FOLDER``: repair Redis files after a crash, before Redis starts.

The embedded server repairs its files at its start; this is for other servers. Never run it on the
files of a running server.
"""

import argparse
import sys
from pathlib import Path

from deploy.output import note
from deploy.redis_server.aof import repair


def main(arguments: list[str]) -> int:
    """Return the exit status: 0 if the files are valid now, 1 if they cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m deploy.repair", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the Redis server's files")
    options = parser.parse_args(arguments)
    try:
        removed = repair(options.folder)
    except OSError as error:
        note(f"cannot repair {options.folder}: {error.strerror}")
        return 1
    if removed:
        note(f"removed an incomplete command of {removed} bytes, which had not been confirmed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
