"""The append-only file cut at every byte of its last commands: a start finds whole commands only.

python -m tests.bench.cuts [--every 1]
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.support.cuts import check_cut, write_tail


def main(arguments: list[str]) -> int:
    """Exit status: 0 when each cut ends with a whole command; an AssertionError says where not."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cuts", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="bytes from one cut to the next")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tail = write_tail(Path(folder))
        sizes = range(tail.begins, len(tail.whole) + 1, options.every)
        for size in sizes:
            check_cut(tail, size, Path(folder) / "cut.sock")
    print(
        f"{len(sizes)} cuts in the last {len(tail.states) - 1} commands "
        f"({len(tail.whole) - tail.begins} bytes) in {time.monotonic() - start:.0f} s: "
        "each server held whole commands only"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
