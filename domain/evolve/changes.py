"""Helpers for the handlers: the changed fields of a state as a dictionary."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain import events as e
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
"""Fields of ``GameState`` with their new values, in a new dictionary for each event; ``version`` is
set elsewhere."""
Handler = Callable[[GameState, Any], Changes]


def no_change(_state: GameState, _event: object) -> Changes:
    """Change nothing: the event's consequences are events of their own."""
    return {}


def keep_offer(state: GameState) -> Changes:
    """Keep a request to take back open after a message beside the play."""
    if not state.offer:
        return {}
    return {"undo": replace_fields(state.undo, said=state.version + 1)}


def pile_shuffled(state: GameState, event: e.DrawPileShuffled | e.UnseenShuffled) -> Changes:
    """Put the draw pile into the order drawn for it."""
    return {"cards": replace_fields(state.cards, deck=event.order), "draws": event.draw + 1}


def back_to_battle(state: GameState, _event: object) -> Changes:
    """Return to the interrupted battles."""
    return {"phase": resumed_phase(state.turn)}


def resumed_phase(turn: Turn) -> Phase:
    """Return the phase after a retreat or a pass: the current strike or the battles go on. After
    the strike of a Commander-in-Chief its generals give their orders."""
    if turn.strike is not None and turn.strike.targets:
        return StrikePhase()
    return opening_phase(turn) if turn.beside and not turn.moved else BattlePhase()


def opening_phase(turn: Turn) -> Phase:
    """Return the phase in which cards are first executed; battles at once for a Commander-in-Chief
    who has handed out nothing."""
    return OrderPhase() if turn.generals or not turn.beside else BattlePhase()


def turn_opening_phase(turn: Turn) -> Phase:
    """Return the phase that a turn begins with; a Commander-in-Chief hands out cards."""
    return HandOutPhase() if turn.beside else PlayCardPhase()


def relocated(state: GameState, name: str, hex_: Hex, *, ashore: bool = False) -> Changes:
    """Move a unit to another hex, where it may have come ashore."""
    before = state.units[name]
    is_ashore = before.ashore or ashore
    after = replace_fields(before, hex=hex_, camouflaged=False, ashore=is_ashore)
    occupants = dict(state.occupants)
    del occupants[before.hex]
    occupants[hex_] = after
    moved = {"units": {**state.units, name: after}, "occupants": occupants}
    return {**moved, **_unmarked(state, name, before.hex)} if state.marked else moved


def reveal_unit(state: GameState, name: str) -> Changes:
    """Reveal a camouflaged unit, as it battles."""
    unit = state.units[name]
    return with_unit(state, replace_fields(unit, camouflaged=False)) if unit.camouflaged else {}


def with_unit(state: GameState, unit: Unit) -> Changes:
    """Add a unit, or change one that stays on its hex."""
    return {
        "units": {**state.units, unit.id: unit},
        "occupants": {**state.occupants, unit.hex: unit},
    }


def without_unit(state: GameState, name: str, hex_: Hex) -> Changes:
    """Remove a unit from the board."""
    return {
        "units": {other: unit for other, unit in state.units.items() if other != name},
        "occupants": {
            other_hex: unit for other_hex, unit in state.occupants.items() if other_hex != hex_
        },
        **(_unmarked(state, name, hex_) if state.marked else {}),
    }


def _unmarked(state: GameState, name: str, hex_: Hex) -> Changes:
    """Remove the marks on a hex that a unit has left, and the unit's own marks."""
    marked = {
        gun: remaining
        for gun, hexes in state.marked.items()
        if gun != name
        and (remaining := tuple(marked_hex for marked_hex in hexes if marked_hex != hex_))
    }
    return {"marked": marked}


def with_status(turn: Turn, name: str, status: OrderedUnit) -> Turn:
    """Return the turn with the new status of an ordered unit."""
    ordered: Mapping[str, OrderedUnit] = {**turn.ordered, name: status}
    return replace_fields(turn, ordered=ordered)


def with_medals(state: GameState, side: Side, gained: int) -> Changes:
    """Add medals to a side, or take some away."""
    return {"medals": {**state.medals, side: state.medals[side] + gained}}


def with_obstacle(state: GameState, hex_: Hex, kind: ObstacleKind) -> Changes:
    """Place an obstacle on a hex."""
    lying = (*state.obstacles.get(hex_, ()), kind)
    return {"obstacles": {**state.obstacles, hex_: lying}}


def without_obstacle(state: GameState, hex_: Hex, kind: ObstacleKind) -> Changes:
    """Remove an obstacle from a hex."""
    remaining = tuple(other for other in state.obstacles[hex_] if other is not kind)
    obstacles = {
        other_hex: other for other_hex, other in state.obstacles.items() if other_hex != hex_
    }
    if remaining:
        obstacles[hex_] = remaining
    return {"obstacles": obstacles}


def demolished(state: GameState, hex_: Hex) -> Changes:
    """Seal the cave of a hex, and remove the bridge over it."""
    setup, obstacles = state.setup, dict(state.obstacles)
    remaining = tuple(kind for kind in obstacles.pop(hex_, ()) if kind not in BRIDGES)
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
    return {
        "relaid": relaid,
        "obstacles": {**obstacles, hex_: remaining} if remaining else obstacles,
    }


def with_hand(cards: Cards, seat: Seat, hand: tuple[Card, ...]) -> Cards:
    """Return the cards with a new hand for a seat."""
    return replace_fields(cards, hands={**cards.hands, seat: hand})


def played_from_hand(cards: Cards, seat: Seat, card: Card) -> Changes:
    """Remove a played card from a hand, and from the cards its partners have seen."""
    changes: Changes = {"hands": {**cards.hands, seat: without(cards.hand(seat), card)}}
    shown_cards = cards.shown.get(seat, ())
    if card in shown_cards or UNKNOWN_CARD in shown_cards:
        changes["shown"] = {**cards.shown, seat: without(shown_cards, card)}
    return changes


def without_seat(held: Mapping[Seat, Held], seat: Seat) -> dict[Seat, Held]:
    """Return what every holder but one has."""
    return {other: cards for other, cards in held.items() if other is not seat}


def without_top(deck: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """Return a deck without its top ``count`` cards."""
    return deck[: len(deck) - count]


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards without one copy of ``card``, or without one unknown card that may be it."""
    index = cards.index(card if card in cards else UNKNOWN_CARD)
    return cards[:index] + cards[index + 1 :]
