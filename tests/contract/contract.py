"""``openapi.yaml`` as a judge of answers: finds the operation, checks status, type and body."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import yaml
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.openapi.components import spelled_out
from api.schemas.vocabulary import REF

FILE = Path(__file__).parents[2] / "openapi.yaml"
JSON_FILE = FILE.with_suffix(".json")
JSON_TYPES = (
    "application/json",
    "application/problem+json",
    "application/json-patch+json",
    "application/vnd.afteraction.compact+json",
    "application/vnd.afteraction.minimal+json",
)
_URI = "urn:contract"
PARAMETER = re.compile(r"\{\w+\}")
_PROBLEM = {"content": {"application/problem+json": {"schema": {"$ref": f"{REF}Problem"}}}}
OF_ANY_REQUEST = dict.fromkeys((406, 413, 414, 415, 429, 503), _PROBLEM)
"""Failures that the introduction of the contract tells for all operations."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """One operation of the contract."""

    name: str
    responses: Json


class Contract:
    """The contract as it is written down."""

    def __init__(self) -> None:
        self.text = FILE.read_text(encoding="utf-8")
        self.spec: Json = yaml.load(self.text, Loader=yaml.CSafeLoader)
        resource = Resource.from_contents(self.spec, DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(_URI, resource)
        self._swift_registry = jsonschema_rs.Registry([(_URI, self.spec)])
        self._swift: dict[str, Any] = {}
        self._validators: dict[str, Validator] = {}
        self.paths: Json = spelled_out(self.spec)["paths"]
        """Its paths, whose operations refer to nothing but schemas."""
        self._paths = [
            (re.compile(PARAMETER.sub(r"[^/]+", path)), methods)
            for path, methods in self.spec["paths"].items()
        ]

    def documented(self) -> set[tuple[str, int]]:
        """Every operation with each of its statuses, and with those that follow from what it takes
        and answers with."""
        return {
            (operation["operationId"], status)
            for path in self.paths.values()
            for operation in path.values()
            if isinstance(operation, dict)
            for status in statuses(operation, path.get("parameters", []))
        }

    def scopes(self) -> Iterator[tuple[str, str, str | None]]:
        """The method, the path and the scope of every operation; None where no token counts."""
        for path, methods in self.spec["paths"].items():
            for method, operation in methods.items():
                if isinstance(operation, dict):
                    ways = operation.get("security", self.spec["security"])
                    named = [scope for way in ways for scope in way]
                    yield method.upper(), path, named[0] if named else None

    def operation(self, method: str, path: str) -> Operation | None:
        """The operation behind a method and a path without its query."""
        for pattern, methods in self._paths:
            if pattern.fullmatch(path):
                found = methods.get("get" if method == "HEAD" else method.lower())
                return found and Operation(found["operationId"], found["responses"])
        return None

    def check(self, operation: Operation, status: int, kind: str, body: bytes) -> None:
        """Fail when the contract does not foresee this answer."""
        answer = operation.responses.get(str(status), OF_ANY_REQUEST.get(status))
        assert answer is not None, f"{operation.name} has no documented answer {status}: {body!r}"
        answer = self._resolved(answer)
        if "content" not in answer:
            assert body == b"", f"{operation.name} {status} is to have no body"
            return
        assert kind in answer["content"], f"{operation.name} {status} answers with {kind}"
        if kind in JSON_TYPES:
            self.fits(msgspec.json.decode(body), answer["content"][kind]["schema"])

    def fits(self, value: Any, schema: Json | str) -> None:
        """Fail when a value does not fit a schema, or a component named by its name.

        Nearly all values fit, and a swift judge says so; of the others a slow one says why not.
        """
        if isinstance(schema, dict) and schema.get("type") == "array":
            assert isinstance(value, list), f"{value!r} is no list"
            for each in value:
                self.fits(each, schema["items"])
            return
        place = schema if isinstance(schema, str) else self._place(schema)
        if self._swiftly(place).is_valid(value):
            return
        found = sorted(self._validator(place).iter_errors(value), key=lambda e: e.json_path)
        assert not found, f"{place}{found[0].json_path.removeprefix('$')}: {found[0].message}"

    def _resolved(self, part: Json) -> Json:
        while "$ref" in part:
            target: Any = self.spec
            for step in part["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            part = target
        return part

    @staticmethod
    def _place(schema: Json) -> str:
        reference: str = schema.get("$ref", "")
        assert reference.startswith("#/components/schemas/"), f"{schema} has no name"
        return reference.rpartition("/")[2]

    def _swiftly(self, place: str) -> Any:
        if place not in self._swift:
            self._swift[place] = jsonschema_rs.Draft202012Validator(
                {"$ref": f"{_URI}#/components/schemas/{place}"},
                registry=self._swift_registry,
                validate_formats=True,
            )
        return self._swift[place]

    def _validator(self, place: str) -> Validator:
        if place not in self._validators:
            self._validators[place] = _Strict(
                {"$ref": f"{_URI}#/components/schemas/{place}"},
                registry=self._registry,
                format_checker=FormatChecker(),
            )
        return self._validators[place]


def statuses(operation: Json, around: list[Json]) -> Iterator[int]:
    """Every status that an operation may answer: those it names, and those of any request that
    follow from its answer, its query, its body and its token."""
    result = operation["responses"]
    yield from map(int, result)
    if "204" not in result:
        yield 406
    if any(parameter["in"] == "query" for parameter in (*around, *operation.get("parameters", []))):
        yield 414
    if "requestBody" in operation:
        yield from (413, 415)
    if "401" in result:
        yield 503
    if any("RateLimit" in answer.get("headers", {}) for answer in result.values()):
        yield 429


@cache
def read() -> Contract:
    """The contract, read once a process."""
    return Contract()


def _one_of(
    validator: Any, alternatives: list[Json], instance: Any, schema: Json
) -> Iterator[ValidationError]:
    """Judge by the discriminator where there is one: faster, and the failure names the member."""
    discriminator = schema.get("discriminator")
    if discriminator is None:
        yield from Draft202012Validator.VALIDATORS["oneOf"](
            validator, alternatives, instance, schema
        )
        return
    kind = instance.get(discriminator["propertyName"]) if isinstance(instance, dict) else None
    reference = discriminator["mapping"].get(kind)
    if {"$ref": reference} not in alternatives:
        yield ValidationError(f"{kind!r} is no known {discriminator['propertyName']}")
    else:
        yield from validator.descend(instance, {"$ref": reference})


_Strict = extend(  # type: ignore[no-untyped-call] # jsonschema
    Draft202012Validator, {"oneOf": _one_of}
)
