"""Laying a smoke screen, before the first turn (special rule)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import Decline, LaySmoke, Play
from domain.errors import IllegalCommandError, Rule
from domain.phases import LaySmokePhase
from domain.position import Position
from domain.rules import smoke
from domain.steps import guards
from domain.steps.cards import commissar
from domain.steps.draft import Draft
from domain.values import Seat


def offer_or_begin(draft: Draft) -> None:
    """Offer a smoke screen to the side that may lay one, or begin the first turn."""
    side = draft.state.created.setup.smoke_screen
    if side is None:
        commissar.begin(draft)
    else:
        draft.then(e.SmokeOffered(draft.state.table.first_of(side)))


def lay(draft: Draft, command: LaySmoke) -> None:
    """Lay a marker; the first turn begins after the last one."""
    phase = guards.phase(draft.state, LaySmokePhase)
    if command.hex not in smoke.places(draft.position, phase):
        raise IllegalCommandError(Rule.SMOKE_NO_CHAIN, hex=command.hex, laid=phase.laid)
    draft.then(e.SmokeLaid(command.hex))
    if len(phase.laid) + 1 == smoke.MARKERS:
        commissar.begin(draft)


def decline(draft: Draft, command: Decline, phase: LaySmokePhase) -> None:
    """Lay no smoke screen: either all of its markers are laid or none."""
    if phase.laid:
        raise IllegalCommandError(Rule.SMOKE_NO_CHAIN, hex=None, laid=phase.laid)
    draft.then(e.SmokeDeclined(command.seat))
    commissar.begin(draft)


def options(position: Position, seat: Seat, phase: LaySmokePhase) -> Iterator[Play]:
    """Yield each hex for the next marker, and declining if none is laid yet."""
    for hex_ in smoke.places(position, phase):
        yield LaySmoke(seat, hex_)
    if not phase.laid:
        yield Decline(seat)
