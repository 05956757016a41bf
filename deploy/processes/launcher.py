"""Launcher of every child process: bind its life to its parent's, then become the program.

Run as a script, ``python -I -S launcher.py PARENT_PID PROGRAM ARGUMENT...``, so that it starts fast
and needs nothing but the standard library.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def follow_parent(parent: int) -> None:
    """Ask Linux to send SIGTERM to this process when its parent dies, however it dies.

    SIGTERM rather than SIGKILL: a server that is killed cannot stop its own workers. The wish
    outlives exec. A parent that was gone before the wish was made is noticed as well.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Replace this process by the program that the arguments name."""
    parent, *command = sys.argv[1:]
    follow_parent(int(parent))
    # Python ignores the first two for itself, a shell the third for what it starts in the
    # background, and what is ignored stays ignored over exec.
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
