"""Shared components of the contract: error responses, parameters and headers."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from api.http.problems import MEDIA_TYPE
from api.http.statuses import MEANINGS
from api.operations.operation import PROBLEM, RATE_LIMIT_LEFT, RATE_LIMITS, RETRY, SIGN_IN
from api.schemas.vocabulary import REF

Json = dict[str, Any]
_HERE = "#/components/"
_SHARED = ("responses", "parameters", "headers")
_HEADERS = {401: SIGN_IN, 429: {**RETRY, **RATE_LIMITS}, 503: RETRY}
"""The headers of an error response."""
_TOO_MANY = "429"
_DESCRIBED_AT = "createPlayer"
"""The operation that names 429, with its headers, for all that are counted: it comes first, and has
a limit of its own. The introduction points there, and linters want each part used."""


def share(spec: Json) -> None:
    """Move what operations repeat to ``components`` and refer to it; drop unused schemas."""
    parts = spec["components"]
    failures = {status for operation in operations(spec) for status in _failures(operation)}
    parts["responses"] = {status: _problem(int(status)) for status in sorted(failures)}
    for operation in operations(spec):
        for status in _failures(operation):
            operation["responses"][status] = _named("responses", status)
        if _TOO_MANY in operation["responses"]:
            _add_limits(operation["responses"])
            if operation["operationId"] != _DESCRIBED_AT:
                del operation["responses"][_TOO_MANY]
    parts["responses"] |= _once("responses", list(_good_answers(spec)))
    parts["parameters"] = _once("parameters", list(_parameters(spec)))
    parts["headers"] = _once("headers", list(_headers(spec)))
    parts["schemas"] = _used(spec)


def leave_out_defaults(spec: Json) -> None:
    """Omit members of operations and parameters that equal their defaults."""
    parameters = list(spec["components"]["parameters"].values())
    for operation in operations(spec):
        if operation["security"] == spec["security"]:
            del operation["security"]
        if not operation.get("parameters", True):
            del operation["parameters"]
        parameters += operation.get("parameters", ())
    for parameter in parameters:
        if parameter.get("required") is False:
            del parameter["required"]


def spelled_out(spec: Json) -> Json:
    """Return a copy whose operations contain no references other than to schemas."""

    def spelled(part: Any) -> Any:
        if isinstance(part, list):
            return [spelled(each) for each in part]
        if not isinstance(part, dict):
            return part
        kind, _, name = part.get("$ref", "").removeprefix(_HERE).partition("/")
        if kind in _SHARED:
            return spelled(spec["components"][kind][name])
        return {key: spelled(value) for key, value in part.items()}

    return {**spec, "paths": spelled(spec["paths"])}


def operations(spec: Json) -> Iterator[Json]:
    """Yield every operation of a contract."""
    for methods in spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                yield operation


def _failures(operation: Json) -> list[str]:
    return [status for status, answer in operation["responses"].items() if answer == PROBLEM]


def _problem(status: int) -> Json:
    headers = {"headers": dict(_HEADERS[status])} if status in _HEADERS else {}
    content = {MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}}
    return {"description": MEANINGS[status], "content": content, **headers}


def _add_limits(responses: Json) -> None:
    for status, answer in responses.items():
        if status < "4":
            answer["headers"] = {**answer.get("headers", {}), **RATE_LIMIT_LEFT}


def _parameters(spec: Json) -> Iterator[tuple[list[Json], int, str]]:
    """Yield the location and the name of each parameter."""
    lists = [methods.get("parameters", []) for methods in spec["paths"].values()]
    for found in [*lists, *(operation.get("parameters", []) for operation in operations(spec))]:
        for place, parameter in enumerate(found):
            yield found, place, parameter["name"]


def _headers(spec: Json) -> Iterator[tuple[Json, str, str]]:
    """Yield the location and the name of each response header."""
    lists = [answer for one in operations(spec) for answer in one["responses"].values()]
    for answer in [*lists, *spec["components"]["responses"].values()]:
        for name in answer.get("headers", {}):
            yield answer["headers"], name, name


def _good_answers(spec: Json) -> Iterator[tuple[Json, str, str]]:
    """Yield the location of each successful response and its name: of its schema or status."""
    for operation in operations(spec):
        for status, answer in operation["responses"].items():
            if status < "4":
                kind, content = next(iter(answer.get("content", {status: {}}).items()))
                held = content.get("schema", {}).get("$ref", kind)
                yield operation["responses"], status, held.rpartition("/")[2]


def _once(kind: str, found: list[tuple[Any, Any, str]]) -> Json:
    """Replace parts that occur more than once by references; return them by name. Of several with
    one name, all but the most frequent are numbered."""
    texts = Counter((_camel(name), _text(where[place])) for where, place, name in found)
    named: dict[tuple[str, bytes], str] = {}
    alike = Counter[str]()
    for (name, text), count in texts.most_common():
        if count > 1:
            alike[name] += 1
            named[name, text] = f"{name}{alike[name]}" if alike[name] > 1 else name
    for where, place, name in found:
        shared = named.get((_camel(name), _text(where[place])))
        if shared:
            where[place] = _named(kind, shared)
    return {name: msgspec.json.decode(text) for (_, text), name in sorted(named.items())}


def _used(spec: Json) -> Json:
    """Return the schemas that the operations refer to, directly or indirectly."""
    known, used = spec["components"]["schemas"], set[str]()
    missing = _references([spec["paths"], spec["components"]["responses"]])
    while missing:
        used |= missing
        missing = _references([known[name] for name in missing]) - used
    return {name: known[name] for name in sorted(used)}


def _references(part: Any) -> set[str]:
    return set(re.findall(rf'"{REF}(\w+)"', _text(part).decode()))


def _named(kind: str, name: str) -> Json:
    return {"$ref": f"{_HERE}{kind}/{name}"}


def _camel(name: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in re.split("[-_+]", name))


def _text(part: Any) -> bytes:
    return msgspec.json.encode(part, order="deterministic")
