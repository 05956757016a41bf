"""Stands in for the worker: has a child of its own, notes both ids, and waits for SIGTERM."""

import os
import signal
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    child = subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(600)"])
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    pids = Path(os.environ["DATA_DIR"], "worker.pids")
    pids.with_suffix(".new").write_text(f"{os.getpid()} {child.pid}")
    pids.with_suffix(".new").rename(pids)
    child.wait()
