"""Bells: which games have news for one reader, and for which of them they ring."""

import threading
import time

from redis import Redis

from domain.commands import TakeSeat
from domain.values import Seat
from events.games.service import GameService
from events.live.hub import LiveHub
from events.live.notifier import ChangeNotifier
from events.store import keys
from tests.fixtures import ALICE, BOB, PATIENCE, game_options, opened, play_on, started
from tests.live.conftest import caught_up, cut_subscriptions

ANY = frozenset[str]()
"""What a bell says when it may have been any game."""
CAROL = "pl_carol"


def rung_for_any(bell: ChangeNotifier) -> None:
    """Wait until a bell says that any game may have news."""
    assert bell.take(PATIENCE) == ANY


def heard(bell: ChangeNotifier, *games: str) -> None:
    """Wait until a bell has rung for these games; fail when it does for another."""
    missing = set(games)
    while missing:
        rung = bell.take(PATIENCE)
        assert rung
        assert rung <= set(games)
        missing -= rung


def test_a_bell_says_once_which_games_have_rung() -> None:
    bell = ChangeNotifier()
    for game in ("one", "two", "one"):
        bell.notify(game)
    assert bell.take(0) == {"one", "two"}
    assert bell.take(0) is None
    bell.notify("two")
    assert bell.take(0) == {"two"}


def test_where_any_game_may_have_news_no_game_is_named() -> None:
    bell = ChangeNotifier()
    bell.notify("one")
    bell.notify_all()
    bell.notify("two")
    assert bell.take(0) == ANY
    assert bell.take(0) is None


def test_a_reader_waits_no_longer_than_its_timeout() -> None:
    start = time.monotonic()
    assert ChangeNotifier().take(0.05) is None
    assert time.monotonic() - start > 0.04


def test_no_ring_is_lost_between_two_looks() -> None:
    there, back = ChangeNotifier(), ChangeNotifier()
    rounds = 2000

    def answer() -> None:
        for number in range(rounds):
            assert there.take(PATIENCE) == {str(number)}
            back.notify_all()

    other = threading.Thread(target=answer)
    other.start()
    for number in range(rounds):
        there.notify(str(number))
        assert back.take(PATIENCE) == ANY
    other.join(PATIENCE)
    assert not other.is_alive()


def test_a_bell_rings_for_games_that_the_player_opens_or_sits_down_at(
    games: GameService, hub: LiveHub
) -> None:
    with (
        hub.notifier_for(ALICE) as alice,
        hub.notifier_for(BOB) as bob,
        hub.notifier_for(CAROL) as carol,
    ):
        opened(games, game_options("hers"))
        heard(alice, "hers")
        opened(games, game_options("his", creator=BOB))
        heard(bob, "his")
        games.submit("his", TakeSeat(Seat.AXIS, ALICE))
        heard(alice, "his")
        games.submit("hers", TakeSeat(Seat.ALLIES, CAROL))
        heard(carol, "hers")
        assert [bell.take(0) for bell in (alice, bob, carol)] == [None] * 3


def test_a_bell_rings_for_a_game_from_when_it_is_hung_up_until_it_is_taken_down(
    games: GameService, hub: LiveHub
) -> None:
    for name in ("one", "two"):
        started(games, name)
    with hub.notifier_for(CAROL) as bell:
        caught_up(hub, games, bell)
        for name in ("one", "two"):
            hub.subscribe(bell, name)
        assert bell.subscriptions == {"one", "two"}
        play_on(games, "two", 1)
        heard(bell, "two")
        play_on(games, "one", 1)
        heard(bell, "one")
        hub.unsubscribe(bell, "one")
        assert bell.subscriptions == {"two"}
        play_on(games, "one", 1)
        play_on(games, "two", 1)
        heard(bell, "two")


def test_a_bell_of_nobody_rings_no_more(games: GameService, hub: LiveHub) -> None:
    started(games)
    with hub.notifier_for(CAROL) as stays:
        caught_up(hub, games, stays)
        with hub.notifier_for(ALICE) as goes:
            assert hub.readers == 2
            hub.subscribe(goes, "game")
        assert hub.readers == 1
        hub.subscribe(stays, "game")
        play_on(games, "game", 1)
        heard(stays, "game")
        assert goes.take(0) is None
    assert hub.readers == 0


def test_every_bell_rings_when_something_may_have_been_missed(
    games: GameService, hub: LiveHub, client: Redis
) -> None:
    with hub.notifier_for(ALICE) as alice, hub.notifier_for(CAROL) as carol:
        assert cut_subscriptions(client)
        rung_for_any(alice)
        rung_for_any(carol)
        opened(games, game_options("game"))
        heard(alice, "game")
        hub.close()
        rung_for_any(alice)
        rung_for_any(carol)


def test_what_cannot_be_read_rings_no_bell_and_stops_none(
    games: GameService, hub: LiveHub, client: Redis
) -> None:
    with hub.notifier_for(ALICE) as bell:
        for rubbish in (b'"game_created"', b'[{"type":"seat_taken"}]', b'\xff"game_created"'):
            client.publish(keys.live("game"), rubbish)
        opened(games, game_options("game"))
        heard(bell, "game")
        assert bell.take(0) is None
