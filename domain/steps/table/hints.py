"""Hints: who plays against bots alone may be shown the best options of a decision.

Nothing of it is in the rulebooks. Beside another person, even one whose program decides, it would
be cheating. Which options those are is said in ``domain.judgement``; here it
is only noted that they were shown.
"""

from domain import events as e
from domain.commands import TakeHint
from domain.errors import IllegalCommandError, Rule
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values.bots import bot_level


def take(draft: Draft, command: TakeHint) -> None:
    """Note that a seat is shown its best options."""
    state, seat = draft.state, command.seat
    guards.awaited(state, command)
    players = set(state.seats.values())
    others = players - {state.seats[seat]}
    alone = others and all(map(bot_level, others))
    if not alone or state.created.rated or bot_level(state.seats[seat]):
        raise IllegalCommandError(Rule.HINT_NOT_ALONE)
    draft.then(e.HintGiven(seat))
