"""The W3C's trace context: which chain of requests a request belongs to."""

import re
import secrets
from dataclasses import dataclass

_PARENT = re.compile(
    r"(?P<edition>[0-9a-f]{2})-(?P<trace>[0-9a-f]{32})-(?P<span>[0-9a-f]{16})-(?P<flags>[0-9a-f]{2})"
    r"(?P<more>-.*)?"
)
_NO_TRACE, _NO_SPAN = "0" * 32, "0" * 16
_SAMPLED = 1


@dataclass(frozen=True, slots=True)
class Trace:
    """A request's place in a trace; ``span`` is the request itself as this service sees it."""

    id: str
    span: str
    sampled: bool

    @property
    def header(self) -> str:
        """The place as a ``traceparent`` header has it."""
        return f"00-{self.id}-{self.span}-{int(self.sampled):02x}"


def trace_of(header: str | None) -> Trace:
    """A new span in the trace of a ``traceparent`` header, or in a new one where the header is
    missing or not as it has to be: it is then ignored, as the standard wants it."""
    match = _PARENT.fullmatch((header or "").strip(" \t"))
    if match is None or not _holds(match):
        return Trace(secrets.token_hex(16), secrets.token_hex(8), sampled=False)
    sampled = bool(int(match["flags"], 16) & _SAMPLED)
    return Trace(match["trace"], secrets.token_hex(8), sampled)


def _holds(match: re.Match[str]) -> bool:
    if match["edition"] == "ff" or (match["edition"] == "00" and match["more"]):
        return False
    return match["trace"] != _NO_TRACE and match["span"] != _NO_SPAN
