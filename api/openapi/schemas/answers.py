"""The schemas of answers, derived from their types."""

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from typing import Any

import msgspec

from api.schemas.answer import Answer
from api.schemas.play.state import GameAnswer
from api.schemas.vocabulary import REF, component
from domain import view_types
from events import summaries
from events.summaries import GameSummaryView

Json = dict[str, Any]


@cache
def parts() -> dict[str, Json]:
    """Return the schemas by name: of every answer except base classes, and of their parts.

    Not to be changed: all applications of a process share them.
    """
    kinds: list[type] = [GameAnswer, GameSummaryView]
    kinds += [kind for kind in _below(Answer) if not kind.__name__.startswith("_")]
    _, found = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    texts = _Texts(kinds)
    named = {}
    for kind, schema in found.items():
        if "properties" in schema:
            del schema["title"]
            for member, text in texts.of(kind).items():
                schema["properties"][member].setdefault("description", text)
            named[component(kind)] = _plain(schema)
    return named


def _plain(part: Any) -> Any:
    """Convert msgspec's schema: the contract's names, and null as an additional type."""
    if isinstance(part, list):
        return [_plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    # The possible keys of maps are left out, because more may be added.
    plain = {name: _plain(below) for name, below in part.items() if name != "propertyNames"}
    if "$ref" in plain:
        said = {"description": plain["description"]} if "description" in plain else {}
        return {"$ref": REF + component(plain["$ref"].removeprefix(REF)), **said}
    if plain.get("required") == []:
        del plain["required"]
    if "enum" in plain:
        plain["type"] = "string"
    match plain.get("anyOf"):
        case [{"type": str(only)} as first, {"type": "null"}]:
            del plain["anyOf"]
            return {**first, **plain, "type": [only, "null"]}
    return plain


class _Texts:
    """The docstrings below the fields of classes, which only the source code has."""

    def __init__(self, kinds: Iterable[type]) -> None:
        modules = {view_types, summaries, *(sys.modules[kind.__module__] for kind in kinds)}
        sources = (ast.parse(inspect.getsource(module)) for module in modules)
        self._classes = {
            node.name: node
            for source in sources
            for node in source.body
            if isinstance(node, ast.ClassDef)
        }

    def of(self, name: str) -> dict[str, str]:
        """Return the texts of a class and its bases, by field."""
        node = self._classes.get(name)
        if node is None:
            return {}
        found: dict[str, str] = {}
        for base in node.bases:
            found |= self.of(ast.unparse(base))
        return found | dict(_texts(node))


def _texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(node.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name.rstrip("_"), cleandoc(text)


def _below(kind: type[Answer]) -> Iterator[type[Answer]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
