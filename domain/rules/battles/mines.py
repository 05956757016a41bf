"""Minefields: what is left to lay them with, whom they strike, who sweeps them (Terrain Pack,
Minefields)."""

from collections import Counter

from domain.geometry.hexes import Hex
from domain.pieces.obstacles import MINES
from domain.position import Position
from domain.rules.battles.combat import no_battle_reason
from domain.rules.moves.movement import allowance
from domain.state import Unit
from domain.values import UNKNOWN_STRENGTH, ObstacleKind


def left_for(position: Position, hex_: Hex) -> list[int]:
    """The tokens of which one is laid on a hex, by strength. Ruling: of more minefields than there
    are tokens each box is used up before the next is opened."""
    fields = list(position.field.mines)
    first = fields.index(hex_) // len(MINES) * len(MINES)
    laid = position.state.mines
    others = (laid[one] for one in fields[first : first + len(MINES)] if one in laid)
    known = [mine.strength for mine in others if mine.strength != UNKNOWN_STRENGTH]
    return sorted((Counter(MINES) - Counter(known)).elements())


def threatens(position: Position, unit: Unit, hex_: Hex) -> bool:
    """Whether mines lie on a hex that strike a unit: those of its own side do not."""
    lying = position.state.obstacles.get(hex_, ())
    return ObstacleKind.MINEFIELD in lying and position.field.mines[hex_] is not unit.side


def sweeps(position: Position, unit: Unit) -> bool:
    """Whether an ordered unit sweeps mines where it stands: it could battle after a move as far as
    it has made, or without one. Ruling: it has no choice."""
    if not position.traits(unit).sweeps_mines:
        return False
    status = position.state.turn.ordered[unit.id]
    if status.moved:
        return status.cost <= allowance(position, unit).move_and_battle
    return no_battle_reason(position, unit, status) is None
