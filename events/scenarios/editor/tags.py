"""The tokens of an editor's file: medals on hexes, exits, and those whose rules are elsewhere."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from domain.geometry.hexes import Hex
from domain.values import Side
from events.scenarios.editor import names
from events.scenarios.plain import members, number, truth, word
from events.scenarios.report import ReportBuilder

_MEDAL = re.compile(r"MEDAL[0-9]{1,2}")
_MOST_MEDALS = 12
_SIDES = frozenset(Side)
_TAG = frozenset({"name", "behavior", "side", "group", "medal"})
_CONDITIONS = {
    "any_hex": "The medal is held by who stands there, at any time.",
    "turn_start": "The medal counts at once, not from the start of the next turn.",
    "last_to_occupy": "The medal is held only while a unit stands there.",
    "sole_control": "The medal is held by who stands there, alone or not.",
}
"""What else a medal can depend on, and how it is played instead."""


class Board(Protocol):
    """What tokens ask of the board."""

    def group(self, value: object) -> list[list[int]]:
        """Hexes that are written as texts."""

    def is_barred(self, hex_: Hex) -> bool:
        """Whether no unit can ever stand on a hex."""


class TagReader:
    """The tokens of a board under way."""

    def __init__(self, board: Board, report: ReportBuilder) -> None:
        self._board, self._report = board, report
        self._medals: list[dict[str, Any]] = []
        self._exits: dict[Side, set[tuple[int, ...]]] = {}

    def objectives(self) -> list[dict[str, Any]]:
        """What they come to, in order; exits last, one for each side."""
        exits = [
            {
                "side": side.value,
                "kind": "exit",
                "hexes": [list(hex_) for hex_ in sorted(spots)],
                "medals": 1,
                "label": "",
            }
            for side, spots in sorted(self._exits.items())
        ]
        found = enumerate([*self._medals, *exits], start=1)
        return [{"id": f"obj{count}", **entry} for count, entry in found]

    def read(self, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        """One token on a hex."""
        name, behavior = word(tag.get("name")), word(tag.get("behavior"))
        for member in set(tag) - _TAG:
            why = "It is not known here."
            self._report.ignored(member, f"{where}/{member}", why, hex_)
        if _MEDAL.fullmatch(name):
            self._medal(name.lower(), tag, where, hex_)
        elif behavior == "EXIT_MARKER":
            self._exit(tag, where, hex_)
        elif name in ("TAG4", "TAG5"):
            why = "The file does not say whose exit it is."
            self._report.ignored("exit marker", where, why, hex_)
        elif name == "TAG1":
            why = "What a battle star means here is told in words alone."
            self._report.ignored("battle star", where, why, hex_)
        else:
            what = behavior.lower() or name.lower() or "token"
            self._report.ignored(what, where, "Its rules cannot be played here.", hex_)

    def _medal(self, name: str, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        said = members(tag.get("medal"))
        side = word(said.get("side")).lower()
        if side not in _SIDES:
            side = names.MEDALS.get(name, Side.AXIS.value)
        hexes = self._board.group(tag.get("group"))
        if list(hex_) not in hexes and not (hexes and self._board.is_barred(hex_)):
            hexes = sorted([*hexes, list(hex_)])
        need = number(said.get("nbr_hex"), 1, len(hexes)) or 1
        kind = "temporary"
        if truth(said.get("majority")):
            kind = "majority"
        elif truth(said.get("permanent")):
            kind = "permanent"
        entry: dict[str, Any] = {"side": side, "kind": kind, "hexes": hexes}
        if need > 1:
            entry["need"] = need
        entry |= {"medals": number(said.get("counts_for"), 1, _MOST_MEDALS) or 1, "label": ""}
        self._medals.append(entry)
        changed = [how for what, how in _CONDITIONS.items() if truth(said.get(what))]
        if changed:
            self._report.changed("objective", where, " ".join(changed), hex_)
        elif set(said) - _READ:
            extra = ", ".join(sorted(map(str, set(said) - _READ)))[:100]
            self._report.changed("objective", where, f"Not known here: {extra}.", hex_)
        else:
            self._report.played("objective", where, hex_=hex_)

    def _exit(self, tag: Mapping[str, Any], where: str, hex_: Hex) -> None:
        side = word(tag.get("side")).lower()
        if side not in _SIDES:
            why = "The file does not say whose exit it is."
            self._report.ignored("exit", where, why, hex_)
            return
        hexes = {tuple(hex_), *(tuple(one) for one in self._board.group(tag.get("group")))}
        self._exits.setdefault(Side(side), set()).update(hexes)
        self._report.played("exit", where, hex_=hex_)

    def sudden_death(self, said: Mapping[str, Any], where: str) -> None:
        """A group of hexes that wins the game."""
        side, hexes = word(said.get("side")).lower(), self._board.group(said.get("group"))
        need = number(said.get("number"), 1, max(1, len(hexes)))
        if side not in _SIDES or not hexes or need is None:
            why = "It must name a side, hexes, and how many of them win."
            self._report.ignored("sudden death", where, why)
            return
        self._report.played("sudden death", where)
        self._medals.append(
            {"side": side, "kind": "sudden_death", "hexes": hexes, "need": need, "label": ""}
        )


_READ = frozenset({"permanent", "counts_for", "nbr_hex", "majority", "side", *_CONDITIONS})
