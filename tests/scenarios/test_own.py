"""The service's own form: every battle that ships fits, and comes out as it went in."""

import json
import re

import pytest

from domain.scenarios import document, slugs
from events.scenarios.form_faults import form_fault
from events.scenarios.own import NotADocumentError, read_document
from events.scenarios.reading import read
from tests.support.each import each


@each("slug", slugs())
def test_a_battle_that_ships_is_read_as_it_is(slug: str) -> None:
    known = dict(document(slug))
    del known["slug"]
    assert read_document(document(slug)) == known


def test_bridges_to_blow_up_lie_where_the_rule_says() -> None:
    battle = dict(document("pegasus_bridge"))
    bridges = [one["hex"] for one in battle["obstacles"] if one["kind"].startswith("bridge")]
    for hexes, count in ((bridges, 0), ([*bridges, [0, 0]], 1)):
        rule = {"id": "blow_bridge", "params": {"side": "axis", "hexes": hexes}}
        sent = json.dumps({**battle, "special_rules": [rule]}).encode()
        wrong = [item for item in read(sent, "application/json").items if item.status == "ignored"]
        assert [(item.what, item.where) for item in wrong] == [
            ("blow_bridge", "/special_rules")
        ] * count


@each(
    "part, place, code, why",
    [
        ({"units": None}, "/units", "wrong_type", "Expected `array`, got `null`."),
        ({"year": 1900}, "/year", "too_small", "It must be at least 1939."),
        ({"year": 2000}, "/year", "too_large", "It must be at most 1945."),
        ({"year": "in " * 9}, "/year", "wrong_type", "Expected `int`, got `str`."),
        ({"extra": 1}, "", "unknown_member", "`extra` is unknown."),
        ({"date": {"begin": "1944-06-06"}}, "/date", "missing_member", "`end` is missing."),
        ({"front": "home"}, "/front", "unknown_word", "'home' is unknown."),
        ({"title": {"xx": "?"}}, "/title", "unknown_word", "'xx' is unknown."),
        ({"title": {"en": ""}}, "/title/*", "empty", "It is empty."),
        ({"title": {"en": "A\tb"}}, "/title/*", "control_character", "It contains a tab, a line"),
        ({"title": {"en": "x" * 201}}, "/title/*", "too_long", "It may have at most 200 "),
        ({"title": {"fr": "Nuit"}}, "/title", "no_english_text", "The English text is missing."),
        ({"date": {"begin": "1", "end": ""}}, "/date/begin", "wrong_form", "It must match '^19"),
        ({"special_rules": [{"id": "magic"}]}, "/special_rules/0/id", "unknown_word", "'magic' is"),
        (
            {"labels": [{"hex": [1], "text": "A"}]},
            "/labels/0/hex",
            "wrong_length",
            "It has 1 entries instead of 2.",
        ),
        (
            {"obstacles": [{"hex": [1, 1], "kind": "bridge_section", "open_ends": []}]},
            "/obstacles/0/open_ends",
            "too_short",
            "It must have at least 2 entries.",
        ),
    ],
)
def test_a_document_of_another_form_is_refused_with_place_and_reason(
    part: dict[str, object], place: str, code: str, why: str
) -> None:
    with pytest.raises(NotADocumentError, match=f"^{re.escape(why)}") as refused:
        read_document({**document("saverne"), **part})
    assert (refused.value.place, refused.value.reason.code) == (place, code)


def test_a_fault_in_other_words_is_reported_as_it_is() -> None:
    place, reason = form_fault("too deep - at `$.units[...].hex`")
    assert (place, reason.code, reason.text) == ("/units/*/hex", "invalid", "too deep")
