"""Writes the special rules of a battle that are options of editor files."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.geometry.hexes import Hex, grid_of
from domain.rules.medals import whole_sections
from domain.scenarios.parse import BOARDS
from domain.values import Section, Side
from events.scenarios.plain import Document

_TYPES = {
    "standard": ("STANDARD", 9),
    "breakthrough": ("BRKTHRU", 17),
    "overlord": ("OVERLORD", 9),
}
"""The names and the numbers of rows of boards."""
UNITS = {"infantry": "inf", "armor": "tank", "artillery": "gun"}
GENERIC = {Side.ALLIES: "us", Side.AXIS: "ger"}
ELITE = ("elite_infantry", "elite_armor", "tiger")
BADGES = {
    "mobile_artillery": "badge35",
    "ski_troops": "badge30",
    "combat_engineer": "badge6",
    "anti_tank_team": "badge37",
    "mortar_team": "badge41",
    "machine_gun_team": "badge45",
    "sniper": "badge26",
    "cavalry": "badge29",
    "heavy_anti_tank_gun": "badge46",
    "flamethrower_tank": "badge33",
    "big_gun": "badge5",
}
_DOCTRINES = {
    "italian_royal_army": "italy_royal_army",
    "us_marine_corps": "gung_ho",
    "british_commonwealth": "british_commonwealth",
    "north_african_desert": "north_african_desert_rules",
}
"""Doctrines that are options; the others follow from the units."""
_GUARDED = "NEED_NEIGHBOUR_UNIT"
_INFANTRY_TWO = {"type": "infantry", "medals": 2}
_BOMBARD = {"card": "air_power", "by": "artillery_bombard"}

Pairs = Iterator[tuple[str, Any]]


def options(document: Document) -> Pairs:
    """Yield the options with their values."""
    for rule in document["special_rules"]:
        write = _WRITERS.get(rule["id"])
        if write is not None:
            yield from write(document, rule["params"])
    for objective in document["objectives"]:
        if objective["kind"] == "empty_section":
            yield "empty_section_medals", _empty_section(document, objective)
    slow = [
        rule["params"]["side"] for rule in slow_armor(document) if "hexes" not in rule["params"]
    ]
    if slow:
        yield "partial_blitz_rules", "all" if len(slow) > 1 else slow[0].upper()


def board_of(document: Document) -> tuple[str, int]:
    """The editor's name of the board, and its number of rows."""
    return _TYPES[document["board"].get("kind", "standard")]


def slow_armor(document: Document) -> list[Document]:
    """The special rules that armor moves two hexes at most."""
    armor = {"type": "armor", "most": 2}
    rules = (one for one in document["special_rules"] if one["id"] == "move_limit")
    return [rule for rule in rules if armor.items() <= rule["params"].items()]


def group(document: Document, hexes: list[list[int]]) -> list[str]:
    """The editor's names of hexes: a letter for the column, lowercase in odd rows, and the row's
    number from the bottom."""
    rows = board_of(document)[1]
    letters = ((chr(ord("a" if row % 2 else "A") + col), rows - row) for row, col in hexes)
    return [f"{letter}{number}" for letter, number in letters]


def _air_drop(document: Document, params: Document) -> Pairs:
    """Write all drops that differ in the number of units only as one option."""
    kind, name = str(params.get("kind", params["type"])), "airdrop"
    unit = _figure(kind, params["type"], params["side"])
    if params.get("rest"):
        unit |= {"behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": params["rest"]}
    option = {"side": params["side"].upper(), "range": params["scatter"], "unit": unit}
    if "hexes" in params:
        option |= {"option2": "TARGET_DROP_CENTER", "center": group(document, params["hexes"])}
    if params.get("by_day"):
        name, option["option"] = "airdrop2", "NEED_FULL_DAY_VISIBILITY"
    pattern = {**params, "units": 0}
    drops = [rule["params"] for rule in document["special_rules"] if rule["id"] == "air_drop"]
    counts = [drop["units"] for drop in drops if {**drop, "units": 0} == pattern]
    if len(counts) > 1:
        yield name, {**option, "nbr_units": counts, "nbr_drops": len(counts)}
    else:
        yield name, {**option, "nbr_units": params["units"]}


