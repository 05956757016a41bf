"""``python -m deploy`` with stand-ins for the API, the worker, the projector, the bots and
the webhooks."""

import signal
import sys
from pathlib import Path

from api.settings import Settings
from deploy.__main__ import main
from deploy.supervisor import PROGRAMS

HERE = Path(__file__).parent


def web(settings: Settings) -> list[str]:
    return [sys.executable, str(HERE / "stub_web.py"), settings.host, str(settings.port)]


def worker(_settings: Settings) -> list[str]:
    return [sys.executable, str(HERE / "stub_worker.py")]


def projector(_settings: Settings) -> list[str]:
    return [sys.executable, str(HERE / "stub_projector.py")]


def bots(_settings: Settings) -> list[str]:
    return [sys.executable, str(HERE / "stub_projector.py"), "bots"]


def webhooks(_settings: Settings) -> list[str]:
    return [sys.executable, str(HERE / "stub_projector.py"), "webhooks"]


def dying(_settings: Settings) -> list[str]:
    return [sys.executable, "-I", "-c", "raise SystemExit(3)"]


if __name__ == "__main__":
    # Whoever runs the tests under nohup has it ignored; the supervisor then honors that.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    dies, *arguments = sys.argv[1:]
    workers = dying if dies == "worker-dies" else worker
    commands = (web, workers, projector, bots, webhooks)
    sys.exit(main(arguments, dict(zip(PROGRAMS, commands, strict=True))))
