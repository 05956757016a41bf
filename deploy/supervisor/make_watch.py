"""Stop the service together with the ``make`` that runs it.

A terminal sends Ctrl-C to make and to its children; make relies on that and does not forward
SIGINT, so SIGINT sent to make alone would hang both. And when make is killed, its children are left
over. Both can be detected from the outside.
"""

import os
import signal
from pathlib import Path


class MakeWatch:
    """Watches the parent of this process, which must be make."""

    def __init__(self) -> None:
        self._make = os.getppid()
        self._could_be_interrupted = self._catches_sigint()

    def ended(self) -> bool:
        """Whether make is gone, or was interrupted and waits for this process to end."""
        if os.getppid() != self._make:
            return True
        return self._could_be_interrupted and not self._catches_sigint()

    def _catches_sigint(self) -> bool:
        """Whether make still handles SIGINT; after the first one it restores the default."""
        try:
            status = Path(f"/proc/{self._make}/status").read_text()
        except OSError:
            return False
        mask = next((line for line in status.splitlines() if line.startswith("SigCgt:")), "0")
        return bool(int(mask.split()[-1], 16) >> (signal.SIGINT - 1) & 1)
