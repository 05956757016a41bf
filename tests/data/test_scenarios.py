"""Scenario files are well formed, hold what the battles are made of, and fit into one box.

``boxes.json`` counts what each battle takes, apart from the scenario files: units by kind, figures,
tiles with the printed ones, hexes by feature, obstacles, and objectives as side, kind, hexes
needed, hexes, medals.
"""

import copy
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from domain import scenarios
from domain.errors import ScenarioError
from domain.geometry.hexes import Hex
from domain.setup import AirDrop, Objective, Setup, StandIn
from domain.values import Card, Check, Direction, ObjectiveKind, ObstacleKind, Side, UnitKind
from tests.support.each import each

Document = dict[str, Any]

SCHEMA = json.loads(files(scenarios).joinpath("scenario.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())
BOXES = json.loads(Path(__file__).with_name("boxes.json").read_text("utf-8"))

IN_THE_BOX = {"infantry": 42, "armor": 24, "artillery": 6}
"""Figures a side; this and what follows: 2025, Contents."""
TILES = 44
"""Hexes of terrain; bunkers and bridges are apart from them."""
PIECES = (
    ({"bunker", "bridge", "bridge_section"}, 4),
    ({"sandbags", "sea_wall"}, 12),
    ({"wire"}, 12),
    ({"hedgehog"}, 12),
)
WATER = {"river", "lake"}
BRIDGES = {ObstacleKind.BRIDGE, ObstacleKind.BRIDGE_SECTION}

every_battle = pytest.mark.parametrize("slug", sorted(BOXES))


def test_each_battle_of_the_table_has_a_file_and_each_file_a_row() -> None:
    assert scenarios.slugs() == tuple(BOXES)


@every_battle
def test_a_scenario_file_fits_the_schema_and_is_named_by_its_slug(slug: str) -> None:
    document = scenarios.document(slug)
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []
    assert document["slug"] == slug


@every_battle
def test_a_battle_is_made_of_what_the_table_says(slug: str) -> None:
    assert counted(scenarios.load(slug)) == BOXES[slug]


def counted(setup: Setup) -> Document:
    return {
        "first": setup.first,
        "front": setup.front,
        "year": setup.year,
        "hands": {side: setup.army(side).hand for side in Side},
        "medals": {side: setup.army(side).medals_to_win for side in Side},
        "units": {
            side: Counter(unit.kind for unit in setup.units if unit.side is side) for side in Side
        },
        "figures": {
            side: sum(unit.figures for unit in setup.units if unit.side is side) for side in Side
        },
        "tiles": Counter(tile.terrain for tile in setup.tiles),
        "features": Counter(feature for tile in setup.tiles for feature in tile.features),
        "obstacles": Counter(placed.kind for placed in setup.obstacles),
        "objectives": [in_short(objective) for objective in setup.objectives],
    }


def in_short(objective: Objective) -> list[str | int]:
    wins = objective.kind is ObjectiveKind.SUDDEN_DEATH
    return [
        objective.side or "both",
        objective.kind,
        objective.need,
        len(objective.hexes),
        0 if wins else objective.medals,
    ]


@every_battle
def test_a_battle_fits_into_one_box_and_overlord_into_two(slug: str) -> None:
    document = scenarios.document(slug)
    used, boxes = figures(slug), 1 + (document["board"]["kind"] == "overlord")
    assert [use for use, count in used.items() if count > boxes * IN_THE_BOX[use[1]]] == []
    assert len(document["terrain"]) <= boxes * TILES
    placed = [entry["kind"] for entry in document["obstacles"]]
    too_many = (sum(kind in kinds for kind in placed) > boxes * most for kinds, most in PIECES)
    assert not any(too_many)


def figures(slug: str) -> Counter[tuple[str, str]]:
    """Figures by side and type, those of an air drop among them."""
    used: Counter[tuple[str, str]] = Counter()
    setup = scenarios.load(slug)
    for entry, unit in zip(scenarios.document(slug)["units"], setup.units, strict=True):
        used[entry["side"], entry["type"]] += unit.figures
    for drop in setup.air_drops:
        used[drop.side, drop.kind] += drop.units * drop.figures
    return used


@every_battle
def test_no_unit_starts_on_water_or_on_impassable_ground(slug: str) -> None:
    setup = scenarios.load(slug)
    water = {tile.hex for tile in setup.tiles if tile.terrain in WATER}
    bridged = {placed.hex for placed in setup.obstacles if placed.kind in BRIDGES}
    barred = {tile.hex for tile in setup.tiles if "impassable" in tile.features}
    lost = (water - bridged) | barred
    assert [unit.id for unit in setup.units if unit.hex in lost] == []


@every_battle
def test_hedgehogs_hold_infantry_only_and_bunkers_their_owners_units_only(slug: str) -> None:
    document = scenarios.document(slug)
    kinds = {(*entry["hex"], entry["kind"]): entry for entry in document["obstacles"]}
    wrong = []
    for unit in document["units"]:
        bunker = kinds.get((*unit["hex"], "bunker"))
        held = (*unit["hex"], "hedgehog") in kinds and unit["type"] != "infantry"
        if held or (bunker and bunker.get("owner") != unit["side"]):
            wrong.append(unit)
    assert wrong == []


@every_battle
def test_each_objective_of_a_battle_has_a_name_of_its_own(slug: str) -> None:
    names = Counter(objective.id for objective in scenarios.load(slug).objectives)
    assert [name for name, count in names.items() if count > 1] == []


@every_battle
def test_bunkers_shelter_the_axis_and_sea_walls_the_allies(slug: str) -> None:
    owners = {"bunker": Side.AXIS, "sea_wall": Side.ALLIES}
    placed = scenarios.load(slug).obstacles
    assert [entry for entry in placed if entry.owner is not owners.get(entry.kind)] == []


def test_only_the_bridge_of_arnhem_has_open_ends() -> None:
    spans = {
        (slug, *placed.hex): placed.open_ends
        for slug in scenarios.slugs()
        for placed in scenarios.load(slug).obstacles
        if placed.open_ends
    }
    ends = (Direction.NE, Direction.SW)
    assert spans == {("arnhem_bridge", *hex_): ends for hex_ in ((3, 7), (4, 7), (5, 6))}


def test_only_the_heavy_tanks_of_mont_mouchet_give_more_than_one_medal() -> None:
    rich = {
        (slug, unit.side, unit.kind, *unit.hex): unit.medals
        for slug in scenarios.slugs()
        for unit in scenarios.load(slug).units
        if unit.medals != 1
    }
    tank = ("mont_mouchet", Side.AXIS, UnitKind.ELITE_ARMOR)
    assert rich == {(*tank, 0, 0): 2, (*tank, 1, 1): 2}


def test_only_sudden_deaths_wait_for_the_end_of_the_turn() -> None:
    waiting = {
        (slug, objective.kind)
        for slug in scenarios.slugs()
        for objective in scenarios.load(slug).objectives
        if objective.check is Check.END_OF_OWN_TURN
    }
    assert waiting == {
        ("saverne", ObjectiveKind.SUDDEN_DEATH),
        ("toulon", ObjectiveKind.SUDDEN_DEATH),
    }


def test_only_at_sainte_mere_eglise_units_drop_from_the_air() -> None:
    drop = AirDrop(Side.ALLIES, UnitKind.INFANTRY, units=4, figures=4, scatter=4)
    drops = {slug: scenarios.load(slug).air_drops for slug in scenarios.slugs()}
    assert {slug: found for slug, found in drops.items() if found} == {
        "sainte_mere_eglise": (drop,)
    }


def test_only_at_mortain_and_in_overlord_a_card_stands_in_for_another() -> None:
    hill_317 = StandIn(
        side=Side.ALLIES,
        cards=(Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT),
        as_card=Card.AIR_POWER,
        hexes=(Hex(4, 11), Hex(5, 10)),
        dice=2,
        max_targets=4,
        same_section=True,
    )
    rules = {slug: scenarios.load(slug).stand_ins for slug in scenarios.slugs()}
    barrages = tuple(
        replace(hill_317, side=side, as_card=Card.BARRAGE, hexes=(), dice=0, max_targets=1)
        for side in Side
    )
    assert {slug: found for slug, found in rules.items() if found} == {
        "mortain": (hill_317,),
        "omaha_beach_overlord": tuple(replace(one, same_section=False) for one in barrages),
    }


def test_only_at_vassieux_an_empty_deck_ends_the_game() -> None:
    winners = {slug: scenarios.load(slug).winner_when_deck_empty for slug in scenarios.slugs()}
    assert {slug: side for slug, side in winners.items() if side} == {"vassieux": Side.AXIS}


def test_only_the_axis_hand_at_pegasus_bridge_grows() -> None:
    grown = {
        (slug, army.side): army.extra_draws
        for slug in scenarios.slugs()
        for army in scenarios.load(slug).armies
        if army.extra_draws
    }
    assert grown == {("pegasus_bridge", Side.AXIS): (1, 2)}


def test_an_unknown_scenario_is_refused_by_name() -> None:
    with pytest.raises(ScenarioError, match="waterloo"):
        scenarios.load("waterloo")


Change = Callable[[Document], None]


def put(value: object, *path: str | int) -> Change:
    """Sets what stands at ``path`` of a document."""

    def change(document: Document) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def doubled(what: str, index: int) -> Change:
    def change(document: Document) -> None:
        document[what].append(document[what][index])

    return change


def without_medals(document: Document) -> None:
    del document["objectives"][0]["medals"]


def changed(change: Change) -> Document:
    document = copy.deepcopy(dict(scenarios.document("pegasus_bridge")))
    change(document)
    return document


FOG = [{"id": "fog", "params": {"side": "axis"}}]
MOVED_OFF_BOARD = put([1, 12], "units", 3, "hex")
OF_UNKNOWN_TERRAIN = put("swamp", "terrain", 5, "terrain")
OF_UNKNOWN_FEATURE = put(["swampy"], "terrain", 5, "features")
WITH_UNKNOWN_RULE = put(FOG, "special_rules")
DROP = {"side": "axis", "type": "infantry", "units": 1, "figures": 4, "scatter": 0}
STRIKE = {
    **{"side": "axis", "cards": ["recon"], "as": "air_power", "hexes": [[8, 13]]},
    **{"dice": 0, "max_targets": 4, "same_section": False},
}


def with_rule(rule: str, params: Document) -> Change:
    """A battle with one special rule."""
    return put([{"id": rule, "params": params}], "special_rules")


CLOSED_BRIDGE = put("bridge_section", "obstacles", 1, "kind")
OWNED_WIRE = put("axis", "obstacles", 1, "owner")


@each(
    "change, result",
    [
        (MOVED_OFF_BOARD, r"units\[3\]: \[1, 12\] is not on the board"),
        (doubled("units", 0), r"units: two on \[0, 0\]"),
        (doubled("obstacles", 1), r"obstacles: two on \[2, 5\]"),
        (OF_UNKNOWN_TERRAIN, r"terrain\[5\]: 'swamp' is unknown"),
        (OF_UNKNOWN_FEATURE, r"terrain\[5\]: 'swampy' is unknown"),
        (WITH_UNKNOWN_RULE, "special_rules: no rule is named 'fog'"),
        (with_rule("air_drop", {**DROP, "kind": "elite_armor"}), "elite_armor is no infantry"),
        (
            with_rule("armor_breakthrough", {"side": "axis", "units": 1, "kind": "sniper"}),
            "sniper is no armor",
        ),
        (
            with_rule("blow_bridge", {"side": "axis", "hexes": [[2, 5], [8, 13]]}),
            r"bridges to blow up\[0\]: \[8, 13\] is not on the board",
        ),
        (
            with_rule("card_stands_in", STRIKE),
            r"cards that stand in\[0\]: \[8, 13\] is not on the board",
        ),
        (put(3, "objectives", 0, "need"), r"objectives\[0\]: needs 3 of 1 hexes"),
        (CLOSED_BRIDGE, r"obstacles\[1\]: a bridge_section has two open ends"),
        (OWNED_WIRE, r"obstacles\[1\]: wire has no owner"),
    ],
)
def test_a_scenario_with_a_fault_is_refused_with_the_place(change: Change, result: str) -> None:
    with pytest.raises(ScenarioError, match=result):
        scenarios.parse(changed(change))


@each(
    "change, place",
    [
        (put([1, 25], "units", 3, "hex"), ["units", 3, "hex", 1]),
        (OF_UNKNOWN_TERRAIN, ["terrain", 5, "terrain"]),
        (OF_UNKNOWN_FEATURE, ["terrain", 5, "features", 0]),
        (put(["wide"], "terrain", 0, "features"), ["terrain", 0, "terrain"]),
        (WITH_UNKNOWN_RULE, ["special_rules", 0]),
        (CLOSED_BRIDGE, ["obstacles", 1]),
        (put(["E", "W"], "obstacles", 0, "open_ends"), ["obstacles", 0]),
        (OWNED_WIRE, ["obstacles", 1]),
        (put("elite_armor", "units", 0, "kind"), ["units", 0, "type"]),
        (put("sudden_death", "objectives", 0, "kind"), ["objectives", 0]),
        (without_medals, ["objectives", 0]),
        (put("now", "objectives", 0, "check"), ["objectives", 0, "check"]),
        (put("ford", "notes"), []),
    ],
)
def test_the_schema_points_at_a_fault(change: Change, place: list[str | int]) -> None:
    errors = list(VALIDATOR.iter_errors(changed(change)))
    assert [list(error.absolute_path) for error in errors] == [place]


def test_the_schema_describes_all_that_it_names() -> None:
    assert [place for place, said in described(SCHEMA, "") if not said] == []


def described(schema: Document, place: str) -> list[tuple[str, bool]]:
    """Each property and definition of a schema, and whether words of its own or of what it refers
    to describe it."""
    found = []
    for group in ("properties", "$defs"):
        for name, inner in schema.get(group, {}).items():
            here = f"{place}/{name}"
            said = "description" in inner or "description" in referred(inner)
            found += [(here, said), *described(inner, here)]
    items = schema.get("items")
    return found + (described(items, f"{place}[]") if isinstance(items, dict) else [])


def referred(schema: Document) -> Document:
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    return SCHEMA["$defs"][name] if name else {}
