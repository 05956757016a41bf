"""The account of every recorded game: nothing is left out, nothing is told twice, and it agrees
with the events and the states."""

import gzip
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import get_args

import msgspec
import pytest

from api.answers.timeline import TimelineRenderer
from api.locales import LANGUAGES
from domain import events as e
from domain import evolve
from domain.history import mainline_spans
from domain.narrative import Entry, Turn, agreements, battles, cards, narrate
from domain.narrative.grouping import ROLES
from domain.redaction import RedactedEvent, redact
from domain.state import GameState
from domain.values import Card, Face, Seat, Side
from tests.replay import BRANCHES, GAMES, load
from tests.support.each import each
from tests.support.seating import SEATS
from tests.support.words import event_in

FILES = {path.stem: path for path in sorted((*GAMES.glob("*.jsonl"), *BRANCHES.glob("*.jsonl")))}
NAMES = list(FILES)
EVERYONE = (frozenset[Seat](), frozenset({Seat.ALLIES}), frozenset({Seat.AXIS}), frozenset(SEATS))
ROLLS = e.Throw
MAX_BYTES = 100_000


@cache
def events_of(name: str) -> tuple[e.Event, ...]:
    """All events of a recording."""
    game = load(FILES[name])
    commands = (*game.past, *game.events)
    stored = [game.created, *(event for events in commands for event in events)]
    return tuple(map(event_in, stored))


@cache
def states_of(name: str) -> tuple[GameState, ...]:
    """The state after each event."""
    found: list[GameState] = []
    for event in events_of(name):
        before = found[-1] if found else None
        found.append(evolve(before, event, lambda version: found[version - 1]))
    return tuple(found)


def redacted(events: Iterable[e.Event], seats: frozenset[Seat]) -> list[RedactedEvent]:
    return [RedactedEvent(redact(event, seats), None, n * 1000) for n, event in enumerate(events)]


@cache
def turns_of(name: str, seats: frozenset[Seat] = frozenset()) -> tuple[Turn, ...]:
    return narrate(redacted(events_of(name), seats))


def entries_of(name: str) -> list[Entry]:
    return [entry for turn in turns_of(name) for entry in turn.entries]


def gone_from(name: str) -> set[int]:
    """The versions that were taken back."""
    events = events_of(name)
    back = {n: one.to_version for n, one in enumerate(events, 1) if isinstance(one, e.TakenBack)}
    stand = {v for a, b in mainline_spans(len(events), back) for v in range(a, b + 1)}
    return set(range(1, len(events) + 1)) - stand


def test_every_type_of_event_has_its_place_and_its_words() -> None:
    kinds = set(get_args(e.Event))
    assert set(ROLES) == kinds
    tables = [cards.CLAUSES, battles.CLAUSES, agreements.CLAUSES]
    assert {kind for table in tables for kind in table} == kinds
    assert sum(map(len, tables)) == len(kinds)


@each("name", NAMES)
def test_each_event_is_in_one_entry_of_one_turn(name: str) -> None:
    reached = 0
    for turn in turns_of(name):
        assert turn.first == turn.entries[0].first
        for entry in turn.entries:
            assert entry.first == reached + 1
            assert entry.parts
            reached = entry.last
        assert turn.last == reached
    assert reached == len(events_of(name))


@each("name", NAMES)
def test_an_entry_has_the_dice_figures_and_medals_of_its_events(name: str) -> None:
    states = states_of(name)
    for entry in entries_of(name):
        events = events_of(name)[entry.first - 1 : entry.last]
        before = states[max(entry.first - 2, 0)]
        assert entry.dice == tuple(one.faces for one in events if isinstance(one, ROLLS))
        lost = dict.fromkeys(Side, 0)
        for one in events:
            if isinstance(one, e.FiguresLost | e.UnitEliminated):
                lost[before.units[one.unit].side] += one.count
        assert entry.losses == lost
        if not any(isinstance(one, e.TakenBack) for one in events):
            after = states[entry.last - 1]
            assert entry.medals == {side: after.medals[side] - before.medals[side] for side in Side}


