"""Reads the tokens of an editor file: medals, exits, minefields, and those of units."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from domain.geometry.hexes import Hex
from domain.values import Side
from events.scenarios.editor import names
from events.scenarios.plain import members, number, truth, word
from events.scenarios.reasons import because
from events.scenarios.report import ReportBuilder

_MEDAL = re.compile(r"MEDAL[0-9]{1,2}")
_MAX_MEDALS = 12
_ENDS = 2
"""Markers per stretch of exits."""
_SIDES = frozenset(Side)
_TAG = frozenset({"name", "orientation", "behavior", "side", "group", "medal"})
_KINDS = {
    "any_hex": "contested",
    "majority": "majority",
    "permanent": "permanent",
    "last_to_occupy": "last_to_occupy",
    "sole_control": "sole_control",
}
"""Members of a medal to the kind of objective; the first of several counts."""

_CAMOUFLAGE = ("TAG14", "TAG15")
_LEADS = ("IS_WITTMANN",)
_MINES = ("MINE_FIELD", "DECOY_MEDAL_MINE_FIELD")
"""Minefields; a dummy of the second kind gives a medal to the side that reveals it."""


class Board(Protocol):
    """The board, as ``TagReader`` uses it."""

    rows: int
    bottom: Side
    """The side at the bottom edge."""

    def group(self, value: object) -> list[list[int]]:
        """Return the hexes of a list of names."""

    def is_barred(self, hex_: Hex) -> bool:
        """Whether no unit can ever enter a hex."""

    def camouflage(self, hex_: Hex) -> bool:
        """Camouflage the unit on a hex; return whether there is one."""

    def lead(self, hex_: Hex) -> bool:
        """Add a leader to the armor on a hex; return whether there is some."""

    def lay_mines(self, hex_: Hex, side: Side | None) -> bool:
        """Add a minefield of a side, or of neither; return whether the hex had none."""


class TagReader:
    """Reads the tokens of a board."""

    def __init__(self, board: Board, report: ReportBuilder) -> None:
        self._board, self._report = board, report
        self._medals: list[dict[str, Any]] = []
        self._exits: dict[Side, set[tuple[int, ...]]] = {}
        self._unowned_exits: list[tuple[str, Hex]] = []
        self._unit_tags: list[tuple[str, str, Hex]] = []
        self._decoys: list[list[int]] = []

    def objectives(self) -> list[dict[str, Any]]:
        """The objectives in order; exits last, one per side."""
        exits = [
            {
                "side": side.value,
                "kind": "exit",
                "hexes": [list(hex_) for hex_ in sorted(hexes)],
                "medals": 1,
                "label": "",
            }
            for side, hexes in sorted(self._exits.items())
        ]
        numbered = enumerate([*self._medals, *exits], start=1)
        return [{"id": f"obj{number_}", **entry} for number_, entry in numbered]

    def read(self, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """Read a token on a hex."""
        name, behavior = word(tag.get("name")), word(tag.get("behavior"))
        for member in set(tag) - _TAG:
            self._report.ignored(member, f"{where}/{member}", because("unsupported"), hex_)
        if _MEDAL.fullmatch(name):
            self._medal(name.lower(), tag, where, hex_)
        elif behavior == "EXIT_MARKER":
            self._exit(tag, where, hex_)
        elif behavior in _MINES:
            self._mines(tag, where, hex_)
            if behavior == _MINES[1]:
                self._decoys.append(list(hex_))
        elif name in _CAMOUFLAGE or behavior in _LEADS:
            what = "camouflage" if name in _CAMOUFLAGE else "leader"
            self._unit_tags.append((what, where, hex_))
        elif name in ("TAG4", "TAG5"):
            self._unowned_exits.append((where, hex_))
        elif name == "TAG1":
            self._report.ignored("battle star", where, because("battle_star"), hex_)
        else:
            what = behavior.lower() or name.lower() or "token"
            self._report.ignored(what, where, because("unsupported_rules"), hex_)

    def _mines(self, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        side, why = word(tag.get("side")).lower(), None
        if side not in _SIDES and side != "none":
            why = because("mines_without_side")
        if not self._board.lay_mines(hex_, Side(side) if side in _SIDES else None):
            self._report.ignored("minefield", where, because("second_minefield"), hex_)
        elif why:
            self._report.changed("minefield", where, why, hex_)
        else:
            self._report.played("minefield", where, hex_=hex_)

    def _medal(self, name: str, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        medal = members(tag.get("medal"))
        side = word(medal.get("side")).lower()
        if side not in _SIDES:
            side = names.MEDALS.get(name, Side.AXIS.value)
        hexes = self._board.group(tag.get("group"))
        if list(hex_) not in hexes and not (hexes and self._board.is_barred(hex_)):
            hexes = sorted([*hexes, list(hex_)])
        need = number(medal.get("nbr_hex"), 1, len(hexes)) or 1
        kinds = [kind for member, kind in _KINDS.items() if truth(medal.get(member))]
        kind = next(iter(kinds), "temporary")
        why = because("several_kinds", kinds=", ".join(kinds)) if len(kinds) > 1 else None
        if kind == "contested" and side == "both":
            side = Side.ALLIES.value
            why = because("objective_without_side")
        entry: dict[str, Any] = {"side": side, "kind": kind, "hexes": hexes}
        if need > 1:
            entry["need"] = need
        if truth(medal.get("turn_start")):
            entry["check"] = "start_of_own_turn"
        entry |= {"medals": number(medal.get("counts_for"), 1, _MAX_MEDALS) or 1, "label": ""}
        self._medals.append(entry)
        if set(medal) - _MEDAL_MEMBERS:
            extra = ", ".join(sorted(map(str, set(medal) - _MEDAL_MEMBERS)))[:100]
            why = because("unsupported_members", extra=extra)
        if why:
            self._report.changed("objective", where, why, hex_)
        else:
            self._report.played("objective", where, hex_=hex_)

    def _exit(self, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        side = word(tag.get("side")).lower()
        if side not in _SIDES:
            self._report.ignored("exit", where, because("exit_without_side"), hex_)
            return
        hexes = {tuple(hex_), *(tuple(one) for one in self._board.group(tag.get("group")))}
        self._exits.setdefault(Side(side), set()).update(hexes)
        self._report.played("exit", where, hex_=hex_)

    def finish(self) -> None:
        """Apply tokens of units, and markers without a side: an exit in an edge row is for the side
        across the board, and two in one row are the ends of a stretch."""
        self._mark_units()
        if self._decoys:
            self.deed("both", sorted(map(list, set(map(tuple, self._decoys)))))
        exits = {exit_hex for hexes in self._exits.values() for exit_hex in hexes}
        bottom = self._board.bottom
        for row, side in ((0, bottom), (self._board.rows - 1, bottom.enemy)):
            bare = [
                hex_.col for _, hex_ in self._unowned_exits if hex_.row == row and hex_ not in exits
            ]
            stretch = range(min(bare), max(bare) + 1) if len(bare) == _ENDS else bare
            if bare:
                self._exits.setdefault(side, set()).update((row, col) for col in stretch)
        for where, hex_ in self._unowned_exits:
            if hex_ in exits:
                self._report.played("exit marker", where, because("end_of_exits"), hex_)
            elif hex_.row in (0, self._board.rows - 1):
                self._report.changed("exit marker", where, because("exit_by_place"), hex_)
            else:
                self._report.ignored("exit marker", where, because("exit_without_side"), hex_)

    def _mark_units(self) -> None:
        for what, where, hex_ in self._unit_tags:
            apply = self._board.camouflage if what == "camouflage" else self._board.lead
            if apply(hex_):
                self._report.played(what, where, hex_=hex_)
            else:
                self._report.drawn(what, where, because("marker_without_unit"), hex_)

    def deed(self, side: str, hexes: list[list[int]]) -> None:
        """Add a medal for an action on one of some hexes."""
        entry = {"side": side, "kind": "deed", "hexes": hexes, "medals": 1}
        self._medals.append({**entry, "label": ""})

    def empty_section(self, side: Side, hexes: list[list[int]], medals: int) -> None:
        """Add medals for sections without an enemy unit."""
        entry = {"side": side.value, "kind": "empty_section", "hexes": hexes, "medals": medals}
        self._medals.append({**entry, "label": ""})

    def sudden_death(self, condition: Mapping[str, Any], where: str) -> None:
        """Add a group of hexes that wins the game."""
        side, hexes = word(condition.get("side")).lower(), self._board.group(condition.get("group"))
        need = number(condition.get("number"), 1, max(1, len(hexes)))
        if side not in _SIDES or not hexes or need is None:
            self._report.ignored("sudden death", where, because("incomplete_sudden_death"))
            return
        self._report.played("sudden death", where)
        self._medals.append(
            {"side": side, "kind": "sudden_death", "hexes": hexes, "need": need, "label": ""}
        )


_MEDAL_MEMBERS = frozenset({"counts_for", "nbr_hex", "side", "turn_start", *_KINDS})
