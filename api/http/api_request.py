"""The request class, with everything that the pipeline learns about a request as typed attributes.

Flask's proxies (``request``, ``g``) look the request up at each use. The steps of the pipeline take
it as an argument instead, or call ``current`` once.
"""

from contextlib import AbstractContextManager, ExitStack
from contextvars import ContextVar, Token
from typing import Any, TypeVar, cast

from flask import Request
from flask.globals import request_ctx

from api.limits.policies import Policy
from api.operations.registry import OperationMeta
from events.accounts.players import Caller
from events.accounts.rates import Counted
from events.telemetry.spans import Span

MAX_BODY = 64 * 1024
"""In bytes; uploads may be larger."""
T = TypeVar("T")


class ApiRequest(Request):
    """A request to this service."""

    max_content_length = MAX_BODY
    id = ""
    """The request id, as in the response and in the log."""
    started = 0.0
    """The time of arrival, by ``time.perf_counter``."""
    operation: OperationMeta | None = None
    """The operation of the contract that it calls, if any."""
    traceparent: str | None = None
    """The ``traceparent`` header of the response, if the request belongs to a trace."""
    span: Span | None = None
    """The server span, if the request is traced."""
    counted: tuple[Policy, Counted] | None = None
    """The rate limit policy that it was counted under, and what is left."""
    identified = False
    """Whether ``caller`` is set."""
    caller: Caller | None = None
    body_was_read = False
    """Whether the body was read to its end."""
    context_token: Token[Any] | None = None
    _contexts: ExitStack | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log_fields: dict[str, object] = {}
        """Additional fields of its access log line."""

    def enter(self, context: AbstractContextManager[T]) -> T:
        """Enter a context that is exited when the request ends."""
        if self._contexts is None:
            self._contexts = ExitStack()
        return self._contexts.enter_context(context)

    def exit_contexts(self) -> None:
        """Exit all contexts that were entered."""
        if self._contexts is not None:
            self._contexts.close()


_CURRENT: ContextVar[ApiRequest] = ContextVar("current")


def begin() -> ApiRequest:
    """Make the request of Flask's context the current one, until ``end``."""
    request = cast(ApiRequest, request_ctx.request)
    request.context_token = _CURRENT.set(request)
    return request


def end() -> None:
    """Exit the contexts of Flask's request, and reset the current one."""
    request = cast(ApiRequest, request_ctx.request)
    request.exit_contexts()
    if request.context_token is not None:
        _CURRENT.reset(request.context_token)
        request.context_token = None


def current() -> ApiRequest:
    """Return the request that is being handled."""
    return _CURRENT.get()
