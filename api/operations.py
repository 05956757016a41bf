"""What the contract says of the operation that a request asks for, looked up by its address."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import request

Json = dict[str, Any]
_CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")
_GOOD = ("200", "201", "202")
_TOO_MANY = str(int(HTTPStatus.TOO_MANY_REQUESTS))


@dataclass(frozen=True, slots=True)
class Known:
    """An operation: its name, the query parameters it has, the media types it answers with, whether
    a token counts for it, and whether its requests are counted."""

    name: str
    queries: frozenset[str]
    offers: tuple[str, ...]
    takes_token: bool
    counted: bool


class Operations:
    """All operations of a contract."""

    def __init__(self, contract: Json) -> None:
        self._known = {
            (path, method.upper()): _known(operation)
            for path, methods in contract["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict)
        }

    def asked_for(self) -> Known | None:
        """The operation of this request; None where there is none."""
        if request.url_rule is None:
            return None
        path = _CONVERTER.sub(r"{\1}", request.url_rule.rule)
        return self._known.get((path, "GET" if request.method == "HEAD" else request.method))


def _known(operation: Json) -> Known:
    answers = operation["responses"]
    return Known(
        name=operation["operationId"],
        queries=frozenset(
            parameter["name"]
            for parameter in operation.get("parameters", ())
            if parameter["in"] == "query"
        ),
        offers=tuple(kind for one in _GOOD for kind in answers.get(one, {}).get("content", ())),
        takes_token=any(operation["security"]),
        counted=_TOO_MANY in answers,
    )
