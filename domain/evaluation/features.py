"""What a position is judged by: numbers in the game's words, each of one side less the other's.

Units, medals, objectives and whose turn it is are seen by every player. A card counts as far as it
is better than cards of its deck are on average: one that is not known counts nothing.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

from domain.geometry.hexes import Hex, distance
from domain.pieces.card_spec import CardSpec
from domain.rulebook.battlefield import Battlefield
from domain.setup import Objective, PlacedUnit
from domain.state import GameState, Unit
from domain.values import Card, Side, UnitType, Variant

Features = tuple[float, ...]
NAMES = (
    "medals",
    "nearness_to_victory",
    *(f"{kind}_figures" for kind in UnitType),
    "units",
    "units_with_one_figure",
    "nearness_to_objectives",
    "cards",
    "turn",
)
"""What each feature is of, in order; ``features`` and a model's weights have the same order."""
_FAR = 30
"""The distance to an objective where no unit is left; more than any board is wide."""
_SEVERAL = 4
"""Units that a card orders which orders any number."""
_HEXES = 4
"""Hexes of an objective that are looked at: more would take longer than they tell."""


def features(field: Battlefield, state: GameState, side: Side) -> Features:
    """What a position has for a side, less what it has for the enemy."""
    units = state.units.values()
    own = _army(field, units, state.medals, state.held, side)
    enemy = _army(field, units, state.medals, state.held, side.enemy)
    side_of = state.table.side_of
    cards, worths = 0.0, _worths(field)
    for seat, hand in state.cards.hands.items():
        more = sum(worths.get(card, 0.0) for card in hand)
        cards += more if side_of(seat) is side else -more
    turn = 1.0 if side_of(state.turn.seat) is side else -1.0
    return (*(mine - theirs for mine, theirs in zip(own, enemy, strict=True)), cards, turn)


def card_worth(spec: CardSpec) -> float:
    """How many units a card orders, about, and what it does besides."""
    most = (*spec.orders.per_section.values(), spec.orders.anywhere)
    given = sum(min(units, _SEVERAL) for units in most)
    effects = spec.effects
    return float(given + 2 * (spec.strike is not None) + effects.bonus + effects.battles)


@lru_cache(maxsize=256)
def _worths(field: Battlefield) -> Mapping[Card, float]:
    """By how much each card is better than one of its deck is on average."""
    deck = field.book.decks[Variant.STANDARD]
    worths = {card: card_worth(spec) for card, spec in deck.items()}
    total = sum(worths[card] * spec.copies for card, spec in deck.items())
    mean = total / sum(spec.copies for spec in deck.values())
    return {card: worth - mean for card, worth in worths.items()}


@lru_cache(maxsize=256)
def first_features(field: Battlefield, side: Side) -> Features:
    """The same of the set-up, before anybody is at turn."""
    units, medals = field.setup.units, dict.fromkeys(Side, 0)
    own, enemy = (_army(field, units, medals, {}, one) for one in (side, side.enemy))
    return (*(mine - theirs for mine, theirs in zip(own, enemy, strict=True)), 0.0, 0.0)


def _army(
    field: Battlefield,
    units: Collection[Unit | PlacedUnit],
    medals: Mapping[Side, int],
    held: Mapping[str, Side],
    side: Side,
) -> Features:
    figures = dict.fromkeys(UnitType, 0)
    hexes: list[Hex] = []
    weak = 0
    kinds = field.book.units
    for unit in units:
        if unit.side is side:
            figures[kinds[unit.kind].type] += unit.figures
            hexes.append(unit.hex)
            weak += unit.figures == 1
    need, gained = field.medals_to_win[side], medals[side]
    return (
        gained / need,
        1 / max(1, need - gained),
        *figures.values(),
        len(hexes),
        weak,
        sum(_nearness(one, hexes, held.get(one.id) is side) for one in _wanted(field, side)),
    )


@lru_cache(maxsize=256)
def _wanted(field: Battlefield, side: Side) -> tuple[Objective, ...]:
    """The objectives that a side can have."""
    return tuple(one for one in field.setup.objectives if one.side in (None, side))


def _nearness(objective: Objective, hexes: list[Hex], has: bool) -> float:
    """The medals of an objective, divided by the steps to it from the nearest unit, and one."""
    value = objective.medals / objective.need
    if has:
        return value
    steps = (distance(hex_, goal) for goal in objective.hexes[:_HEXES] for hex_ in hexes)
    return value / (1 + min(steps, default=_FAR))
