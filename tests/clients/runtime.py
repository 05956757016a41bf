# What a generated client needs besides on a bad network: when to ask again, and when not.

import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, ParamSpec, TypeVar

import httpx
from afteraction_client.types import Response

T = TypeVar("T")
P = ParamSpec("P")
AGAIN = (200, 201, 429, 502, 503, 504)
PATIENCE = httpx.Timeout(5.0)
repeats: list[str] = []


class Stale(Exception):
    # The game has another version than the one that was named: read it again, and decide anew.
    pass


def pause(headers: Mapping[str, str]) -> float:
    # Seconds until one may ask again: those that were said, or until a time by the clock of who
    # says it, whatever time one's own clock shows.
    said, now = headers.get("Retry-After", "0.2"), headers.get("Date", "")
    if not said.endswith("GMT"):
        return float(said)
    return (parsedate_to_datetime(said) - parsedate_to_datetime(now)).total_seconds()


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
            wait = pause(answer.headers)
        except (httpx.TransportError, ValueError) as error:
            repeats.append(str(error))
        time.sleep(wait)
