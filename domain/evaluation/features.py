"""The features of a position: numbers in terms of the game, own ones minus the enemy's."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from domain.editions import rulebook
from domain.geometry.hexes import Hex, distance, grid_of
from domain.geometry.shape import GridShape
from domain.phases import HandOutPhase, PlayCardPhase
from domain.pieces.card_spec import CardSpec
from domain.state import GameState
from domain.values import ObjectiveKind, Seat, Side, UnitType

Features = Mapping[str, float]

_NEAR = 3
"""Hexes within which almost any enemy unit may battle in its next turn."""
_ALL = 4
"""The number of orders counted for a card that orders all units."""
_MAX_TO_GO = 8
"""The number of medals to go from which on positions count as equal."""
_NAMES = {kind: (f"units_{kind}", f"figures_{kind}") for kind in UnitType}


def features(state: GameState, seat: Seat) -> Features:
    """Return the features of a position for the side of a seat; missing ones are 0.

    Only what the seat knows is read: its own hand, and what lies on the table.

    - ``to_go_<n>``: a side still needs ``n`` medals;
    - ``lead``: the medals by which the enemy needs more, per medal that the leader needs;
    - ``units_``, ``figures_<type>``: units and figures on the board;
    - ``near``: units near an enemy unit; ``weak_near``, ``weak``: units with one figure left that
      are near one, and others;
    - ``goals``, ``exits``: how near a side is to objectives that it does not hold and to its exits,
      from 0 to 1 per medal;
    - ``opening``, ``turn``: whose turn it is, before its card is played and after;
    - ``orders``, ``tactics``: orders that the section cards in hand give, and tactic cards in hand.
    """
    table = state.table
    side = table.side_of(seat)
    result: dict[str, float] = defaultdict(float)
    own, other = to_go(state, side), to_go(state, side.enemy)
    result[f"to_go_{min(_MAX_TO_GO, own)}"] += 1.0
    result[f"to_go_{min(_MAX_TO_GO, other)}"] -= 1.0
    result["lead"] = (other - own) / max(1, min(own, other))
    _add_units(result, state, side)
    _add_goals(result, state, side)
    opening = isinstance(state.phase, PlayCardPhase | HandOutPhase)
    own_turn = table.side_of(state.turn.seat) is side
    result["opening" if opening else "turn"] = 1.0 if own_turn else -1.0
    cards = rulebook(state.created).cards
    hand = state.cards.hand(table.leader(seat))
    for card in hand:
        if card in cards:
            _add_card(result, cards[card], 1.0)
        else:  # Drawn, but not known yet.
            unseen = Counter(state.created.deck) - Counter(chain(hand, state.cards.face_up()))
            for card_type, copies in unseen.items():
                _add_card(result, cards[card_type], copies / unseen.total())
    return result


def _add_card(result: dict[str, float], spec: CardSpec, share: float) -> None:
    """Add a card in hand, weighted by the chance that it is this card."""
    orders = sum(spec.orders.per_section.values())
    result["orders" if orders else "tactics"] += share * (min(_ALL, orders) or 1.0)


def to_go(state: GameState, side: Side) -> int:
    """Return the medals that a side still needs to win."""
    needed = (a.medals_to_win for a in state.created.setup.armies if a.side is side)
    return max(0, next(needed) - state.medals[side])


def _add_units(result: dict[str, float], state: GameState, side: Side) -> None:
    around = _surroundings(state.created.setup.grid)
    types = rulebook(state.created).units
    occupied = dict.fromkeys(Side, 0)
    for unit in state.units.values():
        occupied[unit.side] |= around[unit.hex][0]
    own, other = occupied[side], occupied[side.enemy]
    for unit in state.units.values():
        is_own = unit.side is side
        sign = 1.0 if is_own else -1.0
        units, figures = _NAMES[types[unit.kind].type]
        result[units] += sign
        result[figures] += sign * unit.figures
        near = around[unit.hex][1] & (other if is_own else own)
        if near:
            result["near"] += sign
        if unit.figures == 1:
            result["weak_near" if near else "weak"] += sign


@lru_cache(maxsize=16)
def _surroundings(shape: GridShape) -> dict[Hex, tuple[int, int]]:
    """Return each hex of a board, and all hexes near it, as bit sets."""
    hexes = grid_of(shape).hexes
    bits = {hex_: 1 << index for index, hex_ in enumerate(hexes)}
    return {
        hex_: (bit, sum(of for other, of in bits.items() if distance(hex_, other) <= _NEAR))
        for hex_, bit in bits.items()
    }


def _add_goals(result: dict[str, float], state: GameState, side: Side) -> None:
    setup = state.created.setup
    for objective in setup.objectives:
        name = "exits" if objective.kind is ObjectiveKind.EXIT else "goals"
        holder = state.held.get(objective.id)
        nearness = _nearness(setup.grid, objective.hexes)
        for owner in (side, side.enemy) if objective.side is None else (objective.side,):
            if holder is not owner:
                near = (nearness[u.hex] for u in state.units.values() if u.side is owner)
                worth = max(1, objective.medals) * max(near, default=0.0)
                result[name] += worth if owner is side else -worth


@lru_cache(maxsize=256)
def _nearness(shape: GridShape, goals: tuple[Hex, ...]) -> dict[Hex, float]:
    """Return how near each hex of a board is to the nearest goal, from 0 to 1."""
    return {
        hex_: 1.0 / (1.0 + min(distance(hex_, goal) for goal in goals))
        for hex_ in grid_of(shape).hexes
    }
