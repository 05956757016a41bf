"""Adds missing descriptions of schemas and members.

The description of a schema is the docstring of its class; that of a member is below its field, or
else in the table of texts, where ``*`` has members of all schemas; ``*Command`` and ``*Event``
those of commands and events, ``*Data`` those of the data of events, and ``*parameters`` those of
requests.
"""

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any

from marshmallow import Schema

from api.locales import member_texts

Json = dict[str, Any]
_ALL = "*"
_PARAMETERS = "*parameters"
_KINDS = ("Command", "Event", "Data")
_ITSELF = ""


def describe(schemas: Json) -> None:
    """Fill in missing descriptions. A member that refers to a named schema needs none unless it
    adds something."""
    texts, classes = member_texts(), dict(_classes())
    for name, schema in schemas.items():
        own = texts.get(name, {})
        said = own.get(_ITSELF) or schema.get("description") or classes.get(name)
        if said:
            schema["description"] = said
        kinds = (texts[f"{_ALL}{kind}"] for kind in _KINDS if name.endswith(kind))
        members = schema.get("properties", {})
        _fill_in(members, own, *kinds, texts[_ALL])


def describe_parameters(paths: Json) -> None:
    """Fill in missing descriptions of request parameters."""
    texts = member_texts()[_PARAMETERS]
    for methods in paths.values():
        for part in methods.values():
            for parameter in part.get("parameters", []) if isinstance(part, dict) else part:
                if parameter["name"] in texts:
                    parameter.setdefault("description", texts[parameter["name"]])


def _fill_in(members: Json, *tables: dict[str, str]) -> None:
    for member, part in members.items():
        text = next((table[member] for table in tables if member in table), None)
        if text is not None:
            part.setdefault("description", text)


def _classes() -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each schema class."""
    for schema in _below(Schema):
        if schema.__module__.startswith("api.") and schema.__doc__:
            yield schema.__name__.removesuffix("Schema"), cleandoc(schema.__doc__)


def _below(kind: type[Schema]) -> Iterable[type[Schema]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
