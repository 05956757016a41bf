"""What holds in every state of every game."""

from collections import Counter
from collections.abc import Iterator

from domain.editions import EDITIONS
from domain.position import Position
from domain.state import GameState
from domain.values import Card, Side, Status


def broken_laws(state: GameState) -> list[str]:
    """The laws that a started game breaks, in words; none should."""
    position = Position(EDITIONS[state.created.edition], state)
    return [*_units(position), *_cards(position), *_medals(position), *_life(state)]


def _units(position: Position) -> Iterator[str]:
    state = position.state
    if len({unit.hex for unit in state.units.values()}) != len(state.units):
        yield "no hex holds two units"
    if {unit.hex: unit for unit in state.units.values()} != state.occupants:
        yield "occupants are the units by hex"
    for name, unit in state.units.items():
        if name != unit.id or not 0 < unit.figures <= unit.full:
            yield f"{name} has between one figure and {unit.full}"
        if unit.hex not in position.grid:
            yield f"{name} stands on the board"
        elif position.traits(unit).type in position.ground(unit.hex).impassable_for:
            yield f"{name} stands where it can"


def _cards(position: Position) -> Iterator[str]:
    state = position.state
    cards = state.cards
    lying = [*cards.deck, *cards.discard, *cards.offer]
    held = [card for hand in cards.hands.values() for card in hand]
    in_play = [] if cards.in_play is None else [cards.in_play]
    deck = position.book.decks[state.created.variant]
    if Counter[Card](lying + held + in_play) != {card: spec.copies for card, spec in deck.items()}:
        yield "deck, hands, discards, offer and the card in play are the whole deck"


def _medals(position: Position) -> Iterator[str]:
    state = position.state
    objectives = {o.id: o for o in state.created.setup.objectives}
    for side in Side:
        needed = position.medals_to_win(side)
        if not 0 <= state.medals[side] <= needed:
            yield f"{side} has between no medal and {needed}"
        if state.medals[side] == needed and state.winner is not side:
            yield f"{side} has won"
        lost = sum(unit.side is side.enemy for unit in state.created.setup.units) - sum(
            1 for _ in position.units_of(side.enemy)
        )
        if state.medals[side] != lost + sum(
            objectives[name].medals for name, holder in state.held.items() if holder is side
        ):
            yield f"{side} has a medal for each unit eliminated and each objective held"
    for name, holder in state.held.items():
        unit = state.occupants.get(objectives[name].hexes[0])
        if state.winner is None and (unit is None or unit.side is not holder):
            yield f"{holder} holds {name} with a unit"


def _life(state: GameState) -> Iterator[str]:
    if (state.status is Status.FINISHED) != (state.winner is not None):
        yield "a finished game has a winner"
    if (state.awaited is None) != (state.status is Status.FINISHED):
        yield "a running game waits for a seat"
