"""Cards that attack without a unit: name the targets, then strike them one by one."""

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
    """Ask for the targets of a strike."""
    draft.then(e.TargetsDemanded(terms.dice, terms.most, terms.section))


def name_target(draft: Draft, command: NameTarget) -> None:
    """One more target; when no further one can be named, the strike begins."""
    guards.phase(draft.state, NameTargetsPhase)
    unit = draft.state.units.get(command.unit)
    if unit is None:
        raise IllegalCommandError(Rule.UNIT_UNKNOWN, unit=command.unit)
    terms = _terms(draft.position)
    refused = strikes.target_refusal(draft.position, terms, unit)
    if refused is not None:
        facts = {"targets": list(terms.targets), "section": terms.section}
        raise IllegalCommandError(refused, unit=unit.id, hex=unit.hex, **facts)
    draft.then(e.TargetNamed(unit.id))
    if not strikes.nameable(draft.position, _terms(draft.position)):
        _fix(draft)


def end_targets(draft: Draft, _command: EndTargets) -> None:
    """Name no further target; one at least is named."""
    guards.phase(draft.state, NameTargetsPhase)
    terms = _terms(draft.position)
    if not strikes.may_end(draft.position, terms):
        rule = Rule.TARGET_NOT_IN_SECTION if terms.targets else Rule.TARGET_NONE_NAMED
        raise IllegalCommandError(rule, targets=list(terms.targets), section=terms.section)
    _fix(draft)


def strike(draft: Draft, command: Strike) -> None:
    """Throw the dice against one of the named units; each roll is settled before the next."""
    guards.phase(draft.state, StrikePhase)
    targets = _terms(draft.position).targets
    if command.target not in targets:
        raise IllegalCommandError(Rule.TARGET_NOT_NAMED, unit=command.target, targets=list(targets))
    _throw(draft, command.target)
    go_on(draft)


def go_on(draft: Draft) -> None:
    """Strike the last target left without asking; what a Commander-in-Chief has handed out besides
    is carried out then."""
    while isinstance(draft.state.phase, StrikePhase):
        left = _terms(draft.position).targets
        if len(left) > 1:
            return
        _throw(draft, left[0])
    generals.begin(draft)


def name_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each unit that can be named, and ending when enough are."""
    terms = _terms(position)
    for unit in strikes.nameable(position, terms):
        yield NameTarget(seat, unit.id)
    if strikes.may_end(position, terms):
        yield EndTargets(seat)


def strike_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each target that has not been struck yet."""
    return (Strike(seat, name) for name in _terms(position).targets)


def _fix(draft: Draft) -> None:
    draft.then(e.TargetsFixed())
    go_on(draft)


def _throw(draft: Draft, target: str) -> None:
    terms = _terms(draft.position)
    spec = draft.position.spec.strike
    also = frozenset() if spec is None else spec.also_hits
    faces, draw = draft.roll(terms.dice)
    draft.then(e.StrikeRolled(target, faces, draw))
    flags = board.lose_to_hits(draft, target, faces, also)
    retreat.push_back(draft, target, flags, may_ignore=False)


def _terms(position: Position) -> StrikeStatus:
    terms = position.state.turn.strike
    if terms is None:
        raise ValueError("no strike is under way")
    return terms
