"""Spans: how long the parts of a piece of work took, for OpenTelemetry.

A span is nothing until ``collect`` is called. What a span tells must be no secret: who watches a
service may not read its players' tokens, invitations or cards.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

Value = str | int | float | bool
Attributes = Mapping[str, Value]
Refusals = tuple[type[Exception], ...]


class Span(Protocol):
    """A part of the work while it goes on."""

    @property
    def ids(self) -> tuple[str, str] | None:
        """The ids of the trace and of the span, in hex; None where nothing is traced."""

    def tell(self, name: str, value: Value) -> None:
        """Add an attribute."""

    def fail(self, kind: str) -> None:
        """Say that it went wrong, and by what kind of failure."""


class _Nothing:
    """The span where nothing is traced."""

    ids = None

    def tell(self, name: str, value: Value) -> None:
        """Nobody listens."""

    def fail(self, kind: str) -> None:
        """Nobody listens."""


class Tracer(Protocol):
    """Whoever takes spans."""

    def span(
        self,
        name: str,
        attributes: Attributes,
        parent: Mapping[str, str] | None,
        refusals: Refusals,
    ) -> AbstractContextManager[Span]:
        """Begin a span within the one that is under way, or within ``parent``: the headers of the
        W3C's trace context with which a request came. With headers it is a server's. An exception
        that leaves it is a failure, unless it is one of the refusals."""
        ...

    def end(self) -> None:
        """Send what has not been sent."""


_NOWHERE: AbstractContextManager[Span] = nullcontext(_Nothing())
_tracers: list[Tracer] = []


def span(
    name: str,
    attributes: Attributes | None = None,
    parent: Mapping[str, str] | None = None,
    refusals: Refusals = (),
) -> AbstractContextManager[Span]:
    """A span around what is done within the context; see ``Tracer.span``."""
    if not _tracers:
        return _NOWHERE
    return _tracers[0].span(name, attributes or {}, parent, refusals)


def traced() -> bool:
    """Whether anybody collects spans."""
    return bool(_tracers)


def collect(tracer: Tracer) -> None:
    """Hand all spans to it from now on."""
    _tracers[:] = [tracer]


def end() -> None:
    """Send what has not been sent, and trace no more."""
    while _tracers:
        _tracers.pop().end()
