# What a generated client needs besides on a bad network: when to ask again, and when not.

import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import httpx
from afteraction_client.types import Response

T = TypeVar("T")
P = ParamSpec("P")
AGAIN = (429, 502, 503, 504)
repeats: list[str] = []


class Stale(Exception):
    # The game has another version than the one that was named: read it again, and decide anew.
    pass


def ask(kind: type[T], call: Callable[P, Response[Any]], *args: P.args, **sent: P.kwargs) -> T:
    # The answer of a call, which is repeated as it is until the service gives one.
    while True:
        wait = 0.2
        try:
            answer = call(*args, **sent)
            if isinstance(answer.parsed, kind):
                return answer.parsed
            if answer.status_code == 412:
                raise Stale
            assert answer.status_code in AGAIN, answer.parsed
            wait = float(answer.headers.get("Retry-After", wait))
        except httpx.TransportError as error:
            repeats.append(str(error))
        time.sleep(wait)
