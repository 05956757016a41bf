"""Battles of ordered units, from the declared attack to the overrun (2004 p. 8-11, 2025, Battle).

One battle is complete, with ambush, retreat, taking ground and overrun, before the next begins.
"""

from collections.abc import Iterator

from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    BattleBack,
    Decline,
    Demolish,
    EndBattles,
    EndTurn,
    Play,
    RemoveWire,
    Retreat,
    TakeGround,
)
from domain.errors import IllegalCommandError, Rule
from domain.phases import (
    AmbushPhase,
    BattleBackPhase,
    BattlePhase,
    LaySmokePhase,
    OverrunPhase,
    PursuitPhase,
    TakeGroundPhase,
)
from domain.position import Position
from domain.rules.battles import ambush, combat, ground
from domain.rules.cards import orders
from domain.rules.cards.demolition import may_seal
from domain.rules.moves import afloat
from domain.rules.moves.movement import allowance, bars_battle
from domain.state import Fight, OrderedUnit, Unit
from domain.steps import board, guards
from domain.steps.cards import draw, partners
from domain.steps.draft import Draft
from domain.steps.units import hazards, retreat, smoke, strikes
from domain.values import Card, ObstacleKind, RemovalCause, Seat


def attack(draft: Draft, command: Attack) -> None:
    """Attack an enemy unit, whose owner may play an ambush."""
    unit, shot = _require_shot(draft, command)
    overrun = isinstance(draft.state.phase, OverrunPhase)
    target = shot.target
    stars = combat.stars_hit(draft.position, unit, target)
    draft.then(e.AttackDeclared(unit.id, target.id, shot.distance, shot.dice, overrun, stars=stars))
    if ambush.is_possible(draft.position, target, unit):
        owner = orders.commander(draft.position, target)
        draft.then(e.AmbushOffered(target.id, draft.state.table.leader(owner)))
    else:
        _roll_attack(draft)


def spring_ambush(draft: Draft, command: Ambush) -> None:
    """Let the attacked unit battle first; the attack continues only if the attacker stays."""
    phase = guards.phase(draft.state, AmbushPhase)
    card = _reaction(draft.position, command.seat, shared=command.shared)
    if card is None:
        raise IllegalCommandError(Rule.AMBUSH_NOT_IN_HAND, unit=phase.unit)
    fight = _fight(draft)
    attacker = draft.state.units[fight.attacker]
    ambusher = draft.state.units[phase.unit]
    dice = combat.ambush_dice(draft.position, ambusher, attacker)
    stars = combat.stars_hit(draft.position, ambusher, attacker)
    if command.shared:
        partners.take_up(draft, command.seat, card)
    draft.then(e.AmbushPlayed(command.seat, card, phase.unit, dice, stars=stars))
    faces, number = draft.roll(dice)
    draft.then(e.AmbushRolled(faces, number))
    flags = board.lose_to_hits(draft, attacker.id, faces, combat.extra_hits(stars))
    retreat.apply_flags(draft, attacker.id, flags)
    if draft.state.table.together:
        draw.replace_reactions(draft)
    _resume(draft)


def retreat_unit(draft: Draft, command: Retreat) -> None:
    """Carry out the owner's choice of retreat, and continue what caused it."""
    retreat.retreat_unit(draft, command)
    _resume(draft)


def remove_wire(draft: Draft, command: RemoveWire) -> None:
    """Clear the wire under an infantry unit, as its battle."""
    guards.phase(draft.state, BattlePhase)
    unit, status = guards.ordered_unit(draft.position, command.seat, command.unit)
    position = draft.position
    require_battle(position, unit, status)
    if not combat.may_clear_wire(position, unit):
        wired = ObstacleKind.WIRE in position.state.obstacles.get(unit.hex, ())
        rule = Rule.WIRE_INFANTRY_ONLY if wired else Rule.WIRE_NONE_HERE
        kind = position.traits(unit).type
        raise IllegalCommandError(rule, unit=unit.id, hex=unit.hex, type=kind)
    draft.then(e.WireCleared(unit.id, unit.hex))