@each("name", NAMES)
def test_a_turn_ends_with_the_medals_of_the_state(name: str) -> None:
    for turn in turns_of(name):
        state = states_of(name)[turn.last - 1]
        assert turn.medals == state.medals
        assert turn.number == state.turn.number
        assert turn.seat == (state.turn.seat if state.turn.number else None)


@each("name", NAMES)
def test_what_was_taken_back_is_what_no_longer_counts(name: str) -> None:
    marked = {
        version
        for entry in entries_of(name)
        if entry.undone
        for version in range(entry.first, entry.last + 1)
    }
    assert marked == gone_from(name)
    for turn in turns_of(name):
        assert turn.undone == all(entry.undone for entry in turn.entries)


@each("name", NAMES)
def test_figures_of_turns_that_stand_add_up_to_those_that_are_gone(name: str) -> None:
    last = states_of(name)[-1]
    full = {unit.id: unit for unit in last.created.setup.units}
    landed = [one for one in events_of(name) if isinstance(one, e.UnitLanded | e.UnitArrived)]
    restored = sum(
        one.count
        for version, one in enumerate(events_of(name), 1)
        if isinstance(one, e.FiguresRestored) and version not in gone_from(name)
    )
    exited = [
        states_of(name)[version - 2].units[one.unit].figures
        for version, one in enumerate(events_of(name), 1)
        if isinstance(one, e.UnitExited) and version not in gone_from(name)
    ]
    began = sum(unit.figures for unit in full.values()) + sum(one.figures for one in landed)
    left = sum(unit.figures for unit in last.units.values()) + sum(exited)
    told_lost = sum(
        turn.losses[side] for turn in turns_of(name) if not turn.undone for side in Side
    )
    assert told_lost - restored == began - left


@pytest.mark.no_cover
@each("name", NAMES)
def test_the_opponent_sees_the_same_whatever_the_hidden_cards(name: str) -> None:
    dice = random.Random(7)
    other = tuple(_with_other_cards(event, dice) for event in events_of(name))
    for seats, hidden in ((EVERYONE[0], set(SEATS)), (EVERYONE[1], {Seat.AXIS})):
        swapped = [
            new if _belongs_to(event, hidden) else event
            for event, new in zip(events_of(name), other, strict=True)
        ]
        assert narrate(redacted(swapped, seats)) == turns_of(name, seats)
    assert other != events_of(name)


def _belongs_to(event: e.Event, seats: set[Seat]) -> bool:
    audience = e.audience(event)
    return not audience or audience[0] in seats


def _with_other_cards(event: e.Event, dice: random.Random) -> e.Event:
    """The event with what it hides changed."""
    match event:
        case e.CardDrawn() | e.CardKept():
            return replace(event, card=dice.choice(list(Card)))
        case e.CardsDealt() | e.CardsOffered():
            return replace(event, cards=tuple(dice.choices(list(Card), k=event.count)))
        case e.DeckShuffled() | e.DrawPileShuffled() | e.UnseenShuffled():
            return replace(event, order=event.order[::-1])
        case e.GameCreated():
            return replace(event, seed="00" * 32)
        case _:
            return event


@pytest.mark.no_cover
@each("language", LANGUAGES)
def test_every_entry_can_be_told_in_every_language(language: str) -> None:
    words = TimelineRenderer(language)
    for name in NAMES:
        for turn in turns_of(name, EVERYONE[3]):
            for entry in turn.entries:
                line = words.line(entry.parts)
                assert line == " ".join(line.split())
                assert "{" not in line


@pytest.mark.no_cover
@each("name", NAMES)
def test_a_whole_game_is_reported_in_less_than_100_kb(name: str) -> None:
    words = TimelineRenderer("de")
    said = [
        {"turn": turn, "lines": [words.line(entry.parts) for entry in turn.entries]}
        for turn in turns_of(name, EVERYONE[3])
    ]
    assert len(gzip.compress(msgspec.json.encode(said))) < MAX_BYTES


def test_dice_are_shown_as_they_fell() -> None:
    faces = [roll for name in NAMES for entry in entries_of(name) for roll in entry.dice]
    assert {face for roll in faces for face in roll} == set(Face)
