"""Reads the units of an editor file: their sides, kinds, and special abilities."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.geometry.hexes import Hex
from domain.pieces.units import FIGURES, MEDALS, UNITS
from domain.values import EditionName, Side, UnitKind
from events.scenarios.editor import names
from events.scenarios.plain import number, word
from events.scenarios.reasons import Reason, because
from events.scenarios.report import ReportBuilder

_UNIT = re.compile(r"(inf|tank|gun)(2?)([a-z]+)", re.IGNORECASE)
_TYPES = {"inf": "infantry", "tank": "armor", "gun": "artillery"}
_ELITE = {"infantry": "elite_infantry", "armor": "elite_armor"}
_LATE = 1943
"""The year from which some weapons have other rules."""
_SLOW = ("ARMOR_MOVE_TWO", "ELITE_ARMOR_MOVE_TWO")
"""Armor that moves two hexes at most."""
_KINDS, _SIDES, _BOOK = frozenset(UnitKind), frozenset(Side), EditionName.E2004
_LEADER = "tank_leader"
_SINGLE_UNITS = {"WITTMANN": _LEADER, "CAN_IGNORE_ONE_FLAG": "steadfast", "BOAT": "boats"}
"""Doctrines of single units, by their equipment or their behavior."""
_PIECE = frozenset({"name", "orientation", "behavior", "original_owner"})
_BEHAVIORS = frozenset({"", "GERMAN_2VICTANK", "FRENCH_RESISTANCE", "CAN_IGNORE_ONE_FLAG"})
_MEMBERS = frozenset({"name", "badge", "nbr_units", "behavior", "equipment", "orientation"})


@dataclass(frozen=True, slots=True)
class UnitName:
    """A parsed name of a unit: ``figures_of`` is its set of figures."""

    side: Side
    type: str
    elite: bool
    figures_of: str

    @property
    def kind(self) -> str:
        """The kind without a badge."""
        return _ELITE.get(self.type, self.type) if self.elite else self.type

    @property
    def figures(self) -> int:
        """Its usual number of figures."""
        return FIGURES[UnitKind(self.kind)]


def move_limit(side: str, hexes: list[list[int]] | None = None) -> dict[str, Any]:
    """The special rule that a side's armor, or that of some hexes, moves two hexes at most."""
    params: dict[str, Any] = {"side": side, "type": "armor", "most": 2}
    return {"id": "move_limit", "params": params | ({"hexes": hexes} if hexes else {})}


def doctrine(name: str, side: str, hexes: list[list[int]] | None = None) -> dict[str, Any]:
    """The special rule of a doctrine for a side's units, or those that start on some hexes."""
    params: dict[str, Any] = {"side": side, "name": name}
    return {"id": "doctrine", "params": params | ({"hexes": hexes} if hexes else {})}


def unit_of(value: object, side: Side | None = None) -> UnitName | None:
    """Parse a unit's name, or return None. Unknown figures are those of ``side``."""
    match = _UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
    owner = names.SIDES.get(match[3].lower(), side) if match else None
    if match is None or owner is None:
        return None
    return UnitName(Side(owner), _TYPES[match[1].lower()], bool(match[2]), match[3].lower())


