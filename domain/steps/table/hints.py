"""Hints: a player whose opponents are all bots may see the best options of a decision.

None of this is in the rulebooks. Against another person, even one whose program decides, it would
be cheating. ``domain.judgement`` finds the options; here it is only recorded that they were shown.
"""

from domain import events as e
from domain.commands import TakeHint
from domain.errors import IllegalCommandError, Rule
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values.bots import bot_level


def take(draft: Draft, command: TakeHint) -> None:
    """Record that a seat is shown its best options."""
    state, seat = draft.state, command.seat
    guards.awaited(state, command)
    players = set(state.seats.values())
    others = players - {state.seats[seat]}
    alone = others and all(map(bot_level, others))
    if not alone or state.created.rated or bot_level(state.seats[seat]):
        raise IllegalCommandError(Rule.HINT_NOT_ALONE)
    draft.then(e.HintGiven(seat))
