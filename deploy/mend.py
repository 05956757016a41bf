"""``python -m deploy.mend FOLDER``: cut off what a crash left unfinished, before Redis starts.

The embedded server is mended by whoever starts it; this is for servers that others start. Never run
it on the files of a server that runs.
"""

import argparse
import sys
from pathlib import Path

from deploy.aof import mend
from deploy.output import note


def main(arguments: list[str]) -> int:
    """Exit status: 0 when the files are whole now, 1 when they cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m deploy.mend", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the Redis server has its files")
    options = parser.parse_args(arguments)
    try:
        cut = mend(options.folder)
    except OSError as error:
        note(f"cannot mend {options.folder}: {error.strerror}")
        return 1
    if cut:
        note(f"an unfinished command of {cut} bytes was cut off; it had not been confirmed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
