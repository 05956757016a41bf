"""``python -m tests.contract.record``: keep an example of every answer and of every body that is
sent, from a tour of the service.

The page of the contract shows them, and each operation's are handed out under ``/docs/examples``.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from werkzeug.test import TestResponse

from api.openapi.examples import REQUEST
from deploy.redis_server import RedisServer
from tests.contract.contract import JSON_TYPES, Json
from tests.contract.service import Service
from tests.contract.tour.tour import take_tour

FILE = Path(__file__).parents[2] / "api/locales/examples.json"
_MAX_ITEMS = 2
_MAX_TEXT = 300
_FIRST_ITEMS = 3
_MAX_ITEM = 1000
_ENDS = {"text/event-stream": "\n\n", "application/x-ndjson": "\n"}
_BINARY = ("application/gzip", "application/pdf", "image/png", "image/webp", "image/gif")


class Recording(Service):
    """A service whose answers are kept: the first of each operation, status and type; and the
    first body of each operation."""

    kept: Json

    def ask(
        self, method: str, path: str, *, token: str | None = None, **request: Any
    ) -> TestResponse:
        """The answer, as ever."""
        answer = super().ask(method, path, token=token, **request)
        operation = self.operation(method, path, request, answer)
        if operation is not None and method != "HEAD" and answer.mimetype not in _BINARY:
            statuses = self.kept.setdefault(operation.name, {})
            if answer.status_code < 300:
                for kind, body in _sent(request):
                    statuses.setdefault(REQUEST, {}).setdefault(kind, body)
            if str(answer.status_code) in operation.responses:
                kinds = statuses.setdefault(str(answer.status_code), {})
                if answer.mimetype and answer.get_data() and answer.mimetype not in kinds:
                    kinds[answer.mimetype] = _shown(answer)
        return answer


def main() -> None:
    """Take the tour and write the examples."""
    kept: Json = {}

    def watched(made: Service) -> Service:
        recording = Recording(made.app, made.contract, made.projector)
        recording.kept = kept
        return recording

    with tempfile.TemporaryDirectory() as folder, RedisServer(Path(folder) / "redis") as server:
        take_tour(server, Path(folder) / "keys", watched)
    values = {name: {s: kinds for s, kinds in of.items() if kinds} for name, of in kept.items()}
    text = msgspec.json.format(msgspec.json.encode(values, order="sorted"), indent=1)
    FILE.write_bytes(text + b"\n")


def _sent(request: Json) -> Iterator[tuple[str, Any]]:
    """The type and the body of a request that did something."""
    if "json" in request and not request["json"].get("validate_only"):
        yield "application/json", request["json"]
    elif "data" in request:
        kind = request["content_type"]
        yield kind, _text(request["data"].decode(), kind)


def _shown(answer: TestResponse) -> Any:
    if answer.mimetype in JSON_TYPES:
        return _abridged(answer.get_json())
    return _text(answer.get_data(as_text=True), answer.mimetype or "")


def _text(text: str, kind: str) -> str:
    """What is shown of a text: its beginning, or whole items, of which the last is one."""
    if kind not in _ENDS:
        return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"
    end = _ENDS[kind]
    *items, last = text.removesuffix(end).split(end)
    short = [item for item in items if len(item) <= _MAX_ITEM]
    return "".join(item + end for item in (*short[:_FIRST_ITEMS], last))


def _abridged(value: Any) -> Any:
    """The same with long lists of objects cut short."""
    if isinstance(value, dict):
        return {name: _abridged(below) for name, below in value.items()}
    if isinstance(value, list):
        objects = bool(value) and isinstance(value[0], dict)
        return [_abridged(below) for below in (value[:_MAX_ITEMS] if objects else value)]
    return value


if __name__ == "__main__":
    main()
