"""What a roll comes to when every throw of its dice is made by the rules, one after the other."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from domain import decide
from domain import events as e
from domain.chance import DIE
from domain.commands import Command, Decline
from domain.odds import Odds
from domain.state import GameState
from domain.values import LossCause
from tests.support.chance import Script
from tests.support.games import after


def thrown(state: GameState, command: Command) -> tuple[GameState, Command]:
    """The state and the command that the dice follow at once: an attack is let through by whoever
    might be in ambush."""
    try:
        events = decide(state, command, Script())
    except AssertionError:
        return state, command
    asked = events[-1]
    assert isinstance(asked, e.AmbushOffered)
    return after(state, events), Decline(asked.seat)


def counted(state: GameState, command: Command, told: Odds) -> Odds:
    """The odds as the rules play them out. Figures that the target does not have cannot be seen to
    be hit: ``hits`` ends with how many it has."""
    full = state.units[told.target].figures
    state, command = thrown(state, command)
    hits, flags, found = Counter[int](), Counter[int](), Counter[str]()
    for faces in product(DIE, repeat=told.dice):
        events = _roll_alone(decide(state, command, Script(" ".join(faces) + _MORE)))
        lost = {cause: _lost(events, told.target, cause) for cause in LossCause}
        hits[lost[LossCause.HITS]] += 1
        flags[faces.count("flag")] += 1
        found["losses"] += sum(lost.values())
        found["blocked"] += lost[LossCause.RETREAT_BLOCKED] > 0
        found["eliminated"] += sum(lost.values()) == full
        found["retreats"] += any(_goes_back(event, told.target) for event in events)
    whole = len(DIE) ** told.dice
    return Odds(
        target=told.target,
        dice=told.dice,
        hits=tuple(Fraction(hits[k], whole) for k in range(min(told.dice, full) + 1)),
        flags=tuple(Fraction(flags[k], whole) for k in range(told.dice + 1)),
        eliminated=Fraction(found["eliminated"], whole),
        retreats=Fraction(found["retreats"], whole),
        blocked=Fraction(found["blocked"], whole),
        losses=Fraction(found["losses"], whole),
    )


def capped(told: Odds, figures: int) -> tuple[Fraction, ...]:
    """The distribution of hits as far as it can be seen."""
    if told.dice < figures:
        return told.hits
    return (*told.hits[:figures], sum(told.hits[figures:], Fraction()))


_MORE = " armor" * 12
"""For what follows the roll: an ambushed attack that goes on, the last target of a strike."""


def _roll_alone(events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """The first roll and what came of it."""
    rolls = [n for n, one in enumerate(events) if isinstance(one, _ROLLS)]
    return events[: rolls[1]] if len(rolls) > 1 else events


_ROLLS = (e.DiceRolled, e.StrikeRolled, e.AmbushRolled)


def _lost(events: Iterable[e.Event], unit: str, cause: LossCause) -> int:
    return sum(
        event.count
        for event in events
        if isinstance(event, e.FiguresLost | e.UnitEliminated)
        and (event.unit, event.cause) == (unit, cause)
    )


def _goes_back(event: e.Event, unit: str) -> bool:
    forced = isinstance(event, e.RetreatDemanded) and event.shortest > 0
    return (forced or isinstance(event, e.UnitRetreated)) and event.unit == unit
