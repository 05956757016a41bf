"""The hash chain: whole and redacted histories verify, and no change to one goes unseen."""

import copy
import hashlib
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.values import Card, EditionName, Seat
from events.log import chain
from events.log.chain import canonical as service_canonical
from events.log.stored_event import StoredEvent, dump, load
from tests.chain.verifier import Shown, canonical, first_bad
from tests.fixtures import game_options
from tests.golden.make import play
from tests.support.each import each
from tests.support.seating import SEATS

VIEWERS = [frozenset(), frozenset({Seat.ALLIES}), frozenset({Seat.AXIS}), frozenset(SEATS)]
LARGEST = 2**53 - 1


@pytest.fixture(scope="module", params=list(EditionName))
def log(request: pytest.FixtureRequest) -> list[StoredEvent]:
    """A whole game, made by someone whose name is a trial for every encoder."""
    new = game_options("whole", creator='Zoë "☺" \u2028 \x7f \x1f \t \U0001f600')
    return play(request.param, new, random.Random(7), resign_after=0)


@pytest.fixture(scope="module")
def short(log: list[StoredEvent]) -> list[StoredEvent]:
    return log[:60]


def shown(log: list[StoredEvent], viewer: frozenset[Seat]) -> list[Shown]:
    """A history as a client reads it."""
    history: list[Shown] = json.loads(json.dumps([event.shown_to(viewer) for event in log]))
    return history


def verdict(history: list[Shown], log: list[StoredEvent]) -> int | None:
    return first_bad(history, len(log), log[-1].hash)


def test_a_whole_game_verifies(log: list[StoredEvent]) -> None:
    assert log[-1].type == "seed_revealed"
    head = chain.GENESIS
    for event in map(load, map(dump, log)):
        assert event.follows(head)
        assert not event.follows("1" * 64)
        head = event.hash


@each("viewer", VIEWERS)
def test_a_history_verifies_from_what_it_shows_alone(
    log: list[StoredEvent], viewer: frozenset[Seat]
) -> None:
    history = shown(log, viewer)
    assert verdict(history, log) is None
    for event, one in zip(log, history, strict=True):
        opened = event.hidden is not None and bool(viewer.intersection(event.hidden.audience))
        assert ("salt" in (one["hidden"] or {})) == opened
        if event.hidden is not None and not opened:
            assert not set(event.hidden.data) & set(one["data"])


def tampered(history: list[Shown], places: list[int]) -> Iterator[tuple[int, list[Shown]]]:
    """Every history that differs in one event of those, and the version at which it does."""
    for place in places:
        event = history[place]
        for name in ("version", "type", "schema", "at", "seat", "hash"):
            yield place + 1, replaced(history, place, {name: "other"})
        for name in event["data"]:
            yield place + 1, replaced(history, place, {"data": {**event["data"], name: "other"}})
        yield place + 1, replaced(history, place, {"data": {**event["data"], "more": 1}})
        for name in event["hidden"] or {}:
            if name != "fields":
                hidden = {**event["hidden"], name: "00" * 16}
                yield place + 1, replaced(history, place, {"hidden": hidden})
        yield place + 1, [*history[:place], *history[place + 1 :]]
        yield place + 2, [*history[: place + 1], event, *history[place + 1 :]]
        for other in (place + 1, len(history) - 1):
            if place < other < len(history):
                swapped = list(history)
                swapped[place], swapped[other] = swapped[other], swapped[place]
                yield place + 1, swapped


def replaced(history: list[Shown], place: int, changes: dict[str, object]) -> list[Shown]:
    changed = {**history[place], **changes}
    assert changed != history[place]
    return [*history[:place], changed, *history[place + 1 :]]


@pytest.mark.parametrize("viewer", [VIEWERS[0], VIEWERS[3]], ids=["spectator", "both"])
def test_no_change_to_one_event_goes_unseen(
    short: list[StoredEvent], viewer: frozenset[Seat]
) -> None:
    """Where a viewer is shown what a spectator is shown, the spectator's histories tell it all."""
    history = shown(short, viewer)
    of_all = shown(short, frozenset())
    places = [p for p, event in enumerate(history) if not viewer or event != of_all[p]]
    assert len(places) > 5
    before = copy.deepcopy(history)
    for version, other in tampered(history, places):
        assert verdict(other, short) == version
    assert history == before


def test_no_change_to_a_stored_event_goes_unseen(short: list[StoredEvent]) -> None:
    for event, after in itertools.pairwise(short):
        stored = json.loads(service_canonical(after))
        others = [{**stored, "at": "2031-01-01T00:00:00.000Z"}, {**stored, "version": 999}]
        if hidden := stored["hidden"]:
            others.append({**stored, "hidden": None})
            others.append({**stored, "hidden": {**hidden, "salt": "00" * 16}})
            others.append({**stored, "hidden": {**hidden, "data": {}}})
        for other in others:
            assert not load(canonical(other)).follows(event.hash)


def test_what_is_hidden_cannot_be_guessed(log: list[StoredEvent]) -> None:
    single = [event for event in log if event.type in ("card_drawn", "card_kept")]
    assert single
    salts_at_hand = [b"", *(event.hash.encode() for event in log[:3]), bytes(16)]
    for event in single:
        assert event.hidden is not None
        assert event.hidden.data["card"] in list(Card)
        guesses = {
            hashlib.sha256(salt + canonical({"card": card})).hexdigest()
            for card in Card
            for salt in salts_at_hand
        }
        assert event.commitment not in guesses


def test_no_two_events_share_a_salt(log: list[StoredEvent]) -> None:
    other_game = play(
        EditionName.E2025, game_options("whole", seed="0" * 64), random.Random(7), resign_after=0
    )
    salts = [event.hidden.salt for event in (*log, *other_game) if event.hidden]
    assert len(salts) > 40
    assert len(set(salts)) == len(salts)
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)


def test_equal_hidden_parts_have_unequal_commitments(log: list[StoredEvent]) -> None:
    commitments = [event.commitment for event in log if event.hidden]
    assert len(set(commitments)) == len(commitments)


def values(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict):
        for key, inner in value.items():
            assert isinstance(key, str)
            assert key.isascii()
            yield from values(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from values(inner)


def test_events_hold_only_what_every_json_reader_reads_alike(log: list[StoredEvent]) -> None:
    for event in log:
        for value in values(json.loads(service_canonical(event))):
            assert isinstance(value, dict | list | str | int | None)
            if isinstance(value, int):
                assert abs(value) <= LARGEST


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab_z0"), inner),
    max_leaves=8,
)


@given(JSON)
def test_the_service_writes_the_canonical_json_that_others_write(value: object) -> None:
    assert service_canonical(value) == canonical(value)
