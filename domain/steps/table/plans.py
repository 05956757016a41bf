"""Conditional turns: what a seat tells the service to do as soon as its next turn begins.

They are part of its standing orders, and as private. The first whose condition holds is carried
out, step by step, as commands of the seat within the command that ended the turn before, as far as
the rules allow it; there the seat is asked as always. One that is not begun leaves no trace.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import cast

from domain import events as e
from domain.commands import BY_NAME, Command, GiveOrders, Play
from domain.errors import IllegalCommandError, Rule
from domain.evolve import evolve
from domain.phases import PlayCardPhase
from domain.plans import Condition, ConditionalTurn, PlannedStep, StepType
from domain.state import GameState, Standing
from domain.values import Seat

Next = Callable[[GameState, Play], GameState]
"""The state after a command that is only tried. Raises ``IllegalCommandError``."""
MAX_TURNS = 4
"""How many a seat gives at a time."""
MAX_STEPS = 40
_ENDINGS = (
    StepType.END_TARGETS,
    StepType.END_ORDERS,
    StepType.END_MOVES,
    StepType.END_BATTLES,
)
_ARGUMENTS = tuple(one.name for one in fields(PlannedStep) if one.name != "type")


def require_fitting(state: GameState, command: GiveOrders, after: Next) -> None:
    """Refuse turns that could not be played as the game stands now, up to the first step that
    dice, or an answer of the enemy, decide about."""
    if not command.turns:
        return
    seat = command.seat
    sides = {state.table.side_of(one) for one in (seat, state.turn.seat)}
    if len(sides) == 1 or len(command.turns) > MAX_TURNS:
        raise IllegalCommandError(Rule.STANDING_TURN, most=MAX_TURNS)
    started = evolve(state, e.TurnStarted(state.turn.number + 1, seat))
    for number, turn in enumerate(command.turns):
        plays = turn.steps and turn.steps[0].type is StepType.PLAY_CARD
        if not plays or len(turn.steps) > MAX_STEPS or turn.names_hex is (turn.hex is None):
            raise IllegalCommandError(Rule.STANDING_TURN, turn=number, most=MAX_STEPS)
        _try(started, seat, number, turn, after)


def planned(state: GameState) -> tuple[Play, ...]:
    """What the seat whose turn has just begun wants to be carried out now."""
    seat = state.turn.seat
    standing = state.standing.get(seat)
    if standing is None or state.created.branch is not None:
        return ()
    if standing.turn + 1 != state.turn.number or not isinstance(state.phase, PlayCardPhase):
        return ()
    chosen = next((one for one in standing.turns if _holds(state, seat, standing, one)), None)
    return () if chosen is None else tuple(command_of(seat, step) for step in chosen.steps)


def may_be_skipped(command: Play) -> bool:
    """Whether a command ends what may have ended by itself."""
    return isinstance(command, tuple(BY_NAME[one] for one in _ENDINGS))


def command_of(seat: Seat, step: PlannedStep) -> Play:
    """The command that a step stands for. Raises ``IllegalCommandError`` for one that says too
    little, or too much."""
    kind = BY_NAME[step.type]
    wanted = {one.name for one in fields(kind) if one.default is MISSING} - {"seat"}
    said = {name: getattr(step, name) for name in _ARGUMENTS}
    said = {name: value for name, value in said.items() if value not in (None, False)}
    if not wanted <= said.keys() <= {one.name for one in fields(kind)}:
        raise IllegalCommandError(Rule.STANDING_TURN, type=step.type)
    return cast(Play, kind(seat, **said))


def step_of(command: Command) -> PlannedStep:
    """The step that stands for a command. Raises ``ValueError`` for one that cannot be planned."""
    names = {kind: name for name, kind in BY_NAME.items()}
    kind = StepType(names[type(command)])
    said = {one.name: getattr(command, one.name) for one in fields(command)}
    if said.get("shared"):
        raise ValueError("who will have the open card of a pair is not known")
    return PlannedStep(kind, **{name: said[name] for name in _ARGUMENTS if name in said})


def _try(state: GameState, seat: Seat, number: int, turn: ConditionalTurn, after: Next) -> None:
    for place, command in enumerate([command_of(seat, step) for step in turn.steps]):
        if seat not in state.awaiting:
            return
        try:
            then = after(state, command)
        except IllegalCommandError as refused:
            if may_be_skipped(command):
                continue
            facts = {**refused.facts, "turn": number, "step": place}
            raise IllegalCommandError(refused.rule, **facts) from None
        # What lies in the deck or under a mine must not decide about a refusal.
        if (then.draws, then.mines) != (state.draws, state.mines):
            return
        state = then


def _holds(state: GameState, seat: Seat, standing: Standing, turn: ConditionalTurn) -> bool:
    side = state.table.side_of(seat)
    if turn.when is Condition.UNTOUCHED:
        own = (unit for unit in standing.units.values() if unit.side is side)
        return all(state.units.get(unit.id) == unit for unit in own)
    there = state.occupants.get(turn.hex) if turn.hex is not None else None
    enemy = there is not None and there.side is not side
    return turn.when is Condition.ALWAYS or enemy is (turn.when is Condition.ENEMY_ON)
