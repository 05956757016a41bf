"""Rule cases: given a board, when commands are given, then events follow or a rule refuses."""

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import Command
from domain.errors import IllegalCommandError, Rule
from domain.values import EditionName
from tests.support.chance import Script, faces
from tests.support.games import BOTH, Skirmish


@dataclass(frozen=True)
class Case:
    """One row of a rule table.

    The last command of ``when`` leads to the events ``then``, or is ``refused``; those before it
    are carried out first. ``dice`` are all dice thrown in the case, no more and no fewer.
    """

    name: str
    source: str
    given: Skirmish
    when: Command | tuple[Command, ...]
    dice: str = ""
    then: tuple[e.Event, ...] = ()
    refused: Rule | None = None
    editions: tuple[EditionName, ...] = BOTH

    def __post_init__(self) -> None:
        if bool(self.then) == bool(self.refused):
            raise ValueError(f"{self.name}: either events follow or a rule refuses")


def runs(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Each case under each of its editions."""
    rows = [
        pytest.param(case, edition, id=f"{case.name} ({edition})")
        for case in cases
        for edition in case.editions
    ]
    return pytest.mark.parametrize(("case", "edition"), rows)


def check(case: Case, edition: EditionName) -> None:
    """Play a case and compare."""
    *before, last = case.when if isinstance(case.when, tuple) else (case.when,)
    state = case.given.begin(edition)
    chance = Script(case.dice)
    for command in before:
        state = fold(decide(state, command, chance), state) or state
    try:
        events = decide(state, last, chance)
        outcome = told(events)
    except IllegalCommandError as refusal:
        outcome = [f"refused: {refusal.rule}"]
    expected = [f"refused: {case.refused}"] if case.refused else told(case.then)
    assert outcome == expected, case.source
    assert chance.left == [], "dice of the script that nobody threw"


def told(events: Iterable[e.Event]) -> list[str]:
    """Events, one line each, with their hidden parts."""
    return [
        f"{event} {[(name, getattr(event, name)) for name in sorted(e.hidden_names(type(event)))]}"
        for event in events
    ]


def throw(
    attacker: str,
    target: str,
    dice: str,
    *,
    distance: int = 1,
    overrun: bool = False,
    draw: int = 1,
) -> tuple[e.Event, e.Event]:
    """An attack and its dice. Draw 0 of a game was the first shuffle."""
    thrown = faces(dice)
    declared = e.AttackDeclared(attacker, target, distance, len(thrown), overrun)
    return declared, e.DiceRolled(thrown, draw)
