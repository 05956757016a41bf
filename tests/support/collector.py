"""A collector of traces: takes what OpenTelemetry's exporters send over HTTP."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

Value = str | int | float | bool


@dataclass(frozen=True)
class Seen:
    """A span as it came."""

    service: str
    name: str
    kind: int
    trace: str
    id: str
    parent: str
    failed: bool
    attributes: dict[str, Value]


class Collector:
    """What has come so far, parsed and as it was."""

    def __init__(self) -> None:
        self.spans: list[Seen] = []
        self.raw: list[bytes] = []
        self.url = ""

    def take(self, body: bytes) -> None:
        self.raw.append(body)
        sent = ExportTraceServiceRequest.FromString(body)
        for resource in sent.resource_spans:
            about = {a.key: a.value.string_value for a in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    values = {
                        a.key: getattr(a.value, a.value.WhichOneof("value"))
                        for a in span.attributes
                    }
                    self.spans.append(
                        Seen(
                            about["service.name"],
                            span.name,
                            span.kind,
                            span.trace_id.hex(),
                            span.span_id.hex(),
                            span.parent_span_id.hex(),
                            span.status.code == span.status.STATUS_CODE_ERROR,
                            values,
                        )
                    )

    def named(self, *names: str) -> list[Seen]:
        return [span for span in list(self.spans) if span.name in names]


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that listens until the context ends."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            if self.path == "/v1/traces":
                collector.take(body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    collector.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
