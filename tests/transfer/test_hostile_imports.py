"""Imports by an author who makes all hashes fit: what no game can have come to is refused, with the
event that is wrong, and what is taken can be read whole."""

import copy
import json
import random
from collections.abc import Callable, Iterator

import pytest

from deploy.redis_server import RedisServer
from tests.support.importing import Importer, exports
from tests.support.mutations import Story, mutated
from tests.support.words import Json

ROUNDS = 24
EVERY = 60
"""Of so many versions the state and the board are read at one."""


@pytest.fixture(scope="module")
def importer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Importer]:
    with RedisServer(tmp_path_factory.mktemp("hostile"), appendfsync="no") as server:
        yield Importer(server.url)


def test_sound_games_of_every_sort_come_in_and_are_read(importer: Importer) -> None:
    for name, story in exports().items():
        tried = importer.bring(story.export(), EVERY)
        assert (tried.verdict, tried.faults) == ("201", []), name


def test_what_is_changed_is_refused_or_can_be_read(importer: Importer) -> None:
    chance, stories = random.Random(4), list(exports().items())
    verdicts = set()
    for number in range(ROUNDS):
        name, story = stories[number % len(stories)]
        how, data = mutated(story, chance)
        tried = importer.bring(data, EVERY)
        assert not tried.faults, (number, name, how, tried.faults)
        verdicts.add(tried.verdict)
    assert verdicts == {"201", "422 import_refused"}


Change = Callable[[Story, int], int]
"""Changes the story at the place of an event, and says the place of the first wrong one."""


def more(kind: str, **data: object) -> Change:
    """A further event right behind."""

    def change(story: Story, place: int) -> int:
        before = story.events[place]
        event = copy.deepcopy(before)
        unit = {"unit": before["data"].get("unit")} if kind in ABOUT_A_UNIT else {}
        event |= {"type": kind, "schema": 1, "data": {**unit, **data}, "secret": None}
        event["last"], before["last"] = before["last"], False
        story.events.insert(place + 1, event)
        return place + 1

    return change


def other(**data: object) -> Change:
    def change(story: Story, place: int) -> int:
        story.events[place]["data"] |= data
        return place

    return change


def dice(count: int) -> Change:
    """An attack with so many dice, all of which hit."""

    def change(story: Story, place: int) -> int:
        story.events[place]["data"]["dice"] = count
        roll = next(one for one in story.events[place:] if one["type"] == "dice_rolled")
        roll["data"]["faces"] = ["star"] * count
        return place

    return change


ABOUT_A_UNIT = ("figures_restored", "figures_lost")
ATTACKS: dict[str, tuple[str, Change]] = {
    "a million figures": ("unit_ordered", more("figures_restored", count=10**6)),
    "2^53 figures": ("unit_ordered", more("figures_restored", count=2**53)),
    "one figure": ("unit_ordered", more("figures_restored", count=1)),
    "a figure less than none": ("unit_ordered", more("figures_lost", count=-1, cause="hits")),
    "turn 10^12": ("turn_started", other(turn=10**12)),
    "a turn left out": ("turn_started", other(turn=400)),
    "200 dice": ("attack_declared", dice(200)),
    "2,000 dice": ("attack_declared", dice(2000)),
    "30 dice": ("attack_declared", dice(30)),
    "a way of 2^53 hexes": ("unit_moved", other(cost=2**53)),
    "off the board": ("unit_moved", other(path=[[4, 900]])),
    "a jump": ("unit_moved", other(path=[[0, 0]])),
    "a deck of a billion cards": ("deck_shuffled", other(count=10**9)),
    "a larger deck": ("deck_shuffled", other(count=99)),
    "fixed dice in a game that is no branch": ("unit_ordered", more("dice_fixed", faces=["star"])),
    "a second beginning": (
        "turn_ended",
        more("game_branched", game="x", at_version=9, head="00" * 32, player="x"),
    ),
    "a card that nobody held": ("card_played", other(card="general_advance")),
    "a unit that is not there": ("unit_ordered", other(unit="axis-99")),
    "a unit named at length": ("unit_ordered", other(unit="x" * 100_000)),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_past_that_no_rules_lead_to_is_refused(importer: Importer, name: str) -> None:
    """In what a branch shares of a game whose seed it does not tell, and in a game by itself."""
    kind, change = ATTACKS[name]
    for story in (exports()["branch anew"].copy(), exports()["plain"].copy()):
        # Of the cards that are not known, any might have been this one.
        if name == "a card that nobody held" and story.events[0]["data"].get("branch"):
            continue
        place = next(n for n, one in enumerate(story.events) if one["type"] == kind)
        wrong = change(story, place) + 1
        problem = importer.refusal(story.export())
        assert problem["code"] == "import_refused"
        assert command_of(story, wrong) == command_of(story, problem["version"])
        assert importer.holds() == set()


def command_of(story: Story, version: int) -> int:
    """At which version the command of an event ends."""
    ends = (n for n, one in enumerate(story.events, start=1) if one["last"] and n >= version)
    return next(ends)


def test_more_copies_of_a_card_than_there_are_cannot_be_seen(importer: Importer) -> None:
    """Though each of them might have been in a hand that is not known."""
    story = exports()["branch anew"].copy()
    past = story.events[0]["data"]["branch"]["at_version"]
    played = [one for one in story.events[:past] if one["type"] == "card_played"]
    shut = [one for one in played if one["data"]["seat"] == "allies"]
    assert len(shut) > 1
    for one in shut:
        place = story.events.index(one)
        card = one["data"]["card"]
        later = (e for e in story.events[place:] if e["type"] == "card_discarded")
        discarded = next(e for e in later if e["data"]["card"] == card)
        for event in (one, discarded):
            event["data"]["card"] = "their_finest_hour"
    problem: Json = importer.refusal(story.export())
    assert problem["code"] == "import_refused"


def test_a_record_of_a_made_up_battle_is_not_even_played(importer: Importer) -> None:
    created = json.loads(exports()["plain"].export().split(b"\n")[1])
    data = {name: value for name, value in created["data"].items() if name != "seed"}
    data["setup"]["air_drops"] = [
        {"side": "axis", "kind": "infantry", "units": 2**53, "figures": 2**53, "scatter": 2**53}
    ]
    said = json.dumps({"schema": 2, "data": data}).replace("\\", "\\\\").replace('"', '\\"')
    written = importer.record_of(exports()["plain"].export()).splitlines(keepends=True)
    lines = [line for line in written if not line.startswith("[Creation ")]
    text = "".join(lines) + f'[Creation "{said}"]\n'
    problem = importer.refusal(text.encode(), "text/vnd.afteraction.record")
    assert problem["code"] == "import_refused"
    assert "Expected `int` <=" in problem["detail"]