def take_ground(draft: Draft, _command: TakeGround) -> None:
    """Enter the emptied hex; armor may then battle again."""
    phase = guards.phase(draft.state, TakeGroundPhase)
    before = draft.state.units[phase.unit]
    status = draft.state.turn.ordered[phase.unit]
    entered = draft.position.ground(phase.hex)
    traits = draft.position.traits(before)
    draft.then(
        e.GroundTaken(
            phase.unit,
            phase.hex,
            may_battle=traits.battles_on_entry or not bars_battle(entered, traits.type, 1),
            may_take_ground=status.may_take_ground and not entered.must_stop,
            ashore=afloat.comes_ashore(draft.position, before, (phase.hex,)),
        )
    )
    board.after_leaving(draft, before)
    hazards.settle_on(draft, before, (phase.hex,), RemovalCause.ARMOR_ENTERED)
    unit = draft.state.units.get(phase.unit)
    if unit is None or draft.over():
        return
    if ground.may_pursue(draft.position, unit):
        draft.then(e.PursuitOffered(unit.id))
    else:
        offer_overrun(draft, unit.id)


def offer_overrun(draft: Draft, name: str) -> None:
    """Offer a further battle to armor that has taken ground, whether or not it moved on."""
    unit = draft.state.units.get(name)
    if unit is not None and not draft.over() and ground.may_overrun(draft.position, unit):
        draft.then(e.OverrunOffered(name))


def battle_back(draft: Draft, _command: BattleBack) -> None:
    """Roll one die against the attacker, whatever protects it; then the attack continues."""
    phase, fight = guards.phase(draft.state, BattleBackPhase), _fight(draft)
    attacker = draft.state.units[fight.attacker]
    stars = combat.stars_hit(draft.position, draft.state.units[phase.unit], attacker)
    faces, draw = draft.roll(1)
    draft.then(e.BattleBackRolled(faces, draw, stars=stars))
    flags = board.lose_to_hits(draft, attacker.id, faces, combat.extra_hits(stars))
    retreat.apply_flags(draft, attacker.id, flags)
    _offer_ground(draft)


def decline(draft: Draft, command: Decline) -> None:
    """Decline what is offered."""
    phase = draft.state.phase
    if isinstance(phase, LaySmokePhase):
        smoke.decline(draft, command, phase)
    elif isinstance(phase, OverrunPhase):
        draft.then(e.OverrunDeclined(phase.unit))
    elif isinstance(phase, PursuitPhase):
        draft.then(e.PursuitDeclined(phase.unit))
        offer_overrun(draft, phase.unit)
    elif isinstance(phase, BattleBackPhase):
        draft.then(e.BattleBackDeclined(phase.unit))
        _offer_ground(draft)
    elif isinstance(phase, AmbushPhase):
        if draft.finish_phase([command.seat], e.AmbushDeclined(command.seat)):
            _roll_attack(draft)
    else:
        draft.then(e.GroundDeclined(guards.phase(draft.state, TakeGroundPhase).unit))


def battle_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each attack of each unit that may still battle, wire to clear, caves to seal, and
    ending the battles."""
    for unit, status in guards.ordered_units(position):
        if combat.no_battle_reason(position, unit, status) is None:
            yield from _attacks(position, seat, unit, overrun=False)
            if combat.may_clear_wire(position, unit):
                yield RemoveWire(seat, unit.id)
            if may_seal(position, unit):
                yield Demolish(seat, unit.hex)
    yield EndTurn(seat) if guards.second_mover(position) is None else EndBattles(seat)


def overrun_options(position: Position, seat: Seat, phase: OverrunPhase) -> Iterator[Play]:
    """Yield each attack of the overrunning unit, and declining."""
    yield from _attacks(position, seat, position.state.units[phase.unit], overrun=True)
    yield Decline(seat)


def ambush_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield the ambush, if the seat holds the card, and declining."""
    for shared in (False, True):
        if _reaction(position, seat, shared=shared) is not None:
            yield Ambush(seat, shared)
    yield Decline(seat)


