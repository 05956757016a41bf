"""What files of the official editor say of hexes, pieces and special rules."""

import json
from collections import Counter
from typing import Any

from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.rules.medals import whole_sections
from domain.setup import (
    AppliedDoctrine,
    ArmorBreakthrough,
    BlownBridges,
    DropTerms,
    MustExit,
)
from domain.values import (
    Check,
    Doctrine,
    ObjectiveKind,
    ObstacleKind,
    Section,
    Side,
    UnitKind,
    UnitType,
)
from events.scenarios.editor import editor_file
from events.scenarios.report import ItemStatus, Verdict
from tests.support.each import each
from tests.support.editor_files import changed, in_play, of_battle, reading

ALLIES, AXIS, ARMOR = Side.ALLIES, Side.AXIS, UnitType.ARMOR
CLOSED = {"isImpassable": {"ALLIES": [2, 3], "axis": True}}
RESTING = {"behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}


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
    items = [item.status for item in found.items if item.what == "exit marker"]
    assert Counter(items) == {"changed": 4, "ignored": 1, "played": 1}


def test_an_empty_section_is_reported_by_an_option() -> None:
    whole = json.loads(of_battle("saverne"))
    values = {"side": "AXIS", "sections": "[0, 2]", "count_for": "2"}
    whole["game_info"]["options"] = {"empty_section_medals": values}
    found = reading(json.dumps(whole).encode())
    again = reading(editor_file(found.document))
    for one in (found, again):
        assert one.setup is not None
        prize = next(o for o in one.setup.objectives if o.kind is ObjectiveKind.EMPTY_SECTION)
        sections = whole_sections(grid_of(STANDARD), prize.hexes)
        assert (prize.side, prize.medals, sections) == (AXIS, 2, {Section.LEFT, Section.RIGHT})


@each("result", [{"side": "AXIS"}, {"sections": [1]}, {"side": "AXIS", "sections": [7]}])
def test_a_section_that_is_not_named_is_left_out(result: Any) -> None:
    whole = json.loads(of_battle("saverne"))
    whole["game_info"]["options"] = {"empty_section_medals": result, "must_have_unit_exit": result}
    assert reading(json.dumps(whole).encode()).verdict is Verdict.PARTLY


def test_who_has_to_leave_and_has_no_exit_is_reported() -> None:
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
    "result, units",
    [
        ({"nbr_units": 3}, [3]),
        ({"nbr_units": 2, "nbr_drops": "3", "behavior": "ONE_AT_TIME"}, [2, 2, 2]),
        ({"nbr_units": [4, "1"], "nbr_drops": 2}, [4, 1]),
        ({"nbr_units": [4], "nbr_drops": 2}, []),
        ({"nbr_units": 2, "option2": "TARGET_DROP_CENTER"}, []),
        ({"nbr_units": 2, "behavior": "BY_GLIDER"}, []),
    ],
)
def test_units_are_dropped_once_or_several_times(result: Any, units: list[int]) -> None:
    whole = json.loads(of_battle("saverne"))
    drop = {"side": "ALLIES", "range": "3", "unit": {"name": "infus"}, **result}
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
    "parts, part, result",
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
def test_what_tokens_say_of_units(parts: Any, part: str, result: tuple[Any, ...]) -> None:
    found = changed("saverne", **parts)
    for one in (found, reading(editor_file(found.document))):
        assert one.setup is not None
        assert getattr(one.setup, part) == result


def test_a_big_gun_is_reported_by_its_badge() -> None:
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
    "result, terms",
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
def test_drops_may_be_restricted(result: Any, terms: Any) -> None:
    """An order of the file is not that of the drops: what waits for the day comes last."""
    whole = json.loads(of_battle("saverne"))
    drop = {"side": "ALLIES", "range": "3", "unit": {"name": "infus"}, "nbr_units": 2, **result}
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
    "result",
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
def test_drops_of_which_more_is_said_than_is_known_are_left_out(result: Any) -> None:
    whole = json.loads(of_battle("saverne"))
    drop = {"side": "ALLIES", "range": "3", "unit": {"name": "infus"}, "nbr_units": 2, **result}
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
def test_bridges_that_nobody_blows_up_are_reported(options: Any, piece: Any, what: str) -> None:
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
    items = [item.status for item in found.items if item.what == "smoke_screen"]
    assert items == [ItemStatus.PLAYED if side else ItemStatus.IGNORED]


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
