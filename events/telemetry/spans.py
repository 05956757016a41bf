"""Spans of OpenTelemetry: the durations of parts of the work.

Spans are no-ops until ``collect`` is called. Attributes must not be secrets: whoever monitors a
service must not see its players' tokens, invitations or cards.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

Value = str | int | float | bool
Attributes = Mapping[str, Value]
Refusals = tuple[type[Exception], ...]


class Span(Protocol):
    """A span in progress."""

    @property
    def ids(self) -> tuple[str, str] | None:
        """The ids of the trace and of the span, in hex; None without tracing."""

    def set_attribute(self, name: str, value: Value) -> None:
        """Add an attribute."""

    def fail(self, kind: str) -> None:
        """Mark it as failed, with a kind of failure."""


class _Nothing:
    """A no-op span."""

    ids = None

    def set_attribute(self, name: str, value: Value) -> None:
        """Do nothing."""

    def fail(self, kind: str) -> None:
        """Do nothing."""


class Tracer(Protocol):
    """A backend that records spans."""

    def span(
        self,
        name: str,
        attributes: Attributes,
        parent: Mapping[str, str] | None,
        refusals: Refusals,
    ) -> AbstractContextManager[Span]:
        """Begin a span within the current one, or within ``parent``, the W3C trace context headers
        of a request; it is then a server span. An exception marks it as failed, unless it is one of
        the ``refusals``."""
        ...

    def end(self) -> None:
        """Send the remaining spans."""


_NOWHERE: AbstractContextManager[Span] = nullcontext(_Nothing())
_tracers: list[Tracer] = []


def span(
    name: str,
    attributes: Attributes | None = None,
    parent: Mapping[str, str] | None = None,
    refusals: Refusals = (),
) -> AbstractContextManager[Span]:
    """A span around the body of a ``with`` statement; see ``Tracer.span``."""
    if not _tracers:
        return _NOWHERE
    return _tracers[0].span(name, attributes or {}, parent, refusals)


def traced() -> bool:
    """Whether tracing is enabled."""
    return bool(_tracers)


def collect(tracer: Tracer) -> None:
    """Send all spans to ``tracer`` from now on."""
    _tracers[:] = [tracer]


def end() -> None:
    """Send the remaining spans and stop tracing."""
    while _tracers:
        _tracers.pop().end()
