"""Stands in for the projector: notes its id and waits for SIGTERM."""

import os
import signal
from pathlib import Path

if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    note = Path(os.environ["DATA_DIR"], "projector.pid")
    note.with_suffix(".new").write_text(str(os.getpid()))
    note.with_suffix(".new").rename(note)
    signal.sigwait({signal.SIGTERM})
