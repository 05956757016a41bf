"""Standing orders: what the service answers in a seat's place, so that no one has to wait.

The answers are commands of the seat, under the same rules as if it had sent them. An immediate
answer reveals that there are orders for the question, but never whether a card is held: an ambush
without the card is declined like an unwanted one. That orders were given is public; their content
shows in the answers. A seat that wants to hide even that gives no orders on the topic, and is
asked.
"""

from domain import events as e
from domain.chance import DIE
from domain.commands import Ambush, BattleBack, Decline, GiveOrders, Play, Retreat, TakeGround
from domain.editions import rulebook
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import Hex, distance
from domain.phases import (
    AmbushPhase,
    BattleBackPhase,
    OverrunPhase,
    RetreatPhase,
    TakeGroundPhase,
)
from domain.plans import ConditionalTurn
from domain.position import Position
from domain.rules.battles import combat
from domain.state import GameState, Standing
from domain.steps import guards
from domain.steps.draft import Draft
from domain.steps.table import plans
from domain.steps.units import battle, retreat
from domain.values import Seat
from domain.values.standing import HITS_ON_SIX_ROLLS, Instruction, topic

Given = tuple[tuple[Instruction, ...], Hex | None, tuple[ConditionalTurn, ...]]
CHANGES_PER_TURN = 5
"""How often a seat may change its orders within a turn."""


def give(draft: Draft, command: GiveOrders, preview: plans.Next) -> None:
    """Replace the seat's standing orders. A question that is already open is answered by the seat
    itself. ``after`` returns the state after a trial command."""
    state, seat = draft.state, command.seat
    guards.running(state)
    if seat in state.awaiting:
        raise IllegalCommandError(Rule.STANDING_AWAITED, seat=seat)
    topics = [topic(order) for order in command.orders]
    names_hex = Instruction.RETREAT_TOWARD in command.orders
    if len({*topics}) < len(topics) or names_hex is (command.toward is None):
        raise IllegalCommandError(Rule.STANDING_CONTRADICT, orders=list(command.orders))
    standing = state.standing.get(seat)
    if (command.orders, command.toward, command.turns) == given(state, seat):
        raise IllegalCommandError(Rule.STANDING_SAME, seat=seat)
    if standing and standing.turn == state.turn.number and standing.times >= CHANGES_PER_TURN:
        raise IllegalCommandError(Rule.STANDING_NONE_LEFT, most=CHANGES_PER_TURN)
    plans.require_fitting(state, command, preview)
    draft.then(e.StandingOrdersGiven(seat, command.orders, command.toward, command.turns))


def given(state: GameState, seat: Seat) -> Given:
    """Return a seat's orders, the hex they name, and the conditional turns not yet over."""
    standing = state.standing.get(seat)
    if standing is None:
        return (), None, ()
    return (
        standing.orders,
        standing.toward,
        standing.turns if state.turn.number <= standing.turn + 1 else (),
    )


def answer(state: GameState) -> Play | None:
    """Return the answer of an awaited seat's standing orders to the current question, if any. In a
    sandbox the player answers all questions."""
    if not state.standing or state.created.branch is not None:
        return None
    for seat in state.awaiting:
        standing = state.standing.get(seat)
        command = None if standing is None else _answer(state, seat, standing)
        if command is not None:
            return command
    return None


def _answer(state: GameState, seat: Seat, standing: Standing) -> Play | None:
    orders = frozenset(standing.orders)
    match state.phase:
        case AmbushPhase() as phase:
            return _answer_ambush(state, seat, orders, phase)
        case RetreatPhase() as phase:
            return _retreat(Position(rulebook(state.created), state, seat), seat, standing, phase)
        case TakeGroundPhase() if Instruction.TAKE_GROUND in orders:
            return TakeGround(seat)
        case TakeGroundPhase() if Instruction.LEAVE_GROUND in orders:
            return Decline(seat)
        case OverrunPhase() if Instruction.NO_OVERRUN in orders:
            return Decline(seat)
        case BattleBackPhase() if Instruction.BATTLE_BACK in orders:
            return BattleBack(seat)
        case BattleBackPhase() if Instruction.NO_BATTLE_BACK in orders:
            return Decline(seat)
        case _:
            return None


def _answer_ambush(
    state: GameState, seat: Seat, orders: frozenset[Instruction], phase: AmbushPhase
) -> Play | None:
    order = next((option for option in orders if topic(option) == "ambush"), None)
    if order is None:
        return None
    required = HITS_ON_SIX_ROLLS.get(order)
    is_wanted = required is not None and _hits_on_six_rolls(state, phase) >= required
    options = battle.ambush_options(Position(rulebook(state.created), state, seat), seat)
    ambushes = (option for option in options if isinstance(option, Ambush))
    return next(ambushes, Decline(seat)) if is_wanted else Decline(seat)


def _hits_on_six_rolls(state: GameState, phase: AmbushPhase) -> int:
    """Return six times the expected number of hits of an ambush."""
    position, fight = Position(rulebook(state.created), state), state.turn.fight
    if fight is None:
        raise ValueError("no attack was declared")
    attacker = state.units[fight.attacker]
    dice = combat.ambush_dice(position, state.units[phase.unit], attacker)
    stars = combat.stars_hit(position, state.units[phase.unit], attacker)
    return dice * combat.hits(position.traits(attacker), DIE, combat.extra_hits(stars))


def _retreat(
    position: Position, seat: Seat, standing: Standing, phase: RetreatPhase
) -> Play | None:
    """Return the retreat preferred by the orders; among equals, the first listed."""
    orders, toward = standing.orders, standing.toward
    options = (
        option for option in retreat.options(position, seat, phase) if isinstance(option, Retreat)
    )
    if toward is not None:
        return min(options, key=lambda option: distance(_end_hex(position, option), toward))
    if Instruction.RETREAT_SHORTEST in orders:
        return min(options, key=lambda option: len(option.path))
    if Instruction.RETREAT_LONGEST in orders:
        return max(options, key=lambda option: len(option.path))
    if Instruction.RETREAT_TO_COVER in orders:
        return max(options, key=lambda option: _cover(position, option))
    return None


def _cover(position: Position, command: Retreat) -> int:
    """Return the dice that the ground at the end of a retreat takes from attackers of all types."""
    return sum(position.ground(_end_hex(position, command)).protection.values())


def _end_hex(position: Position, command: Retreat) -> Hex:
    return command.path[-1] if command.path else position.state.units[command.unit].hex
