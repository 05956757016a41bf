"""Two games alike but for cards that nobody has shown look the same to everybody else."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from msgspec import UNSET

from deploy.redis_server import RedisServer
from domain.events import CardsDealt, DeckShuffled, Event
from domain.values import Seat
from events.backend import Backend
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop, load
from events.read_models.rebuild import rebuild
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.fixtures import KEYS
from tests.support.secrets import Look, Viewer, questions

ROUNDS = 60
LOOK_EVERY = 25
MOST_GAMES = 5
MOST_DRAWN = 3
"""Cards that one turn takes from the deck at most."""
OTHER = 1
"""The number of the second database of a Redis server."""
READ_SLOT = b"{read}"
"""What the names of all keys of the read model have in them."""
TRIED_CARDS = ("barrage", "attack_left")
MASKS = (
    # They cover what is hidden, under a salt: they have to differ, and say nothing without it.
    (re.compile(rb'("audience":\[[^]]*\],"commitment":)"[0-9a-f]{64}"\}'), rb"\1}"),
    # The chain goes over those commitments.
    (re.compile(rb'"(hash|head)":"[0-9a-f]{64}"'), rb'"\1":""'),
    # So do the marks in entity tags, which are made from the last hash.
    (re.compile(rb'"([0-9]+)\.[0-9a-f.]+"'), rb'"\1."'),
    (re.compile(rb'(ETag: )"[0-9a-f]{16}"'), rb'\1""'),
    # A cursor over all games says until which moment, by the store's own clock, all is in it.
    (re.compile(rb'("next":)"[\w-]{20,}"|(id: )[\w-]{20,}|("after":)"[\w-]{20,}"'), rb"\1\2\3"),
    # Each request is a span of its own.
    (re.compile(rb"traceparent: [0-9a-f-]+"), b"traceparent: "),
    # Other digits are packed into another length.
    (re.compile(rb"(application/gzip\r\nContent-Length: )[0-9]+"), rb"\1"),
)


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    """Two services that keep their games apart, at the same moment for ever."""
    with RedisServer(tmp_path, appendfsync="no") as server:
        pair = [
            serve(f"{server.url}?db={number}", lambda: "2026-06-06T06:00:00.000Z")
            for number in (0, OTHER)
        ]
        yield pair[0], pair[1]
        for service in pair:
            service.close()


@pytest.mark.parametrize(
    "wish",
    [
        {"variant": "young_generals"},
        {"scenario": "arnhem_bridge", "edition": "2004"},
    ],
    ids=["young generals", "all cards"],
)
def test_two_games_that_differ_in_hidden_cards_alone_look_alike(
    twins: tuple[Service, Service], wish: dict[str, str]
) -> None:
    """The same game twice, but two cards have changed places between the enemy's hand and the
    bottom of the deck. As long as those are not played, every answer in every form is the same to
    the byte, to the other player, to strangers and to nobody."""
    here, there = twins
    turns = 0
    for number in range(MOST_GAMES):
        turns = play_alike(here, there, wish, random.Random(number))
        if turns > 2:
            break
    assert turns > 2


def play_alike(here: Service, there: Service, wish: dict[str, str], chance: random.Random) -> int:
    """A game of both services, compared until a card that differs matters; returns in which turn
    that was. It may be the first: cards are dealt by chance."""
    game = running_game(here, **wish)
    stranger = here.player("Cy")
    above = copy_with_other_cards(here, there, game)
    same = Game(game.id, {side: Player(there, p.id, p.token) for side, p in game.seats.items()})
    hands = [g.state(g.seats["axis"])["hands"]["axis"]["cards"] for g in (game, same)]
    assert hands[0] != hands[1]
    viewers = [
        Viewer("allies", frozenset({Seat.ALLIES}), game.seats["allies"].token),
        Viewer("stranger", token=stranger.token),
        Viewer("nobody"),
    ]
    compared = 0
    for round_ in range(ROUNDS):
        if round_ % LOOK_EVERY == 0:
            compared += sum(compare(game, same, viewer, round_) for viewer in viewers)
        if game.state(game.seats["allies"])["deck_count"] < above + MOST_DRAWN:
            break
        player = game.awaited()
        if player is None or not step_alike(game, same, player, chance):
            break
    assert compared > 100
    turn = game.state(game.seats["allies"])["turn"]
    assert isinstance(turn, int)
    return turn


def copy_with_other_cards(here: Service, there: Service, game: Game) -> int:
    """Everything once more in the other service, but cards of the axis hand and of the deck's
    bottom have changed places; returns how high in the deck those lie."""
    source, target = here.inside().redis, there.inside().redis
    for key in source.scan_iter():
        if b":feed" not in key and READ_SLOT not in key:
            source.copy(key, key, destination_db=OTHER)  # type: ignore[arg-type] # it takes numbers
    lines = cast(list[bytes], source.lrange(KEYS.log(game.id), 0, -1))
    stored = [load(line) for line in lines]
    events, above = exchanged([one.event for one in stored])
    seed = stored[0].hidden
    assert seed is not None
    copied: list[StoredEvent] = []
    command: list[Event] = []
    first = stored[0]
    for one, event in zip(stored, events, strict=True):
        first = first if command else one
        command.append(event)
        if one.last:
            head = copied[-1].hash if copied else chain.GENESIS
            asked = None if first.command is UNSET else first.command
            stamp = EventMetadata(one.at, one.seat, seed.data["seed"], command=asked)
            copied += envelop(tuple(command), len(copied), head, stamp)
            command = []
    target.delete(KEYS.log(game.id))
    target.rpush(KEYS.log(game.id), *map(dump, copied))
    rebuild(Backend.on(target))
    return above


def exchanged(events: list[Event]) -> tuple[list[Event], int]:
    """The events with the outer cards of the axis hand against two of the deck's bottom, and how
    many cards from the bottom up are concerned."""
    shuffled = next(e for e in events if isinstance(e, DeckShuffled))
    dealt = next(e for e in events if isinstance(e, CardsDealt) and e.seat == "axis")
    order, hand = list(shuffled.order), list(dealt.cards)
    size = len(hand)
    start = max(n for n in range(len(order)) if order[n : n + size] == hand[::-1])
    bottom = [n for n in range(start) if order[n] not in hand][:2]
    for held, below in zip((start, start + size - 1), bottom, strict=True):
        order[held], order[below] = order[below], order[held]
    other: dict[Event, Event] = {
        shuffled: replace(shuffled, order=tuple(order)),
        dealt: replace(dealt, cards=tuple(order[start : start + size][::-1])),
    }
    return [other.get(e, e) if e in (shuffled, dealt) else e for e in events], bottom[-1] + 1


def compare(one: Game, other: Game, viewer: Viewer, seed: int) -> int:
    """Fail unless a viewer gets the same bytes from both games; returns how many answers."""
    version = one.state(one.seats["allies"])["version"]
    players = tuple(player.id for player in one.seats.values())
    held = one.state(one.seats["allies"])["hands"]["allies"]["cards"]
    tried = [card for card in TRIED_CARDS if card not in held]
    both = []
    for game in (one, other):
        service = game.seats["allies"].service
        look = Look(
            service.app.test_client(),
            game.id,
            version,
            version,
            players,
            random.Random(seed),
            {"X-Request-Id": "same"},
        )
        read = look.reads(viewer, questions(service.contract.paths))
        both.append([(what, masked(text)) for what, _, text in read])
        both[-1] += [(what, masked(text)) for what, _, text in look.tries(viewer, tried)]
    for left, right in zip(*both, strict=True):
        assert left == right
    return len(both[0])


def masked(text: bytes) -> bytes:
    """An answer without what must differ; see why there."""
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def step_alike(one: Game, other: Game, player: Player, chance: random.Random) -> bool:
    """The same random command in both games; False when the awaited seat has none in common, or
    when the cards have been shuffled again."""
    side = next(side for side, seated in one.seats.items() if seated is player)
    listed = [g.actions(g.seats[side])["actions"] for g in (one, other)]
    both = [a for a in listed[0] if a in listed[1] and a["type"] != "resign"]
    if not both:
        return False
    command = chance.choice(both)
    answers = [
        g.seats[side].post(g.commands, command, headers={"X-Request-Id": "same"})
        for g in (one, other)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    if any(event["type"] == "deck_shuffled" for event in answers[0].get_json()["events"]):
        return False
    if side == "allies":
        texts = [str(answer.headers).encode() + answer.get_data() for answer in answers]
        assert masked(texts[0]) == masked(texts[1])
    return True
