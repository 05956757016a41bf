"""Structured logs: one JSON object a line on standard error."""

import json
import logging
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime

_FIELDS = (
    "method",
    "route",
    "status",
    "game",
    "player",
    "by",
    "webhook",
    "version",
    "command",
    "outcome",
    "rule",
    "milliseconds",
)

WITHIN: ContextVar[Mapping[str, str]] = ContextVar("within", default={})  # noqa: B039 # read only
"""What every line tells of the piece of work that it belongs to."""


class JsonLines(logging.Formatter):
    """A record as JSON, with the fields that this service adds to records."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= WITHIN.get()
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class WithoutThreadAdvice(logging.Filter):
    """Drops the web server's advice to have fewer threads: an open stream occupies one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to keep the record."""
        return "Python threads" not in record.getMessage()


def configure(level: str) -> None:
    """Log this process's own records from ``level`` up, as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
