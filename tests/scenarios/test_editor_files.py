"""Files of the official editor: read whole, or told what is not, whatever they hold."""

import json
from collections import Counter
from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest

from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import BREAKTHROUGH, STANDARD
from domain.pieces.units import FIGURES
from domain.rules.medals import whole_sections
from domain.scenarios import document, load, slugs
from domain.setup import (
    AppliedDoctrine,
    ArmorBreakthrough,
    BlownBridges,
    CardReplacement,
    DropTerms,
    ExitMedals,
    MoveLimit,
    MustExit,
    Night,
    Objective,
    Setup,
    StandIn,
)
from domain.values import (
    Card,
    Check,
    Doctrine,
    ObjectiveKind,
    ObstacleKind,
    Section,
    Side,
    TerrainKind,
    UnitKind,
    UnitType,
)
from events.scenarios import identity
from events.scenarios.editor import MEDIA_TYPE, NotEditorFileError, editor_file
from events.scenarios.editor.board import smallest
from events.scenarios.reading import Reading, read
from events.scenarios.report import ItemStatus, Verdict
from tests.bench.mutated_scenarios import judged, played
from tests.support.each import each
from tests.support.editor_files import BATTLES, of_battle

TOLD_IN_WORDS: dict[str, set[str]] = {
    "pegasus_bridge": {"armies", "tiles"},
    "saverne": {"objectives"},
    "toulon": {"objectives"},
    "omaha_beach_overlord": {"stand_ins"},
}
"""What the editor's form cannot say: cards drawn later, a pond, when a sudden death counts, and a
card that is played as a Barrage."""
NOT_IN_THE_FILE = {"omaha_beach_overlord": {"objectives", "units"}}
"""The file has no exits, and lists its units in another order."""
NOT_OF_PLAY = {"labels"}
ALLIES, AXIS, ARMOR = Side.ALLIES, Side.AXIS, UnitType.ARMOR
SOME = 400
CLOSED = {"isImpassable": {"ALLIES": [2, 3], "axis": True}}


def strike(side: Side) -> StandIn:
    """Recon is Air Power in its own section, without a hill to hold."""
    cards = (Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT)
    return StandIn(side, cards, Card.AIR_POWER, (), 0, 4, same_section=True)


