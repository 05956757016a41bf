"""The units of an editor's file: whose they are, their kinds, and what they have beyond that."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.geometry.hexes import Hex
from domain.pieces.units import FIGURES, MEDALS, UNITS
from domain.values import EditionName, Side, UnitKind
from events.scenarios.editor import names
from events.scenarios.plain import number, word
from events.scenarios.report import NOT_BUILT, ReportBuilder

_UNIT = re.compile(r"(inf|tank|gun)(2?)([a-z]+)", re.IGNORECASE)
_TYPES = {"inf": "infantry", "tank": "armor", "gun": "artillery"}
_ELITE = {"infantry": "elite_infantry", "armor": "elite_armor"}
_LATE = 1943
"""The year from which on some weapons are played otherwise."""
_SLOW = ("ARMOR_MOVE_TWO", "ELITE_ARMOR_MOVE_TWO")
"""Armor that moves two hexes at most."""
_KINDS, _SIDES, _BOOK = frozenset(UnitKind), frozenset(Side), EditionName.E2004
_LEADER = "tank_leader"
_SINGLED = {"WITTMANN": _LEADER, "CAN_IGNORE_ONE_FLAG": "steadfast", "BOAT": "boats"}
"""What single units have, by their equipment or their behavior."""
_PIECE = frozenset({"name", "orientation", "behavior", "original_owner"})
_KNOWN = frozenset({"", "GERMAN_2VICTANK", "FRENCH_RESISTANCE", "CAN_IGNORE_ONE_FLAG"})
_READ = frozenset({"name", "badge", "nbr_units", "behavior", "equipment", "orientation"})


@dataclass(frozen=True, slots=True)
class UnitName:
    """What a unit's name says."""

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
    """Armor of a side, or the units that start on some hexes, move two hexes at most."""
    params: dict[str, Any] = {"side": side, "type": "armor", "most": 2}
    return {"id": "move_limit", "params": params | ({"hexes": hexes} if hexes else {})}


def doctrine(name: str, side: str, hexes: list[list[int]] | None = None) -> dict[str, Any]:
    """How the units of a side fight, or those that start on some hexes."""
    params: dict[str, Any] = {"side": side, "name": name}
    return {"id": "doctrine", "params": params | ({"hexes": hexes} if hexes else {})}


def unit_of(value: object, side: Side | None = None) -> UnitName | None:
    """What a unit's name says; None for a name that is not known. Figures that are not known are
    those of ``side``."""
    read = _UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
    known = names.SIDES.get(read[3].lower(), side) if read else None
    if read is None or known is None:
        return None
    return UnitName(Side(known), _TYPES[read[1].lower()], bool(read[2]), read[3].lower())


