"""Cards that attack without a unit: choose the targets, then strike them one by one."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import EndTargets, NameTarget, Play, Strike
from domain.errors import IllegalCommandError, Rule
from domain.phases import NameTargetsPhase, StrikePhase
from domain.position import Position
from domain.rules.battles import strikes
from domain.state import StrikeStatus
from domain.steps import board, guards
from domain.steps.draft import Draft
from domain.steps.units import generals, retreat
from domain.values import Seat


def begin(draft: Draft, terms: StrikeStatus) -> None:
    """Demand the targets of a strike."""
    draft.then(e.TargetsDemanded(terms.dice, terms.most, terms.section))


def name_target(draft: Draft, command: NameTarget) -> None:
    """Add a target; the strike begins when no more can be added."""
    guards.phase(draft.state, NameTargetsPhase)
    unit = draft.state.units.get(command.unit)
    if unit is None:
        raise IllegalCommandError(Rule.UNIT_UNKNOWN, unit=command.unit)
    terms = _terms(draft.position)
    rule = strikes.target_refusal(draft.position, terms, unit)
    if rule is not None:
        facts = {"targets": list(terms.targets), "section": terms.section}
        raise IllegalCommandError(rule, unit=unit.id, hex=unit.hex, **facts)
    draft.then(e.TargetNamed(unit.id))
    if not strikes.nameable(draft.position, _terms(draft.position)):
        _fix_targets(draft)


def end_targets(draft: Draft, _command: EndTargets) -> None:
    """Add no further target; there must be at least one."""
    guards.phase(draft.state, NameTargetsPhase)
    terms = _terms(draft.position)
    if not strikes.may_end(draft.position, terms):
        rule = Rule.TARGET_NOT_IN_SECTION if terms.targets else Rule.TARGET_NONE_NAMED
        raise IllegalCommandError(rule, targets=list(terms.targets), section=terms.section)
    _fix_targets(draft)


def strike(draft: Draft, command: Strike) -> None:
    """Roll against one of the targets; each roll is settled before the next."""
    guards.phase(draft.state, StrikePhase)
    targets = _terms(draft.position).targets
    if command.target not in targets:
        raise IllegalCommandError(Rule.TARGET_NOT_NAMED, unit=command.target, targets=list(targets))
    _roll_strike(draft, command.target)
    resume(draft)


def resume(draft: Draft) -> None:
    """Strike the last target without asking; then the generals' cards are executed, if any."""
    while isinstance(draft.state.phase, StrikePhase):
        targets = _terms(draft.position).targets
        if len(targets) > 1:
            return
        _roll_strike(draft, targets[0])
    generals.begin(draft)


def name_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each possible target, and ending when there are enough."""
    terms = _terms(position)
    for unit in strikes.nameable(position, terms):
        yield NameTarget(seat, unit.id)
    if strikes.may_end(position, terms):
        yield EndTargets(seat)


def strike_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Return each target that has not been struck yet."""
    return (Strike(seat, name) for name in _terms(position).targets)


def _fix_targets(draft: Draft) -> None:
    draft.then(e.TargetsFixed())
    resume(draft)


def _roll_strike(draft: Draft, target: str) -> None:
    terms = _terms(draft.position)
    spec = draft.position.spec.strike
    also = frozenset() if spec is None else spec.also_hits
    faces, draw = draft.roll(terms.dice)
    draft.then(e.StrikeRolled(target, faces, draw))
    flags = board.lose_to_hits(draft, target, faces, also)
    retreat.apply_flags(draft, target, flags, may_ignore=False)


def _terms(position: Position) -> StrikeStatus:
    terms = position.state.turn.strike
    if terms is None:
        raise ValueError("no strike is under way")
    return terms
