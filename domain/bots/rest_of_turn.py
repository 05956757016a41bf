"""A turn carried on to its end, fast: what a search plays out many times."""

from collections.abc import Sequence
from typing import NoReturn

from domain import commands as c
from domain.bots import planner
from domain.bots.reach import Damage, damage, gained, hitting, reach_in
from domain.chance import Chance
from domain.decide import apply
from domain.editions import rulebook
from domain.legal import legal_commands
from domain.phases import (
    AmbushPhase,
    BattleBackPhase,
    BattlePhase,
    OrderPhase,
    OverrunPhase,
    RetreatPhase,
    TakeGroundPhase,
)
from domain.position import Position, cached_position
from domain.rules.battles import combat
from domain.state import GameState
from domain.values import Card, Seat

_ANSWERS = (RetreatPhase, AmbushPhase, BattleBackPhase, OverrunPhase)
"""Phases in which the first option is as good as any, or almost always the best."""
_ATTACK = 0.05
"""What an attack has to promise to be made."""


class NeedsChanceError(Exception):
    """What is decided comes to dice or to cards."""


class Unforeseen:
    """A chance that tells nothing."""

    def roll(self, index: int, count: int) -> NoReturn:
        """Dice are not foreseen."""
        raise NeedsChanceError

    def shuffle(self, index: int, cards: Sequence[Card]) -> NoReturn:
        """Nor is the order of cards."""
        raise NeedsChanceError

    def numbers(self, index: int, count: int, bound: int) -> NoReturn:
        """Nor is anything else that is drawn."""
        raise NeedsChanceError


def listed(state: GameState, seat: Seat) -> list[c.Play]:
    """What a seat may do, short of resigning."""
    return [one for one in legal_commands(state, seat) if isinstance(one, c.Play)]


def play_on(state: GameState, command: c.Play | None, chance: Chance) -> tuple[GameState, float]:
    """The state when the turn under way is over, after ``command`` if one is under way; and how
    much more the attacks of it have gained than their dice had promised."""
    turn, luck = state.turn.number, 0.0
    while True:
        if command is not None:
            before, state = state, apply(state, command, chance).state
            if isinstance(command, c.Attack):
                luck += _luck(before, command, state)
        seat = state.awaited
        if seat is None or state.turn.number != turn:
            return state, luck
        options = listed(state, seat)
        command = options[0] if len(options) < 2 else _next(state, seat, options)


def _next(state: GameState, seat: Seat, options: Sequence[c.Play]) -> c.Play:
    phase = state.phase
    position = cached_position(rulebook(state.created), state, seat)
    if isinstance(phase, BattlePhase):
        return _attack(position, options)
    if isinstance(phase, OrderPhase):
        return _order(position, options)
    if isinstance(phase, _ANSWERS):
        return options[0]
    if isinstance(phase, TakeGroundPhase):
        overruns = position.traits(state.units[phase.unit]).overruns
        takes = overruns or bool(position.objectives_at(phase.hex))
        return next(one for one in options if isinstance(one, c.TakeGround) is takes)
    return planner.best(state, seat, options)


def _order(position: Position, options: Sequence[c.Play]) -> c.Play:
    """An order to the unit with the best attack, of those that dice let order; without any the last
    option, which ends the orders."""
    best, units = reach_in(position.state.created).best, position.state.units
    enemies = list(position.units_of(position.side.enemy))
    given = [one for one in options if isinstance(one, c.OrderUnit)]
    worths = [best(position, units[one.unit], enemies) for one in given]
    return given[worths.index(max(worths))] if given else options[-1]


def _attack(position: Position, options: Sequence[c.Play]) -> c.Play:
    """The attack that promises most; without one worth it the last option, which ends the turn."""
    highest, best = _ATTACK, options[-1]
    for one in options:
        if isinstance(one, c.Attack):
            promised = _promised(position, one)
            if promised.worth > highest:
                highest, best = promised.worth, one
    return best


def _promised(position: Position, command: c.Attack) -> Damage:
    unit = position.state.units[command.unit]
    overrun = isinstance(position.state.phase, OverrunPhase)
    shots = combat.shots(position, unit, overrun=overrun)
    shot = next(one for one in shots if one.target.id == command.target)
    target, hit_by = shot.target, hitting(position, unit, shot.target)
    return damage(shot.dice, hit_by, target.figures, target.medals)


def _luck(before: GameState, command: c.Attack, after: GameState) -> float:
    position = cached_position(rulebook(before.created), before, command.seat)
    target = before.units[command.target]
    now = after.units.get(target.id)
    left = 0 if now is None else now.figures
    return gained(target, target.figures - left) - _promised(position, command).worth
