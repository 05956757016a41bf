"""Examples of bodies and answers, recorded by a tour of the service.

``python -m tests.contract.record`` records them again.
"""

from typing import Any

from api.locales import examples
from api.openapi.components import operations, spelled_out

Json = dict[str, Any]
REQUEST = "request"
"""The key of an operation's request body, beside the statuses of its responses."""


def with_examples(spec: Json) -> Json:
    """Return a copy of the contract with examples, its operations without references."""
    shown = spelled_out(spec)
    for operation in operations(shown):
        given = examples().get(operation["operationId"], {})
        parts = {REQUEST: operation.get("requestBody", {}), **operation["responses"]}
        for name, part in parts.items():
            for kind, example in given.get(name, {}).items():
                part["content"][kind]["example"] = example
    return shown
