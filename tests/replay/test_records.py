"""Recorded games are told in writing, read back and played again: the same events every time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from domain.events import Event, GameCreated, SeatResigned
from domain.notation import LoggedCommand, Record, creation, read, record_of, replay, write
from domain.notation.record import Header
from domain.notation.words import WORDS
from domain.scenarios import slugs
from domain.values import Ending, Seat
from tests.replay import BRANCHES, CANCELLED, GAMES, load
from tests.support.each import each
from tests.support.seating import SEATS
from tests.support.words import event_in

NAMES = sorted(path.stem for path in GAMES.glob("*.jsonl"))
ONLOOKERS = (frozenset[Seat](), frozenset({Seat.ALLIES}), frozenset({Seat.AXIS}), frozenset(SEATS))


@dataclass(frozen=True)
class Told:
    """A recorded game: its creation, its commands by what came of them, and its record."""

    created: GameCreated
    deeds: list[LoggedCommand]
    record: Record
    text: str
    size: int
    times: list[int]


@cache
def game(name: str) -> Told:
    """A recorded game by its name."""
    stored = load(GAMES / f"{name}.jsonl")
    created = event_in(stored.created)
    assert isinstance(created, GameCreated)
    pairs = zip(stored.commands, stored.events, strict=True)
    deeds = [LoggedCommand(Seat(c["seat"]), tuple(map(event_in, found))) for c, found in pairs]
    record = record_of(created, deeds)
    size = (GAMES / f"{name}.jsonl").stat().st_size
    times = [command.get("at", 0) for command in stored.commands]
    return Told(created, deeds, record, write(record), size, times)


def events_of(
    record: Record, created: GameCreated, times: Sequence[int] = ()
) -> list[tuple[Event, ...]]:
    """What comes of the commands of a record."""
    return [done.events for done in replay(record, created, [0, *times] if any(times) else None)]


@each("name", NAMES)
def test_a_game_is_the_same_after_it_was_written_and_read(name: str) -> None:
    one = game(name)
    record = read(one.text)
    assert record == one.record
    assert write(record) == one.text
    assert events_of(record, one.created, one.times) == [deed.events for deed in one.deeds]


@each("name", NAMES)
def test_a_record_is_an_eighth_of_its_game_at_most(name: str) -> None:
    assert len(game(name).text) * 8 < game(name).size


def test_a_record_creates_its_game_unless_the_battle_has_changed_since() -> None:
    todays = {name for name in NAMES if game(name).created.scenario in slugs()}
    changed = {name for name in todays if creation(game(name).record) != game(name).created}
    assert changed == {"pegasus_2004", "pegasus_2025"}


def test_who_may_not_know_a_card_does_not_read_it() -> None:
    one = game("toulon_2025")
    for viewer in ONLOOKERS:
        record = record_of(one.created, one.deeds, viewer)
        assert read(write(record)) == record
        assert not record.complete and record.header("Seed") is None
        assert one.created.seed not in write(record)
        for step in record.steps:
            shown = {part.split()[0] for part in step.outcome if "a card" in part}
            assert shown.isdisjoint(viewer)
            assert (step.argument == "?") is (step.word == "keep" and step.seat not in viewer)


def test_a_game_that_never_began_has_a_record() -> None:
    stored = load(CANCELLED / "left_2025.jsonl")
    created = event_in(stored.created)
    assert isinstance(created, GameCreated)
    record = record_of(
        created, [LoggedCommand(None, tuple(map(event_in, found))) for found in stored.events]
    )
    assert [step.word for step in record.steps] == ["sit", "stand", "sit", "cancel"]
    assert read(write(record)) == record
    seeded = replace(record, headers=record.headers | {"Seed": Header(created.seed)})
    assert events_of(seeded, created) == [tuple(map(event_in, found)) for found in stored.events]


def test_every_word_of_the_notation_occurs_in_a_recorded_game() -> None:
    said = {step.word for name in NAMES for step in game(name).record.steps}
    assert said | {"timeout", "branch", "stand", "cancel"} == {row.word for row in WORDS}


def branch(name: str) -> tuple[GameCreated, list[LoggedCommand]]:
    """A recorded branch: its creation, and what it shares and has of its own."""
    stored = load(BRANCHES / f"{name}.jsonl")
    created = event_in(stored.created)
    assert isinstance(created, GameCreated)
    items = [tuple(map(event_in, found)) for found in (*stored.past, *stored.events)]
    first = len(stored.past) + 1
    own = [None] * first + [Seat(command["seat"]) for command in stored.commands[1:]]
    # In the past only who took something back has to be known.
    return created, [
        LoggedCommand(seat or Seat.ALLIES, events) for seat, events in zip(own, items, strict=True)
    ]


@each("name", ["anew_2025", "kept_2025"])
def test_a_branch_is_reported_for_reading(name: str) -> None:
    created, deeds = branch(name)
    record = record_of(created, deeds)
    assert read(write(record)) == record
    assert record.header("View") == "both" and record.header("Seed") is None
    assert [step.word for step in record.steps].count("branch") == 1
    shuffled = any("unknown cards shuffled" in step.outcome for step in record.steps)
    assert shuffled is (name == "anew_2025")


def test_a_time_that_ran_out_is_distinguished_from_giving_up() -> None:
    one = game("vassieux_2025")
    assert one.record.steps[-1].word == "resign"
    text = one.text.replace("resign ", "timeout ").replace("resignation", "time_limit")
    *_, (resigned, *_) = events_of(read(text), one.created)
    assert isinstance(resigned, SeatResigned)
    assert resigned.reason is Ending.TIME_LIMIT
