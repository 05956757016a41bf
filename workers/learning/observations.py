"""Observations: the knowledge of a seat as numbers."""

from typing import Any

import numpy as np

from domain.bots.knowledge import visible_state
from domain.editions import rulebook
from domain.geometry.shape import GridShape
from domain.state import GameState
from domain.values import Card, Decision, ObstacleKind, Seat, Side, TerrainKind, UnitKind

Numbers = Any
"""A NumPy array."""
_KINDS = {kind: index for index, kind in enumerate(UnitKind)}
_TERRAIN = {kind: index for index, kind in enumerate(TerrainKind)}
_OBSTACLES = {kind: index for index, kind in enumerate(ObstacleKind)}
_UNIT_PLANES = 2 * len(_KINDS)
_GROUND_PLANES = _UNIT_PLANES + len(_TERRAIN)
_MARKS = _GROUND_PLANES + len(_OBSTACLES)
PLANES = _MARKS + 6
"""The number of planes of a board: figures of own and of enemy units by kind; terrain; obstacles;
units that are ordered, have moved and have battled; objectives of both sides; and the unit that the
decision is about."""
CARDS = len(Card)
FACTS = 8 + len(Decision)
"""The number of facts: medals of both sides as shares of what they need; the turn; whether it is
the own one; cards in the deck and in the enemy's hand; dice of the battle; whether a card is in
play; the decision."""
_LARGE = 100.0


def board(state: GameState, seat: Seat, shape: GridShape) -> Numbers:
    """Return the board as an array of planes, rows and columns."""
    planes = np.zeros((PLANES, shape.rows, shape.columns), dtype=np.float32)
    side = state.table.side_of(seat)
    for unit in state.units.values():
        plane = _KINDS[unit.kind] + (0 if unit.side is side else len(_KINDS))
        planes[(plane, *unit.hex)] = unit.figures
        if unit.id in state.turn.ordered:
            status = state.turn.ordered[unit.id]
            marks = (1, status.moved, status.battles > 0)
            planes[(slice(_MARKS, _MARKS + 3), *unit.hex)] = marks
    subject = state.units.get(getattr(state.phase, "unit", ""))
    if subject is not None:
        planes[(_MARKS + 5, *subject.hex)] = 1
    _add_ground(planes, state, side)
    return planes


def _add_ground(planes: Numbers, state: GameState, side: Side) -> None:
    for tile in state.created.setup.tiles:
        planes[(_UNIT_PLANES + _TERRAIN[tile.terrain], *tile.hex)] = 1
    for hex_, kinds in state.obstacles.items():
        for kind in kinds:
            planes[(_GROUND_PLANES + _OBSTACLES[kind], *hex_)] = 1
    for objective in state.created.setup.objectives:
        for plane, owner in enumerate((side, side.enemy), _MARKS + 3):
            for hex_ in objective.hexes if objective.side in (None, owner) else ():
                planes[(plane, *hex_)] = max(1, objective.medals)


def hand(state: GameState, seat: Seat) -> Numbers:
    """Return how many of each card the seat holds or chooses from."""
    visible = visible_state(state, seat).cards
    cards = [*visible.hand(seat), *visible.offer(seat)]
    return np.array([cards.count(card) for card in Card], dtype=np.float32)


def facts(state: GameState, seat: Seat) -> Numbers:
    """Return the numbers that concern neither a hex nor a card."""
    side, setup = state.table.side_of(seat), state.created.setup
    needed = {army.side: max(1, army.medals_to_win) for army in setup.armies}
    fight, playing = state.turn.fight, state.cards.in_play.get(state.turn.seat)
    numbers = [
        state.medals[side] / needed[side],
        state.medals[side.enemy] / needed[side.enemy],
        state.turn.number / _LARGE,
        state.table.side_of(state.turn.seat) is side,
        len(state.cards.deck) / _LARGE,
        sum(len(state.cards.hand(one)) for one in state.table.seats_of(side.enemy)) / 10,
        fight.dice if fight else 0,
        playing in rulebook(state.created).cards,
    ]
    decision = state.phase.decision if state.phase else None
    numbers += [one is decision for one in Decision]
    return np.array(numbers, dtype=np.float32)