def _reaction(position: Position, seat: Seat, *, shared: bool) -> Card | None:
    if shared:
        return ambush.shared_card(position, position.state.table.side_of(seat))
    return ambush.card_in(position, seat)


def battle_back_options(seat: Seat) -> Iterator[Play]:
    """Yield battling back and declining."""
    yield BattleBack(seat)
    yield Decline(seat)


def ground_options(seat: Seat) -> Iterator[Play]:
    """Yield taking the ground and declining."""
    yield TakeGround(seat)
    yield Decline(seat)


def _require_shot(draft: Draft, command: Attack) -> tuple[Unit, combat.Shot]:
    """Return the attacker and its attack, if the rules allow it."""
    phase = draft.state.phase
    overrun = isinstance(phase, OverrunPhase)
    if not overrun:
        guards.phase(draft.state, BattlePhase)
    unit, status = guards.ordered_unit(draft.position, command.seat, command.unit)
    target = draft.state.units.get(command.target)
    if target is None:
        raise IllegalCommandError(Rule.UNIT_UNKNOWN, unit=command.target)
    position = draft.position
    if isinstance(phase, OverrunPhase):
        if phase.unit != unit.id:
            raise IllegalCommandError(Rule.OVERRUN_OTHER_UNIT, unit=phase.unit)
    else:
        require_battle(position, unit, status)
    shots = combat.shots(position, unit, overrun=overrun)
    shot = next((option for option in shots if option.target is target), None)
    if shot is None:
        rule = combat.shot_refusal(position, unit, target, overrun=overrun)
        raise IllegalCommandError(rule, **combat.shot_facts(position, unit, target))
    return unit, shot


def require_battle(position: Position, unit: Unit, status: OrderedUnit) -> None:
    """Refuse a unit that may not battle now."""
    rule = combat.no_battle_reason(position, unit, status)
    if rule is not None:
        raise IllegalCommandError(
            rule,
            unit=unit.id,
            card=position.order.card,
            battles=status.battles,
            moved=status.cost,
            limit=allowance(position, unit).move_and_battle,
        )


def _attacks(position: Position, seat: Seat, unit: Unit, *, overrun: bool) -> Iterator[Play]:
    for shot in combat.shots(position, unit, overrun=overrun):
        yield Attack(seat, unit.id, shot.target.id)


def _fight(draft: Draft) -> Fight:
    fight = draft.state.turn.fight
    if fight is None:
        raise ValueError("no attack was declared")
    return fight


def _roll_attack(draft: Draft) -> None:
    """Roll the declared attack: first hits, then flags, then the ground gained."""
    fight = _fight(draft)
    board.clear_in_battle(draft, draft.state.units[fight.attacker])
    faces, number = draft.roll(fight.dice)
    draft.then(e.DiceRolled(faces, number))
    also = combat.extra_hits(fight.stars)
    retreat.apply_flags(draft, fight.target, board.lose_to_hits(draft, fight.target, faces, also))
    _offer_ground(draft)


def _resume(draft: Draft) -> None:
    """Resume the strike or attack that a retreat interrupted."""
    if draft.over() or draft.awaits_retreat():
        return
    if draft.state.turn.fight is None:
        strikes.resume(draft)
        return
    fight = _fight(draft)
    if fight.faces:
        _offer_ground(draft)
        return
    attacker = draft.state.units.get(fight.attacker)
    if attacker is None or attacker.hex != fight.start:
        draft.then(e.AttackCancelled(fight.attacker))
    else:
        _roll_attack(draft)


def _offer_ground(draft: Draft) -> None:
    """Offer the ground gained to the attacker, after a battle or the retreat in it."""
    if draft.over() or draft.awaits_retreat():
        return
    fight = _fight(draft)
    if combat.may_battle_back(draft.position, fight):
        owner = orders.commander(draft.position, draft.state.units[fight.target])
        draft.then(e.BattleBackOffered(fight.target, owner))
        return
    attacker = draft.state.units.get(fight.attacker)
    if attacker is not None and ground.may_take_ground(draft.position, attacker, fight):
        draft.then(e.GroundOffered(attacker.id, fight.ground))
