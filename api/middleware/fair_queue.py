"""Serves the expensive requests of one caller one at a time, from the first step to the last, so
that many of them compete with other callers as one."""

from api.http.api_request import ApiRequest
from api.limits.costly_answers import CostlyAnswers
from api.middleware.rates import rate_limit_subject

MIN_WEIGHT = 10
"""The rate limit weight from which requests are queued. Small pictures, of which a page has many,
weigh less."""


def enter(request: ApiRequest, costly: CostlyAnswers) -> None:
    """Queue an expensive ``GET`` behind the caller's others, until the request ends. Requests with
    a body are not queued: a slow one would block everyone at the same address."""
    operation = request.operation
    if request.method == "GET" and operation is not None and operation.weight >= MIN_WEIGHT:
        request.enter(costly.head_of_line(rate_limit_subject()))
