"""The chance to win once a turn is over: what the fitted chance says, and who threatens whom."""

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
"""What the logit of the fitted chance counts, and the threats of the side that plays next and of
the other one; fitted by ``python -m tests.bench.forecasts``."""
_MAX_ATTACKS = 3
"""Medals to go, from which on an attack counts no less."""
_LEAST = 0.001


def forecast(state: GameState, seat: Seat) -> float:
    """The chance of a seat's side to win at the start of a turn, from what the seat knows."""
    chance = win_chance(state, seat)
    if state.phase is None:
        return chance
    mover = state.table.side_of(state.turn.seat)
    ahead = MOVER * threats(state, mover) - OTHER * threats(state, mover.enemy)
    known = min(1.0 - _LEAST, max(_LEAST, chance))
    logit = SLOPE * log(known / (1.0 - known))
    logit += ahead if state.table.side_of(seat) is mover else -ahead
    return (1.0 + tanh(logit / 2)) / 2


def threats(state: GameState, side: Side) -> float:
    """The attacks that a side may make next, the best ones counting most, in units of the enemy, to
    each medal that the side has to go: one that may win the game counts three times."""
    position = Position(rulebook(state.created), state)
    enemies = list(position.units_of(side.enemy))
    best = reach_in(state.created).best
    found = ranked(best(position, unit, enemies) for unit in position.units_of(side))
    return found / UNIT / max(1, min(_MAX_ATTACKS, to_go(state, side)))
