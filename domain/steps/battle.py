"""Battles of ordered units, from the declared attack to the overrun (2004 p. 8-11, 2025, Battle).

One battle is complete, with retreat, ground taken and overrun, before the next begins.
"""

from collections.abc import Iterator

from domain import events as e
from domain.commands import Attack, Decline, EndTurn, Play, RemoveWire, Retreat, TakeGround
from domain.errors import IllegalCommandError, Rule
from domain.hexes import Hex
from domain.position import Position
from domain.rules import combat, ground, medals, retreat
from domain.state import BattlePhase, OverrunPhase, RetreatPhase, TakeGroundPhase, Unit
from domain.steps import board, guards
from domain.steps.draft import Draft
from domain.values import LossCause, ObstacleKind, RemovalCause, Seat, seat_of


def attack(draft: Draft, command: Attack) -> None:
    """Throw a unit's battle dice at an enemy: hits first, then flags, then the ground won."""
    unit, shot = _declared(draft, command)
    overrun = isinstance(draft.state.phase, OverrunPhase)
    target = shot.target.id
    draft.then(e.AttackDeclared(unit.id, target, shot.distance, shot.dice, overrun))
    board.crush_obstacles(draft, unit, RemovalCause.ARMOR_BATTLED)
    draw = draft.state.draws
    faces = draft.chance.roll(draw, shot.dice)
    draft.then(e.DiceRolled(faces, draw))
    flags = board.lose_to_hits(draft, target, faces)
    if not draft.over and flags and target in draft.state.units:
        _push_back(draft, target, flags)
    _offer_ground(draft)


def _declared(draft: Draft, command: Attack) -> tuple[Unit, combat.Shot]:
    """The attacker and its attack, if the rules allow it."""
    phase = draft.state.phase
    if not isinstance(phase, OverrunPhase):
        guards.phase(draft.state, BattlePhase)
    unit, status = guards.ordered_unit(draft.state, command.seat, command.unit)
    target = draft.state.units.get(command.target)
    if target is None:
        raise IllegalCommandError(Rule.UNIT_UNKNOWN, unit=command.target)
    position = draft.position
    if isinstance(phase, OverrunPhase):
        if phase.unit != unit.id:
            raise IllegalCommandError(Rule.OVERRUN_OTHER_UNIT, unit=phase.unit)
    elif refused := combat.no_battle_reason(position, unit, status):
        raise IllegalCommandError(refused, unit=unit.id)
    shot = next((s for s in combat.shots(position, unit) if s.target is target), None)
    if shot is None:
        refused = combat.shot_refusal(position, unit, target)
        raise IllegalCommandError(refused, unit=unit.id, target=target.id)
    return unit, shot


def remove_wire(draft: Draft, command: RemoveWire) -> None:
    """Clear the wire under an infantry unit; that was its battle."""
    guards.phase(draft.state, BattlePhase)
    unit, status = guards.ordered_unit(draft.state, command.seat, command.unit)
    position = draft.position
    if refused := combat.no_battle_reason(position, unit, status):
        raise IllegalCommandError(refused, unit=unit.id)
    if not combat.may_clear_wire(position, unit):
        wired = ObstacleKind.WIRE in position.state.obstacles.get(unit.hex, ())
        refused = Rule.WIRE_INFANTRY_ONLY if wired else Rule.WIRE_NONE_HERE
        raise IllegalCommandError(refused, unit=unit.id)
    draft.then(e.WireCleared(unit.id, unit.hex))


def take_back_unit(draft: Draft, command: Retreat) -> None:
    """The owner's choice of retreat; the battle that caused it then goes on."""
    phase = guards.phase(draft.state, RetreatPhase)
    if command.unit != phase.unit:
        raise IllegalCommandError(Rule.RETREAT_OTHER_UNIT, unit=phase.unit)
    unit = draft.state.units[phase.unit]
    listed = retreat.routes(draft.position, unit, phase.shortest, phase.longest)
    if command.path not in listed:
        raise IllegalCommandError(Rule.RETREAT_PATH, shortest=phase.shortest, longest=phase.longest)
    _go_back(draft, unit, command.path, phase.flags - phase.losses)
    _offer_ground(draft)


