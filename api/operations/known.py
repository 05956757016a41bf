"""What the contract says of the operation that a request asks for, looked up by its address."""

import re
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Request

from api.operations.operation import WEIGHT

Json = dict[str, Any]
_CONVERTER = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
_GOOD = ("200", "201", "202")
_TOO_MANY = str(int(HTTPStatus.TOO_MANY_REQUESTS))


@dataclass(frozen=True, slots=True)
class OperationMeta:
    """An operation: its name, the query parameters it has, the media types it answers with, whether
    a token counts for it, whether its requests are counted, and as how many."""

    name: str
    queries: frozenset[str]
    offers: tuple[str, ...]
    takes_token: bool
    counted: bool
    weight: int


class Operations:
    """All operations of this service, as ``contract.served`` has them."""

    def __init__(self, served: Json) -> None:
        self._known = {
            (path, method.upper()): _known(operation)
            for path, methods in served["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict)
        }

    def of(self, request: Request) -> OperationMeta | None:
        """The operation that a request asks for; None where there is none."""
        if request.url_rule is None:
            return None
        method = "GET" if request.method == "HEAD" else request.method
        return self._known.get((path_of(request.url_rule.rule), method))


@cache
def path_of(rule: str) -> str:
    """An address as the contract writes it."""
    return _CONVERTER.sub(r"{\1}", rule)


def _known(operation: Json) -> OperationMeta:
    answers = operation["responses"]
    return OperationMeta(
        name=operation["operationId"],
        queries=frozenset(
            parameter["name"]
            for parameter in operation.get("parameters", ())
            if parameter["in"] == "query"
        ),
        offers=tuple(kind for one in _GOOD for kind in answers.get(one, {}).get("content", ())),
        takes_token=any(operation["security"]),
        counted=_TOO_MANY in answers,
        weight=operation.get(WEIGHT, 1),
    )
