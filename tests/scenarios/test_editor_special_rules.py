"""Options of editor files that are special rules: drops, bridges, mines, smoke, armor."""

import json
from typing import Any

from domain.geometry.hexes import Hex
from domain.setup import (
    ArmorBreakthrough,
    BlownBridges,
    DropTerms,
)
from domain.values import (
    ObjectiveKind,
    Side,
    UnitKind,
)
from events.scenarios.editor import editor_file
from events.scenarios.report import ItemStatus, Verdict
from tests.scenarios.test_editor_options import ALLIES, AXIS
from tests.support.each import each
from tests.support.editor_files import of_battle, reading

RESTING = {"behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}


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
