"""Translations are complete, and each language has one voice."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.scenarios
from api import locales
from api.pieces import pieces
from events.scenarios.reasons import TEXTS

LOCALES = Path(locales.__file__).parent
PAGES = LOCALES.parent / "pages" / "static" / "app" / "texts"
BATTLES = Path(domain.scenarios.__file__).parent
ENGLISH, TRANSLATED = "en", ("de", "es", "fr", "pt")
PLURAL = re.compile(r"\{(\w+):([^|}]*)\|([^}]*)\}")
SAME_AS_ENGLISH = {
    *("artillerie", "branches", "breakthrough", "briefing", "bunker", "bunkers", "centre", "date"),
    *("export", "fin", "front", "grenade", "infanterie", "name", "obstacles", "overlord", "pause"),
    *("standard", "terrain", "type", "us marine corps", "variant", "version", "version {version}"),
    "winter",
}
"""Words that another language shares with English, and names."""
NAMES = {
    "pages review.key.home pt",  # as it is printed on Brazilian keyboards
    "pages review.key.end pt",
}
FOREIGN_VOICE = {
    "de": r"\b(du|dich|dir|dein\w*|euch|euer|eure\w*)\b",
    "es": r"\b(usted|ustedes|vosotros|vuestr\w+|casillas?|suceso|miniaturas?)\b",
    "fr": r"\b(tu|toi|ton|tes|cases?)\b",
    "pt": r"\b(tu|teu|tua|ficheiro|ecrã|telemóvel|guardar|casas?|miniaturas?|a \w+r…)\b",
}
"""What the chosen voice does not say: German Sie, Spanish tú, French vous, Brazilian Portuguese;
one word for a hex, a figure, an event."""
FOREIGN_WORDS = {"de": r"\b(Medaillen?|Spiele?s?|vernichtet)\b"}

Row = dict[str, list[str]]


def rows() -> Iterator[tuple[str, Row]]:
    """Every text by language, each with all its plural forms."""
    for table in ("account", "findings", "names", "pictures"):
        read = json.loads((LOCALES / f"{table}.json").read_text(encoding="utf-8"))
        if table == "findings":
            read = {code: {"en": TEXTS[code], **texts} for code, texts in read.items()}
        parts = {"": read} if table in ("findings", "pictures") else read
        for part, texts in parts.items():
            if part != "cards":  # names of products, which need no translation
                for key, row in texts.items():
                    yield f"{table} {part} {key}".replace("  ", " "), _forms(row)
    pages = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in PAGES.iterdir()}
    for key in sorted({key for one in pages.values() for key in one["texts"]}):
        found = {language: one["texts"].get(key) for language, one in pages.items()}
        yield f"pages {key}", _forms({tag: text for tag, text in found.items() if text is not None})
    yield from rule_texts()


def rule_texts() -> Iterator[tuple[str, Row]]:
    """What the rules say about pieces, and what battles are about."""
    for table, row in pieces().items():
        for word, piece in row.items():
            for edition, text in piece.text.items():
                yield f"pieces {table} {word} {edition}", _forms(dict(text))
    for path in BATTLES.glob("*.json"):
        if path.name != "scenario.schema.json":
            body = json.loads(path.read_text(encoding="utf-8"))["briefing"]
            yield f"briefing {path.stem}", _forms(body)


def _forms(row: dict[str, object]) -> Row:
    return {
        tag: list(text.values()) if isinstance(text, dict) else [str(text)]
        for tag, text in row.items()
    }


ROWS = dict(rows())


def gaps(texts: list[str]) -> set[str]:
    """The names of the placeholders of a text."""
    return {name for text in texts for name in re.findall(r"\{([\w.]+)", text)}


def voices(patterns: dict[str, str]) -> list[str]:
    return [
        f"{key} {tag}: {text}"
        for key, row in ROWS.items()
        for tag, pattern in patterns.items()
        for text in row[tag]
        if re.search(pattern, text, re.IGNORECASE)
    ]


def test_every_text_is_there_in_every_language() -> None:
    languages = {ENGLISH, *TRANSLATED}
    assert languages == set(locales.LANGUAGES)
    assert [key for key, row in ROWS.items() if row.keys() != languages] == []


def test_a_translation_has_the_placeholders_of_the_english_text() -> None:
    wrong = [
        f"{key} {tag}"
        for key, row in ROWS.items()
        for tag in TRANSLATED
        if gaps(row[tag]) != gaps(row[ENGLISH])
    ]
    assert wrong == []


def test_nothing_is_left_in_english() -> None:
    left = [
        f"{key} {tag}"
        for key, row in ROWS.items()
        for tag in TRANSLATED
        for text in row[tag]
        if text in row[ENGLISH] and re.search(r"\w", re.sub(r"\{[^}]*\}", "", text))
        if text.lower() not in SAME_AS_ENGLISH
    ]
    assert sorted(set(left) - NAMES) == []


def test_a_number_that_chooses_a_form_in_english_does_so_in_every_language() -> None:
    wrong = []
    for key, row in ROWS.items():
        chosen = {name for text in row[ENGLISH] for name, _, _ in PLURAL.findall(text)}
        for tag in TRANSLATED:
            found = {name for text in row[tag] for name, _, _ in PLURAL.findall(text)}
            if not chosen <= found or len(row[tag]) != len(row[ENGLISH]):
                wrong.append(f"{key} {tag}")
    assert wrong == []


def test_the_forms_of_a_plural_differ() -> None:
    same = [
        f"{key} {tag}"
        for key, row in ROWS.items()
        for tag, texts in row.items()
        if len(texts) != len(set(texts)) or any(a == b for _, a, b in PLURAL.findall(texts[0]))
    ]
    assert sorted(same) == [
        "account messages medals de",
        "account messages objective_lost de",
        "account messages objective_taken de",
        "pages about.goal de",
        "pages about.objective de",
        "pages about.objective.both de",
        "pages medal.exit de",
        "pages medal.objective de",
        "pages medal.unit de",
    ]  # ein Orden, zwei Orden


@pytest.mark.parametrize(
    ("language", "ones"),
    [("en", {1}), ("de", {1}), ("es", {1}), ("fr", {0, 1}), ("pt", {0, 1})],
)
def test_numbers_choose_the_plural_form_of_the_language(language: str, ones: set[int]) -> None:
    """The categories of CLDR, which browsers use on the pages."""
    assert {n for n in range(200) if locales.plural(language, n) == "one"} == ones


def test_each_language_has_one_voice() -> None:
    assert voices(FOREIGN_VOICE) == []


def test_one_word_stands_for_one_thing() -> None:
    assert voices(FOREIGN_WORDS) == []
