"""The chance to win after a turn: the fitted model, corrected for mutual threats."""

from math import log, tanh

from domain.bots.outlook import ranked
from domain.bots.reach import UNIT, reach_in
from domain.editions import rulebook
from domain.evaluation import win_chance
from domain.evaluation.features import to_go
from domain.position import Position
from domain.state import GameState
from domain.values import Seat, Side

SLOPE, MOVER, OTHER = 0.83, 3.2, 1.95
"""The weights of the fitted chance's logit, and of the threats of the side that plays next and of
the other side; fitted by ``python -m tests.bench.forecasts``."""
_MAX_ATTACKS = 3
"""Medals to go, from which on an attack counts no less."""
_MIN_CHANCE = 0.001


def forecast(state: GameState, seat: Seat) -> float:
    """Return the chance that a seat's side wins at the start of a turn, as the seat knows it."""
    chance = win_chance(state, seat)
    if state.phase is None:
        return chance
    mover = state.table.side_of(state.turn.seat)
    advantage = MOVER * threats(state, mover) - OTHER * threats(state, mover.enemy)
    clipped = min(1.0 - _MIN_CHANCE, max(_MIN_CHANCE, chance))
    logit = SLOPE * log(clipped / (1.0 - clipped))
    logit += advantage if state.table.side_of(seat) is mover else -advantage
    return (1.0 + tanh(logit / 2)) / 2


def threats(state: GameState, side: Side) -> float:
    """Return the worth of the attacks that a side may make next, the best ones weighted most, in
    enemy units per medal that the side still needs: one that may win the game counts three
    times."""
    position = Position(rulebook(state.created), state)
    enemies = list(position.units_of(side.enemy))
    best = reach_in(state.created).best
    total = ranked(best(position, unit, enemies) for unit in position.units_of(side))
    return total / UNIT / max(1, min(_MAX_ATTACKS, to_go(state, side)))