RESTING = {"behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}


def reading(content: bytes) -> Reading:
    return read(content, MEDIA_TYPE)


def changed(slug: str, **parts: Any) -> Reading:
    """A battle's file with other parts of a hex at the top left."""
    whole = json.loads(of_battle(slug))
    hexes = [one for one in whole["board"]["hexagons"] if (one["row"], one["col"]) != (0, 0)]
    whole["board"]["hexagons"] = [*hexes, {"row": 0, "col": 0, **parts}]
    return reading(json.dumps(whole).encode())


@each("slug", [slug for slug in BATTLES if slug in slugs()])
def test_a_file_tells_the_battle_that_ships_with_the_service(slug: str) -> None:
    read_here, known = reading(of_battle(slug)).setup, load(slug)
    assert read_here is not None
    differ = {
        one.name
        for one in fields(Setup)
        if in_play(getattr(read_here, one.name)) != in_play(getattr(known, one.name))
    }
    assert differ - NOT_OF_PLAY == TOLD_IN_WORDS.get(slug, set()) | NOT_IN_THE_FILE.get(slug, set())


def in_play(value: Any) -> Any:
    """A part of a set-up without names and art, in no order."""
    if not isinstance(value, tuple):
        return value
    plain = [replace(one, label="", id="") if isinstance(one, Objective) else one for one in value]
    turned = [replace(one, turn=None) if hasattr(one, "turn") else one for one in plain]
    return sorted(map(repr, turned))


@each("slug", slugs())
def test_a_battle_is_written_as_a_file_that_tells_it(slug: str) -> None:
    again, known = reading(editor_file(dict(document(slug)))).setup, load(slug)
    assert again is not None
    unsaid = {
        one.name
        for one in fields(Setup)
        if in_play(getattr(again, one.name)) != in_play(getattr(known, one.name))
    }
    assert unsaid == TOLD_IN_WORDS.get(slug, set())


@each("slug", BATTLES)
def test_every_item_of_a_file_is_told(slug: str) -> None:
    told = {item.where for item in reading(of_battle(slug)).items}
    whole = json.loads(of_battle(slug))
    for index, one in enumerate(whole["board"]["hexagons"]):
        for name in set(one) - {"row", "col"}:
            place = f"/board/hexagons/{index}/{name}"
            count = len(one[name]) if name == "tags" else 1
            places = {f"{place}/{n}" for n in range(count)} if name == "tags" else {place}
            assert places <= told, place


@each(
    "parts, status, why",
    [
        ({"terrain": {"name": "pjungle_x"}}, ItemStatus.IGNORED, "open ground"),
        ({"terrain": {"name": "woods", "behavior": "HAUNTED"}}, ItemStatus.IGNORED, "HAUNTED"),
        ({"terrain": {"name": "woods", "haunted": True}}, ItemStatus.IGNORED, "not known"),
        ({"rect_terrain": {"name": "bridge", "haunted": 1}}, ItemStatus.IGNORED, "not known"),
        ({"tags": [{"name": "medal1", "haunted": 1}]}, ItemStatus.IGNORED, "not known"),
        ({"unit": {"name": "ufo"}}, ItemStatus.IGNORED, "left off the board"),
        ({"unit": {"name": "tank2nl", "orientation": 1}}, ItemStatus.CHANGED, "of the axis"),
        ({"unit": {"name": "tankger", "badge": "badge26"}}, ItemStatus.CHANGED, "sniper"),
        ({"unit": {"name": "infger", "nbr_units": "9"}}, ItemStatus.CHANGED, "4 figures"),
        ({"tags": [{"name": "tag4"}]}, ItemStatus.CHANGED, "across the board"),
        ({"tags": {"0": {"name": "tag1"}}}, ItemStatus.IGNORED, "words"),
        ({"obstacle": {"name": "abatis"}}, ItemStatus.CHANGED, "road block"),
        ({"rect_terrain": {"name": "brkbridge"}}, ItemStatus.DRAWN, "no rules"),
        ({"terrain": {"name": "highground"}}, ItemStatus.PLAYED, "open ground"),
        ({"tags": [{"name": "medal1", "medal": {"turn_start": 1}}]}, ItemStatus.PLAYED, ""),
        ({"tags": [{"name": "medal1", "medal": {"any_hex": 1}}]}, ItemStatus.PLAYED, ""),
        ({"tags": [{"name": "medal0", "medal": {"any_hex": 1}}]}, ItemStatus.CHANGED, "the allies"),
        (
            {"tags": [{"name": "medal0", "medal": {"permanent": 1, "sole_control": 1}}]},
            ItemStatus.CHANGED,
            "only the first",
        ),
        ({"rect_terrain": {"name": "pcarrier"}}, ItemStatus.DRAWN, "no rules"),
        ({"terrain": {"name": "WHILL"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "pjungle"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "river", "behavior": "FORD"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "wroadY", "orientation": 2}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "wriver"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "pheadquarter"}}, ItemStatus.CHANGED, "does not say whose"),
        ({"terrain": {"name": "dcamp", "original_owner": "axis"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "bled", "behavior": "HEADQUARTER"}}, ItemStatus.CHANGED, "axis"),
        ({"terrain": {"name": "woods", "behavior": "HEADQUARTER"}}, ItemStatus.IGNORED, "means"),
        ({"terrain": {"name": "river", "properties": CLOSED}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "river", "properties": {"a": 1}}}, ItemStatus.IGNORED, "not known"),
        (
            {"terrain": {"name": "river", "properties": {"isImpassable": 1}}},
            ItemStatus.IGNORED,
            "must name a side",
        ),
        ({"tags": [{"name": "tag15"}]}, ItemStatus.DRAWN, "No unit"),
        ({"terrain": {"name": "phospital"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "pcave"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "wcurve", "orientation": 2}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "oasis", "behavior": "OASIS_RECOVERY"}}, ItemStatus.PLAYED, ""),
        ({"obstacle": {"name": "roadblock"}}, ItemStatus.PLAYED, ""),
        ({"terrain": {"name": "pairfieldX"}}, ItemStatus.PLAYED, "open ground"),
        ({"tags": [{"name": "tag4", "behavior": "exit_marker", "side": "AXIS"}]}, "played", ""),
    ],
)
def test_an_item_is_told_with_its_place_and_why(parts: Any, status: str, why: str) -> None:
    found = changed("saverne", **parts)
    items = [item for item in found.items if item.hex == (0, 0)]
    assert [item for item in items if item.status == status and why in item.why]
    partly = status in (ItemStatus.IGNORED, ItemStatus.CHANGED)
    assert found.verdict is (Verdict.PARTLY if partly else Verdict.PLAYABLE)


