"""The battles that ship with the engine: one JSON document each, parsed once on first use."""

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files

from domain.errors import ScenarioError
from domain.scenarios.parse import Document, parse
from domain.setup import Setup

__all__ = ["Document", "document", "load", "parse", "slugs"]


@cache
def slugs() -> tuple[str, ...]:
    """Return the names of all scenarios, sorted."""
    names = (entry.name for entry in files(__package__).iterdir())
    stems = (name.removesuffix(".json") for name in names if name.endswith(".json"))
    return tuple(sorted(name for name in stems if not name.endswith(".schema")))


@cache
def document(slug: str) -> Document:
    """Return a scenario's document as written. Raises ``ScenarioError`` for an unknown slug."""
    if slug not in slugs():
        raise ScenarioError(f"no scenario is named {slug!r}")
    text = files(__package__).joinpath(f"{slug}.json").read_text(encoding="utf-8")
    parsed: Document = json.loads(text)
    return parsed


@cache
def load(slug: str) -> Setup:
    """Return a scenario's set-up. Raises ``ScenarioError`` for an unknown slug."""
    # Games of these battles have always been created without nations, and are created again from
    # their records: what is stored of them has to stay the same.
    return replace(parse(document(slug)), nations=())
