"""Conditional turns: what a seat tells the service to do as its next turn begins.

They are part of its standing orders, and as private. The first one whose condition holds is
executed step by step, as commands of the seat within the command that ended the previous turn, as
far as the rules allow; from there the seat decides as usual. One that is not started leaves no
trace.
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
"""Returns the state after a trial command. Raises ``IllegalCommandError``."""
MAX_TURNS = 4
"""The number of conditional turns per seat."""
MAX_STEPS = 40
_ENDINGS = (
    StepType.END_TARGETS,
    StepType.END_ORDERS,
    StepType.END_MOVES,
    StepType.END_BATTLES,
)
_ARGUMENTS = tuple(field.name for field in fields(PlannedStep) if field.name != "type")


def require_fitting(state: GameState, command: GiveOrders, preview: Next) -> None:
    """Refuse turns that could not be played as the game stands, up to the first step that depends
    on dice or on the enemy's answer."""
    if not command.turns:
        return
    seat = command.seat
    sides = {state.table.side_of(other) for other in (seat, state.turn.seat)}
    if len(sides) == 1 or len(command.turns) > MAX_TURNS:
        raise IllegalCommandError(Rule.STANDING_TURN, most=MAX_TURNS)
    started = evolve(state, e.TurnStarted(state.turn.number + 1, seat))
    for number, turn in enumerate(command.turns):
        starts_with_card = turn.steps and turn.steps[0].type is StepType.PLAY_CARD
        if (
            not starts_with_card
            or len(turn.steps) > MAX_STEPS
            or turn.names_hex is (turn.hex is None)
        ):
            raise IllegalCommandError(Rule.STANDING_TURN, turn=number, most=MAX_STEPS)
        _require_playable(started, seat, number, turn, preview)


def planned(state: GameState) -> tuple[Play, ...]:
    """Return the commands that the seat whose turn has just begun wants executed now."""
    seat = state.turn.seat
    standing = state.standing.get(seat)
    if standing is None or state.created.branch is not None:
        return ()
    if standing.turn + 1 != state.turn.number or not isinstance(state.phase, PlayCardPhase):
        return ()
    match = next((turn for turn in standing.turns if _holds(state, seat, standing, turn)), None)
    return () if match is None else tuple(command_of(seat, step) for step in match.steps)


def may_be_skipped(command: Play) -> bool:
    """Return whether a command ends a phase that may already have ended by itself."""
    return isinstance(command, tuple(BY_NAME[step] for step in _ENDINGS))


def command_of(seat: Seat, step: PlannedStep) -> Play:
    """Return the command of a step. Raises ``IllegalCommandError`` for wrong arguments."""
    kind = BY_NAME[step.type]
    required = {field.name for field in fields(kind) if field.default is MISSING} - {"seat"}
    arguments = {name: getattr(step, name) for name in _ARGUMENTS}
    arguments = {name: value for name, value in arguments.items() if value not in (None, False)}
    if not required <= arguments.keys() <= {field.name for field in fields(kind)}:
        raise IllegalCommandError(Rule.STANDING_TURN, type=step.type)
    return cast(Play, kind(seat, **arguments))


def step_of(command: Command) -> PlannedStep:
    """Return the step that plans a command. Raises ``ValueError`` if it cannot be planned."""
    names = {kind: name for name, kind in BY_NAME.items()}
    kind = StepType(names[type(command)])
    arguments = {field.name: getattr(command, field.name) for field in fields(command)}
    if arguments.get("shared"):
        raise ValueError("who will have the open card of a pair is not known")
    return PlannedStep(kind, **{name: arguments[name] for name in _ARGUMENTS if name in arguments})


def _require_playable(
    state: GameState, seat: Seat, number: int, turn: ConditionalTurn, preview: Next
) -> None:
    for index, command in enumerate([command_of(seat, step) for step in turn.steps]):
        if seat not in state.awaiting:
            return
        try:
            next_state = preview(state, command)
        except IllegalCommandError as refusal:
            if may_be_skipped(command):
                continue
            facts = {**refusal.facts, "turn": number, "step": index}
            raise IllegalCommandError(refusal.rule, **facts) from None
        # A refusal must not depend on the deck or on what lies under a mine.
        if (next_state.draws, next_state.mines) != (state.draws, state.mines):
            return
        state = next_state


def _holds(state: GameState, seat: Seat, standing: Standing, turn: ConditionalTurn) -> bool:
    side = state.table.side_of(seat)
    if turn.when is Condition.UNTOUCHED:
        own = (unit for unit in standing.units.values() if unit.side is side)
        return all(state.units.get(unit.id) == unit for unit in own)
    occupant = state.occupants.get(turn.hex) if turn.hex is not None else None
    is_enemy = occupant is not None and occupant.side is not side
    return turn.when is Condition.ALWAYS or is_enemy is (turn.when is Condition.ENEMY_ON)