@each(
    "options, unit, part, told",
    [
        ({"blitz_rules": True}, {}, "move_limits", [MoveLimit(ALLIES, ARMOR, 2)]),
        ({"blitz_rules": 1}, {}, "stand_ins", [strike(AXIS)]),
        ({"air_strikes_rules": "ALLIES"}, {}, "stand_ins", [strike(ALLIES)]),
        ({"partial_blitz_rules": "AXIS"}, {}, "move_limits", [MoveLimit(AXIS, ARMOR, 2)]),
        (
            {"partial_blitz_rules": "all"},
            {},
            "move_limits",
            [MoveLimit(ALLIES, ARMOR, 2), MoveLimit(AXIS, ARMOR, 2)],
        ),
        (
            {"deck_name": "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK"},
            {},
            "replaced_cards",
            [CardReplacement(Card.AIR_POWER, Card.ARTILLERY_BOMBARD)],
        ),
        ({"blitz_rules": "no"}, {}, "move_limits", []),
        ({"gung_ho": True}, {}, "doctrines", [AppliedDoctrine(ALLIES, Doctrine.US_MARINE_CORPS)]),
        (
            {"russian_commissar_rule": "ALLIES"},
            {},
            "doctrines",
            [AppliedDoctrine(ALLIES, Doctrine.RED_ARMY_COMMISSAR)],
        ),
        ({"italy_royal_army": True}, {}, "doctrines", []),
        (
            {"north_african_desert_rules": True},
            {},
            "doctrines",
            [AppliedDoctrine(side, Doctrine.NORTH_AFRICAN_DESERT) for side in Side],
        ),
        ({"british_commonwealth": 1}, {}, "doctrines", []),
        (
            {"british_commonwealth": True},
            {"name": "infbrit"},
            "doctrines",
            [AppliedDoctrine(ALLIES, Doctrine.BRITISH_COMMONWEALTH, ("allies-15",))],
        ),
        ({"infantry_exit_counts_2": "true"}, {}, "exit_medals", [ExitMedals(UnitType.INFANTRY, 2)]),
        ({"night_visibility_rules": True}, {}, "nights", [Night(ALLIES)]),
        (
            {"night_visibility_reverse_rule": True, "night_visibility_team_turn": "AXIS"},
            {},
            "nights",
            [Night(AXIS, falls=True)],
        ),
        (
            {"italy_royal_army": True},
            {"name": "infger", "badge": "badge38"},
            "doctrines",
            [AppliedDoctrine(AXIS, Doctrine.ITALIAN_ROYAL_ARMY, ("axis-10",))],
        ),
        (
            {},
            {"name": "infjp"},
            "doctrines",
            [AppliedDoctrine(AXIS, Doctrine.IMPERIAL_JAPANESE_ARMY, ("axis-10",))],
        ),
        (
            {},
            {"name": "tankger", "equipment": "wittmann", "behavior": "CAN_IGNORE_ONE_FLAG"},
            "doctrines",
            [
                AppliedDoctrine(AXIS, Doctrine.STEADFAST, ("axis-10",)),
                AppliedDoctrine(AXIS, Doctrine.TANK_LEADER, ("axis-10",)),
            ],
        ),
        (
            {},
            {"name": "tankger", "behavior": "ARMOR_MOVE_TWO"},
            "move_limits",
            [MoveLimit(AXIS, ARMOR, 2, ("axis-10",))],
        ),
    ],
)
def test_a_special_rule_of_a_file_is_played_and_written_again(
    options: Any, unit: Any, part: str, told: list[Any]
) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = options
    if unit:
        whole["board"]["hexagons"].append({"row": 0, "col": 0, "unit": unit})
    found = reading(json.dumps(whole).encode())
    assert found.setup is not None
    assert list(getattr(found.setup, part)) == told
    assert found.verdict is Verdict.PLAYABLE
    again = reading(editor_file(found.document)).setup
    assert again is not None
    assert sorted(map(repr, getattr(again, part))) == sorted(map(repr, told))


