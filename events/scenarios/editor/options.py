"""Reads the options of an editor file that the service has as special rules."""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial

from domain.pieces.units import FIGURES
from domain.values import Side, UnitKind, UnitType
from events.scenarios.editor.board import BoardReader
from events.scenarios.editor.units import doctrine, move_limit, unit_of
from events.scenarios.plain import Document, members, number, truth, word
from events.scenarios.reasons import Reason, because

_SIDES = frozenset(Side)
_BOMBARD = "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK"
_DROP = frozenset(
    {"side", "range", "nbr_units", "nbr_drops", "behavior", "center", "unit", "option", "option2"}
)
_DROP_UNIT = frozenset({"name", "badge", "behavior", "turn"})
_TARGETED = "TARGET_DROP_CENTER"
_RESTS_UNTIL_TURN = "CANNOT_BE_ACTIVATED_TILL_TURN"
_BY_DAY = "NEED_FULL_DAY_VISIBILITY"
_GUARDED = "NEED_NEIGHBOUR_UNIT"
_BREAKTHROUGH = frozenset({"nbr_units", "name", "badge", "behavior"})
_NO_EXIT = "CANNOT_EXIT"
_MAX_DROPS = 6

Option = Callable[[BoardReader, object], list[Document] | None]


def rules_of(name: str, board: BoardReader, value: object) -> list[Document] | None:
    """The special rules of an option; None if it or its value is not supported."""
    read = _OPTIONS.get(name.lower())
    return None if read is None else read(board, value)


def changed(name: str) -> Reason | None:
    """The reason for the report of an incomplete option, else None."""
    return _CHANGED.get(name.lower())


def _strike(side: str, hexes: list[list[int]], dice: int) -> Document:
    """The special rule that a side may play a Recon of one section as Air Power."""
    params = {
        "side": side,
        "cards": ["recon"],
        "as": "air_power",
        "hexes": hexes,
        "dice": dice,
        "max_targets": 4,
        "same_section": True,
    }
    return {"id": "card_stands_in", "params": params}


def _hill_317(board: BoardReader, value: object) -> list[Document] | None:
    hexes = board.group(value)
    return [_strike("allies", hexes, 2)] if hexes else None


def _air_strikes(_board: BoardReader, value: object) -> list[Document] | None:
    side = word(value).lower()
    return [_strike(side, [], 0)] if side in _SIDES else None


def _blitz(_board: BoardReader, value: object) -> list[Document]:
    return [move_limit("allies"), _strike("axis", [], 0)] if truth(value) else []


def _slow_armor(_board: BoardReader, value: object) -> list[Document] | None:
    name = word(value).lower()
    return [move_limit(side.value) for side in Side if name in (side, "all", "both")] or None


def _marines(board: BoardReader, value: object) -> list[Document]:
    side = next((side for side in Side if board.army.nations[side] == "us"), Side.ALLIES)
    return [doctrine("us_marine_corps", side.value)] if truth(value) else []


def _italians(board: BoardReader, value: object) -> list[Document]:
    return list(board.army.doctrine_of("italian_royal_army", "it")) if truth(value) else []


def _british(board: BoardReader, value: object) -> list[Document]:
    """British figures have the doctrine in any case."""
    if not truth(value) or board.army.has_british_figures:
        return []
    return list(board.army.doctrine_of("british_commonwealth", "gb", "ca", "au", "nz", "in", "za"))


def _commissar(_board: BoardReader, value: object) -> list[Document] | None:
    side = word(value).lower()
    return [doctrine("red_army_commissar", side)] if side in _SIDES else None


def _mine_box(_board: BoardReader, value: object) -> list[Document] | None:
    """All boxes have the same mines."""
    return [] if word(value) in ("TERRAIN", "PACIFIC") else None


def _desert(_board: BoardReader, value: object) -> list[Document]:
    sides = Side if truth(value) else ()
    return [doctrine("north_african_desert", side.value) for side in sides]


def _night(board: BoardReader, value: object, *, falls: bool = False) -> list[Document]:
    params: Document = {"side": board.night_side} | ({"falls": True} if falls else {})
    return [{"id": "night", "params": params}] if truth(value) else []


def _night_side(_board: BoardReader, value: object) -> list[Document] | None:
    return [] if word(value).lower() in _SIDES else None


def _deck_name(_board: BoardReader, value: object) -> list[Document] | None:
    if word(value) != _BOMBARD:
        return None
    params = {"card": "air_power", "by": "artillery_bombard"}
    return [{"id": "card_replaced", "params": params}]


def _air_drop(board: BoardReader, value: object) -> list[Document] | None:
    """Air drops, with one number of units for all of them or a list of numbers."""
    option = members(value)
    side, scatter = word(option.get("side")).lower(), number(option.get("range"), 0, 12)
    dropped, terms = _drop_unit(board, members(option.get("unit"))), _drop_terms(board, option)
    if side not in _SIDES or scatter is None or dropped is None or terms is None:
        return None
    common = {"side": side, **dropped, "scatter": scatter, **terms}
    drops = [{"id": "air_drop", "params": {**common, "units": count}} for count in _drops(option)]
    return drops or None


def _drop_unit(board: BoardReader, option: Mapping[str, object]) -> Document | None:
    """The unit of a drop, and its first turn; None if not supported."""
    unit = unit_of(option.get("name"))
    kind = None if unit is None else board.army.kind_of(unit, option.get("badge"))
    if unit is None or kind is None or option.keys() - _DROP_UNIT:
        return None
    dropped: Document = {"type": unit.type, "figures": FIGURES[kind]}
    if kind != unit.type:
        dropped["kind"] = kind.value
    rest = number(option.get("turn"), 1, 50)
    behavior = word(option.get("behavior"))
    if behavior not in ("", _RESTS_UNTIL_TURN) or (rest is None) is (behavior == _RESTS_UNTIL_TURN):
        return None
    return dropped if rest is None else dropped | {"rest": rest}