class UnitReader:
    """Reads units into the service's own format."""

    def __init__(
        self,
        nations: Mapping[Side, str],
        report: ReportBuilder,
        year: int,
        sides: tuple[Side, Side],
        rows: int,
    ) -> None:
        self.nations, self._report = nations, report
        self._sides, self._rows = sides, rows
        self._late = year >= _LATE
        self.units: list[dict[str, Any]] = []
        self._slow: dict[Side, list[list[int]]] = {}
        self._doctrines: dict[tuple[str, Side], list[list[int]]] = {}
        self.has_british_figures = False

    @property
    def special_rules(self) -> list[dict[str, Any]]:
        """The special rules of single units."""
        rules = [move_limit(side.value, hexes) for side, hexes in sorted(self._slow.items())]
        rules += [doctrine(name, side, hexes) for (name, side), hexes in self._doctrines.items()]
        rules += self.doctrine_of("imperial_japanese_army", "jp")
        if self.has_british_figures:
            rules += self.doctrine_of("british_commonwealth", "gb")
        return rules

    def doctrine_of(self, name: str, *nations: str) -> Iterator[dict[str, Any]]:
        """The special rules of a doctrine for the units of some nations, by side."""
        for side in Side:
            army = [unit for unit in self.units if unit["side"] == side]
            hexes = [unit["hex"] for unit in army if unit["nation"] in nations]
            if hexes:
                yield doctrine(name, side.value, hexes if len(hexes) < len(army) else None)

    def kind_of(self, unit: UnitName, badge: object) -> UnitKind | None:
        """The kind of a unit with a badge; None unless it is supported and gives a medal."""
        kind, why = _badged(unit, word(badge).lower(), late=self._late)
        return None if why or not MEDALS[UnitKind(kind)] else UnitKind(kind)

    def unit_at(self, value: object, hex_: Hex) -> UnitName | None:
        """Parse a unit's name. Ruling: unknown figures are of the side in whose half of the board
        they are."""
        return unit_of(value, self._sides[2 * hex_.row >= self._rows])

    def read(self, part: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """Read the unit of a hex."""
        unit = self.unit_at(part["name"], hex_)
        if unit is None:
            self._report.ignored(str(part["name"]), where, because("unit_left_off"), hex_)
            return
        if any(one["hex"] == list(hex_) for one in self.units):
            self._report.ignored(unit.kind, where, because("second_unit"), hex_)
            return
        kind, why = self._kind(unit, part)
        figures, figures_why = _figures(unit, kind, part)
        entry: dict[str, Any] = {"hex": list(hex_), "side": unit.side.value, "type": unit.type}
        if kind != unit.type:
            entry["kind"] = kind
        if figures is not None:
            entry["figures"] = figures
        if word(part.get("behavior")) == "GERMAN_2VICTANK":
            entry["medals"] = 2
        self.has_british_figures |= names.NATIONS.get(unit.figures_of) == "gb"
        badge = word(part.get("badge")).lower()
        entry["nation"] = names.NATIONS.get(unit.figures_of, self.nations[unit.side])
        entry["nation"] = names.BADGES_OF.get(badge, entry["nation"])
        self.units.append(entry)
        if unit.type == "armor" and word(part.get("behavior")) in _SLOW:
            self._slow.setdefault(unit.side, []).append(list(hex_))
        for ability in (word(part.get("behavior")), word(part.get("equipment"))):
            if ability in _SINGLE_UNITS and (ability != "BOAT" or unit.type == "infantry"):
                self._doctrines.setdefault((_SINGLE_UNITS[ability], unit.side), []).append(
                    list(hex_)
                )
        self._note_unit(kind, why or figures_why, part, where, hex_)

    def camouflage(self, hex_: Hex) -> bool:
        """Camouflage the unit on a hex; return whether there is one."""
        here = [unit for unit in self.units if unit["hex"] == list(hex_)]
        for unit in here:
            unit["camouflaged"] = True
        return bool(here)

    def lead(self, hex_: Hex) -> bool:
        """Add a leader to the armor on a hex; return whether there is some."""
        armor = [one for one in self.units if one["hex"] == list(hex_) and one["type"] == "armor"]
        for unit in armor:
            led = self._doctrines.setdefault((_LEADER, Side(unit["side"])), [])
            led += [unit["hex"]] * (unit["hex"] not in led)
        return bool(armor)

    def piece(self, part: Mapping[str, Any], where: str, hex_: Hex, side: Side) -> None:
        """Read a ship, which is a piece in files; its default side is ``side``."""
        kind = UnitKind(names.UNIT_PIECES[word(part["name"]).lower()])
        if any(one["hex"] == list(hex_) for one in self.units):
            self._report.ignored(kind, where, because("second_unit"), hex_)
            return
        named = word(part.get("original_owner")).lower()
        owner = Side(named) if named in _SIDES else side
        entry = {"hex": list(hex_), "side": owner.value, "type": UNITS[kind][_BOOK].type.value}
        self.units.append({**entry, "kind": kind.value, "nation": self.nations[owner]})
        self._report.played(kind, where, hex_=hex_)
        for name in part:
            if name not in _PIECE or (name == "behavior" and part[name]):
                self._report.ignored(name, f"{where}/{name}", because("unsupported"), hex_)

    def _note_unit(
        self, kind: str, why: Reason | None, part: Mapping[str, Any], where: str, hex_: Hex
    ) -> None:
        if why is not None:
            self._report.changed(kind, where, why, hex_)
        else:
            self._report.played(kind, where, hex_=hex_)
        for name in part:
            if name not in _MEMBERS:
                self._report.ignored(name, f"{where}/{name}", because("unsupported"), hex_)

    def _kind(self, unit: UnitName, part: Mapping[str, Any]) -> tuple[str, Reason | None]:
        """The kind of a unit, and the text of the report if the file means another one."""
        behavior, gear = word(part.get("behavior")), word(part.get("equipment"))
        if behavior == "FRENCH_RESISTANCE" and unit.type == "infantry":
            return "french_resistance", None
        kind, why = _badged(unit, word(part.get("badge")).lower(), late=self._late)
        if gear == "MOTORIZED" and unit.type == "infantry":
            kind = "elite_infantry"
        elif gear and (gear not in _SINGLE_UNITS or (gear == "BOAT" and unit.type != "infantry")):
            why = because("unsupported_equipment", kind=kind)
        slow = behavior in _SLOW and unit.type == "armor"
        if behavior not in _BEHAVIORS and not slow:
            why = because("unsupported_unit_behavior", behavior=behavior, kind=kind)
        if kind == "elite_armor" and number(part.get("nbr_units"), 1, 1):
            kind = "tiger"
        if unit.elite and unit.type == "artillery":
            why = because("unsupported_elite_artillery", kind=kind)
        return kind, why


def _figures(
    unit: UnitName, kind: str, part: Mapping[str, Any]
) -> tuple[int | None, Reason | None]:
    """The number of figures if it is not the usual one, and the text of the report, if any."""
    figures, usual = number(part.get("nbr_units"), 1, 4), FIGURES[UnitKind(kind)]
    why = because("usual_figures", usual=usual) if "nbr_units" in part and figures is None else None
    if unit.figures_of not in names.SIDES:
        why = because("unknown_figures", side=unit.side.value)
    return (None if figures == usual else figures), why


def _badged(unit: UnitName, badge: str, *, late: bool) -> tuple[str, Reason | None]:
    """The kind of a unit with a badge, and the text of the report if the badge means another."""
    named_kind = names.BADGES.get(badge)
    if late and f"{named_kind}_late" in _KINDS:
        named_kind = f"{named_kind}_late"
    if named_kind in _KINDS and UNITS[UnitKind(named_kind)][EditionName.E2004].type == unit.type:
        return named_kind, None
    if named_kind:
        return unit.kind, because("unsupported_badge", meant=named_kind, kind=unit.kind)
    why = because("unknown_badge", kind=unit.kind) if badge and named_kind is None else None
    return unit.kind, why
