"""``python -m deploy.repair FOLDER``: cut off what a crash left unfinished, before Redis starts.

The embedded server is mended by whoever starts it; this is for servers that others start. Never run
it on the files of a server that runs.
"""

import argparse
import sys
from pathlib import Path

from deploy.output import note
from deploy.redis_server.aof import mend


def main(arguments: list[str]) -> int:
    """Exit status: 0 when the files are whole now, 1 when they cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m deploy.repair", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the Redis server's files")
    options = parser.parse_args(arguments)
    try:
        cut = mend(options.folder)
    except OSError as error:
        note(f"cannot repair {options.folder}: {error.strerror}")
        return 1
    if cut:
        note(f"removed an incomplete command of {cut} bytes, which had not been confirmed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
