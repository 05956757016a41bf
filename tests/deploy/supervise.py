"""``python -m deploy`` with stand-ins for the API, the worker, the projector, the bots and
the webhooks."""

import signal
import sys

from deploy.__main__ import main
from deploy.supervisor import PROGRAMS

if __name__ == "__main__":
    # Whoever runs the tests under nohup has it ignored; the supervisor then honors that.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    kind, *arguments = sys.argv[1:]
    worker = "dying" if kind == "worker-dies" else "worker"
    stubs = ("web", worker, "projector", "bots", "webhooks")
    functions = [f"tests.deploy.stubs:{stub}" for stub in stubs]
    programs = dict(zip(PROGRAMS, functions, strict=True))
    sys.exit(main(arguments, programs, forks=kind != "no-forks"))
