"""Names of the game's pieces by language; English is always there."""

import json
from functools import cache
from importlib.resources import files

from flask import request

LANGUAGES = ("en", "de", "es", "fr", "pt")
_FALLBACK = "en"


def language() -> str:
    """The language of ours that the client likes best."""
    return request.accept_languages.best_match(LANGUAGES, _FALLBACK)


def chosen(texts: dict[str, str], wanted: str) -> str:
    """The text in a language, or in English where that one is missing."""
    return texts.get(wanted, texts[_FALLBACK])


def name(kind: str, word: str, wanted: str) -> str:
    """The name of a unit, terrain, obstacle or card."""
    return chosen(_names()[kind][word], wanted)


@cache
def _names() -> dict[str, dict[str, dict[str, str]]]:
    text = files(__package__).joinpath("names.json").read_text(encoding="utf-8")
    read: dict[str, dict[str, dict[str, str]]] = json.loads(text)
    return read
