"""What holds in every state of every game."""

from collections import Counter
from collections.abc import Iterator

from domain.editions import rulebook
from domain.position import Position
from domain.rules.medals import keeps_objective
from domain.state import GameState, Unit
from domain.values import Card, ObjectiveKind, ObstacleKind, Side, Status


def broken_laws(state: GameState) -> list[str]:
    """The laws that a started game breaks, in words; none should."""
    position = Position(rulebook(state.created), state)
    found = [*_units(position), *_cards(position), *_medals(position), *_life(state)]
    return [*found, *_smoke(position)]


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
        elif not _may_stand(position, unit):
            yield f"{name} stands where it can"


def _may_stand(position: Position, unit: Unit) -> bool:
    """Whether the unit could have got to its hex, or was set up there and never leaves."""
    mover, ground = position.traits(unit).mover, position.ground(unit.hex)
    return not position.field.closes(unit.hex, unit.side, mover, ground) or unit.hex in {
        placed.hex for placed in position.state.created.setup.units if placed.id == unit.id
    }


def _cards(position: Position) -> Iterator[str]:
    state = position.state
    if Counter[Card](state.cards.everywhere()) != state.created.deck:
        yield "deck, hands, discards, offer and the card in play are the whole deck"


def _medals(position: Position) -> Iterator[str]:
    state = position.state
    objectives = {o.id: o for o in state.created.setup.objectives}
    exits = any(o.kind is ObjectiveKind.EXIT for o in objectives.values())
    exact, blown = not _grows(state), bool(state.created.setup.blown_bridges)
    all_earned = 0
    for side in Side:
        needed = position.medals_to_win(side)
        free = any(rule.side is side for rule in state.created.setup.must_exit)
        if not 0 <= state.medals[side] <= needed and not free:
            yield f"{side} has between no medal and {needed}"
        if state.medals[side] == needed and not free and state.winner is not side:
            yield f"{side} has won"
        earned = _worth_lost(position, side.enemy) + sum(
            objectives[name].medals for name, holder in state.held.items() if holder is side
        )
        all_earned += earned
        # With a bridge under it a side gains the medal of its own unit, too.
        if exits or blown:
            continue
        if state.medals[side] < min(earned, needed) or (exact and state.medals[side] > earned):
            yield f"{side} has a medal for each unit eliminated and each objective held"
    result = sum(state.medals.values())
    counted = result >= all_earned or state.winner is not None
    if blown and not exits and (not counted or (exact and result > all_earned)):
        yield "both together have a medal for each unit eliminated and each objective held"
    for name, holder in state.held.items():
        objective = objectives[name]
        held = keeps_objective(position, objective, holder)
        if state.winner is None and not held:
            yield f"{holder} holds {name} with its units"


def _grows(state: GameState) -> bool:
    """Whether units may come that are not of the set-up."""
    setup = state.created.setup
    return bool(setup.air_drops or setup.armor_breakthroughs)


def _smoke(position: Position) -> Iterator[str]:
    """A whole screen, or none once it is gone; while it is laid there is a part of it."""
    state = position.state
    laid = [hex_ for hex_, lying in state.obstacles.items() if ObstacleKind.SMOKE in lying]
    side, near = state.created.setup.smoke_screen, position.grid.neighbors
    if len(laid) not in ((0, 3) if state.turn.number else (0, 1, 2, 3)):
        yield "a smoke screen has three markers"
    if len(laid) > 1 and not all(any(one in near[hex_] for one in laid) for hex_ in laid):
        yield "each marker of a smoke screen is next to another"
    seats = () if side is None else state.table.seats_of(side)
    if laid and (side is None or sum(state.turn.taken[seat] for seat in seats) > 1):
        yield "a smoke screen is gone after two turns of its side"


def _worth_lost(position: Position, side: Side) -> int:
    """Medals that the units of the set-up gave which are gone; others may have landed later."""
    setup, units = position.state.created.setup, position.state.units
    return sum(unit.medals for unit in setup.units if unit.side is side and unit.id not in units)


def _life(state: GameState) -> Iterator[str]:
    if (state.status is Status.FINISHED) != (state.winner is not None):
        yield "a finished game has a winner"
    if (state.awaited is None) != (state.status is Status.FINISHED):
        yield "a running game waits for a seat"
