"""Rule cases: given a board, when commands are given, then events follow or a rule refuses.

``cases`` reads them from text, one or two lines each::

    # 2004 p. 10, Resolve Battle; 2025, Retreat
    @ card general_advance
    the owner picks one way, and the ground is offered
        2: . .; 3: i .; 4: . I; battle I | I > i [flag star star]; i back nw => retreated i nw
    its own edge is near {2025} | axis: I > i => refused unit.not_yours

A case is its name, the editions that it is for if not all, what is given, what is commanded (with
the dice thrown) and what follows of the last command; where the books differ, by the older one
before `` / ``. Words and values: ``case_text.py``. The last command may be a question:
``questions.py``. The board (rows, ``boards.py``, also one a line) and the phase with the ordered
units stay from case to case until others are named. What else is given holds for its case alone, or
after ``@`` until the next ``@``: ``left``, ``shape double`` or ``shape long`` (the board),
``medals``, ``hand``, ``extra``, ``lots`` (numbers that are drawn), ``first``, ``card``, ``held``,
``enemy``, ``deck``,
``played recon_left in left as air_power`` (how the card was played),
``hurt I 2`` (figures lost before), ``over`` (the first turn is), ``objective m1 temporary allies
4,10 4,12 need 2``, ``kind I sniper`` (what a unit is), ``doctrine axis
imperial_japanese_army i`` (of a side, or of some units), and ``with NAME`` for changes that the
table's caller names. ``#`` gives the source of those that follow. Further lines of an entry are
indented.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import dedent
from typing import Any, Protocol

import pytest

from api import locales
from domain import decide, fold
from domain import events as e
from domain.commands import Command
from domain.editions import rulebook
from domain.errors import IllegalCommandError, Rule
from domain.position import Position
from domain.setup import AppliedDoctrine, Objective
from domain.state import GameState
from domain.values import (
    Card,
    Check,
    DiscardSource,
    Doctrine,
    EditionName,
    LossCause,
    ObjectiveKind,
    Section,
    Side,
    UnitKind,
)
from tests.support.boards import SHAPES
from tests.support.case_text import command, hex_, report
from tests.support.chance import Script, faces
from tests.support.games import BOTH, Skirmish
from tests.support.questions import QUESTIONS
from tests.support.seating import opponent, seat_of

PERHAPS = {"section", "as_card"}
"""Facts that are None where a command does not say them."""
SEVERAL_FACTS = {
    Rule("battle.camouflaged"),
    Rule("battle.own_side"),
    Rule("battle.moved_too_far"),
    Rule("movement.other_path"),
    Rule("smoke.no_chain"),
    Rule("target.not_in_section"),
}
"""Rules that refuse different commands, with different facts."""


class Given(Protocol):
    """A game in the middle of a turn."""

    def begin(self, edition: EditionName) -> GameState:
        """The game by an edition."""


@dataclass(frozen=True)
class Case:
    """One row of a rule table.

    The last command of ``when`` leads to the events ``then``, or is ``refused``; those before it
    are carried out first. ``dice`` are all dice thrown in the case, no more and no fewer. What is
    text is read when the case is played.
    """

    name: str
    source: str
    given: Given
    when: Command | tuple[Command | str, ...]
    dice: str = ""
    then: tuple[e.Event, ...] | str = ()
    refused: Rule | None = None
    editions: tuple[EditionName, ...] = BOTH

    def __post_init__(self) -> None:
        if bool(self.then) == bool(self.refused):
            raise ValueError(f"{self.name}: either events follow or a rule refuses")


Named = Mapping[str, Mapping[str, Any]]
Reader = Callable[[Any, list[str], Named], Any]


def skirmish(before: Skirmish | None, parts: list[str], named: Named) -> Skirmish:
    """A drawn board: its rows and its phase, or those of the case ``before``; the rest anew."""
    rows = "\n".join(part for part in parts if part[0].isdigit())
    given = replace(before, picture=rows or before.picture) if before else Skirmish(rows)
    given = Skirmish(given.picture, ordered=given.ordered, phase=given.phase)
    for part in sorted(parts, key="over".__eq__):
        word, _, rest = part.partition(" ")
        if word == "with":
            given = _with(given, named[rest])
        elif not word[0].isdigit():
            given = OPTIONS[word](given, rest)
    return given


def _with(given: Skirmish, more: Mapping[str, Any]) -> Skirmish:
    return replace(given, **{**more, "changes": {**given.changes, **more.get("changes", {})}})


def _phase(name: str) -> Callable[[Skirmish, str], Skirmish]:
    return lambda given, ordered: replace(given, phase=name, ordered=ordered)  # type: ignore[arg-type]


def _field(name: str, read: Callable[[str], Any]) -> Callable[[Skirmish, str], Skirmish]:
    return lambda given, words: replace(given, **{name: read(words)})


def _cards(words: str) -> tuple[Card, ...]:
    return tuple(map(Card, words.split()))


def _played_as(given: Skirmish, words: str) -> Skirmish:
    card, *more = words.split()
    pairs = dict(pairwise(more))
    played = e.CardPlayed(
        seat_of(given.first),
        Card(card),
        Card(pairs["as"]) if "as" in pairs else None,
        Section(pairs["in"]) if "in" in pairs else None,
        "fallback" in more,
    )
    return replace(given, played=played)


def _hurt(given: Skirmish, words: str) -> Skirmish:
    unit, count = words.split()
    return replace(given, then=(*given.then, e.FiguresLost(unit, int(count), LossCause.HITS)))


def _over(given: Skirmish, words: str) -> Skirmish:
    seat = seat_of(given.first)
    discarded = e.CardDiscarded(seat, given.card, DiscardSource.IN_PLAY)
    ended = (discarded, e.TurnEnded(1, seat), e.TurnStarted(2, opponent(seat)))
    return replace(given, then=(*given.then, *ended))


CHECKS = {"later": Check.END_OF_OWN_TURN, "early": Check.START_OF_OWN_TURN}


def _objective(given: Skirmish, words: str) -> Skirmish:
    name, kind, *more = words.split()
    hexes = tuple(hex_(word) for word in more if "," in word)
    side = next((Side(word) for word in more if word in tuple(Side)), None)
    pairs = dict(pairwise(more))
    need, medals = int(pairs.get("need", 1)), int(pairs.get("medals", 1))
    check = next((CHECKS[word] for word in more if word in CHECKS), Check.ALWAYS)
    prize = Objective(name, side, ObjectiveKind(kind), hexes, medals, "", need, check)
    objectives = (*given.changes.get("objectives", ()), prize)  # type: ignore[misc]
    return replace(given, changes={**given.changes, "objectives": objectives})


def _kind(given: Skirmish, words: str) -> Skirmish:
    unit, kind = words.split()
    return replace(given, kinds={**given.kinds, unit: UnitKind(kind)})


def _doctrine(given: Skirmish, words: str) -> Skirmish:
    side, name, *units = words.split()
    applied = AppliedDoctrine(Side(side), Doctrine(name), tuple(units))
    doctrines = (*given.changes.get("doctrines", ()), applied)  # type: ignore[misc]
    return replace(given, changes={**given.changes, "doctrines": doctrines})


NUMBERS = ("extra", "lots")
OPTIONS: dict[str, Callable[[Skirmish, str], Skirmish]] = {
    **{name: _phase(name) for name in ("seating", "play_card", "order", "move", "battle")},
    **{name: _field(name, int) for name in ("left", "medals", "hand")},
    **{name: _field(name, _cards) for name in ("held", "enemy", "deck")},
    "shape": _field("shape", SHAPES.__getitem__),
    **{name: _field(name, lambda words: tuple(map(int, words.split()))) for name in NUMBERS},
    "first": _field("first", Side),
    "card": _field("card", Card),
    "played": _played_as,
    "hurt": _hurt,
    "over": _over,
    "objective": _objective,
    "kind": _kind,
    "doctrine": _doctrine,
}


def cases(text: str, read: Reader = skirmish, **named: Mapping[str, Any]) -> tuple[Case, ...]:
    """The cases of a table."""
    found: list[Case] = []
    source, options, given = "", [], None
    # Rows of a board may stand below each other.
    text = re.sub(r"(?m)^( +\d+:(?:(?! \| |;).)*)$", r"\1;", dedent(text).strip())
    for entry in re.split(r"\n(?! )", text):
        first, _, more = entry.partition("\n")
        words = " ".join(entry.split())
        if entry[0] == "#":
            source = words[2:]
        elif entry[0] == "@":
            options = words[2:].split("; ") if words[2:] else []
        else:
            name, _, rest = words.partition(" | ") if " | " in first else (first, "", more)
            case = _case(name, " ".join(rest.split()))
            parts = [part for part in re.split("; ?", str(case.given)) if part]
            given = read(given, [*options, *parts], named)
            found.append(replace(case, source=source, given=given))
    return tuple(found)


def _case(name: str, words: str) -> Case:
    given, _, play = words.rpartition(" | ")
    when, _, then = play.partition(" => ")
    name, _, edition = name.partition(" {")
    rule = then.removeprefix("refused ")
    return Case(
        name,
        "",
        given,  # type: ignore[arg-type]
        tuple(when.split("; ")),
        dice=" ".join(re.findall(r"\[(.*?)\]", when)),
        then="" if rule != then else then,
        refused=Rule(rule) if rule != then else None,
        editions=(EditionName(edition[:-1]),) if edition else BOTH,
    )


def runs(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Each case."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


def check(case: Case, *editions: EditionName) -> None:
    """Play a case by these editions, or by all of its own, and compare."""
    by = editions or case.editions
    played = {edition: _played(case, edition) for edition in by}
    assert played == {edition: _expected(case, edition) for edition in by}, case.source


def _expected(case: Case, edition: EditionName) -> object:
    if case.refused:
        return f"refused {case.refused}"
    if isinstance(case.then, str):
        return case.then.split(" / ")[BOTH.index(edition) if " / " in case.then else 0]
    return event_lines(case.then)


def at_last(case: Case, edition: EditionName) -> tuple[GameState, Command | str, Script]:
    """The game before the last command of a case, that command, and the dice that are left."""
    *before, last = case.when if isinstance(case.when, tuple) else (case.when,)
    state = case.given.begin(edition)
    lots = case.given.lots if isinstance(case.given, Skirmish) else ()
    chance = Script(case.dice, drifts=lots)
    for words in before:
        state = fold(decide(state, _command(state, words), chance), state) or state
    return state, last, chance


def _played(case: Case, edition: EditionName) -> object:
    state, last, chance = at_last(case, edition)
    if isinstance(last, str) and last.endswith("?"):
        assert isinstance(case.given, Skirmish)
        word, *asked = last[:-1].split()
        return QUESTIONS[word](
            Position(rulebook(state.created), state), case.given.board.marks, asked
        )
    outcome: object
    try:
        events = decide(state, _command(state, last), chance)
        outcome = (
            report(state, events, str(last)) if isinstance(case.then, str) else event_lines(events)
        )
    except IllegalCommandError as refusal:
        outcome = f"refused {refusal.rule}"
        if not _has_its_facts(refusal):
            outcome = f"{outcome} with {refusal.facts}"
    if chance.left:
        outcome = f"{outcome}, but nobody threw {chance.left}"
    return outcome


def _has_its_facts(refusal: IllegalCommandError) -> bool:
    """Whether a refusal has the facts that its problem is documented with."""
    documented = locales.refusal(refusal.rule)["facts"].keys()
    told = {name for name, fact in refusal.facts.items() if fact is not None or name in PERHAPS}
    return refusal.rule in SEVERAL_FACTS or documented <= told


def _command(state: GameState, words: Command | str) -> Command:
    return command(state, words.partition(" [")[0]) if isinstance(words, str) else words


def event_lines(events: Iterable[e.Event]) -> list[str]:
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
