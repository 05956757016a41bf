"""Writes a battle as a file of the official editor.

The format lacks cards that are drawn later, the time when a sudden death counts, names of
objectives, and tiles of ocean or open ground.
"""

import json
from collections.abc import Collection, Iterator
from typing import Any

from domain.pieces.obstacles import BRIDGES
from domain.values import Side
from domain.values.side_features import CLOSED_TO, HEADQUARTERS_OF
from events.scenarios.editor import names
from events.scenarios.editor.options_writer import (
    BADGES,
    ELITE,
    GENERIC,
    UNITS,
    board_of,
    group,
    options,
    slow_armor,
)
from events.scenarios.plain import Document

_FACES = {"countryside": "COUNTRY", "beach": "BEACH", "winter": "WINTER", "desert": "DESERT"}
_PLAYERS = {"top": "player1", "bottom": "player2"}
_TILES = {
    "forest": ("woods", None),
    "town": ("buildings", None),
    "church": ("church", None),
    "hedgerow": ("hedgerow", None),
    "hill": ("hills", None),
    "steep_hill": ("hills", "STEEP_HILL"),
    "cliff": ("hills", "CLIFF"),
    "sea_bluff": ("hills", "BLUFF"),
    "river": ("river", None),
    "lake": ("lakeA", None),
    "beach": ("pbeach", None),
    "jungle": ("pjungle", None),
    "marsh": ("marshes", None),
    "rice_paddy": ("price", None),
    "fordable_stream": ("river", "FORDABLE_STREAM"),
    "railroad": ("rail", None),
    "railroad_station": ("station", None),
    "mountain": ("mountain", None),
    "palm_forest": ("palmtrees", None),
    "erg": ("dridge", None),
    "oasis": ("oasis", None),
    "escarpment": ("descarpment", None),
    "coastline": ("coast", None),
    "city_ruins": ("wruins", None),
    "factory_complex": ("factory", None),
    "fortress": ("fortress", None),
    "hill_forest": ("whillforest", None),
    "hill_town": ("whillvillage", None),
    "trenches": ("ptrenches", None),
    "cemetery": ("cemetery", None),
    "ravine": ("ravine", None),
    "lighthouse": ("lighthouse", None),
    "dam": ("dam", None),
    "prison_camp": ("camp", None),
    "barracks": ("barracks", None),
    "power_plant": ("powerplant", None),
    "radar_station": ("radar", None),
    "headquarters": ("pheadquarter", None),
    "hospital": ("phospital", None),
    "supply_depot": ("depot", None),
    "road": ("road", None),
    "road_hill": ("hillroad", None),
    "frozen_river": ("wriver", None),
    "wadi": ("wadi", None),
    "hill_cave": ("pcave", None),
    "mountain_cave": ("pmcave", None),
}
_CURVED = {
    "river": "curve",
    "fordable_stream": "curve",
    "railroad": "railcurve",
    "road": "roadcurve",
    "road_hill": "hillcurve",
    "frozen_river": "wcurved",
    "wadi": "wcurve",
}
_ROADS = {"fork_left": "FL", "fork_right": "FR", "crossing": "X", "fork_y": "Y"}
_FEATURES = {
    ("impassable",): "IMPASSABLE_HILL",
    ("impassable", "stops_artillery"): "IMPASSABLE_BLOCKING_HILL",
    ("wide",): "WIDE_RIVER",
    ("recovery",): "OASIS_RECOVERY",
}
_PIECES = {
    "bridge": ("rect_terrain", "bridge", None),
    "bridge_section": ("rect_terrain", "bridge", "BRIDGE_SECTION"),
    "bunker": ("rect_terrain", "bunker", None),
    "wire": ("obstacle", "wire", None),
    "sandbags": ("obstacle", "sand", None),
    "hedgehog": ("obstacle", "hedgehog", None),
    "sea_wall": ("obstacle", "sand", "SEAWALL"),
    "ford": ("rect_terrain", "ford", None),
    "pontoon_bridge": ("rect_terrain", "pontoon", None),
    "railroad_bridge": ("rect_terrain", "railbridge", None),
    "road_block": ("obstacle", "roadblock", None),
    "dragons_teeth": ("obstacle", "dragonteeth", None),
}
_TYPES = ("infantry", "armor", "artillery")
_OWNERLESS_BUNKER = "casemate"
_UNIT_PIECES = {kind: name for name, kind in names.UNIT_PIECES.items()}
_FIGURES = {"gb": "brit", "ru": "ru", "jp": "jp", "it": "it"}
_DOCTRINES = {"brit": "british_commonwealth", "jp": "imperial_japanese_army"}
_MEMBERS = {
    "contested": "any_hex",
    "last_to_occupy": "last_to_occupy",
    "sole_control": "sole_control",
}
_NO_TAGS = ("sudden_death", "empty_section", "deed")
"""Objectives that are not tokens in the file."""
_MEDALS = {"both": "medal0", Side.ALLIES: "medal1", Side.AXIS: "medal2"}


