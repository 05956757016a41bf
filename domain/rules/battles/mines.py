"""Minefields: the tokens left to lay, which units they strike, and which sweep them (Terrain Pack,
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
    """Return the strengths of the tokens from which one is laid on a hex. Ruling: with more
    minefields than tokens, each box is used up before the next is opened."""
    fields = list(position.field.mines)
    first = fields.index(hex_) // len(MINES) * len(MINES)
    laid = position.state.mines
    others = (laid[field] for field in fields[first : first + len(MINES)] if field in laid)
    drawn = [mine.strength for mine in others if mine.strength != UNKNOWN_STRENGTH]
    return sorted((Counter(MINES) - Counter(drawn)).elements())


def threatens(position: Position, unit: Unit, hex_: Hex) -> bool:
    """Return whether a hex has mines that strike a unit: those of its own side do not."""
    obstacles = position.state.obstacles.get(hex_, ())
    return ObstacleKind.MINEFIELD in obstacles and position.field.mines[hex_] is not unit.side


def sweeps(position: Position, unit: Unit) -> bool:
    """Return whether an ordered unit sweeps the mines on its hex: it could battle after a move of
    that length, or without one. Ruling: it has no choice."""
    if not position.traits(unit).sweeps_mines:
        return False
    status = position.state.turn.ordered[unit.id]
    if status.moved:
        return status.cost <= allowance(position, unit).move_and_battle
    return no_battle_reason(position, unit, status) is None
