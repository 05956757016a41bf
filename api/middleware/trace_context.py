"""W3C Trace Context: reads and writes the ``traceparent`` header."""

import re
import secrets
from dataclasses import dataclass

_PARENT = re.compile(
    r"(?P<version>[0-9a-f]{2})-(?P<trace>[0-9a-f]{32})-(?P<span>[0-9a-f]{16})-(?P<flags>[0-9a-f]{2})"
    r"(?P<more>-.*)?"
)
_NO_TRACE, _NO_SPAN = "0" * 32, "0" * 16
_SAMPLED = 1


@dataclass(frozen=True, slots=True)
class Trace:
    """The position of a request in a trace; ``span`` is the id of this service's own span."""

    id: str
    span: str
    sampled: bool

    @property
    def header(self) -> str:
        """The ``traceparent`` header."""
        return f"00-{self.id}-{self.span}-{int(self.sampled):02x}"


def trace_of(header: str | None) -> Trace:
    """Return a new span in the trace of a ``traceparent`` header, or in a new trace when the header
    is missing or invalid: the standard requires to ignore it then."""
    match = _PARENT.fullmatch((header or "").strip(" \t"))
    if match is None or not _is_valid(match):
        return Trace(secrets.token_hex(16), secrets.token_hex(8), sampled=False)
    sampled = bool(int(match["flags"], 16) & _SAMPLED)
    return Trace(match["trace"], secrets.token_hex(8), sampled)


def _is_valid(match: re.Match[str]) -> bool:
    if match["version"] == "ff" or (match["version"] == "00" and match["more"]):
        return False
    return match["trace"] != _NO_TRACE and match["span"] != _NO_SPAN
