"""The launcher of child processes: end with the parent, then exec the program.

Run as a script, ``python -I -S launcher.py PARENT_PID PROGRAM ARGUMENT...``, so that it starts fast
and needs only the standard library.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def follow_parent(parent: int) -> None:
    """Let Linux send SIGTERM to this process when its parent dies in any way.

    SIGTERM rather than SIGKILL, so that a server can stop its own workers. The setting survives
    exec. A parent that has died before is noticed as well.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Replace this process by the program in the arguments."""
    parent, *command = sys.argv[1:]
    follow_parent(int(parent))
    # Python ignores the first two, a shell the third for background jobs, and ignored signals stay
    # ignored after exec.
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