@each(
    "unit, kind",
    [
        ({"name": "gunger", "badge": "badge35"}, UnitKind.MOBILE_ARTILLERY),
        ({"name": "infger", "badge": "badge30"}, UnitKind.SKI_TROOPS),
        ({"name": "inf2ger", "badge": "badge30"}, UnitKind.SKI_TROOPS),
        ({"name": "inf2us", "badge": "badge12"}, UnitKind.COMBAT_ENGINEER),
        ({"name": "infger", "badge": "badge37"}, UnitKind.ANTI_TANK_TEAM_LATE),
        ({"name": "infger", "badge": "badge41"}, UnitKind.MORTAR_TEAM_LATE),
        ({"name": "infger", "badge": "Badge45 "}, UnitKind.MACHINE_GUN_TEAM_LATE),
        ({"name": "infru", "badge": "badge27"}, UnitKind.SNIPER),
        ({"name": "infger", "badge": "badge29"}, UnitKind.CAVALRY),
        ({"name": "gunger", "badge": "badge46"}, UnitKind.HEAVY_ANTI_TANK_GUN),
        ({"name": "tank2us", "badge": "badge33"}, UnitKind.FLAMETHROWER_TANK),
    ],
)
def test_a_badge_whose_rules_are_known_is_played_and_written_again(
    unit: Any, kind: UnitKind
) -> None:
    found = changed("saverne", unit=unit)
    assert found.setup is not None
    assert found.verdict is Verdict.PLAYABLE
    assert found.setup.units[-1].kind is kind
    assert found.setup.units[-1].figures == FIGURES[kind]
    again = reading(editor_file(found.document)).setup
    assert again is not None
    assert in_play(again.units) == in_play(found.setup.units)


def test_weapons_are_those_of_the_year() -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["date_begin"] = "1942-06-26"
    whole["board"]["hexagons"].append({"row": 0, "col": 0, "unit": {"name": "infger"}})
    whole["board"]["hexagons"][-1]["unit"]["badge"] = "badge37"
    found = reading(json.dumps(whole).encode())
    assert found.document["units"][-1]["kind"] == "anti_tank_team"
    assert found.document["year"] == 1942


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


def test_parts_are_read_that_are_told_by_their_names_alone() -> None:
    whole = json.loads(of_battle("saverne"))
    entries = whole["board"]["hexagons"]
    whole["board"]["hexagons"] = [by_name(entry) for entry in entries]
    found, known = reading(json.dumps(whole).encode()), reading(of_battle("saverne"))
    assert [item.where for item in found.items] == [item.where for item in known.items]
    assert len(found.document["units"]) == len(known.document["units"])


@each(
    "said, told",
    [
        ("<p>A &amp; B<br/>C</p>", "A & B C"),
        ("1 < 2 &eacute; <b>x", "1 < 2 \xe9 x"),
        ("<b>" * 5000 + "x", "x"),
    ],
)
def test_texts_are_read_without_marks(said: str, told: str) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["text"]["en"]["description"] = said
    assert reading(json.dumps(whole).encode()).document["briefing"]["en"] == told


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
def test_an_option_that_says_nothing_known_is_told(options: Any) -> None:
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
def test_what_a_file_does_not_tell_is_told(name: str, value: object, what: str, why: str) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"][name] = value
    found = reading(json.dumps(whole).encode())
    changed = [one for one in found.items if one.status is ItemStatus.CHANGED]
    assert [item.what for item in changed] == [what]
    assert why in changed[0].why
    assert found.setup is not None


@each("spot, kind", [((8, 0), "standard"), ((16, 0), "breakthrough"), ((0, 50), "overlord")])
def test_a_board_of_no_known_name_is_as_large_as_it_has_to_be(
    spot: tuple[int, int], kind: str
) -> None:
    hexagons = [{"row": spot[0], "col": spot[1]}]
    assert smallest({"type": "DIORAMA", "hexagons": hexagons}) == kind
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


def test_half_a_letter_is_told_as_a_question_mark() -> None:
    whole = json.loads(of_battle("saverne"))
    half = {"name": "woods\ud800", "behavior": "\ud800", "\ud800": 1}
    whole["board"]["hexagons"].append({"row": 0, "col": 0, "terrain": half, "unit": half})
    whole["game_info"]["options"] = {"\ud800": True}
    whole["text"]["\ud800"] = {"name": "\ud800"}
    found = reading(json.dumps(whole).encode())
    assert found.document["title"]["en"] == whole["text"]["en"]["name"]
    assert b"woods?" in msgspec.json.encode((found.items, found.document))


@each("place", ["/game_info", "/text", "/options", "/game_info/options", "/game_info/victory"])
def test_a_part_that_is_no_object_is_told(place: str) -> None:
    whole = json.loads(of_battle("saverne"))
    *above, name = place.split("/")[1:]
    (whole[above[0]] if above else whole)[name] = ["odd"]
    told = [(one.where, one.why) for one in reading(json.dumps(whole).encode()).items]
    assert (place, "It is no object.") in told


