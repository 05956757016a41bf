"""Texts by language, always in English too. Those of pieces are in ``pieces``."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "es", "fr", "pt")
FALLBACK = "en"
_PLACE = re.compile(r"\{(\w+)(?::([^|}]*)\|([^}]*))?\}")
_ZERO_IS_ONE = ("fr", "pt")
"""Languages in which zero takes the same form as one; ``pt`` is Brazilian Portuguese."""


def chosen(texts: Mapping[str, str], wanted: str) -> str:
    """Return the text in a language, or in English if it is missing."""
    return texts.get(wanted, texts[FALLBACK])


def name(kind: str, word: str, wanted: str) -> str:
    """Return the name of a phase, section, face, kind of objective or side."""
    return chosen(_table("names")[kind][word], wanted)


def names(kind: str, wanted: str) -> dict[str, str]:
    """Return all names of a table, by id."""
    return {word: chosen(names, wanted) for word, names in _table("names")[kind].items()}


def refusal(rule: str) -> dict[str, Any]:
    """Return the text of a rule by edition, the advice for its refusals, and an example."""
    said: dict[str, Any] = _table("refusals")[rule]
    return said


def problem_text(code: str) -> dict[str, Any]:
    """Return when a kind of problem occurs, and an example."""
    said: dict[str, Any] = _table("problems")[code]
    return said


def member_texts() -> dict[str, dict[str, str]]:
    """Descriptions of the members of the contract's schemas, by schema."""
    return _table("members")


def picture_texts(wanted: str) -> dict[str, str]:
    """Return the texts of pictures, with placeholders, by id."""
    return {word: chosen(said, wanted) for word, said in _table("pictures").items()}


def contract_text() -> str:
    """Return the introduction of the contract in Markdown."""
    return files(__package__).joinpath("contract.md").read_text(encoding="utf-8")


def examples() -> dict[str, dict[str, Any]]:
    """Return example responses by operation, status and media type."""
    return _table("examples")


def plural(language: str, count: object) -> str:
    """The plural category of a whole number below a million: ``one`` or ``other`` (CLDR)."""
    return "one" if count == 1 or (count == 0 and language in _ZERO_IS_ONE) else "other"


def narrative_text(kind: str, word: str, wanted: str) -> Any:
    """Return a text of timelines; by plural category if it depends on a number."""
    return _table("account")[kind][word][wanted]


def finding(code: str, wanted: str) -> str | None:
    """Return why an item of a scenario file has its status, with placeholders; None in English and
    for a code without a text."""
    return _table("findings").get(code, {}).get(wanted)


def webhook_text(word: str, wanted: str) -> str:
    """Return a sentence of webhooks for people."""
    return chosen(_table("webhooks")[word], wanted)


@cache
def _table(name: str) -> dict[str, dict[str, Any]]:
    text = files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    read: dict[str, dict[str, Any]] = json.loads(text)
    return read


def filled(text: str, language: str, values: Mapping[str, object]) -> str:
    """A text with its placeholders filled; ``{cards:card|cards}`` chooses by a number, as on the
    pages."""

    def fill(place: re.Match[str]) -> str:
        value = values[place[1]]
        if place[2] is None:
            return str(value)
        return place[2] if plural(language, value) == "one" else place[3]

    return _PLACE.sub(fill, text)


def report(wanted: str) -> dict[str, Any]:
    """The texts of reports in one language: the title, and tables of headings, links and
    sentences."""
    return {
        name: chosen(said, wanted) if name == "title" else _chosen_all(said, wanted)
        for name, said in _table("report").items()
    }


def _chosen_all(table: Mapping[str, Mapping[str, str]], wanted: str) -> dict[str, str]:
    return {word: chosen(said, wanted) for word, said in table.items()}
