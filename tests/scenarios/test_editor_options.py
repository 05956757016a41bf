"""What files of the official editor say of hexes, pieces and special rules."""

import json
from collections import Counter
from typing import Any

from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.rules.medals import whole_sections
from domain.setup import (
    AppliedDoctrine,
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
