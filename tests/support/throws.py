"""What a roll comes to when every throw of its dice is made by the rules, one after the other."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from domain import decide
from domain import events as e
from domain.analysis.odds import Odds
from domain.chance import DIE
from domain.commands import Command, Decline
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


@dataclass(frozen=True)
class Came:
    """What the rules made of one throw: figures lost to hits, flags shown, figures lost in all."""

    hits: int
    flags: int
    losses: int
    blocked: bool
    eliminated: bool
    retreats: bool


def came(state: GameState, command: Command, target: str, faces: Iterable[str]) -> Came:
    """What comes of these faces; ``state`` and ``command`` as ``thrown`` has them."""
    shown = list(faces)
    events = _roll_alone(decide(state, command, Script(" ".join(shown) + _MORE)))
    lost = {cause: _lost(events, target, cause) for cause in LossCause}
    return Came(
        hits=lost[LossCause.HITS],
        flags=shown.count("flag"),
        losses=sum(lost.values()),
        blocked=lost[LossCause.RETREAT_BLOCKED] > 0,
        eliminated=sum(lost.values()) == state.units[target].figures,
        retreats=any(_goes_back(event, target) for event in events),
    )


def counted(state: GameState, command: Command, result: Odds) -> Odds:
    """The odds as the rules play them out."""
    before, then = thrown(state, command)
    throws = product(DIE, repeat=result.dice)
    found = Counter(came(before, then, result.target, faces) for faces in throws)
    return summed(found, result, state.units[result.target].figures)


def summed(found: Counter[Came], result: Odds, full: int) -> Odds:
    """Throws as odds of the dice and the target of ``told``. Figures that the target does not have
    cannot be seen to be hit: ``hits`` ends with how many it has."""
    whole = found.total()

    def chance(number: Callable[[Came], int]) -> Fraction:
        return Fraction(sum(count * number(one) for one, count in found.items()), whole)

    return Odds(
        target=result.target,
        dice=result.dice,
        hits=tuple(
            chance(lambda one, k=k: one.hits == k)  # type: ignore[misc]
            for k in range(min(result.dice, full) + 1)
        ),
        flags=tuple(
            chance(lambda one, k=k: one.flags == k)  # type: ignore[misc]
            for k in range(result.dice + 1)
        ),
        eliminated=chance(lambda one: one.eliminated),
        retreats=chance(lambda one: one.retreats),
        blocked=chance(lambda one: one.blocked),
        losses=chance(lambda one: one.losses),
    )


def capped(result: Odds, figures: int) -> tuple[Fraction, ...]:
    """The distribution of hits as far as it can be seen."""
    if result.dice < figures:
        return result.hits
    return (*result.hits[:figures], sum(result.hits[figures:], Fraction()))


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
