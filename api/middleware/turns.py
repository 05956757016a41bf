"""Whoever asks for much has one of its requests looked at after another, from the first step to the
last: so it competes as one with everybody else, however many it sends."""

from api.http.api_request import ApiRequest
from api.limits.costly_answers import CostlyAnswers
from api.middleware.rates import requester

MIN_WEIGHT = 10
"""Of the operations whose requests wait for each other: small pictures, of which a page has many,
weigh less."""


def line_up(request: ApiRequest, costly: CostlyAnswers) -> None:
    """Let the costly readings of a caller wait for each other, until the end of each. What is sent
    is excepted: a slow body would hold up whoever shares the address."""
    operation = request.operation
    if request.method == "GET" and operation is not None and operation.weight >= MIN_WEIGHT:
        request.enter(costly.first_in_line(requester()))