def test_the_ways_in_which_programs_write_the_same_are_one() -> None:
    whole = json.loads(of_battle("saverne"))
    info, board = whole["game_info"], whole["board"]
    info["cards_player1"] = str(info["cards_player1"])
    info["starting"] = info["starting"].lower()
    board["hexagons"] = {str(index): one for index, one in enumerate(board["hexagons"])}
    board["labels"] = {"item": board["labels"]}
    otherwise = b"\xef\xbb\xbf" + json.dumps(whole).encode()
    assert reading(otherwise).setup == reading(of_battle("saverne")).setup


def test_a_battle_without_sense_is_told() -> None:
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


def test_a_slug_vouches_for_one_set_up_only() -> None:
    setup = load("saverne")
    slug = identity.slug_of("Trouée de Saverne!", "ada", "0" * 64, setup)
    assert slug.startswith("trouee_de_saverne_")
    assert identity.names(slug, setup)
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


EXITS_AND_MEDALS = [
    ({"name": "medal1", "medal": {"turn_start": True}}, "temporary", Check.START_OF_OWN_TURN),
    ({"name": "medal2", "medal": {"any_hex": True}}, "contested", Check.ALWAYS),
    ({"name": "medal0", "medal": {"last_to_occupy": "true"}}, "last_to_occupy", Check.ALWAYS),
    ({"name": "medal4", "medal": {"sole_control": 1}}, "sole_control", Check.ALWAYS),
]


@each("tag, kind, when", EXITS_AND_MEDALS)
def test_a_medal_says_when_it_is_held(tag: Any, kind: str, when: Check) -> None:
    found = changed("saverne", tags=[tag])
    again = reading(editor_file(found.document))
    for one in (found, again):
        assert one.setup is not None
        here = [o for o in one.setup.objectives if o.hexes == (Hex(0, 0),)]
        assert [(o.kind, o.check) for o in here] == [(kind, when)]


def test_exits_without_a_side_are_for_the_side_across_the_board() -> None:
    whole = json.loads(of_battle("saverne"))
    at_edges = [(0, 4), (0, 10), (4, 0), (8, 2), (8, 6), (8, 10)]
    tags = [{"row": row, "col": col, "tags": [{"name": "tag5"}]} for row, col in at_edges]
    marked = {"name": "tag4", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["B1", "C1"]}
    tags += [{"row": 8, "col": 0, "tags": [marked]}]
    whole["board"]["hexagons"] += tags
    found = reading(json.dumps(whole).encode())
    assert found.setup is not None
    exits = {o.side: o.hexes for o in found.setup.objectives if o.kind is ObjectiveKind.EXIT}
    assert exits[ALLIES] == tuple(Hex(0, col) for col in range(2, 6))
    assert exits[AXIS] == tuple(Hex(8, col) for col in range(6))
    told = [item.status for item in found.items if item.what == "exit marker"]
    assert Counter(told) == {"changed": 4, "ignored": 1, "played": 1}


def test_an_empty_section_is_told_by_an_option() -> None:
    whole = json.loads(of_battle("saverne"))
    told = {"side": "AXIS", "sections": "[0, 2]", "count_for": "2"}
    whole["game_info"]["options"] = {"empty_section_medals": told}
    found = reading(json.dumps(whole).encode())
    again = reading(editor_file(found.document))
    for one in (found, again):
        assert one.setup is not None
        prize = next(o for o in one.setup.objectives if o.kind is ObjectiveKind.EMPTY_SECTION)
        sections = whole_sections(grid_of(STANDARD), prize.hexes)
        assert (prize.side, prize.medals, sections) == (AXIS, 2, {Section.LEFT, Section.RIGHT})


@each("told", [{"side": "AXIS"}, {"sections": [1]}, {"side": "AXIS", "sections": [7]}])
def test_a_section_that_is_not_named_is_left_out(told: Any) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = {"empty_section_medals": told, "must_have_unit_exit": told}
    assert reading(json.dumps(whole).encode()).verdict is Verdict.PARTLY


