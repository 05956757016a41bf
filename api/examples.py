"""Examples of bodies and answers in the contract, as a tour of the service has recorded them.

``python -m tests.contract.record`` records them anew.
"""

from typing import Any

from api.statuses import MEANINGS
from api.texts import examples

Json = dict[str, Any]
REQUEST = "request"
"""Under which the body of an operation is kept, beside the statuses of its answers."""


def add_examples(spec: Json) -> None:
    """Give each body and each answer with a content its example. An answer that several operations
    share by a reference is spelled out for that."""
    kept, shared = examples(), spec["components"]["responses"]
    for methods in spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                told = kept.get(operation["operationId"], {})
                _of_answers(operation["responses"], told, shared)
                if "requestBody" in operation:
                    body = operation["requestBody"]
                    body["content"] = _with(told.get(REQUEST, {}), body["content"])


def _of_answers(responses: Json, told: Json, shared: Json) -> None:
    for status, response in responses.items():
        known = response
        if "$ref" in response:
            shape = shared[response["$ref"].rpartition("/")[2]]
            known = {**shape, "description": MEANINGS[int(status)]}
        content = _with(told.get(status, {}), known.get("content", {}))
        if content:
            responses[status] = {**known, "content": content}


def _with(told: Json, content: Json) -> Json:
    return {
        kind: {**body, "example": told[kind]} if kind in told else body
        for kind, body in content.items()
    }
