"""Questions to a drawn board that rule cases ask in the place of a command, and their answers.

``dice I?``: the dice against each enemy that the unit may attack, ``i 3, i2 1``.
``ambush i > I?``: the dice of an ambusher.
``flags 2 on i?``: figures lost, then the hexes of the retreat, ``0 lost, 1 to 2``; where hexes are
marked ``'``, whether the unit can end on just those: ``as marked``.
``reach I?``: whether the unit can move just to the hexes marked ``'`` and battle, and to those
marked ` without battling: ``as marked``.
``sight?``: whether the two hexes marked ``'`` see each other: ``clear`` or ``blocked``.
"""

from collections.abc import Callable
from typing import Any

from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules.battles import combat, retreat
from domain.rules.battles.sight import sees
from domain.rules.moves import movement

PLAIN = "'"
Marks = dict[str, list[Hex]]


def _dice(position: Position, marks: Marks, words: list[str]) -> str:
    shots = combat.shots(position, position.state.units[words[0]])
    return ", ".join(sorted(f"{shot.target.id} {shot.dice}" for shot in shots)) or "none"


def _ambush(position: Position, marks: Marks, words: list[str]) -> str:
    units = position.state.units
    return str(combat.ambush_dice(position, units[words[0]], units[words[2]]))


def _flags(position: Position, marks: Marks, words: list[str]) -> str:
    flags, unit = int(words[0]), position.state.units[words[2]]
    terms = retreat.terms(position, unit, flags)
    assert terms.flags == flags
    result = f"{terms.losses} lost, {terms.shortest} to {terms.longest}"
    if not marks[PLAIN]:
        return result
    ways = retreat.routes(position, unit, terms.shortest, terms.longest)
    ends = sorted(way[-1] if way else unit.hex for way in ways)
    return f"{result}, {_marked(ends, sorted(marks[PLAIN]))}"


def _reach(position: Position, marks: Marks, words: list[str]) -> str:
    found = movement.moves(position, position.state.units[words[0]])
    reached = sorted(("'" if move.may_battle else "`", move.path[-1]) for move in found)
    return _marked(reached, sorted((mark, hex_) for mark in marks for hex_ in marks[mark]))


def _sight(position: Position, marks: Marks, words: list[str]) -> str:
    one, other = marks[PLAIN]
    seen = {sees(position, one, other), sees(position, other, one)}
    return {(True,): "clear", (False,): "blocked"}.get(tuple(seen), "one way")


def _marked(found: list[Any], marked: list[Any]) -> str:
    if found == marked:
        return "as marked"
    extra = [hex_ for hex_ in found if hex_ not in marked]
    return f"with {extra} too, without {[hex_ for hex_ in marked if hex_ not in found]}"


QUESTIONS: dict[str, Callable[[Position, Marks, list[str]], str]] = {
    "ambush": _ambush,
    "dice": _dice,
    "flags": _flags,
    "reach": _reach,
    "sight": _sight,
}
