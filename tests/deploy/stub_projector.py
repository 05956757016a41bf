"""Stands in for the projector, the bots or the webhooks: notes its id and waits for SIGTERM."""

import os
import signal
import sys
from pathlib import Path

if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    name = sys.argv[1] if len(sys.argv) > 1 else "projector"
    note = Path(os.environ["DATA_DIR"], f"{name}.pid")
    note.with_suffix(".new").write_text(str(os.getpid()))
    note.with_suffix(".new").rename(note)
    signal.sigwait({signal.SIGTERM})
