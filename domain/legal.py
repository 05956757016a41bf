"""List every command that ``decide`` would accept now, in a fixed order."""

from collections.abc import Container, Iterator
from typing import assert_never

from domain import phases as p
from domain import state as s
from domain.commands import Listed, Play, Resign
from domain.editions import is_supported, rulebook
from domain.position import Position, cached_position
from domain.steps.cards import commissar, draw, partners
from domain.steps.units import air, battle, handing_out, moves, orders, retreat, smoke, strikes
from domain.values import Seat, Status


def legal_commands(state: s.GameState, seat: Seat) -> tuple[Listed, ...]:
    """Return the commands open to a seat: the options of its decision if it is awaited, messages to
    its own side, and resigning. Empty for a seat that is not at the table.

    In a running game these are exactly the commands that ``decide`` accepts from this seat. Units
    come in set-up order (ordered ones in the order of their orders), paths shortest first.
    """
    if state.status is not Status.ACTIVE or seat not in state.table:
        return ()
    if state.phase is None or not is_supported(state.created):
        return (Resign(seat),)
    messages = partners.options(state, seat)
    if seat not in state.awaiting:
        return (*messages, Resign(seat))
    position = cached_position(rulebook(state.created), state, seat)
    return (*_options(position, state.phase, seat), *messages, Resign(seat))


def commands_of(state: s.GameState, seats: Container[Seat]) -> list[Listed]:
    """Return the commands open to a viewer who holds ``seats``, in the table's order of seats."""
    return [c for seat in state.table.seats if seat in seats for c in legal_commands(state, seat)]


def _options(position: Position, phase: p.Phase, seat: Seat) -> Iterator[Play]:
    match phase:
        case p.AirDropPhase():
            return air.options(position, seat)
        case p.LaySmokePhase():
            return smoke.options(position, seat, phase)
        case p.NameTargetsPhase():
            return strikes.name_options(position, seat)
        case p.StrikePhase():
            return strikes.strike_options(position, seat)
        case p.HealPhase():
            return orders.heal_options(position, seat)
        case p.AmbushPhase():
            return battle.ambush_options(position, seat)
        case p.MoveAgainPhase():
            return moves.second_move_options(position, seat)
        case p.PlayCardPhase():
            return orders.card_options(position, seat)
        case p.CommitCardPhase():
            return commissar.options(position, seat)
        case p.HandOutPhase():
            return handing_out.options(position, seat)
        case p.OrderPhase():
            return orders.order_options(position, seat)
        case p.MovePhase():
            return moves.options(position, seat)
        case p.BattlePhase():
            return battle.battle_options(position, seat)
        case p.RetreatPhase():
            return retreat.options(position, seat, phase)
        case p.TakeGroundPhase():
            return battle.ground_options(seat)
        case p.BattleBackPhase():
            return battle.battle_back_options(seat)
        case p.PursuitPhase():
            return moves.pursuit_options(position, seat, phase)
        case p.OverrunPhase():
            return battle.overrun_options(position, seat, phase)
        case p.ChooseCardPhase():
            return draw.choose_options(position, seat)
        case _:
            assert_never(phase)