def editor_file(document: Document) -> bytes:
    """Return the file of a battle."""
    whole = {
        "meta_data": {"software": "Afteraction"},
        "game_info": _about(document),
        "board": {
            "type": board_of(document)[0],
            "face": _FACES[document["board"]["face"]],
            "hexagons": [*_hexagons(document)],
            "labels": [_on(one["hex"], text=[one["text"]]) for one in document["labels"]],
        },
        "text": {
            language: {"name": name, "description": document["briefing"].get(language, "")}
            for language, name in document["title"].items()
        },
    }
    return json.dumps(whole, ensure_ascii=False).encode()


def _about(document: Document) -> Document:
    about: Document = {
        "front": document["front"].upper(),
        "date_begin": document["date"]["begin"],
        "date_end": document["date"]["end"],
        "type": "HISTORICAL",
        "victory_conditions": [{"standard": []}],
        "options": dict(options(document)),
    }
    for side, army in document["sides"].items():
        seat = _PLAYERS[army["seat"]]
        about |= {
            f"side_{seat}": side.upper(),
            f"country_{seat}": army["nation"].upper(),
            f"cards_{seat}": army["hand"],
            f"victory_{seat}": army["medals_to_win"],
        }
        if side == document["first_side"]:
            about["starting"] = seat.upper()
    deaths = [
        {
            "side": one["side"].upper(),
            "number": one.get("need", 1),
            "group": group(document, one["hexes"]),
        }
        for one in document["objectives"]
        if one["kind"] == "sudden_death"
    ]
    if deaths:
        about["victory"] = {"condition": [{"group_sudden_death": one} for one in deaths]}
    return about


def _doctrine_hexes(document: Document, name: str) -> list[list[int]]:
    """The hexes of the units that start with a doctrine of single units."""
    rules = (rule for rule in document["special_rules"] if rule["id"] == "doctrine")
    return [
        hex_
        for rule in rules
        if rule["params"]["name"] == name
        for hex_ in rule["params"].get("hexes", ())
    ]


def _hexagons(document: Document) -> Iterator[Document]:
    """Yield one entry per thing; readers merge those of the same hex."""
    for tile in document["terrain"]:
        if tile["terrain"] in _TILES:
            yield _on(tile["hex"], terrain=_tile(tile))
    deeds = [
        hex_
        for objective in document["objectives"]
        if objective["kind"] == "deed"
        for hex_ in objective["hexes"]
    ]
    rules = [one for one in document["special_rules"] if one["id"] == "blow_bridge"]
    blown = [hex_ for rule in rules for hex_ in rule["params"]["hexes"]]
    for placed in document["obstacles"]:
        if placed["kind"] == "minefield":
            side = placed.get("owner", "none").upper()
            sort = "DECOY_MEDAL_MINE_FIELD" if placed["hex"] in deeds else "MINE_FIELD"
            mines = {"name": "tag3", "behavior": sort, "side": side}
            yield _on(placed["hex"], tags=[mines])
            continue
        key, name, behavior = _PIECES[placed["kind"]]
        if placed["kind"] == "bunker" and "owner" not in placed:
            name = _OWNERLESS_BUNKER
        piece = _named(name, behavior, placed.get("orientation"))
        if placed["hex"] in blown and placed["kind"] in BRIDGES and behavior is None:
            piece["behavior"] = "CAN_BE_BLOWN"
            piece |= {"behavior2": "ONE_MEDAL_IF_BLOWN"} if placed["hex"] in deeds else {}
        if "owner" in placed:
            piece["original_owner"] = placed["owner"].upper()
        yield _on(placed["hex"], **{key: piece})
    yield from _units(document)
    for objective in document["objectives"]:
        if objective["kind"] not in _NO_TAGS:
            yield _on(objective["hexes"][0], tags=[_tag(document, objective)])


