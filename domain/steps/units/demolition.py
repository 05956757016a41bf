"""Sealing caves and blowing up bridges (Pacific, Caves; Terrain Pack, Bridges)."""

from domain import events as e
from domain.commands import Demolish
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import Hex
from domain.phases import BattlePhase, OrderPhase
from domain.rules.cards import demolition
from domain.steps import board, guards
from domain.steps.draft import Draft
from domain.steps.units import battle, generals
from domain.values import LossCause


def demolish(draft: Draft, command: Demolish) -> None:
    """Roll to seal a cave, as a battle, or to blow up a bridge before any unit is ordered."""
    if isinstance(draft.state.phase, OrderPhase):
        _blow_up(draft, command)
    else:
        guards.phase(draft.state, BattlePhase)
        _seal(draft, command)


def _seal(draft: Draft, command: Demolish) -> None:
    position = draft.position
    unit = draft.state.occupants.get(command.hex)
    if unit is None:
        raise _not_here(command.hex)
    unit, status = guards.ordered_unit(position, command.seat, unit.id)
    battle.require_battle(position, unit, status)
    if not demolition.may_seal(position, unit):
        raise _not_here(command.hex)
    faces, draw = draft.roll(demolition.sealing_dice(position, unit))
    success = demolition.succeeds(faces)
    draft.then(e.DemolitionRolled(command.hex, faces, draw, success, unit.id))


def _blow_up(draft: Draft, command: Demolish) -> None:
    """Roll for a bridge; the card orders no one, whatever the result. A unit on the bridge is lost.
    Ruling: its medal goes to the side that blew it up, even if the unit is its own."""
    if command.hex not in demolition.bridges(draft.position):
        raise _not_here(command.hex, bridges=demolition.bridges(draft.position))
    side = draft.position.side
    faces, draw = draft.roll(demolition.BRIDGE_DICE)
    success = demolition.succeeds(faces)
    draft.then(e.DemolitionRolled(command.hex, faces, draw, success))
    if success:
        unit = draft.state.occupants.get(command.hex)
        if unit is not None:
            board.lose_unit(draft, unit, LossCause.BRIDGE, side)
        board.gain_by_deed(draft, command.hex, side)
    if not draft.over():
        generals.end_orders(draft, [command.seat])


def _not_here(hex_: Hex, **facts: object) -> IllegalCommandError:
    return IllegalCommandError(Rule.DEMOLISH_NOT_HERE, hex=hex_, **facts)
