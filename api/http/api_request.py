"""A request, and what the service learns about it on its way: typed, and in one place.

Flask's proxies (``request``, ``g``) look the request up anew at each use. Whatever every request
passes takes it as an argument instead, or asks ``current`` once.
"""

from contextlib import AbstractContextManager, ExitStack
from contextvars import ContextVar, Token
from typing import Any, TypeVar, cast

from flask import Request
from flask.globals import request_ctx

from api.limits.policies import Policy
from api.operations.known import OperationMeta
from events.accounts.players import Caller
from events.accounts.rates import Counted
from events.telemetry.spans import Span

MAX_BODY = 64 * 1024
"""Bytes of a body, unless an endpoint takes more."""
T = TypeVar("T")


class ApiRequest(Request):
    """A request to this service."""

    max_content_length = MAX_BODY
    id = ""
    """Names the request in its answer and in the log."""
    started = 0.0
    """When it came, by ``time.perf_counter``."""
    operation: OperationMeta | None = None
    """What the contract says of the operation that it asks for, if there is one."""
    traceparent: str | None = None
    """The header of that name in its answer, where it belongs to a trace."""
    span: Span | None = None
    """Where it is traced."""
    counted: tuple[Policy, Counted] | None = None
    """As what it was counted, and what is left."""
    identified = False
    """Whether ``caller`` is known by now."""
    caller: Caller | None = None
    body_was_read = False
    """Whether nothing of the body is left to be read."""
    became_current: Token[Any] | None = None
    _contexts: ExitStack | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log_fields: dict[str, object] = {}
        """What its line of the log tells besides what every one does."""

    def enter(self, context: AbstractContextManager[T]) -> T:
        """Enter a context that is left when the request ends."""
        if self._contexts is None:
            self._contexts = ExitStack()
        return self._contexts.enter_context(context)

    def leave(self) -> None:
        """Leave all contexts that were entered."""
        if self._contexts is not None:
            self._contexts.close()


_CURRENT: ContextVar[ApiRequest] = ContextVar("current")


def begin() -> ApiRequest:
    """Let the request of Flask's context be the one that is being answered, until it is left."""
    request = cast(ApiRequest, request_ctx.request)
    request.became_current = _CURRENT.set(request)
    return request


def end() -> None:
    """Leave the request of Flask's context."""
    request = cast(ApiRequest, request_ctx.request)
    request.leave()
    if request.became_current is not None:
        _CURRENT.reset(request.became_current)
        request.became_current = None


def current() -> ApiRequest:
    """The request that is being answered."""
    return _CURRENT.get()
