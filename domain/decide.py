"""Turn a state and a command into events, or refuse the command: the one entry to the rules."""

from typing import assert_never

from domain import commands as c
from domain.chance import Chance, NoChance
from domain.editions import REVISION, edition_on, is_supported, rulebook
from domain.errors import IllegalCommandError, Rule
from domain.events import Event, GameBranched, GameCreated
from domain.evolve import Past, no_past
from domain.geometry.shape import GridShape
from domain.phases import MovePhase, PursuitPhase
from domain.state import GameState
from domain.steps import guards
from domain.steps.cards import commissar, draw, partners
from domain.steps.draft import Draft
from domain.steps.table import agreements, hints, lifecycle, standing, undo
from domain.steps.table import branch as branching
from domain.steps.table.lifecycle import GameOptions
from domain.steps.units import (
    air,
    arrivals,
    battle,
    demolition,
    handing_out,
    moves,
    orders,
    recovery,
    smoke,
    strikes,
)
from domain.values import EditionName, Face, Variant
from domain.values.frozen import dataclass


def create(edition: EditionName, options: GameOptions, revision: int = REVISION) -> GameCreated:
    """Return the first event of a new game. ``revision`` is one of ``REVISIONS``."""
    book = edition_on(options.setup.grid, edition, revision)
    return lifecycle.create(book, options, revision)


def is_offered(edition: EditionName, variant: Variant, grid: GridShape) -> bool:
    """Return whether an edition offers a variant on a board of this shape."""
    return variant in edition_on(grid, edition).decks


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of a command: at least one event, and the state that they lead to."""

    events: tuple[Event, ...]
    state: GameState


def apply(
    state: GameState,
    command: c.Command,
    chance: Chance,
    past: Past = no_past,
    dice: tuple[Face, ...] = (),
) -> Decision:
    """Decide a command and return its events with the resulting state.

    ``past`` returns earlier states, for commands that take the game back. In a sandbox ``dice``
    fixes the first dice that are rolled.

    Raises ``IllegalCommandError`` with the rule that refuses the command; nothing has happened
    then.
    """
    if dice and state.created.branch is None:
        raise IllegalCommandError(Rule.SANDBOX_ONLY)
    guards.at_table(state, command.seat)
    draft = Draft(rulebook(state.created), state, chance, past, dice, command.seat)
    match command:
        case c.TakeSeat():
            require_supported(state.created)
            lifecycle.take_seat(draft, command)
        case c.LeaveSeat():
            lifecycle.leave_seat(draft, command)
        case c.CancelGame():
            lifecycle.cancel(draft, command.reason)
        case c.Resign():
            lifecycle.resign(draft, command)
        case c.ShowHand():
            require_supported(state.created)
            partners.show_hand(draft, command)
        case c.ProposeCard():
            require_supported(state.created)
            partners.propose(draft, command)
        case c.GiveOrders():
            require_supported(state.created)
            standing.give(draft, command, _preview)
        case c.TakeHint():
            require_supported(state.created)
            hints.take(draft, command)
        case c.Propose():
            agreements.propose(draft, command)
        case c.AgreeToProposal():
            agreements.agree(draft, command)
        case c.DropProposal():
            agreements.drop(draft, command)
        case c.EndPause():
            agreements.end_pause(draft, command)
        case c.TakeVacation():
            agreements.take_vacation(draft, command)
        case c.EndVacation():
            agreements.end_vacation(draft, command)
        case c.CreditTime():
            agreements.credit_time(draft, command)
        case c.TakeBack():
            undo.take_back(draft, command)
        case c.AcceptUndo():
            undo.accept(draft, command)
        case c.DeclineUndo():
            undo.decline(draft, command)
        case c.WithdrawUndo():
            undo.withdraw(draft, command)
        case _:
            require_supported(state.created)
            guards.awaited(state, command)
            _play(draft, command)
    if draft.dice:
        used = len(dice) - len(draft.dice)
        raise IllegalCommandError(Rule.SANDBOX_OTHER_DICE, dice=used, fixed=len(dice))
    return Decision(tuple(draft.events), draft.state)


def decide(
    state: GameState,
    command: c.Command,
    chance: Chance,
    past: Past = no_past,
    dice: tuple[Face, ...] = (),
) -> tuple[Event, ...]:
    """Return the events of ``apply`` without the resulting state."""
    return apply(state, command, chance, past, dice).events


def require_supported(created: GameCreated) -> None:
    """Refuse to continue a game under a revision of the rules that is no longer supported."""
    if not is_supported(created):
        raise IllegalCommandError(Rule.REVISION_NOT_DECIDED, revision=created.revision)


def branch(state: GameState, event: GameBranched, chance: Chance) -> tuple[Event, ...]:
    """Return the events that make a branch a game of its own: ``event``, and what follows from it.

    ``state`` is the end of the shared past. Raises ``IllegalCommandError`` if no decision is
    awaited there.
    """
    require_supported(state.created)
    draft = Draft(rulebook(state.created), state, chance, no_past)
    branching.branch_off(draft, event)
    return tuple(draft.events)


def check(
    state: GameState, command: c.Command, past: Past = no_past, dice: tuple[Face, ...] = ()
) -> None:
    """Raise ``IllegalCommandError`` if the rules do not allow a command.

    Nothing is drawn from the game's chance, so that the outcome stays unknown.
    """
    apply(state, command, NoChance(), past, dice)


def _preview(state: GameState, command: c.Command) -> GameState:
    return apply(state, command, NoChance()).state


def _play(draft: Draft, command: c.Play) -> None:
    match command:
        case c.PlayCard():
            orders.play_card(draft, command)
        case c.CommitCard():
            commissar.commit(draft, command)
        case c.HandOut():
            handing_out.hand_out(draft, command)
        case c.EndHandOut():
            handing_out.end_hand_out(draft, command)
        case c.AirDrop():
            air.drop(draft, command)
        case c.LaySmoke():
            smoke.lay(draft, command)
        case c.NameTarget():
            strikes.name_target(draft, command)
        case c.EndTargets():
            strikes.end_targets(draft, command)
        case c.Strike():
            strikes.strike(draft, command)
        case c.HealUnit() if isinstance(draft.state.phase, MovePhase):
            recovery.recover(draft, command)
        case c.HealUnit():
            orders.heal_unit(draft, command)
        case c.OrderUnit():
            orders.order_unit(draft, command)
        case c.Deploy():
            arrivals.deploy(draft, command)
        case c.EndOrders():
            orders.end_orders(draft, command)
        case c.MoveUnit() | c.ExitBoard() if isinstance(draft.state.phase, PursuitPhase):
            moves.pursue(draft, command)
            battle.offer_overrun(draft, command.unit)
        case c.MoveUnit():
            moves.move_unit(draft, command)
        case c.ExitBoard():
            moves.exit_board(draft, command)
        case c.EndMoves():
            moves.end_moves(draft, command)
        case c.Attack():
            battle.attack(draft, command)
        case c.Ambush():
            battle.spring_ambush(draft, command)
        case c.RemoveWire():
            battle.remove_wire(draft, command)
        case c.Demolish():
            demolition.demolish(draft, command)
        case c.Retreat():
            battle.retreat_unit(draft, command)
        case c.TakeGround():
            battle.take_ground(draft, command)
        case c.Decline():
            battle.decline(draft, command)
        case c.BattleBack():
            battle.battle_back(draft, command)
        case c.EndBattles():
            moves.end_battles(draft, command)
        case c.EndTurn():
            draw.end_turn(draft, command)
        case c.ChooseCard():
            draw.choose_card(draft, command)
        case _:
            assert_never(command)
