"""Play a turn to its end, fast: the playouts of the search."""

from collections.abc import Sequence
from typing import NoReturn

from domain import commands as c
from domain.bots import planner
from domain.bots.reach import Damage, damage, gain_of, hit_faces, reach_in
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
"""The least expected worth of an attack that is made."""


class NeedsChanceError(Exception):
    """The decision needs dice or cards."""


class NoDraws:
    """A chance that refuses every draw."""

    def roll(self, index: int, count: int) -> NoReturn:
        """Raise ``NeedsChanceError``."""
        raise NeedsChanceError

    def shuffle(self, index: int, cards: Sequence[Card]) -> NoReturn:
        """Raise ``NeedsChanceError``."""
        raise NeedsChanceError

    def numbers(self, index: int, count: int, bound: int) -> NoReturn:
        """Raise ``NeedsChanceError``."""
        raise NeedsChanceError


def list_options(state: GameState, seat: Seat) -> list[c.Play]:
    """Return the commands open to a seat, except resigning."""
    return [command for command in legal_commands(state, seat) if isinstance(command, c.Play)]


def play_on(state: GameState, command: c.Play | None, chance: Chance) -> tuple[GameState, float]:
    """Return the state after the current turn, beginning with ``command`` if there is one; and by
    how much its attacks gained more than expected."""
    turn, luck = state.turn.number, 0.0
    attack: tuple[GameState, c.Attack] | None = None
    while True:
        if command is not None:
            before, state = state, apply(state, command, chance).state
            if isinstance(command, c.Attack):
                attack = before, command
            elif isinstance(command, c.Ambush):  # It changes the odds.
                attack = None
            if attack is not None and not isinstance(state.phase, AmbushPhase):
                luck += _luck(*attack, state)
                attack = None
        seat = state.awaited
        if seat is None or state.turn.number != turn:
            return state, luck
        options = list_options(state, seat)
        command = options[0] if len(options) < 2 else _choose(state, seat, options)


def _choose(state: GameState, seat: Seat, options: Sequence[c.Play]) -> c.Play:
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
        return next(option for option in options if isinstance(option, c.TakeGround) is takes)
    return planner.best(state, seat, options)


def _order(position: Position, options: Sequence[c.Play]) -> c.Play:
    """Order the unit with the best attack of those that can be; else choose the last option, which
    ends the orders."""
    best, units = reach_in(position.state.created).best, position.state.units
    enemies = list(position.units_of(position.side.enemy))
    orders = [command for command in options if isinstance(command, c.OrderUnit)]
    worths = [best(position, units[command.unit], enemies) for command in orders]
    return orders[worths.index(max(worths))] if orders else options[-1]


def _attack(position: Position, options: Sequence[c.Play]) -> c.Play:
    """Choose the most promising attack; else the last option, which ends the turn."""
    highest, best = _ATTACK, options[-1]
    for option in options:
        if isinstance(option, c.Attack):
            expected = _expected_damage(position, option)
            if expected.worth > highest:
                highest, best = expected.worth, option
    return best


def _expected_damage(position: Position, command: c.Attack) -> Damage:
    unit = position.state.units[command.unit]
    overrun = isinstance(position.state.phase, OverrunPhase)
    shots = combat.shots(position, unit, overrun=overrun)
    shot = next(option for option in shots if option.target.id == command.target)
    target, hit_by = shot.target, hit_faces(position, unit, shot.target)
    return damage(shot.dice, hit_by, target.figures, target.medals)


def _luck(before: GameState, command: c.Attack, after: GameState) -> float:
    position = cached_position(rulebook(before.created), before, command.seat)
    target = before.units[command.target]
    survivor = after.units.get(target.id)
    figures = 0 if survivor is None else survivor.figures
    return gain_of(target, target.figures - figures) - _expected_damage(position, command).losses