class UnitReader:
    """The units of a board under way, in the service's own form."""

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
        self._singled: dict[tuple[str, Side], list[list[int]]] = {}
        self.has_british_figures = False

    @property
    def special_rules(self) -> list[dict[str, Any]]:
        """What single units have by themselves."""
        found = [move_limit(side.value, hexes) for side, hexes in sorted(self._slow.items())]
        found += [doctrine(name, side, hexes) for (name, side), hexes in self._singled.items()]
        found += self.doctrine_of("imperial_japanese_army", "jp")
        if self.has_british_figures:
            found += self.doctrine_of("british_commonwealth", "gb")
        return found

    def doctrine_of(self, name: str, *nations: str) -> Iterator[dict[str, Any]]:
        """How the units of some nations fight, on whichever side there are some."""
        for side in Side:
            army = [unit for unit in self.units if unit["side"] == side]
            hexes = [unit["hex"] for unit in army if unit["nation"] in nations]
            if hexes:
                yield doctrine(name, side.value, hexes if len(hexes) < len(army) else None)

    def kind_of(self, unit: UnitName, badge: object) -> UnitKind | None:
        """The kind of a unit with a badge, which gives a medal; None where it is not known here."""
        kind, why = _badged(unit, word(badge).lower(), late=self._late)
        return None if why or not MEDALS[UnitKind(kind)] else UnitKind(kind)

    def unit_at(self, value: object, hex_: Hex) -> UnitName | None:
        """What a unit's name says. Ruling: figures that are not known are those of the side in
        whose half of the board they stand."""
        return unit_of(value, self._sides[2 * hex_.row >= self._rows])

    def read(self, said: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """The unit of a hex."""
        unit = self.unit_at(said["name"], hex_)
        if unit is None:
            why = f"{NOT_BUILT}: it is left off the board."
            self._report.ignored(str(said["name"]), where, why, hex_)
            return
        if any(one["hex"] == list(hex_) for one in self.units):
            why = "Another unit is on the hex already."
            self._report.ignored(unit.kind, where, why, hex_)
            return
        kind, why = self._kind(unit, said)
        figures, odd = _figures(unit, kind, said)
        entry: dict[str, Any] = {"hex": list(hex_), "side": unit.side.value, "type": unit.type}
        if kind != unit.type:
            entry["kind"] = kind
        if figures is not None:
            entry["figures"] = figures
        if word(said.get("behavior")) == "GERMAN_2VICTANK":
            entry["medals"] = 2
        self.has_british_figures |= names.NATIONS.get(unit.figures_of) == "gb"
        badge = word(said.get("badge")).lower()
        entry["nation"] = names.NATIONS.get(unit.figures_of, self.nations[unit.side])
        entry["nation"] = names.BADGES_OF.get(badge, entry["nation"])
        self.units.append(entry)
        if unit.type == "armor" and word(said.get("behavior")) in _SLOW:
            self._slow.setdefault(unit.side, []).append(list(hex_))
        for wanted in (word(said.get("behavior")), word(said.get("equipment"))):
            if wanted in _SINGLED and (wanted != "BOAT" or unit.type == "infantry"):
                self._singled.setdefault((_SINGLED[wanted], unit.side), []).append(list(hex_))
        self._note_unit(kind, why or odd, said, where, hex_)

    def camouflage(self, hex_: Hex) -> bool:
        """Whether a unit stands on a hex, which is camouflaged then."""
        there = [unit for unit in self.units if unit["hex"] == list(hex_)]
        for unit in there:
            unit["camouflaged"] = True
        return bool(there)

    def lead(self, hex_: Hex) -> bool:
        """Whether armor stands on a hex, which has a leader then."""
        armor = [one for one in self.units if one["hex"] == list(hex_) and one["type"] == "armor"]
        for unit in armor:
            led = self._singled.setdefault((_LEADER, Side(unit["side"])), [])
            led += [unit["hex"]] * (unit["hex"] not in led)
        return bool(armor)

    def piece(self, said: Mapping[str, Any], where: str, hex_: Hex, side: Side) -> None:
        """A ship, which files have as a piece: of the side at the bottom, if they name none."""
        kind = UnitKind(names.UNIT_PIECES[word(said["name"]).lower()])
        if any(one["hex"] == list(hex_) for one in self.units):
            self._report.ignored(kind, where, "Another unit is on the hex already.", hex_)
            return
        named = word(said.get("original_owner")).lower()
        owner = Side(named) if named in _SIDES else side
        entry = {"hex": list(hex_), "side": owner.value, "type": UNITS[kind][_BOOK].type.value}
        self.units.append({**entry, "kind": kind.value, "nation": self.nations[owner]})
        self._report.played(kind, where, hex_=hex_)
        for name in said:
            if name not in _PIECE or (name == "behavior" and said[name]):
                self._report.ignored(name, f"{where}/{name}", "It is not known here.", hex_)

    def _note_unit(
        self, kind: str, why: str, said: Mapping[str, Any], where: str, hex_: Hex
    ) -> None:
        if why:
            self._report.changed(kind, where, why, hex_)
        else:
            self._report.played(kind, where, hex_=hex_)
        for name in said:
            if name not in _READ:
                self._report.ignored(name, f"{where}/{name}", "It is not known here.", hex_)

    def _kind(self, unit: UnitName, said: Mapping[str, Any]) -> tuple[str, str]:
        """The kind of a unit, and why it is not the one that the file means."""
        behavior, gear = word(said.get("behavior")), word(said.get("equipment"))
        if behavior == "FRENCH_RESISTANCE" and unit.type == "infantry":
            return "french_resistance", ""
        kind, why = _badged(unit, word(said.get("badge")).lower(), late=self._late)
        if gear == "MOTORIZED" and unit.type == "infantry":
            kind = "elite_infantry"
        elif gear and (gear not in _SINGLED or (gear == "BOAT" and unit.type != "infantry")):
            why = f"Its equipment cannot be played here: it is {kind}."
        slow = behavior in _SLOW and unit.type == "armor"
        if behavior not in _KNOWN and not slow:
            why = f"What {behavior} means cannot be played here: it is {kind}."
        if kind == "elite_armor" and number(said.get("nbr_units"), 1, 1):
            kind = "tiger"
        if unit.elite and unit.type == "artillery":
            why = f"Elite artillery is not known here: it is {kind}."
        return kind, why


def _figures(unit: UnitName, kind: str, said: Mapping[str, Any]) -> tuple[int | None, str]:
    """How many figures a unit has, if not as many as usual, and what is odd about them."""
    figures, usual = number(said.get("nbr_units"), 1, 4), FIGURES[UnitKind(kind)]
    why = f"It has {usual} figures." if "nbr_units" in said and figures is None else ""
    if unit.figures_of not in names.SIDES:
        why = f"Its figures are not known here: it is one of the {unit.side.value}."
    return (None if figures == usual else figures), why


def _badged(unit: UnitName, badge: str, *, late: bool) -> tuple[str, str]:
    """The kind that a badge makes of a unit, and why it is not the one that it means."""
    meant = names.BADGES.get(badge)
    if late and f"{meant}_late" in _KINDS:
        meant = f"{meant}_late"
    if meant in _KINDS and UNITS[UnitKind(meant)][EditionName.E2004].type == unit.type:
        return meant, ""
    if meant:
        return unit.kind, f"The rules of {meant} cannot be played here: it is {unit.kind}."
    why = f"The badge is not known here: it is {unit.kind}." if badge and meant is None else ""
    return unit.kind, why
