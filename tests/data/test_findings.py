"""Why items of scenario files have their status, by language."""

import json
import re
from pathlib import Path

import pytest

import events.scenarios
from api import locales
from api.answers.findings import reason
from events.scenarios.reasons import TEXTS, Reason, because
from events.scenarios.report import ReportBuilder, ReportItem

CODE = re.compile(r'"(\w+)"')
PLACE = re.compile(r"\{(\w+)\}")
TRANSLATED = json.loads(Path(locales.__file__).with_name("findings.json").read_text("utf-8"))


def test_every_reason_is_given_and_has_each_translation_with_the_same_values() -> None:
    folder = Path(events.scenarios.__file__).parent
    source = "".join(
        path.read_text("utf-8") for path in folder.rglob("*.py") if path.name != "reasons.py"
    )
    assert set(TEXTS) == set(TRANSLATED) == set(TEXTS) & set(CODE.findall(source))
    for code, text in TEXTS.items():
        assert set(TRANSLATED[code]) == set(locales.LANGUAGES) - {locales.FALLBACK}
        for translated in TRANSLATED[code].values():
            assert sorted(PLACE.findall(translated)) == sorted(PLACE.findall(text)), code


@pytest.mark.parametrize(
    ("why", "german"),
    [
        (because("switched_off"), "Es ist ausgeschaltet."),
        (
            because("unsupported_badge", meant="sniper", kind="infantry"),
            "Diese Regeln sind hier nicht spielbar: Scharfschütze. Gespielt wird: Infanterie.",
        ),
        (
            because("unsupported_unit_behavior", behavior="DIG IN. FAST", kind="armor"),
            "DIG IN. FAST wird nicht unterstützt. Gespielt wird: Panzer.",
        ),
        (
            because("no_units", side="Axis"),
            "Diese Seite hat keine Einheiten: Achse.",
        ),
        (None, ""),
    ],
)
def test_a_reason_is_reported_in_a_language_with_the_names_of_pieces(
    why: Reason | None, german: str
) -> None:
    report = ReportBuilder()
    report.played("unit", "/units/0", why)
    assert reason(report.items[0], "de") == german
    assert reason(report.items[0], "en") == (why.text if why else "")


def test_an_item_stored_without_a_code_is_reported_in_english() -> None:
    report = ReportBuilder()
    report.played("option", "/options/x", because("switched_off"))
    earlier = ReportItem("option", "/options/x", report.items[0].status, "It is switched off.")
    assert reason(earlier, "de") == "It is switched off."
