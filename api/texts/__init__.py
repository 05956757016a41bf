"""Names of the game's pieces by language; English is always there."""

import json
from functools import cache
from importlib.resources import files

from flask import request

from domain.values import EditionName

LANGUAGES = ("en", "de", "es", "fr", "pt")
_FALLBACK = "en"


def language() -> str:
    """The language of ours that the client likes best, whatever the region (RFC 4647, lookup)."""
    for wanted, quality in request.accept_languages:
        primary = wanted.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            return primary
    return _FALLBACK


def chosen(texts: dict[str, str], wanted: str) -> str:
    """The text in a language, or in English where that one is missing."""
    return texts.get(wanted, texts[_FALLBACK])


def name(kind: str, word: str, wanted: str) -> str:
    """The name of a unit, terrain, obstacle or card."""
    return chosen(_table("names")[kind][word], wanted)


def names(kind: str, wanted: str) -> dict[str, str]:
    """All names of a table, by id."""
    return {word: chosen(names, wanted) for word, names in _table("names")[kind].items()}


def rule(kind: str, word: str) -> dict[str, str]:
    """What the rules say of a piece, in English, by edition."""
    said = _table("rules")[kind][word]
    return {name: said.get(name, said.get("both", "")) for name in EditionName}


@cache
def _table(name: str) -> dict[str, dict[str, dict[str, str]]]:
    text = files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    read: dict[str, dict[str, dict[str, str]]] = json.loads(text)
    return read
