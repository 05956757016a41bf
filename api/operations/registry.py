"""Looks up the operation of a request in the contract, by its route and method."""

import re
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Request

from api.operations.operation import WEIGHT

Json = dict[str, Any]
_CONVERTER = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
_SUCCESSES = ("200", "201", "202")
_TOO_MANY = str(int(HTTPStatus.TOO_MANY_REQUESTS))


@dataclass(frozen=True, slots=True)
class OperationMeta:
    """What the request pipeline needs of an operation: its query parameters, the media types that
    it offers, whether it takes a token, and how its requests count towards rate limits."""

    name: str
    queries: frozenset[str]
    offers: tuple[str, ...]
    takes_token: bool
    counted: bool
    weight: int


class Operations:
    """All operations of the contract of ``contract.served``."""

    def __init__(self, served: Json) -> None:
        self._by_route = {
            (path, method.upper()): _meta(operation)
            for path, methods in served["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict)
        }

    def of(self, request: Request) -> OperationMeta | None:
        """Return the operation of a request; None if there is none."""
        if request.url_rule is None:
            return None
        method = "GET" if request.method == "HEAD" else request.method
        return self._by_route.get((path_of(request.url_rule.rule), method))


@cache
def path_of(rule: str) -> str:
    """Convert a Flask route to a path template of the contract."""
    return _CONVERTER.sub(r"{\1}", rule)


def _meta(operation: Json) -> OperationMeta:
    responses = operation["responses"]
    return OperationMeta(
        name=operation["operationId"],
        queries=frozenset(
            parameter["name"]
            for parameter in operation.get("parameters", ())
            if parameter["in"] == "query"
        ),
        offers=tuple(
            media_type
            for status in _SUCCESSES
            for media_type in responses.get(status, {}).get("content", ())
        ),
        takes_token=any(operation["security"]),
        counted=_TOO_MANY in responses,
        weight=operation.get(WEIGHT, 1),
    )
