"""A worker waits for the server of its jobs."""

import logging
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from workers.runtime.connections import wait_for

LOADING = b"-LOADING Redis is loading the dataset in memory\r\n"
LOCKED = b"-WRONGPASS invalid username-password pair or user is disabled.\r\n"
PONG = b"+PONG\r\n"


@contextmanager
def answering(*answers: bytes) -> Iterator[Redis]:
    """A client of a server that gives each connection the next answer, to all that it asks; the
    last one again and again."""
    left = list(answers)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            answer = left.pop(0) if len(left) > 1 else left[0]
            for line in self.rfile:
                if line.startswith(b"*"):
                    self.wfile.write(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        with Redis(
            port=server.server_address[1], driver_info=None, retry=None, protocol=2
        ) as client:
            yield client
        server.shutdown()
        thread.join()


def test_a_server_that_loads_its_data_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    with answering(LOADING, LOADING, PONG) as server, caplog.at_level(logging.WARNING):
        wait_for(server)
    assert "waiting for the job queue: " in caplog.text
    assert "is loading the dataset" in caplog.text


def test_a_password_that_is_refused_is_not_tried_again() -> None:
    with answering(LOCKED) as server, pytest.raises(AuthenticationError):
        wait_for(server)
