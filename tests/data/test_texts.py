"""Names and rule texts are whole: every piece has an English name and a text for each edition, in
each language."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from api.pieces import pieces
from api.pieces.reading import WORDS
from domain.editions import edition_on
from domain.geometry.shape import OVERLORD
from domain.pieces.card_spec import ANY_NUMBER
from domain.pieces.cards import family
from domain.values import EditionName, Variant
from tests.support.each import each

TEXTS = files("api.locales")
LANGUAGES = {"en", "de", "es", "pt", "fr"}
LONGEST = {"en": 400} | dict.fromkeys(("de", "es", "fr", "pt"), 500)

NAMED = {
    "phases": "seating air_drop lay_smoke play_card commit_card hand_out name_targets strike heal"
    " order move battle ambush retreat take_ground overrun battle_back pursue move_again"
    " choose_card game_over",
    "sections": "left center right",
    "faces": "infantry armor grenade flag star",
    "objectives": "temporary permanent majority sudden_death exit contested last_to_occupy"
    " sole_control empty_section deed",
    "sides": "allies axis",
}
EXPLAINED = (*WORDS, "objectives")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused if a key stands in it twice."""
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"twice in one object: {sorted(keys)}"
    return dict(pairs)


def read(file: str) -> dict[str, dict[str, dict[str, str]]]:
    text = TEXTS.joinpath(file).read_text(encoding="utf-8")
    tables: dict[str, dict[str, dict[str, str]]] = json.loads(text, object_pairs_hook=once)
    return tables


NAMES = read("names.json")
NAMES |= {
    table: {word: dict(p.names) for word, p in row.items()} for table, row in pieces().items()
}
RULES = {
    table: {
        f"{word} {edition}": dict(by_language)
        for word, piece in row.items()
        for edition, by_language in piece.text.items()
    }
    for table, row in pieces().items()
}


def entries(tables: dict[str, dict[str, dict[str, str]]]) -> Iterator[tuple[str, dict[str, str]]]:
    for table, rows in tables.items():
        for word, texts in rows.items():
            yield f"{table}.{word}", texts


def test_every_table_names_exactly_its_pieces() -> None:
    assert {table: set(rows) for table, rows in NAMES.items()} == {
        **{table: set(words.split()) for table, words in NAMED.items()},
        **{table: set(words) for table, words in WORDS.items()},
    }


def test_every_name_is_there_in_english_and_only_in_known_languages() -> None:
    assert [where for where, names in entries(NAMES) if "en" not in names] == []
    assert [where for where, names in entries(NAMES) if not names.keys() <= LANGUAGES] == []


def test_all_but_cards_are_named_in_every_language() -> None:
    plain = {table: rows for table, rows in NAMES.items() if table != "cards"}
    assert [where for where, names in entries(plain) if names.keys() != LANGUAGES] == []


@each("tables", [NAMES, RULES])
def test_no_text_is_empty_or_padded(tables: dict[str, dict[str, dict[str, str]]]) -> None:
    texts = [(where, text) for where, by_key in entries(tables) for text in by_key.values()]
    assert [where for where, text in texts if not text or text != " ".join(text.split())] == []


@each("table", EXPLAINED)
def test_no_two_pieces_of_a_table_share_a_name(table: str) -> None:
    for language in LANGUAGES:
        names = [row[language] for row in NAMES[table].values() if language in row]
        assert len(names) == len(set(names)), language


def test_a_rule_stands_once_for_both_editions_or_once_for_each() -> None:
    said = [
        list(by_edition.values())
        for row in pieces().values()
        for p in row.values()
        if (by_edition := p.text)
    ]
    assert [both for both in said if len({text["en"] for text in both}) < len(both)] == []


def test_a_rule_is_at_most_five_short_sentences_in_each_language() -> None:
    for where, by_language in entries(RULES):
        for language, text in by_language.items():
            sentences = re.findall(r"\.(?= |$)", text)
            assert text.endswith("."), (where, language)
            assert 2 <= len(sentences) <= 5, (where, language, len(sentences))
            assert len(text) <= LONGEST[language], (where, language, len(text))


def test_a_rule_has_the_same_numbers_in_each_language() -> None:
    """So that none of them says another rule than the English one."""
    for where, by_language in entries(RULES):
        numbers = {tag: sorted(re.findall(r"\d+", text)) for tag, text in by_language.items()}
        assert len(set(map(tuple, numbers.values()))) == 1, (where, numbers)


def test_cards_of_overlord_are_reported_as_they_are_played() -> None:
    """The numbers in the texts are those of the tables, in each language."""
    cards = edition_on(OVERLORD, EditionName.E2025).cards
    for card, spec in cards.items():
        said = pieces()["cards"][family(card)].variants[Variant.OVERLORD]
        units = spec.orders.anywhere
        numbers = {
            units if 0 < units < ANY_NUMBER and not spec.orders.by_dice else None,
            spec.dice or None,
            spec.strike and spec.strike.targets,
            spec.draws_more or None,
        }
        for language, text in said.items():
            for number in numbers - {None, 0}:
                assert f" {number} " in f" {text} ", (card, language, number)