def _drop_terms(board: BoardReader, option: Mapping[str, object]) -> Document | None:
    """The hexes and the time of a drop; None if not supported."""
    target, condition = word(option.get("option2")), word(option.get("option"))
    if option.keys() - _DROP or target not in ("", _TARGETED) or condition not in ("", _BY_DAY):
        return None
    center = option.get("center")
    hexes = board.group([center] if isinstance(center, str) else center) if target else []
    if target and not hexes:
        return None
    return {**({"hexes": hexes} if hexes else {}), **({"by_day": True} if condition else {})}


def _drops(option: Mapping[str, object]) -> list[int]:
    """The number of units of each drop; empty if invalid."""
    if word(option.get("behavior")) not in ("", "ONE_AT_TIME"):
        return []
    given = option.get("nbr_units")
    drops = number(option.get("nbr_drops", 1), 1, _MAX_DROPS) or 0
    counts = [number(one, 1, 12) for one in (given if isinstance(given, list) else [given] * drops)]
    is_valid = len(counts) == drops and None not in counts
    return [count for count in counts if count is not None] if is_valid else []


def _infantry_exits(_board: BoardReader, value: object) -> list[Document]:
    params = {"type": "infantry", "medals": 2}
    return [{"id": "exit_medals", "params": params}] if truth(value) else []


def _must_exit(_board: BoardReader, value: object) -> list[Document] | None:
    option = members(value)
    side, units = word(option.get("side")).lower(), number(option.get("min_nbr_units"), 1, 12)
    if side not in _SIDES or units is None:
        return None
    return [{"id": "must_exit", "params": {"side": side, "units": units}}]


def _empty_section(board: BoardReader, value: object) -> list[Document] | None:
    """Add an objective; there is no special rule."""
    option = members(value)
    side, medals = word(option.get("side")).lower(), number(option.get("count_for"), 1, 12) or 1
    sections = {int(digit) for digit in re.findall("[0-2]", json.dumps(option.get("sections")))}
    if side not in _SIDES or not sections:
        return None
    board.empty_section(Side(side), sections, medals)
    return []


def _blown_bridges(board: BoardReader, value: object) -> list[Document] | None:
    option = members(value)
    side, condition = word(option.get("side")).lower(), word(option.get("option"))
    if side not in _SIDES or condition not in ("", _GUARDED):
        return None
    hexes = [list(hex_) for hex_ in sorted(board.ground.mined)]
    if not hexes:
        return []
    board.blown_for_medals(Side(side))
    params: Document = {"side": side, "hexes": hexes} | ({"guarded": True} if condition else {})
    return [{"id": "blow_bridge", "params": params}]


def _smoke_screen(_board: BoardReader, value: object) -> list[Document] | None:
    option = members(value)
    side = word(option.get("side")).lower()
    if side not in _SIDES or option.keys() - {"side"}:
        return None
    return [{"id": "smoke_screen", "params": {"side": side}}]


def _armor_breakthrough(board: BoardReader, value: object) -> list[Document] | None:
    """One rule per side."""
    option = {name.lower(): members(one) for name, one in members(value).items()}
    if not option or option.keys() - _SIDES:
        return None
    rules = [_breakthrough_of(board, side.value, option[side]) for side in Side if side in option]
    supported = [rule for rule in rules if rule is not None]
    return supported if len(supported) == len(rules) else None


def _breakthrough_of(
    board: BoardReader, side: str, option: Mapping[str, object]
) -> Document | None:
    unit, units = unit_of(option.get("name")), number(option.get("nbr_units"), 1, 12)
    kind = None if unit is None else board.army.kind_of(unit, option.get("badge"))
    stays = word(option.get("behavior"))
    if option.keys() - _BREAKTHROUGH or stays not in ("", _NO_EXIT) or units is None:
        return None
    if unit is None or unit.type != UnitType.ARMOR or kind is None:
        return None
    params: Document = {"side": side, "units": units}
    params |= {"kind": kind.value} if kind is not UnitKind.ARMOR else {}
    params |= {"cannot_exit": True} if stays else {}
    return {"id": "armor_breakthrough", "params": params}


def _deck_reshuffling(_board: BoardReader, value: object) -> list[Document]:
    if truth(value):
        return []
    return [{"id": "no_reshuffle", "params": {"winner": Side.AXIS.value}}]


_OPTIONS: Mapping[str, Option] = {
    "hill317": _hill_317,
    "airdrop": _air_drop,
    "airdrop2": _air_drop,
    "infantry_exit_counts_2": _infantry_exits,
    "must_have_unit_exit": _must_exit,
    "empty_section_medals": _empty_section,
    "blowbridge_opt2": _blown_bridges,
    "smoke_screen": _smoke_screen,
    "armor_breakthrough_rules": _armor_breakthrough,
    "deck_reshuffling": _deck_reshuffling,
    "air_strikes_rules": _air_strikes,
    "blitz_rules": _blitz,
    "partial_blitz_rules": _slow_armor,
    "deck_name": _deck_name,
    "gung_ho": _marines,
    "italy_royal_army": _italians,
    "british_commonwealth": _british,
    "north_african_desert_rules": _desert,
    "russian_commissar_rule": _commissar,
    "mine_deck_name": _mine_box,
    "night_visibility_rules": _night,
    "night_visibility_reverse_rule": partial(_night, falls=True),
    "night_visibility_team_turn": _night_side,
}
_CHANGED = {"deck_reshuffling": because("empty_deck_winner")}
