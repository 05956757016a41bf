"""What readers of scenario files say of their items is translated, and nothing else is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import events.scenarios
from api import locales
from api.answers.findings import reason
from events.scenarios.report import UNSUPPORTED

FOLDER = Path(events.scenarios.__file__).parent
NAMED = {"UNSUPPORTED": UNSUPPORTED}
SENTENCE = re.compile(r"[A-Z{][^\n]* [^\n]*\.")
PLACE = re.compile(r"\{\w*\}")


def sentences(source: str) -> Iterator[str]:
    """The sentences of a module that are no docstrings, with ``{}`` for what they are filled
    with."""
    tree = ast.parse(source)
    alone = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    parts = {
        id(part)
        for one in ast.walk(tree)
        if isinstance(one, ast.JoinedStr)
        for part in ast.walk(one)
        if part is not one
    }
    for node in ast.walk(tree):
        if id(node) in alone | parts:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.strip()
        elif isinstance(node, ast.JoinedStr):
            yield "".join(map(filled_in, node.values))


def filled_in(part: ast.expr) -> str:
    """A part of a text with places."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    return NAMED.get(value.id, "{}") if isinstance(value, ast.Name) else "{}"


def test_everything_that_is_said_of_items_has_a_translation_and_no_other_text_has() -> None:
    said = {
        one
        for path in FOLDER.rglob("*.py")
        for one in sentences(path.read_text(encoding="utf-8"))
        if SENTENCE.fullmatch(one)
    }
    assert said == {PLACE.sub("{}", text["en"]) for text in locales.findings()}


@pytest.mark.parametrize(
    ("why", "german"),
    [
        ("It is switched off.", "Es ist ausgeschaltet."),
        (
            "The rules of sniper are not supported: it is infantry.",
            "Diese Regeln sind hier nicht spielbar: Scharfschütze. Gespielt wird: Infanterie.",
        ),
        (
            "DIG IN. FAST is not supported: it is armor.",
            "DIG IN. FAST wird nicht unterstützt. Gespielt wird: Panzer.",
        ),
        (
            "The Axis win only once units have left, and have no exit."
            " They win only when the enemy has no unit left.",
            "Diese Seite gewinnt erst, wenn Einheiten hinaus sind, und hat keinen Ausgang: Achse."
            " Sie gewinnt nur, wenn der Gegner keine Einheit mehr hat.",
        ),
        ("It is not supported.", "Das wird nicht unterstützt."),
        ("IT is not supported.", "IT wird nicht unterstützt."),
        ("", ""),
        ("Somebody wrote this. It is switched off.", "Somebody wrote this. It is switched off."),
    ],
)
def test_a_reason_is_reported_in_a_language_with_the_names_of_pieces(why: str, german: str) -> None:
    assert reason(why, "de") == german
    assert reason(why, "en") == why
