"""Two games alike but for cards that a viewer may not know, on two services, held against each
other: every answer is the same to the byte, for any set of seats that the viewer holds."""

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from msgspec import UNSET

from deploy.redis_server import RedisServer
from domain.events import CardsDealt, DeckShuffled, Event
from domain.seating import Table
from domain.values import Seat
from events.backend import Backend
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop, load
from events.read_models.rebuild import rebuild
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, serve
from tests.fixtures import KEYS, is_derived
from tests.support.secrets import Look, Question, Viewer, questions

LOOK_EVERY = 25
MAX_DRAWN = 3
"""Cards that one turn takes from the deck at most."""
OTHER = 1
"""The number of the second database of a Redis server."""
TRIED_CARDS = ("barrage", "attack_left")
ASIDE = 0.3
"""How often somebody is asked who need not be awaited."""
UNSEEN = ("hand_out", "propose_card")
"""Commands with a card that others are not told: each game has its own."""
MASKS = (
    # Each service has a key of its own for Web Push.
    (re.compile(rb'("push_key":)"[^"]*"'), rb'\1""'),
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


@contextmanager
def two_services(folder: Path) -> Iterator[tuple[Service, Service]]:
    """Two services that keep their games apart, at the same moment for ever."""
    with RedisServer(folder, appendfsync="no") as server:
        pair = [
            serve(f"{server.url}?db={number}", lambda: "2026-06-06T06:00:00.000Z")
            for number in (0, OTHER)
        ]
        try:
            yield pair[0], pair[1]
        finally:
            for service in pair:
                service.close()


@dataclass
class Alike:
    """A game of the one service and its twin of the other, in which cards have changed places
    between the hand of ``holder`` and the bottom of the deck; ``instead`` are those cards and what
    the twin has for each. ``viewers`` may not know them; the first holds seats. ``above`` is how
    high in the deck the others lie. ``compared`` counts answers, ``unseen`` commands that tell
    their own side alone what differs."""

    games: tuple[Game, Game]
    table: Table
    viewers: list[Viewer]
    holder: Seat
    instead: Mapping[str, str]
    above: int
    chance: random.Random
    share: int = 1
    compared: int = 0
    unseen: int = 0

    def run(self, commands: int) -> int:
        """Play both on alike until a card that differs matters, at most so many ``commands``, and
        compare now and then; returns in which turn that was. It may be the first: cards are dealt
        by chance."""
        for number in range(commands):
            if number % LOOK_EVERY == 0:
                self.compare()
            if self._state()["deck_count"] < self.above + MAX_DRAWN or not self._step():
                break
        turn = self._state()["turn"]
        assert isinstance(turn, int)
        return turn

    def compare(self) -> None:
        """Fail unless each viewer gets the same bytes from both games, of one question out of
        ``share``."""
        asked = questions(self.games[0].seats[self.holder].service.contract.paths)
        asked = self.chance.sample(asked, len(asked) // self.share)
        for viewer in self.viewers:
            seed = self.chance.random()
            read = [self._answers(game, viewer, asked, seed) for game in self.games]
            for left, right in zip(*read, strict=True):
                assert left == right, (viewer, self.holder, self.instead)
            self.compared += len(read[0])

    def _answers(
        self, game: Game, viewer: Viewer, asked: list[Question], seed: float
    ) -> list[tuple[str, bytes]]:
        service = game.seats[self.holder].service
        state = game.state(Player(service, "", viewer.token))
        version = state["version"]
        held = {card for hand in state["hands"].values() for card in hand.get("cards", ())}
        look = Look(
            service.app.test_client(),
            game.id,
            version,
            version,
            tuple(player.id for player in game.seats.values()),
            random.Random(seed),
            {"X-Request-Id": "same"},
        )
        found = [(what, masked(text)) for what, _, text in look.reads(viewer, asked)]
        tried = [card for card in TRIED_CARDS if card not in held]
        return found + [(what, masked(text)) for what, _, text in look.tries(viewer, tried)]

    def _state(self) -> Json:
        return self.games[0].state(self.games[0].seats[self.holder])

    def _step(self) -> bool:
        """The same random command in both games, or one whose card only its own side is told;
        False when there is none in common, or when it shows that cards differ."""
        game = self.games[0]
        result = game.actions(next(iter(game.seats.values())))["awaiting"]
        if result is None:
            return False
        seats = result["seats"] if self.chance.random() >= ASIDE else sorted(game.seats)
        both = [(seat, pair) for seat in seats for pair in self._in_common(seat)]
        if not both:
            return False
        own = [one for one in both if self._is_unseen(*one)]
        seat, commands = self.chance.choice(own if own and self.chance.random() < 0.7 else both)
        answers = [
            game.seats[seat].post(game.commands, command, headers={"X-Request-Id": "same"})
            for game, command in zip(self.games, commands, strict=True)
        ]
        assert [answer.status_code for answer in answers] == [201, 201]
        events = [answer.get_json()["events"] for answer in answers]
        if _open(events[0]) != _open(events[1]) or "deck_shuffled" in _types(events[0]):
            return False
        if self._is_unseen(seat, commands):
            self.unseen += 1
            self.compare()
        elif seat in self.viewers[0].seats:
            texts = [str(answer.headers).encode() + answer.get_data() for answer in answers]
            assert masked(texts[0]) == masked(texts[1])
        return True

    def _in_common(self, seat: str) -> list[tuple[Json, Json]]:
        """The commands of a seat that go together: the same ones, and each with a card that nobody
        who looks is told beside that of the twin."""
        one, other = (
            [
                command
                for command in game.actions(game.seats[seat])["actions"]
                if command.get("seat", seat) == seat
            ]
            for game in self.games
        )
        held = self.viewers[0].seats
        same = [(a, a) for a in one if a in other and a["type"] != "resign"]
        if seat == self.holder and held.intersection(self.table.partners(self.holder)):
            same = [pair for pair in same if pair[0]["type"] != "show_hand"]
        if self.table.leader(Seat(seat)) is not self.holder:
            return same
        own = [
            (a, {**a, "card": self.instead[a["card"]]})
            for a in one
            if a["type"] in UNSEEN and a["card"] in self.instead and a.get("to") not in held
        ]
        return same + [pair for pair in own if pair[1] in other]

    def _is_unseen(self, seat: str, commands: tuple[Json, Json]) -> bool:
        shows = seat == self.holder and commands[0]["type"] == "show_hand"
        return shows or commands[0] != commands[1]


def _types(events: list[Json]) -> set[str]:
    return {event["type"] for event in events}


def _open(events: list[Json]) -> list[Json]:
    """What everybody is told of events."""
    return [
        {
            name: value
            for name, value in {**event["data"], "type": event["type"]}.items()
            if name not in (event["hidden"] or {}).get("fields", ())
        }
        for event in events
    ]


def alike(
    services: tuple[Service, Service],
    params: Mapping[str, object],
    table: Table,
    held: frozenset[Seat],
    holder: Seat,
    seed: int,
) -> Alike:
    """A new game at a table and its twin; one player has the seats ``held``, others the others.
    The twin differs in the hand of ``holder``."""
    here, there = services
    viewer, stranger = here.player("Vi"), here.player("Cy")
    game = viewer.new_game(**params)
    for party in table.parties:
        player = viewer if party[0] in held else here.player(party[0])
        taken = player.post(f"{game.path}/seats", {"seat": party[0]})
        assert taken.status_code == 200, taken.get_data()
        game.seats |= dict.fromkeys(party, player)
    instead, above = copy_with_other_cards(here, there, game, holder)
    seats = {seat: Player(there, player.id, player.token) for seat, player in game.seats.items()}
    viewers = [
        Viewer(f"who holds {sorted(held)}", held, viewer.token),
        Viewer("stranger", token=stranger.token),
        Viewer("nobody"),
    ]
    chance = random.Random(seed)
    twin = Game(game.id, seats)
    return Alike((game, twin), table, viewers, holder, instead, above, chance)


def copy_with_other_cards(
    here: Service, there: Service, game: Game, holder: Seat
) -> tuple[dict[str, str], int]:
    """Everything once more in the other service, but cards of a hand and of the deck's bottom have
    changed places; returns those, and how high in the deck the others lie."""
    source, target = here.inside().redis, there.inside().redis
    for key in source.scan_iter():
        if not is_derived(key):
            source.copy(key, key, destination_db=OTHER)  # type: ignore[arg-type] # it takes numbers
    lines = cast(list[bytes], source.lrange(KEYS.log(game.id), 0, -1))
    stored = [load(line) for line in lines]
    events, instead, above = exchanged([one.event for one in stored], holder)
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
    return instead, above


def exchanged(events: list[Event], holder: Seat) -> tuple[list[Event], dict[str, str], int]:
    """The events with the outer cards of a hand against two of the deck's bottom; which went for
    which, and how many cards from the bottom up are concerned."""
    shuffled = next(e for e in events if isinstance(e, DeckShuffled))
    dealt = next(e for e in events if isinstance(e, CardsDealt) and e.seat == holder)
    order, hand = list(shuffled.order), list(dealt.cards)
    size = len(hand)
    start = max(n for n in range(len(order)) if order[n : n + size] == hand[::-1])
    bottom = [n for n in range(start) if order[n] not in hand][:2]
    instead: dict[str, str] = {}
    for held, below in zip((start, start + size - 1), bottom, strict=True):
        instead[order[held]] = order[below]
        order[held], order[below] = order[below], order[held]
    other: dict[Event, Event] = {
        shuffled: replace(shuffled, order=tuple(order)),
        dealt: replace(dealt, cards=tuple(order[start : start + size][::-1])),
    }
    swapped = [other.get(e, e) if e in (shuffled, dealt) else e for e in events]
    return swapped, instead, bottom[-1] + 1


def masked(text: bytes) -> bytes:
    """An answer without what must differ; see why there."""
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text
