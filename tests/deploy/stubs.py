"""Stand-ins for the programs that the supervisor runs."""

import os
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from redis import Redis


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = os.environ.get(self.path[1:], str(os.getpid())).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def web() -> None:
    """Answers the name of an environment variable with its value, and other paths with the
    process id, once Redis is reachable."""
    Redis.from_url(os.environ["REDIS_URL"]).ping()
    address = (os.environ["HOST"], int(os.environ["PORT"]))
    ThreadingHTTPServer(address, Handler).serve_forever()


def worker() -> None:
    """Has a child of its own, notes both ids, and waits for SIGTERM."""
    child = subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(600)"])
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    _note("worker.pids", f"{os.getpid()} {child.pid}")
    child.wait()


def projector() -> None:
    _wait("projector")


def bots() -> None:
    _wait("bots")


def webhooks() -> None:
    _wait("webhooks")


def dying() -> None:
    sys.exit(3)


def _wait(name: str) -> None:
    """Note the process id and wait for SIGTERM."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    _note(f"{name}.pid", str(os.getpid()))
    signal.sigwait({signal.SIGTERM})


def _note(name: str, text: str) -> None:
    """Write a file of ``DATA_DIR``, whole or not at all."""
    note = Path(os.environ["DATA_DIR"], name)
    note.with_suffix(".new").write_text(text)
    note.with_suffix(".new").rename(note)
