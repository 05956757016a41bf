"""Why an item of a scenario's file is not played as it is, in each language.

The texts are in ``locales/findings.json``, by what the readers of ``events/scenarios`` say in
English, of which a placeholder is any part.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from api import locales
from api.pieces import pieces
from domain.values import Side

_PLACE = re.compile(r"\\\{(\w+)\\\}")
_GROUP = re.compile(r"\(.*?\)")
_UNITS = ("kind", "meant")
"""Placeholders that stand for a kind of unit."""


@lru_cache(maxsize=2048)
def reason(why: str, language: str) -> str:
    """Return what a reader says of an item in a language; in English what has no translation."""
    if language == locales.FALLBACK:
        return why
    whole = _translated(why, language)
    if whole is not None:
        return whole
    first, end, second = why.partition(". ")
    parts = [_translated(part, language) for part in (first + ".", second)] if end else []
    return " ".join(part or "" for part in parts) if parts and all(parts) else why


def _translated(said: str, language: str) -> str | None:
    for pattern, texts in _patterns():
        found = pattern.fullmatch(said)
        if found is not None:
            values = {
                name: _named(name, word, language) for name, word in found.groupdict().items()
            }
            return locales.filled(texts[language], language, values)
    return None


def _named(place: str, word: str, language: str) -> str:
    """Return the name of a unit or a side; any other word as it is."""
    if place in _UNITS and word in pieces()["units"]:
        return pieces()["units"][word].name(language)
    if place == "side" and word.lower() in frozenset(Side):
        return locales.name("sides", word.lower(), language)
    return word


@cache
def _patterns() -> list[tuple[re.Pattern[str], Mapping[str, str]]]:
    """The texts by language, with what each is in English; those that say most themselves first."""
    found = [
        (_PLACE.sub(r"(?P<\1>.+?)", re.escape(texts[locales.FALLBACK])), texts)
        for texts in locales.findings()
    ]
    found.sort(key=lambda one: len(_GROUP.sub("", one[0])), reverse=True)
    return [(re.compile(pattern, re.DOTALL), texts) for pattern, texts in found]
