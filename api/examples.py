"""Examples of answers in the contract, as a tour of the running service has recorded them.

``python -m tests.contract.record`` records them anew.
"""

from typing import Any

from api.texts import examples

Json = dict[str, Any]


def add_examples(spec: Json) -> None:
    """Give each answer with a content its example. An answer that several operations share by a
    reference is spelled out for that."""
    kept, shared = examples(), spec["components"]["responses"]
    for methods in spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                _of_operation(
                    operation["responses"], kept.get(operation["operationId"], {}), shared
                )


def _of_operation(responses: Json, kept: Json, shared: Json) -> None:
    for status, response in responses.items():
        told = kept.get(status, {})
        known = shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
        content = {
            kind: {**body, "example": told[kind]} if kind in told else body
            for kind, body in known.get("content", {}).items()
        }
        if content:
            responses[status] = {**known, "content": content}
