"""Stands in for the API: answers every path with its process id, once Redis is reachable."""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from redis import Redis


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = str(os.getpid()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    Redis.from_url(os.environ["REDIS_URL"]).ping()
    ThreadingHTTPServer((sys.argv[1], int(sys.argv[2])), Handler).serve_forever()