def _stands_in(document: Document, params: Document) -> Pairs:
    hexes = params["hexes"]
    if hexes:
        yield "hill317", group(document, hexes)
    else:
        yield "air_strikes_rules", params["side"]


def _replaced(_document: Document, params: Document) -> Pairs:
    if params == _BOMBARD:
        yield "deck_name", "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK"


def _no_reshuffle(_document: Document, _params: Document) -> Pairs:
    yield "deck_reshuffling", False


def _doctrine(_document: Document, params: Document) -> Pairs:
    if params["name"] == "red_army_commissar":
        yield "russian_commissar_rule", params["side"].upper()
    elif params["name"] in _DOCTRINES:
        yield _DOCTRINES[params["name"]], True


def _night(_document: Document, params: Document) -> Pairs:
    falls = params.get("falls")
    yield "night_visibility_reverse_rule" if falls else "night_visibility_rules", True
    yield "night_visibility_team_turn", params["side"].upper()


def _blown_bridges(_document: Document, params: Document) -> Pairs:
    option = {"side": params["side"].upper()}
    yield "blowbridge_opt2", option | ({"option": _GUARDED} if params.get("guarded") else {})


def _smoke_screen(_document: Document, params: Document) -> Pairs:
    yield "smoke_screen", {"side": params["side"].upper()}


def _breakthrough(document: Document, params: Document) -> Pairs:
    """Write the rules of both sides as one option."""
    rules = [
        rule["params"] for rule in document["special_rules"] if rule["id"] == "armor_breakthrough"
    ]
    if params == rules[0]:
        sides = {rule["side"].upper(): _breakthrough_unit(rule) for rule in rules}
        yield "armor_breakthrough_rules", sides


def _breakthrough_unit(params: Document) -> Document:
    named = _figure(params.get("kind", "armor"), "armor", params["side"])
    stays = {"behavior": "CANNOT_EXIT"} if params.get("cannot_exit") else {}
    return {"nbr_units": params["units"], **named, **stays}


def _figure(kind: str, unit: str, side: str) -> Document:
    """The editor's name and badge of a unit that enters later."""
    elite, badge = "2" if kind in ELITE else "", BADGES.get(kind.removesuffix("_late"))
    named = {"name": f"{UNITS[unit]}{elite}{GENERIC[Side(side)]}"}
    return named | ({"badge": badge} if badge else {})


def _exit_medals(_document: Document, params: Document) -> Pairs:
    if params == _INFANTRY_TWO:
        yield "infantry_exit_counts_2", True


def _must_exit(_document: Document, params: Document) -> Pairs:
    option = {"side": params["side"].upper(), "min_nbr_units": params["units"]}
    yield "must_have_unit_exit", option


def _empty_section(document: Document, objective: Document) -> Document:
    grid = grid_of(BOARDS[document["board"].get("kind", "standard")])
    hexes = tuple(Hex(row, col) for row, col in objective["hexes"])
    sections = whole_sections(grid, hexes)
    return {
        "side": objective["side"].upper(),
        "sections": [number for number, one in enumerate(Section) if one in sections],
        "count_for": objective["medals"],
    }


_WRITERS: dict[str, Callable[[Document, Document], Pairs]] = {
    "air_drop": _air_drop,
    "card_stands_in": _stands_in,
    "card_replaced": _replaced,
    "no_reshuffle": _no_reshuffle,
    "doctrine": _doctrine,
    "night": _night,
    "exit_medals": _exit_medals,
    "must_exit": _must_exit,
    "blow_bridge": _blown_bridges,
    "smoke_screen": _smoke_screen,
    "armor_breakthrough": _breakthrough,
}