def _units(document: Document) -> Iterator[Document]:
    slow = [hex_ for rule in slow_armor(document) for hex_ in rule["params"].get("hexes", ())]
    with_leader, steadfast = (
        _doctrine_hexes(document, name) for name in ("tank_leader", "steadfast")
    )
    boats = _doctrine_hexes(document, "boats")
    applied = {one["params"].get("name") for one in document["special_rules"]}
    for unit in document["units"]:
        if unit.get("kind") in _UNIT_PIECES:
            ship = {"name": _UNIT_PIECES[unit["kind"]], "original_owner": unit["side"].upper()}
            yield _on(unit["hex"], rect_terrain=ship)
            continue
        written = _unit(unit, applied, slow=unit["hex"] in slow)
        if unit["hex"] in with_leader:
            written["equipment"] = "wittmann"
        if unit["hex"] in boats:
            written["equipment"] = "boat"
        if unit["hex"] in steadfast:
            written["behavior"] = "CAN_IGNORE_ONE_FLAG"
        marked = {"tags": [{"name": "tag15"}]} if unit.get("camouflaged") else {}
        yield _on(unit["hex"], unit=written, **marked)


def _tile(tile: Document) -> Document:
    name, behavior = _TILES[tile["terrain"]]
    plain = [one for one in tile.get("features", ()) if one not in {*CLOSED_TO, *HEADQUARTERS_OF}]
    behavior = _FEATURES.get(tuple(sorted(plain)), behavior)
    if tile.get("piece") == "curve":
        name = _CURVED.get(tile["terrain"], name)
    elif tile["terrain"] == "road":
        name += _ROADS.get(tile.get("piece", ""), "")
    written = _named(name, behavior, tile.get("orientation"))
    written |= _of_sides(tile)
    return written


def _of_sides(tile: Document) -> Document:
    """The owner of a headquarters, and the types of units to which a tile is closed."""
    written: Document = {}
    closed: dict[str, list[int]] = {}
    for feature in tile.get("features", ()):
        if feature in HEADQUARTERS_OF:
            written["original_owner"] = HEADQUARTERS_OF[feature].upper()
            if tile["terrain"] != "headquarters":
                written["behavior"] = "HEADQUARTER"
        if feature in CLOSED_TO:
            side, kind = CLOSED_TO[feature]
            closed.setdefault(side.upper(), []).append(_TYPES.index(kind) + 1)
    return written | ({"properties": {"isImpassable": closed}} if closed else {})


def _unit(unit: Document, applied: Collection[str | None], *, slow: bool) -> Document:
    """The entry of a unit. Figures of a nation imply its doctrine: generic ones are written if it
    does not apply."""
    figures = _FIGURES.get(unit["nation"], GENERIC[unit["side"]])
    other_side = names.SIDES[figures] != unit["side"]
    if other_side or _DOCTRINES.get(figures, figures) not in {figures, *applied}:
        figures = GENERIC[unit["side"]]
    elite = "2" if unit.get("kind") in ELITE else ""
    written = {"name": f"{UNITS[unit['type']]}{elite}{figures}"}
    badge = BADGES.get(unit.get("kind", "").removesuffix("_late"))
    if badge:
        written["badge"] = badge
    if unit.get("kind") == "french_resistance":
        written["behavior"] = "FRENCH_RESISTANCE"
    elif slow:
        written["behavior"] = "ARMOR_MOVE_TWO"
    elif unit.get("medals") == 2:
        written["behavior"] = "GERMAN_2VICTANK"
    count = 1 if unit.get("kind") == "tiger" else unit.get("figures")
    return written | ({} if count is None else {"nbr_units": count})


def _tag(document: Document, objective: Document) -> Document:
    hexes = group(document, objective["hexes"])
    if objective["kind"] == "exit":
        side = objective["side"].upper()
        return {"name": "tag4", "behavior": "EXIT_MARKER", "side": side, "group": hexes}
    medal = {
        "permanent": objective["kind"] == "permanent",
        "majority": objective["kind"] == "majority",
        "counts_for": objective.get("medals", 1),
        "nbr_hex": objective.get("need", 1),
    }
    if objective["kind"] in _MEMBERS:
        medal[_MEMBERS[objective["kind"]]] = True
    if objective.get("check") == "start_of_own_turn":
        medal["turn_start"] = True
    return {"name": _MEDALS[objective["side"]], "group": hexes, "medal": medal}


def _named(name: str, behavior: str | None, orientation: int | None) -> Document:
    written: Document = {"name": name}
    if behavior is not None:
        written["behavior"] = behavior
    return written if orientation is None else written | {"orientation": orientation}


def _on(hex_: list[int], **content: Any) -> Document:
    row, col = hex_
    return {"row": row, "col": 2 * col + row % 2, **content}