def test_who_has_to_leave_and_has_no_exit_is_told() -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = {"must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 1}}
    found = reading(json.dumps(whole).encode())
    assert [item.status for item in found.items if "have no exit" in item.why] == ["changed"]
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert one.setup.must_exit == (MustExit(AXIS, 1),)


def test_a_single_heavy_tank_is_a_tiger() -> None:
    found = changed("saverne", unit={"name": "tank2ger", "nbr_units": "1"})
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        (tiger,) = (unit for unit in one.setup.units if unit.kind is UnitKind.TIGER)
        assert (tiger.hex, tiger.figures) == (Hex(0, 0), 1)
    assert [item.status for item in found.items if item.what == "tiger"] == ["played"]


@each(
    "tag, owner, status",
    [
        ({"behavior": "MINE_FIELD", "side": "AXIS"}, AXIS, ItemStatus.PLAYED),
        ({"behavior": "MINE_FIELD", "side": "NONE"}, None, ItemStatus.PLAYED),
        ({"behavior": "MINE_FIELD"}, None, ItemStatus.CHANGED),
        ({"behavior": "DECOY_MEDAL_MINE_FIELD", "side": "ALLIES"}, ALLIES, ItemStatus.PLAYED),
    ],
)
def test_minefields_are_of_who_laid_them(
    tag: dict[str, str], owner: Side | None, status: ItemStatus
) -> None:
    token = {"name": "tag3", **tag}
    found = changed("saverne", tags=[token])
    assert found.setup is not None
    (mines,) = (one for one in found.setup.obstacles if one.kind is ObstacleKind.MINEFIELD)
    assert mines.owner is owner
    (item,) = (one for one in found.items if one.what == "minefield")
    assert item.status is status
    again = reading(editor_file(found.document))
    assert again.setup is not None
    assert mines in again.setup.obstacles
    twice = changed("saverne", tags=[token, token])
    assert [one.status for one in twice.items if one.what == "minefield"][1] is ItemStatus.IGNORED


def test_an_army_of_a_country_of_the_other_side_stays_on_its_own() -> None:
    whole = json.loads(of_battle("saverne"))
    seat = next(s for s in ("1", "2") if whole["game_info"][f"side_player{s}"] == "ALLIES")
    whole["game_info"][f"country_player{seat}"] = "JP"
    found = reading(json.dumps(whole).encode())
    again = reading(editor_file(found.document))
    assert found.setup is not None and again.setup is not None
    assert in_play(again.setup.units) == in_play(found.setup.units)


@each(
    "told, units",
    [
        ({"nbr_units": 3}, [3]),
        ({"nbr_units": 2, "nbr_drops": "3", "behavior": "ONE_AT_TIME"}, [2, 2, 2]),
        ({"nbr_units": [4, "1"], "nbr_drops": 2}, [4, 1]),
        ({"nbr_units": [4], "nbr_drops": 2}, []),
        ({"nbr_units": 2, "option2": "TARGET_DROP_CENTER"}, []),
        ({"nbr_units": 2, "behavior": "BY_GLIDER"}, []),
    ],
)
def test_units_are_dropped_once_or_several_times(told: Any, units: list[int]) -> None:
    whole = json.loads(of_battle("saverne"))
    drop = {"side": "ALLIES", "range": "3", "unit": {"name": "infus"}, **told}
    whole["game_info"]["options"] = {"airdrop": drop}
    found = reading(json.dumps(whole).encode())
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert [one_drop.units for one_drop in one.setup.air_drops] == units


HERE = Hex(0, 0)
GERMAN = {"name": "infger"}


@each(
    "terrain, features",
    [
        (
            {"name": "hills", "properties": CLOSED},
            "no_allies_armor no_allies_artillery no_axis_infantry no_axis_armor no_axis_artillery",
        ),
        ({"name": "hills", "properties": {"isImpassable": {"AXIS": ["2", 9]}}}, "no_axis_armor"),
        ({"name": "dcamp", "original_owner": "ALLIES"}, "headquarters_allies"),
        ({"name": "buildings", "behavior": "HEADQUARTER"}, "headquarters_axis"),
        ({"name": "buildings"}, ""),
    ],
)
def test_whose_a_hex_is_and_whom_it_keeps_out(terrain: Any, features: str) -> None:
    found = changed("saverne", terrain=terrain)
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        (tile,) = (tile for tile in one.setup.tiles if tile.hex == HERE)
        assert " ".join(tile.features) == features


@each(
    "parts, part, told",
    [
        ({"unit": GERMAN, "tags": [{"name": "tag14"}]}, "camouflaged", ("axis-10",)),
        ({"tags": [{"name": "tag14"}]}, "camouflaged", ()),
        (
            {"unit": {"name": "tank2ger"}, "tags": [{"name": "tag1", "behavior": "IS_WITTMANN"}]},
            "doctrines",
            (AppliedDoctrine(AXIS, Doctrine.TANK_LEADER, ("axis-10",)),),
        ),
        ({"unit": GERMAN, "tags": [{"name": "tag1", "behavior": "IS_WITTMANN"}]}, "doctrines", ()),
    ],
)
def test_what_tokens_say_of_units(parts: Any, part: str, told: tuple[Any, ...]) -> None:
    found = changed("saverne", **parts)
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert getattr(one.setup, part) == told


def test_a_big_gun_is_told_by_its_badge() -> None:
    found = changed("saverne", unit={"name": "gunger", "badge": "badge5"})
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert [unit.hex for unit in one.setup.units if unit.kind is UnitKind.BIG_GUN] == [HERE]
    assert [item.status for item in found.items if item.what == "big_gun"] == ["played"]


def test_a_headquarters_in_the_middle_is_of_who_stands_there() -> None:
    whole = json.loads(of_battle("saverne"))
    taken = {(one["row"], one["col"]) for one in whole["board"]["hexagons"]}
    col = next(col for col in range(0, 25, 2) if (4, col) not in taken)
    tent: dict[str, Any] = {"row": 4, "col": col, "terrain": {"name": "dcamp"}}
    for unit, side in ((None, None), (GERMAN, AXIS)):
        content = whole | {
            "board": {
                **whole["board"],
                "hexagons": [
                    *whole["board"]["hexagons"],
                    {**tent, **({"unit": unit} if unit else {})},
                ],
            }
        }
        found = reading(json.dumps(content).encode())
        assert found.setup is not None
        (tile,) = (one for one in found.setup.tiles if one.hex == (4, col // 2))
        assert [*tile.features] == ([f"headquarters_{side}"] if side else [])


@each(
    "told, terms",
    [
        ({"center": "G5"}, ()),
        ({"center": "G5", "option2": "TARGET_DROP_CENTER"}, (DropTerms(0, (Hex(4, 6),)),)),
        (
            {
                "center": ["G5", "k4"],
                "option2": "TARGET_DROP_CENTER",
                "nbr_units": [1, 2],
                "nbr_drops": 2,
            },
            tuple(DropTerms(n, (Hex(4, 6), Hex(5, 10))) for n in (0, 1)),
        ),
        ({"unit": {"name": "inf2us", "badge": "badge2", **RESTING}}, (DropTerms(0, rest=2),)),
    ],
)
def test_drops_may_be_restricted(told: Any, terms: Any) -> None:
    """An order of the file is not that of the drops: what waits for the day comes last."""
    whole = json.loads(of_battle("saverne"))
    drop = {"side": "ALLIES", "range": "3", "unit": {"name": "infus"}, "nbr_units": 2, **told}
    later = {**drop, "option": "NEED_FULL_DAY_VISIBILITY", "nbr_units": 1, "nbr_drops": 1}
    whole["game_info"]["options"] = {"airdrop2": later, "airdrop": drop}
    found = reading(json.dumps(whole).encode())
    assert found.verdict == Verdict.PLAYABLE
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        *before, day = one.setup.drop_terms
        assert (tuple(before), day.by_day) == (terms, True)
        assert one.setup.air_drops[-1].kind == one.setup.air_drops[0].kind


@each(
    "told",
    [
        {"option2": "TARGET_DROP_CENTER"},
        {"option2": "ANYWHERE"},
        {"option": "NEED_RAIN"},
        {"wind": 3},
        {"unit": {"name": "infus", "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN"}},
        {"unit": {"name": "infus", "turn": 3}},
        {"unit": {"name": "infus", "behavior": "FLIES"}},
        {"unit": {"name": "infus", "badge": "badge99"}},
        {"unit": {"name": "infus", "badge": "badge26"}},
        {"unit": {"name": "glider"}},
        {"unit": {"name": "infus", "nbr_units": 2}},
    ],
)
def test_drops_of_which_more_is_said_than_is_known_are_left_out(told: Any) -> None:
    whole = json.loads(of_battle("saverne"))
    drop = {"side": "ALLIES", "range": "3", "unit": {"name": "infus"}, "nbr_units": 2, **told}
    whole["game_info"]["options"] = {"airdrop": drop}
    found = reading(json.dumps(whole).encode())
    assert found.setup is not None
    assert not found.setup.air_drops
    assert found.verdict == Verdict.PARTLY


MINED = {"name": "bridge", "behavior": "CAN_BE_BLOWN", "behavior2": "ONE_MEDAL_IF_BLOWN"}


@each(
    "value, guarded",
    [({"side": "ALLIES", "option": "NEED_NEIGHBOUR_UNIT"}, True), ({"side": "allies"}, False)],
)
def test_bridges_may_be_blown_up_for_a_medal(value: Any, guarded: bool) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["board"]["hexagons"].append({"row": 4, "col": 0, "rect_terrain": MINED})
    whole["game_info"]["options"] = {"blowbridge_opt2": value}
    found = reading(json.dumps(whole).encode())
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert one.setup.blown_bridges == (BlownBridges(ALLIES, (Hex(4, 0),), guarded),)
        (deed,) = (one for one in one.setup.objectives if one.kind is ObjectiveKind.DEED)
        assert (deed.side, deed.hexes, deed.medals) == (ALLIES, (Hex(4, 0),), 1)
    assert found.verdict is Verdict.PLAYABLE


@each(
    "options, piece, what",
    [
        ({}, MINED, "bridge to blow up"),
        ({"blowbridge_opt2": {"side": "NOBODY"}}, MINED, "blowbridge_opt2"),
        ({"blowbridge_opt2": {"side": "AXIS", "option": "RAIN"}}, MINED, "blowbridge_opt2"),
        ({}, {"name": "bunker", "behavior": "CAN_BE_BLOWN"}, "CAN_BE_BLOWN"),
        ({}, {"name": "bridge", "behavior2": "ONE_MEDAL_IF_BLOWN"}, "behavior2"),
    ],
)
def test_bridges_that_nobody_blows_up_are_told(options: Any, piece: Any, what: str) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["board"]["hexagons"].append({"row": 4, "col": 0, "rect_terrain": piece})
    whole["game_info"]["options"] = options
    found = reading(json.dumps(whole).encode())
    assert what in [item.what for item in found.items if item.status is ItemStatus.IGNORED]
    assert found.setup is not None
    assert not found.setup.blown_bridges


def test_blowing_up_needs_a_bridge_that_is_marked() -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = {"blowbridge_opt2": {"side": "ALLIES"}}
    found = reading(json.dumps(whole).encode())
    assert (found.verdict, found.document["special_rules"]) == (Verdict.PLAYABLE, [])


def test_dummy_mines_may_give_a_medal() -> None:
    whole = json.loads(of_battle("saverne"))
    mine = {"name": "tag3", "behavior": "DECOY_MEDAL_MINE_FIELD", "side": "AXIS"}
    whole["board"]["hexagons"] += [{"row": 4, "col": col, "tags": [mine]} for col in (2, 0)]
    found = reading(json.dumps(whole).encode())
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        (deed,) = (one for one in one.setup.objectives if one.kind is ObjectiveKind.DEED)
        assert (deed.side, deed.hexes, deed.medals) == (None, (Hex(4, 0), Hex(4, 1)), 1)
    assert found.verdict is Verdict.PLAYABLE


@each(
    "value, side",
    [
        ({"side": "ALLIES"}, ALLIES),
        ({"side": "axis"}, AXIS),
        ({"side": "ALL"}, None),
        ({"side": "AXIS", "markers": 5}, None),
        (True, None),
    ],
)
def test_smoke_screens_are_one_sides(value: Any, side: Side | None) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = {"smoke_screen": value}
    found = reading(json.dumps(whole).encode())
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert one.setup.smoke_screen is side
    told = [item.status for item in found.items if item.what == "smoke_screen"]
    assert told == [ItemStatus.PLAYED if side else ItemStatus.IGNORED]


TANKS = {"nbr_units": 2, "name": "tankger"}


@each(
    "value, rules",
    [
        ({"AXIS": TANKS}, [(AXIS, UnitKind.ARMOR, 2, False)]),
        (
            {
                "AXIS": TANKS,
                "ALLIES": {"nbr_units": "1", "name": "tank2us", "behavior": "CANNOT_EXIT"},
            },
            [(ALLIES, UnitKind.ELITE_ARMOR, 1, True), (AXIS, UnitKind.ARMOR, 2, False)],
        ),
        (True, None),
        ({"BOTH": TANKS}, None),
        ({"AXIS": TANKS | {"name": "infger"}}, None),
        ({"AXIS": TANKS | {"name": "boat"}}, None),
        ({"AXIS": TANKS | {"nbr_units": 0}}, None),
        ({"AXIS": TANKS | {"behavior": "FLIES"}}, None),
        ({"AXIS": TANKS | {"turn": 3}}, None),
        ({"AXIS": TANKS, "ALLIES": {}}, None),
    ],
)
def test_armor_may_break_through(value: Any, rules: Any) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = {"armor_breakthrough_rules": value}
    found = reading(json.dumps(whole).encode())
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        expected = tuple(ArmorBreakthrough(*rule) for rule in rules or ())
        assert one.setup.armor_breakthroughs == expected
    (item,) = [item for item in found.items if item.what == "armor_breakthrough_rules"]
    assert item.status is (ItemStatus.PLAYED if rules else ItemStatus.IGNORED)
