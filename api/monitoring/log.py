"""Structured logs: one JSON object per line on standard error."""

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

_EMPTY: Mapping[str, str] = {}
LOG_CONTEXT: ContextVar[Mapping[str, str]] = ContextVar("log_context", default=_EMPTY)
"""Fields of every line that is logged in this context."""


class JsonLines(logging.Formatter):
    """Formats records as JSON, with the fields that this service adds to them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= LOG_CONTEXT.get()
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class WithoutThreadAdvice(logging.Filter):
    """Drops the web server's advice to use fewer threads: every open stream occupies one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep the record."""
        return "Python threads" not in record.getMessage()


def configure(level: str) -> None:
    """Log records from ``level`` up as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
