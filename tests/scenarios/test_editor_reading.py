"""Files of the official editor that are written otherwise, damaged or incomplete."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.geometry.shape import BREAKTHROUGH
from domain.scenarios import load
from domain.values import (
    TerrainKind,
)
from events.scenarios import identity
from events.scenarios.editor import NotEditorFileError, editor_file
from events.scenarios.editor.board import smallest_board
from events.scenarios.report import ItemStatus, Verdict
from tests.bench.mutated_scenarios import judged, played
from tests.support.each import each
from tests.support.editor_files import in_play, of_battle, reading

SOME = 400
CLOSED = {"isImpassable": {"ALLIES": [2, 3], "axis": True}}
RESTING = {"behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}


def by_name(entry: Any) -> Any:
    """A hex whose parts are told by their names alone."""
    parts = ("terrain", "rect_terrain", "obstacle", "unit")
    return {name: part["name"] if name in parts else part for name, part in entry.items()}


@each(
    "write",
    [
        lambda whole: b"\xef\xbb\xbf" + json.dumps(whole).encode(),
        lambda whole: json.dumps(whole).encode("utf-16"),
        lambda whole: json.dumps(whole).encode() + b"\r\n\0",
        lambda whole: json.dumps([whole]).encode(),
        lambda whole: json.dumps(whole | {"board": [whole["board"]]}).encode(),
        lambda whole: json.dumps(whole).replace("Saverne", "Sa\tver\nne").encode(),
        lambda whole: json.dumps(whole).replace("}", " ,\n}").replace("]", ",]").encode(),
        lambda whole: json.dumps(whole).replace("Saverne", "Saverne\xe9").encode("latin-1"),
    ],
)
def test_a_file_is_read_however_it_was_saved(write: Any) -> None:
    content = write(json.loads(of_battle("saverne")))
    assert content != of_battle("saverne")
    found, known = reading(content).setup, reading(of_battle("saverne")).setup
    assert found is not None and known is not None
    assert replace(found, labels=()) == replace(known, labels=())


def test_commas_within_texts_are_kept() -> None:
    whole = json.loads(of_battle("saverne"))
    whole["text"]["en"]["description"] = 'He said: "a,]", \\ and (,}'
    content = json.dumps(whole).replace("}]", "},]").encode()
    assert reading(content).document["briefing"]["en"] == 'He said: "a,]", \\ and (,}'


@each("end", [b",,]}", b",]", b'"', b'"\\', b'"' + b'\\"' * 100_000, b"[," * 100_000])
def test_what_more_than_a_trailing_comma_spoils_is_refused(end: bytes) -> None:
    with pytest.raises(NotEditorFileError, match="not JSON"):
        reading(b'{"board": {}, "text": [1' + end)


def test_parts_are_read_that_are_reported_by_their_names_alone() -> None:
    whole = json.loads(of_battle("saverne"))
    entries = whole["board"]["hexagons"]
    whole["board"]["hexagons"] = [by_name(entry) for entry in entries]
    found, known = reading(json.dumps(whole).encode()), reading(of_battle("saverne"))
    assert [item.where for item in found.items] == [item.where for item in known.items]
    assert len(found.document["units"]) == len(known.document["units"])


@each(
    "said, result",
    [
        ("<p>A &amp; B<br/>C</p>", "A & B C"),
        ("1 < 2 &eacute; <b>x", "1 < 2 \xe9 x"),
        ("<b>" * 5000 + "x", "x"),
    ],
)
def test_texts_are_read_without_marks(said: str, result: str) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["text"]["en"]["description"] = said
    assert reading(json.dumps(whole).encode()).document["briefing"]["en"] == result


@each("face, beach, ocean", [("COUNTRY", 0, 0), ("BEACH", 37, 38)])
def test_a_file_of_the_long_board_is_played_and_written_again(
    face: str, beach: int, ocean: int
) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["board"] |= {"type": "BRKTHRU", "face": face}
    whole["board"]["hexagons"].append(
        {"row": 16, "col": 24, "tags": [{"name": "medal1", "group": ["M1", "l2", "A17"]}]}
    )
    found = reading(json.dumps(whole).encode())
    assert found.verdict is Verdict.PLAYABLE
    assert found.setup is not None
    assert found.setup.grid == BREAKTHROUGH
    assert ((0, 0), (15, 11), (16, 12)) in [one.hexes for one in found.setup.objectives]
    printed = Counter(tile.terrain for tile in found.setup.tiles)
    assert (printed[TerrainKind.BEACH], printed[TerrainKind.OCEAN]) == (beach, ocean)
    again = reading(editor_file(found.document)).setup
    assert again is not None
    assert in_play(again.objectives) == in_play(found.setup.objectives)
    assert replace(again, objectives=(), labels=(), tiles=()) == replace(
        found.setup, objectives=(), labels=(), tiles=()
    )
    assert identity.names(identity.slug_of("Far", "ada", "0" * 64, found.setup), found.setup)


def test_a_file_without_units_is_refused() -> None:
    whole = json.loads(of_battle("saverne"))
    for one in whole["board"]["hexagons"]:
        one.pop("unit", None)
    found = reading(json.dumps(whole).encode())
    assert (found.verdict, found.setup) == (Verdict.BLOCKED, None)


@each(
    "options",
    [
        {"partial_blitz_rules": "nobody"},
        {"air_strikes_rules": "both"},
        {"deck_name": "OTHER"},
        {"hill317": "nowhere"},
    ],
)
def test_an_option_that_says_nothing_known_is_reported(options: Any) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = options
    found = reading(json.dumps(whole).encode())
    assert found.setup == replace(reading(of_battle("saverne")).setup, stand_ins=(), move_limits=())
    assert found.verdict is Verdict.PARTLY


@each(
    "name, value, what, why",
    [
        ("starting", None, "first turn", "the allies do"),
        ("side_player1", "ALLIES", "sides", "the allies are at the top"),
        ("side_player2", "", "sides", "the axis are at the top"),
        ("cards_player1", "0", "cards at the start", "it is 5"),
        ("victory_player2", "many", "medals to win", "it is 5"),
    ],
)
def test_what_a_file_does_not_tell_is_reported(
    name: str, value: object, what: str, why: str
) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"][name] = value
    found = reading(json.dumps(whole).encode())
    changed = [one for one in found.items if one.status is ItemStatus.CHANGED]
    assert [item.what for item in changed] == [what]
    assert why in changed[0].why
    assert found.setup is not None


@each("hex_, kind", [((8, 0), "standard"), ((16, 0), "breakthrough"), ((0, 50), "overlord")])
def test_a_board_of_no_known_name_is_as_large_as_it_has_to_be(
    hex_: tuple[int, int], kind: str
) -> None:
    hexagons = [{"row": hex_[0], "col": hex_[1]}]
    assert smallest_board({"type": "DIORAMA", "hexagons": hexagons}) == kind
    whole = json.loads(of_battle("saverne"))
    whole["board"]["type"] = ""
    found = reading(json.dumps(whole).encode())
    assert found.setup == reading(of_battle("saverne")).setup


def test_what_lies_off_the_board_or_on_a_unit_is_left_out() -> None:
    whole = json.loads(of_battle("saverne"))
    unit = next(one for one in whole["board"]["hexagons"] if "unit" in one)
    whole["board"]["hexagons"] += [unit, {"row": 0, "col": 1, "unit": unit["unit"]}]
    found = reading(json.dumps(whole).encode())
    assert found.setup == reading(of_battle("saverne")).setup
    assert found.verdict is Verdict.PARTLY


@each("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_a_file_is_read_in_the_letters_that_programs_write(encoding: str) -> None:
    whole = json.loads(of_battle("saverne")) | {"text": {"en": {"name": "Fröschwiller"}}}
    found = reading(json.dumps(whole, ensure_ascii=False).encode(encoding))
    assert found.document["title"] == {"en": "Fröschwiller"}


def test_half_a_letter_is_reported_as_a_question_mark() -> None:
    whole = json.loads(of_battle("saverne"))
    half = {"name": "woods\ud800", "behavior": "\ud800", "\ud800": 1}
    whole["board"]["hexagons"].append({"row": 0, "col": 0, "terrain": half, "unit": half})
    whole["game_info"]["options"] = {"\ud800": True}
    whole["text"]["\ud800"] = {"name": "\ud800"}
    found = reading(json.dumps(whole).encode())
    assert found.document["title"]["en"] == whole["text"]["en"]["name"]
    assert b"woods?" in msgspec.json.encode((found.items, found.document))


@each("place", ["/game_info", "/text", "/options", "/game_info/options", "/game_info/victory"])
def test_a_part_that_is_no_object_is_reported(place: str) -> None:
    whole = json.loads(of_battle("saverne"))
    *above, name = place.split("/")[1:]
    (whole[above[0]] if above else whole)[name] = ["odd"]
    items = [(one.where, one.why) for one in reading(json.dumps(whole).encode()).items]
    assert (place, "It is not an object.") in items


def test_the_ways_in_which_programs_write_the_same_are_one() -> None:
    whole = json.loads(of_battle("saverne"))
    info, board = whole["game_info"], whole["board"]
    info["cards_player1"] = str(info["cards_player1"])
    info["starting"] = info["starting"].lower()
    board["hexagons"] = {str(index): one for index, one in enumerate(board["hexagons"])}
    board["labels"] = {"item": board["labels"]}
    otherwise = b"\xef\xbb\xbf" + json.dumps(whole).encode()
    assert reading(otherwise).setup == reading(of_battle("saverne")).setup


def test_a_battle_without_sense_is_reported() -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["victory_player2"] = 50
    found = reading(json.dumps(whole).encode())
    assert [item.what for item in found.items if item.status is ItemStatus.CHANGED] == [
        "medals to win"
    ]
    for one in whole["board"]["hexagons"]:
        if "ger" in one.get("unit", {}).get("name", ""):
            del one["unit"]
    found = reading(json.dumps(whole).encode())
    assert "The Axis have no units." in {item.why for item in found.items}


def test_a_slug_vouches_for_one_set_up_only_whatever_its_nations() -> None:
    setup = load("saverne")
    slug = identity.slug_of("Trouée de Saverne!", "ada", "0" * 64, setup)
    assert slug.startswith("trouee_de_saverne_")
    assert identity.names(slug, setup)
    assert identity.names(slug, replace(setup, nations=("us", "de")))
    assert not identity.names(slug, replace(setup, year=1943))
    assert not identity.names("saverne", setup)


def test_a_damaged_file_is_read_or_refused_and_never_more() -> None:
    found = [one for one in map(judged, range(SOME)) if one is not None]
    assert len(found) > SOME // 2
    for one in found:
        assert (one.setup is None) == (one.verdict is Verdict.BLOCKED)


@pytest.mark.slow
def test_what_is_accepted_is_played_to_its_end() -> None:
    for number in range(12):
        found = judged(number)
        if found is not None and found.setup is not None:
            assert played(found, number), number
