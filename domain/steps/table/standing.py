"""Standing orders: what a seat tells the service to answer in its place, so that nobody waits.

They are answered by commands of the seat, under the same rules as if it had sent them. That a
question is answered at once tells that there are orders for it, never whether a card is held: an
ambush without the card is declined as one that is not wanted. That orders were given is public
anyway; what they are about shows when they answer, like any habit of a player. A seat that does not
want even that to show gives no orders on the subject, and is asked.
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
"""How often a seat gives orders anew within a turn."""


def give(draft: Draft, command: GiveOrders, after: plans.Next) -> None:
    """Give standing orders, instead of those that stand. A question that is open already is
    answered by the seat itself. ``after`` says what a command would lead to."""
    state, seat = draft.state, command.seat
    guards.running(state)
    if seat in state.awaiting:
        raise IllegalCommandError(Rule.STANDING_AWAITED, seat=seat)
    topics = [topic(one) for one in command.orders]
    names_hex = Instruction.RETREAT_TOWARD in command.orders
    if len({*topics}) < len(topics) or names_hex is (command.toward is None):
        raise IllegalCommandError(Rule.STANDING_CONTRADICT, orders=list(command.orders))
    standing = state.standing.get(seat)
    if (command.orders, command.toward, command.turns) == given(state, seat):
        raise IllegalCommandError(Rule.STANDING_SAME, seat=seat)
    if standing and standing.turn == state.turn.number and standing.times >= CHANGES_PER_TURN:
        raise IllegalCommandError(Rule.STANDING_NONE_LEFT, most=CHANGES_PER_TURN)
    plans.require_fitting(state, command, after)
    draft.then(e.StandingOrdersGiven(seat, command.orders, command.toward, command.turns))


def given(state: GameState, seat: Seat) -> Given:
    """The orders that a seat has given, the hex that they name, and the turns that are still to
    come or under way."""
    found = state.standing.get(seat)
    if found is None:
        return (), None, ()
    return found.orders, found.toward, found.turns if state.turn.number <= found.turn + 1 else ()


def answer(state: GameState) -> Play | None:
    """What the standing orders of an awaited seat say to the question at hand; None where none of
    them is about it. In a sandbox all questions are its player's."""
    if not state.standing or state.created.branch is not None:
        return None
    for seat in state.awaiting:
        standing = state.standing.get(seat)
        found = None if standing is None else _answer(state, seat, standing)
        if found is not None:
            return found
    return None


def _answer(state: GameState, seat: Seat, standing: Standing) -> Play | None:
    orders = frozenset(standing.orders)
    match state.phase:
        case AmbushPhase() as phase:
            return _to_ambush(state, seat, orders, phase)
        case RetreatPhase() as phase:
            return _back(Position(rulebook(state.created), state, seat), seat, standing, phase)
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


def _to_ambush(
    state: GameState, seat: Seat, orders: frozenset[Instruction], phase: AmbushPhase
) -> Play | None:
    order = next((one for one in orders if topic(one) == "ambush"), None)
    if order is None:
        return None
    least = HITS_ON_SIX_ROLLS.get(order)
    wanted = least is not None and _hits_on_six_rolls(state, phase) >= least
    options = battle.ambush_options(Position(rulebook(state.created), state, seat), seat)
    offered = (one for one in options if isinstance(one, Ambush))
    return next(offered, Decline(seat)) if wanted else Decline(seat)


def _hits_on_six_rolls(state: GameState, phase: AmbushPhase) -> int:
    """Six times the hits that an ambush may expect."""
    position, fight = Position(rulebook(state.created), state), state.turn.fight
    if fight is None:
        raise ValueError("no attack was declared")
    attacker = state.units[fight.attacker]
    dice = combat.ambush_dice(position, state.units[phase.unit], attacker)
    stars = combat.stars_hit(position, state.units[phase.unit], attacker)
    return dice * combat.hits(position.traits(attacker), DIE, combat.extra_hits(stars))


def _back(position: Position, seat: Seat, standing: Standing, phase: RetreatPhase) -> Play | None:
    """The way back that comes first by the orders, and of equals the first as they are listed."""
    orders, toward = standing.orders, standing.toward
    ways = (way for way in retreat.options(position, seat, phase) if isinstance(way, Retreat))
    if toward is not None:
        return min(ways, key=lambda way: distance(_end(position, way), toward))
    if Instruction.RETREAT_SHORTEST in orders:
        return min(ways, key=lambda way: len(way.path))
    if Instruction.RETREAT_LONGEST in orders:
        return max(ways, key=lambda way: len(way.path))
    if Instruction.RETREAT_TO_COVER in orders:
        return max(ways, key=lambda way: _cover(position, way))
    return None


def _cover(position: Position, way: Retreat) -> int:
    """The dice that the ground a way ends on costs attackers of every type."""
    return sum(position.ground(_end(position, way)).protection.values())


def _end(position: Position, way: Retreat) -> Hex:
    return way.path[-1] if way.path else position.state.units[way.unit].hex
