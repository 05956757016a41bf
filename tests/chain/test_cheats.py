"""A service that cheats consistently: every hash, promise and salt fits, the game does not."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domain.chance import SeededChance
from domain.values import Card
from events.log.verifier import link, verify
from tests.chain.auditors import javascript
from tests.chain.exports import Export, Json, export, rehashed, text
from tests.chain.vectors import CARDS, salt
from tests.support.each import each
from tests.support.logs import recorded_log

SEED = "c0de" * 16
GAME = "gm_cheat"
HAND = 3


class Service:
    """Makes up the log of a game, at its will."""

    def __init__(self) -> None:
        self.events: Export = []
        self.draws = 0
        promise = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
        created = {"game": GAME, "variant": "young_generals", "seed_commitment": promise}
        self.says("game_created", created, seed=SEED)
        self.says("seat_taken", {"seat": "allies"})
        self.says("game_started", {})
        self.deck = self.shuffles("setup", CARDS)
        self.hands = {seat: self.deals(seat) for seat in ("allies", "axis")}

    def says(self, kind: str, data: Json, **hidden: Any) -> None:
        """One more event."""
        version = len(self.events) + 1
        part = None
        if hidden:
            given = salt(SEED, version)
            part = {"audience": [], "commitment": "", "salt": given, "fields": sorted(hidden)}
        self.events.append(
            {
                "version": version,
                "type": kind,
                "schema": 1,
                "at": "2030-01-02T03:04:05.678Z",
                "seat": None,
                "last": True,
                "data": {**data, **hidden},
                "hidden": part,
                "hash": "",
            }
        )

    def shuffles(self, reason: str, cards: list[str], top: list[str] | None = None) -> list[str]:
        """A shuffle as it has to be; returns the new deck."""
        kept = top or []
        chance = SeededChance(bytes.fromhex(SEED), GAME)
        deck = [*map(str, chance.shuffle(self.draws, list(map(Card, cards)))), *kept]
        data = {"reason": reason, "count": len(deck), "kept": len(kept), "draw": self.draws}
        self.says("deck_shuffled", data, order=list(deck))
        self.draws += 1
        return deck

    def deals(self, seat: str) -> list[str]:
        """A hand from the top of the deck."""
        cards = [self.deck.pop() for _ in range(HAND)]
        self.says("cards_dealt", {"seat": seat, "count": HAND}, cards=cards)
        return cards

    def plays(self, card: str, seat: str = "allies") -> None:
        """A card is played and discarded."""
        self.says("card_played", {"seat": seat, "card": card})
        self.says("card_discarded", {"seat": seat, "card": card, "source": "in_play"})

    def draws_card(self, card: str, seat: str = "allies") -> None:
        """A card comes to a hand."""
        self.says("card_drawn", {"seat": seat}, card=card)

    def ends(self) -> Export:
        """The complete export of the finished game."""
        self.says("game_finished", {})
        self.says("seed_revealed", {"seed": SEED})
        header = {"format": "afteraction game", "schema": 1, "game": GAME, "complete": True}
        return rehashed([header, *self.events])


def fair(service: Service) -> None:
    card = service.hands["allies"][0]
    service.plays(card)
    service.draws_card(service.deck.pop())


def second_set_up(service: Service) -> None:
    service.shuffles("setup", CARDS)


def shuffle_nobody_asked_for(service: Service) -> None:
    card = service.hands["allies"][0]
    service.plays(card)
    service.shuffles("card", [*service.deck, card])


def shuffle_before_the_deck_is_used_up(service: Service) -> None:
    card = service.hands["allies"][0]
    service.plays(card)
    deck = service.shuffles("exhausted", [card], service.deck)
    service.draws_card(deck.pop())


def card_from_nowhere(service: Service) -> None:
    held = service.hands["allies"]
    service.plays(next(card for card in CARDS if card not in held))


def card_from_another_hand(service: Service) -> None:
    held, wanted = service.hands["allies"], service.hands["axis"]
    service.plays(next(card for card in wanted if card not in held))


def card_from_the_bottom(service: Service) -> None:
    service.draws_card(next(card for card in service.deck if card != service.deck[-1]))


def card_played_twice(service: Service) -> None:
    held = service.hands["allies"]
    card = next(card for card in held if held.count(card) == 1)
    service.plays(card)
    service.plays(card)


def card_discarded_out_of_a_hand(service: Service) -> None:
    card = service.hands["axis"][0]
    service.says("card_discarded", {"seat": "axis", "card": card, "source": "hand of axis"})


def more_cards_than_there_are(service: Service) -> None:
    cards = [*reversed(service.deck), "probe_left"]
    service.says("cards_offered", {"seat": "axis", "count": len(cards)}, cards=cards)


def second_creation(service: Service) -> None:
    service.says("game_created", service.events[0]["data"] | {"seed": SEED}, seed=SEED)


def command_that_goes_on(service: Service) -> None:
    service.says("turn_started", {})
    service.events[-1]["last"] = False
    service.says("turn_ended", {})
    service.events[-1]["nonce"] = "odd"


CHEATS: dict[Callable[[Service], None], str] = {
    second_set_up: "the deck is set up once",
    shuffle_nobody_asked_for: "no card requires it",
    shuffle_before_the_deck_is_used_up: "the deck has another number of cards",
    card_from_nowhere: "was not there",
    card_from_another_hand: "was not there",
    card_from_the_bottom: "the deck gives",
    card_played_twice: "was not there",
    card_discarded_out_of_a_hand: "",
    more_cards_than_there_are: "the deck has another number of cards",
    second_creation: "a game begins with its creation",
    command_that_goes_on: "its nonce does not match the earlier ones",
}


def log_with(change: Callable[[Service], None]) -> str:
    service = Service()
    change(service)
    return text(service.ends())


def test_a_fair_game_of_this_service_is_sound(tmp_path: Path) -> None:
    whole = log_with(fair)
    assert verify(whole.splitlines()).status == 0
    [report] = javascript(tmp_path, [["verify", whole]])
    assert report["status"] == 0


@each("cheat", CHEATS)
def test_a_cheat_is_found(cheat: Callable[[Service], None]) -> None:
    report = verify(log_with(cheat).splitlines())
    assert report.status == 1
    assert CHEATS[cheat] in report.reason


def test_the_module_finds_the_same(tmp_path: Path) -> None:
    logs = [log_with(cheat) for cheat in CHEATS]
    reports = javascript(tmp_path, [["verify", whole] for whole in logs])
    for whole, found in zip(logs, reports, strict=True):
        assert (found["status"], found["version"]) == verify(whole.splitlines())[:2]


def odd_exports() -> dict[str, tuple[Export, int]]:
    """Exports that are odd in another way, with their status."""
    fresh = Service().ends
    renamed, jumping, newer = fresh(), fresh(), fresh()
    renamed[1]["type"] = "game_opened"
    jumping[4]["version"] = 5
    newer[0]["schema"] = 2
    other = export(recorded_log("vassieux_2025"))
    return {
        "created under another name": (rehashed(renamed), 1),
        "numbers with a gap": (_hashed_as_it_is(jumping), 1),
        "a schema of tomorrow": (newer, 2),
        "no events": ([{**other[0], "version": 0}], 1),
    }


def _hashed_as_it_is(lines: Export) -> Export:
    """With hashes that fit, and version numbers that are left alone."""
    previous = "0" * 64
    for event in lines[1:]:
        previous = event["hash"] = link(event, previous)
    lines[0]["head"] = previous
    return lines


def test_an_odd_export_is_refused(tmp_path: Path) -> None:
    odd = odd_exports()
    reports = {name: verify(text(lines).splitlines()) for name, (lines, _) in odd.items()}
    assert {name: report.status for name, report in reports.items()} == {
        name: status for name, (_, status) in odd.items()
    }
    found = javascript(tmp_path, [["verify", text(lines)] for lines, _ in odd.values()])
    for name, report in zip(odd, found, strict=True):
        assert (report["status"], report["version"]) == reports[name][:2], name
