"""Files of the official editor: read whole, or told what is not, whatever they hold."""

import json
from dataclasses import fields
from typing import Any

from domain.pieces.units import FIGURES
from domain.scenarios import document, parse, slugs
from domain.setup import (
    AppliedDoctrine,
    CardReplacement,
    ExitMedals,
    MoveLimit,
    Night,
    Setup,
    StandIn,
)
from domain.values import (
    Card,
    Doctrine,
    Side,
    UnitKind,
    UnitType,
)
from events.scenarios.editor import editor_file
from events.scenarios.report import ItemStatus, Verdict
from tests.support.each import each
from tests.support.editor_files import BATTLES, changed, in_play, of_battle, reading

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
NOT_OF_PLAY = {"labels", "nations"}
LOST = (ItemStatus.IGNORED, ItemStatus.CHANGED, ItemStatus.BLOCKING)
ALLIES, AXIS, ARMOR = Side.ALLIES, Side.AXIS, UnitType.ARMOR
SOME = 400
CLOSED = {"isImpassable": {"ALLIES": [2, 3], "axis": True}}


def strike(side: Side) -> StandIn:
    """Recon is Air Power in its own section, without a hill to hold."""
    cards = (Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT)
    return StandIn(side, cards, Card.AIR_POWER, (), 0, 4, same_section=True)


RESTING = {"behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}


@each("slug", [slug for slug in BATTLES if slug in slugs()])
def test_a_file_tells_the_battle_that_ships_with_the_service(slug: str) -> None:
    read_here, known = reading(of_battle(slug)).setup, parse(document(slug))
    assert read_here is not None
    differ = {
        one.name
        for one in fields(Setup)
        if in_play(getattr(read_here, one.name)) != in_play(getattr(known, one.name))
    }
    assert differ - NOT_OF_PLAY == TOLD_IN_WORDS.get(slug, set()) | NOT_IN_THE_FILE.get(slug, set())


@each("slug", slugs())
def test_a_battle_is_written_as_a_file_that_tells_it(slug: str) -> None:
    again, known = reading(editor_file(dict(document(slug)))).setup, parse(document(slug))
    assert again is not None
    unsaid = {
        one.name
        for one in fields(Setup)
        if in_play(getattr(again, one.name)) != in_play(getattr(known, one.name))
    }
    assert unsaid == TOLD_IN_WORDS.get(slug, set())


@each("slug", BATTLES)
def test_all_of_a_file_is_played_but_who_wins_when_the_deck_is_empty(slug: str) -> None:
    items = [item.what for item in reading(of_battle(slug)).items if item.status in LOST]
    assert items == (["deck_reshuffling"] if slug == "vassieux" else [])


@each("slug", BATTLES)
def test_every_item_of_a_file_is_reported(slug: str) -> None:
    names = {item.where for item in reading(of_battle(slug)).items}
    whole = json.loads(of_battle(slug))
    for index, one in enumerate(whole["board"]["hexagons"]):
        for name in set(one) - {"row", "col"}:
            place = f"/board/hexagons/{index}/{name}"
            count = len(one[name]) if name == "tags" else 1
            places = {f"{place}/{n}" for n in range(count)} if name == "tags" else {place}
            assert places <= names, place


@each(
    "parts, status, why",
    [
        ({"terrain": {"name": "pjungle_x"}}, ItemStatus.IGNORED, "open ground"),
        ({"terrain": {"name": "woods", "behavior": "HAUNTED"}}, ItemStatus.IGNORED, "HAUNTED"),
        ({"terrain": {"name": "woods", "haunted": True}}, ItemStatus.IGNORED, "not supported"),
        ({"rect_terrain": {"name": "bridge", "haunted": 1}}, ItemStatus.IGNORED, "not supported"),
        ({"tags": [{"name": "medal1", "haunted": 1}]}, ItemStatus.IGNORED, "not supported"),
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
        (
            {"terrain": {"name": "woods", "behavior": "HEADQUARTER"}},
            ItemStatus.IGNORED,
            "HEADQUARTER",
        ),
        ({"terrain": {"name": "river", "properties": CLOSED}}, ItemStatus.PLAYED, ""),
        (
            {"terrain": {"name": "river", "properties": {"a": 1}}},
            ItemStatus.IGNORED,
            "not supported",
        ),
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
def test_an_item_is_reported_with_its_place_and_why(parts: Any, status: str, why: str) -> None:
    found = changed("saverne", **parts)
    items = [item for item in found.items if item.hex == (0, 0)]
    assert [item for item in items if item.status == status and why in item.why]
    partly = status in (ItemStatus.IGNORED, ItemStatus.CHANGED)
    assert found.verdict is (Verdict.PARTLY if partly else Verdict.PLAYABLE)


@each(
    "options, unit, part, result",
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
    options: Any, unit: Any, part: str, result: list[Any]
) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = options
    if unit:
        whole["board"]["hexagons"].append({"row": 0, "col": 0, "unit": unit})
    found = reading(json.dumps(whole).encode())
    assert found.setup is not None
    assert list(getattr(found.setup, part)) == result
    assert found.verdict is Verdict.PLAYABLE
    again = reading(editor_file(found.document)).setup
    assert again is not None
    assert sorted(map(repr, getattr(again, part))) == sorted(map(repr, result))


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
