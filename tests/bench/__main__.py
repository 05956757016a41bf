"""``python -m tests.bench``: the benches that matter, one after another."""

import subprocess
import sys

BENCHES = (
    "selfplay",
    "append",
    "folding",
    "review",
    "pages",
    "stepping",
    "commands",
    "streams",
    "feeds",
    "cluster",
    "sizes",
    "idle",
)
WITHIN = 300.0


def main() -> int:
    """Exit status: that of the first bench that fails, else 0."""
    for name in BENCHES:
        module = f"{__package__}.{name}"
        print(f"\n{module}", flush=True)
        status = subprocess.run([sys.executable, "-m", module], timeout=WITHIN, check=False)
        if status.returncode != 0:
            return status.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
