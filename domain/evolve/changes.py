"""What the bookings share: a state's new parts as a dict, and the small steps they are made of."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain.geometry.hexes import Hex
from domain.phases import (
    BattlePhase,
    HandOutPhase,
    OrderPhase,
    Phase,
    PlayCardPhase,
    StrikePhase,
)
from domain.pieces.obstacles import BRIDGES
from domain.pieces.terrain import SEALED
from domain.state import Cards, GameState, OrderedUnit, Turn, Unit
from domain.values import UNKNOWN_CARD, Card, ObstacleKind, Seat, Side
from domain.values.replacing import replace_fields

Held = TypeVar("Held", Card, tuple[Card, ...])
Changes = dict[str, Any]
"""Fields of ``GameState`` with their new values, in a dictionary that is each event's own;
``version`` is counted elsewhere."""
Booking = Callable[[GameState, Any], Changes]


def nothing(_state: GameState, _event: object) -> Changes:
    """An event that only tells; its consequences are events of their own."""
    return {}


def aside(state: GameState) -> Changes:
    """Something is said beside the play: an offer to take back goes on standing."""
    if not state.offer:
        return {}
    return {"undo": replace_fields(state.undo, said=state.version + 1)}


def battling(state: GameState, _event: object) -> Changes:
    """Back to the battles that were interrupted."""
    return {"phase": resumed(state.turn)}


def resumed(turn: Turn) -> Phase:
    """The phase after a retreat or a pass: the strike under way goes on, or the battles do. After
    the strike of a Commander-in-Chief its generals give their orders."""
    if turn.strike is not None and turn.strike.targets:
        return StrikePhase()
    return opening(turn) if turn.beside and not turn.moved else BattlePhase()


def opening(turn: Turn) -> Phase:
    """The phase with which cards begin to be carried out: there is none for a Commander-in-Chief
    who has handed out nothing."""
    return OrderPhase() if turn.generals or not turn.beside else BattlePhase()


def turn_opening(turn: Turn) -> Phase:
    """The phase with which a turn begins: a Commander-in-Chief hands out cards."""
    return HandOutPhase() if turn.beside else PlayCardPhase()


def relocated(state: GameState, name: str, hex_: Hex, *, ashore: bool = False) -> Changes:
    """A unit stands on another hex, where it may have come ashore."""
    before = state.units[name]
    there = before.ashore or ashore
    after = replace_fields(before, hex=hex_, camouflaged=False, ashore=there)
    occupants = dict(state.occupants)
    del occupants[before.hex]
    occupants[hex_] = after
    moved = {"units": {**state.units, name: after}, "occupants": occupants}
    return {**moved, **_unmarked(state, name, before.hex)} if state.marked else moved


def shown(state: GameState, name: str) -> Changes:
    """A unit that battles is camouflaged no more."""
    unit = state.units[name]
    return with_unit(state, replace_fields(unit, camouflaged=False)) if unit.camouflaged else {}


def with_unit(state: GameState, unit: Unit) -> Changes:
    """A unit has changed where it stands, or stands there newly."""
    return {
        "units": {**state.units, unit.id: unit},
        "occupants": {**state.occupants, unit.hex: unit},
    }


def without_unit(state: GameState, name: str, hex_: Hex) -> Changes:
    """A unit is off the board."""
    return {
        "units": {other: unit for other, unit in state.units.items() if other != name},
        "occupants": {place: unit for place, unit in state.occupants.items() if place != hex_},
        **(_unmarked(state, name, hex_) if state.marked else {}),
    }


def _unmarked(state: GameState, name: str, hex_: Hex) -> Changes:
    """A unit has left a hex: no gun has it in its sights there, and it has none itself."""
    left = {
        gun: remaining
        for gun, hexes in state.marked.items()
        if gun != name and (remaining := tuple(one for one in hexes if one != hex_))
    }
    return {"marked": left}


def with_status(turn: Turn, name: str, status: OrderedUnit) -> Turn:
    """The turn with the new status of an ordered unit."""
    ordered: Mapping[str, OrderedUnit] = {**turn.ordered, name: status}
    return replace_fields(turn, ordered=ordered)


def with_medals(state: GameState, side: Side, gained: int) -> Changes:
    """A side has more medals, or fewer."""
    return {"medals": {**state.medals, side: state.medals[side] + gained}}


def without_obstacle(state: GameState, hex_: Hex, kind: ObstacleKind) -> Changes:
    """An obstacle is gone."""
    kinds = tuple(lying for lying in state.obstacles[hex_] if lying is not kind)
    obstacles = {place: lying for place, lying in state.obstacles.items() if place != hex_}
    if kinds:
        obstacles[hex_] = kinds
    return {"obstacles": obstacles}


def demolished(state: GameState, hex_: Hex) -> Changes:
    """The cave of a hex is sealed, and the bridge over it blown up."""
    setup, lying = state.setup, dict(state.obstacles)
    remaining = tuple(kind for kind in lying.pop(hex_, ()) if kind not in BRIDGES)
    relaid = replace(
        setup,
        tiles=tuple(
            replace(tile, terrain=SEALED.get(tile.terrain, tile.terrain))
            if tile.hex == hex_
            else tile
            for tile in setup.tiles
        ),
        obstacles=tuple(
            placed for placed in setup.obstacles if placed.hex != hex_ or placed.kind not in BRIDGES
        ),
    )
    return {"relaid": relaid, "obstacles": {**lying, hex_: remaining} if remaining else lying}


def with_hand(cards: Cards, seat: Seat, hand: tuple[Card, ...]) -> Cards:
    """The cards with another hand for a seat."""
    return replace_fields(cards, hands={**cards.hands, seat: hand})


def played_from_hand(cards: Cards, seat: Seat, card: Card) -> Changes:
    """What a hand, and what is known of it to the others of a pair, is without a card played."""
    changes: Changes = {"hands": {**cards.hands, seat: without(cards.hand(seat), card)}}
    shown = cards.shown.get(seat, ())
    if card in shown or UNKNOWN_CARD in shown:
        changes["shown"] = {**cards.shown, seat: without(shown, card)}
    return changes


def put_down(held: Mapping[Seat, Held], seat: Seat) -> dict[Seat, Held]:
    """What every holder but one has."""
    return {other: cards for other, cards in held.items() if other is not seat}


def below(deck: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """What is left of a deck under its top ``count`` cards."""
    return deck[: len(deck) - count]


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards less one copy of ``card``, or less one of which it turns out to be that."""
    place = cards.index(card if card in cards else UNKNOWN_CARD)
    return cards[:place] + cards[place + 1 :]
