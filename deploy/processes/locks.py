"""A file lock that is held as long as any process has the file open."""

import fcntl
import os
import time
from pathlib import Path

POLL = 0.05


class FileLock:
    """A lock that is shared by all processes that inherit the descriptor, and released by the
    kernel when all have ended. So a lock is never stale after a crash.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self, patience: float = 0.0) -> bool:
        """Acquire the lock, waiting up to ``patience`` seconds; False if it is still held."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        deadline = time.monotonic() + patience
        while not _locked(descriptor):
            if time.monotonic() >= deadline:
                os.close(descriptor)
                return False
            time.sleep(POLL)
        self._descriptor = descriptor
        return True

    def fileno(self) -> int:
        """The open descriptor, to be inherited by a child that shares the lock."""
        if self._descriptor is None:
            raise RuntimeError(f"{self.path} is not held")
        return self._descriptor

    def release(self) -> None:
        """Close this process's own descriptor; children that inherited it keep the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
