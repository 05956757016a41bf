"""Old stored events to newer ones, one step a function.

A step takes the data of ``(type, schema)`` and returns that of the next schema. Steps and the logs
that need them are never edited or removed.
"""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]

UPCASTS: Mapping[tuple[str, int], Callable[[Data], Data]] = {}


def newest(name: str, schema: int, data: Data) -> tuple[int, Data]:
    """The schema and the data that the steps from ``schema`` lead to."""
    while (step := UPCASTS.get((name, schema))) is not None:
        data = step(data)
        schema += 1
    return schema, data