def take_ground(draft: Draft, _command: TakeGround) -> None:
    """Enter the emptied hex; armor may then have a further battle."""
    phase = guards.phase(draft.state, TakeGroundPhase)
    before = draft.state.units[phase.unit]
    status = draft.state.turn.ordered[phase.unit]
    entered = draft.position.ground(phase.hex)
    draft.then(
        e.GroundTaken(
            phase.unit,
            phase.hex,
            may_battle=not entered.no_battle_on_entry,
            may_take_ground=status.may_take_ground and not entered.must_stop,
        )
    )
    board.after_leaving(draft, before)
    board.crush_obstacles(draft, draft.state.units[phase.unit], RemovalCause.ARMOR_ENTERED)
    board.after_entering(draft, before.side, phase.hex)
    if not draft.over and ground.may_overrun(draft.position, draft.state.units[phase.unit]):
        draft.then(e.OverrunOffered(phase.unit))


def decline(draft: Draft, _command: Decline) -> None:
    """Leave the ground, or the overrun's battle, alone."""
    if isinstance(draft.state.phase, OverrunPhase):
        draft.then(e.OverrunDeclined(draft.state.phase.unit))
    else:
        draft.then(e.GroundDeclined(guards.phase(draft.state, TakeGroundPhase).unit))


def battle_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each attack of each unit that has one left, wire to clear, and ending the turn."""
    for unit, status in guards.ordered_units(position):
        if combat.no_battle_reason(position, unit, status) is None:
            yield from _attacks(position, seat, unit)
            if combat.may_clear_wire(position, unit):
                yield RemoveWire(seat, unit.id)
    yield EndTurn(seat)


def overrun_options(position: Position, seat: Seat, phase: OverrunPhase) -> Iterator[Play]:
    """Each attack of the overrunning unit, and declining."""
    yield from _attacks(position, seat, position.state.units[phase.unit])
    yield Decline(seat)


def retreat_options(position: Position, seat: Seat, phase: RetreatPhase) -> Iterator[Play]:
    """Each different way back."""
    unit = position.state.units[phase.unit]
    for path in retreat.routes(position, unit, phase.shortest, phase.longest):
        yield Retreat(seat, unit.id, path)


def ground_options(seat: Seat) -> Iterator[Play]:
    """Taking the ground or leaving it."""
    yield TakeGround(seat)
    yield Decline(seat)


def _attacks(position: Position, seat: Seat, unit: Unit) -> Iterator[Play]:
    for shot in combat.shots(position, unit):
        yield Attack(seat, unit.id, shot.target.id)


def _push_back(draft: Draft, name: str, flags: int) -> None:
    """Settle the figures that no retreat can save; then ask the owner, unless nothing is left to
    choose."""
    unit = draft.state.units[name]
    terms = retreat.terms(draft.position, unit, flags)
    board.lose_figures(draft, name, terms.losses, LossCause.RETREAT_BLOCKED)
    if draft.over or name not in draft.state.units:
        return
    unit = draft.state.units[name]
    routes = retreat.routes(draft.position, unit, terms.shortest, terms.longest)
    if len(routes) > 1:
        seat = seat_of(unit.side)
        draft.then(
            e.RetreatDemanded(name, seat, flags, terms.losses, terms.shortest, terms.longest)
        )
        return
    _go_back(draft, unit, routes[0], flags - terms.losses)


def _go_back(draft: Draft, unit: Unit, path: tuple[Hex, ...], flags: int) -> None:
    """Retreat through ``path`` for ``flags`` flags; one that asks for more hexes is ignored,
    unless the path is short because its last hex wins the game."""
    if len(path) < flags and not medals.winning_hexes(draft.position, unit).intersection(path):
        draft.then(e.FlagIgnored(unit.id))
    if path:
        draft.then(e.UnitRetreated(unit.id, path))
        board.after_leaving(draft, unit)
        board.after_entering(draft, unit.side, path[-1])


def _offer_ground(draft: Draft) -> None:
    """After a battle, or the retreat in it: may the attacker advance?"""
    fight = draft.state.turn.fight
    if draft.over or fight is None or not isinstance(draft.state.phase, BattlePhase):
        return
    attacker = draft.state.units.get(fight.attacker)
    if attacker is not None and ground.may_take_ground(draft.position, attacker, fight):
        draft.then(e.GroundOffered(attacker.id, fight.ground))
