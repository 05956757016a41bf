"""What a client adds to the chance of its own commands, so that nobody can foretell them."""

import json

from domain.chance import SeededChance
from domain.commands import Attack, TakeSeat
from domain.values import Card, EditionName, Face, Seat
from events.games.service import GameService, Outcome
from events.log.stored_event import StoredEvent, dump, load
from events.store.redis import RedisEventStore
from tests.chain.verifier import first_bad
from tests.fixtures import ALICE, BOB, SEED, Clock, game_options, opened, play_on, plays, started
from tests.support.lines import members


def sat_down(games: GameService, name: str, allies: str = "", axis: str = "") -> Outcome:
    """A game at which both took their seats, with these nonces."""
    opened(games, game_options(name))
    games.submit(name, TakeSeat(Seat.ALLIES, ALICE), nonce=allies)
    return games.submit(name, TakeSeat(Seat.AXIS, BOB), nonce=axis)


def order(outcome: Outcome) -> list[str]:
    """The cards of the first shuffle."""
    shuffled = next(event for event in outcome.events if event.type == "deck_shuffled")
    assert shuffled.hidden is not None
    cards: list[str] = shuffled.hidden.data["order"]
    return cards


def nonces(log: list[StoredEvent]) -> list[str | None]:
    """The nonce of each event; None where it has no such member."""
    return [members(dump(event)).get("nonce") for event in log]


def fight(games: GameService, nonce: str) -> Outcome:
    """Bring the game to its first attack, and attack with a nonce."""
    while True:
        loaded = games.repository.current("game")
        attack = next((p for p in plays(loaded.state) if isinstance(p, Attack)), None)
        if attack is not None:
            return games.submit("game", attack, loaded.version, nonce=nonce)
        play_on(games, "game", 1, seed=loaded.version)


def test_without_a_nonce_events_have_no_such_member(games: GameService) -> None:
    started(games)
    play_on(games, "game", 40)
    assert set(nonces(games.repository.events("game", 0))) == {None}


def test_dice_depend_on_the_nonce_of_their_command_alone(games: GameService, clock: Clock) -> None:
    started(games)
    outcome = fight(games, "drop-of-chance")
    assert set(nonces(list(outcome.events))) == {"drop-of-chance"}
    rolled = next(event for event in outcome.events if event.type == "dice_rolled")
    index, dice = rolled.data["draw"], tuple(Face(face) for face in rolled.data["faces"])
    chance = SeededChance(bytes.fromhex(SEED), "game", "drop-of-chance")
    assert dice == chance.roll(index, len(dice))
    rolls = {
        SeededChance(bytes.fromhex(SEED), "game", nonce).roll(index, 8) for nonce in ("", "a", "b")
    }
    assert len(rolls) == 3
    assert nonces(list(fight(games, "").events))[0] is None


def test_the_first_shuffle_depends_on_the_nonces_of_both_seats(games: GameService) -> None:
    orders = []
    for allies, axis, joined in (
        ("", "", None),
        ("one", "", "one"),
        ("", "two", "two"),
        ("one", "two", "one.two"),
        ("two", "one", "two.one"),
    ):
        name = f"game {len(orders)}"
        outcome = sat_down(games, name, allies, axis)
        log = games.repository.events(name, 0)
        assert nonces(log)[:2] == [None, allies or None]
        assert set(nonces(log)[2:]) == {joined}
        chance = SeededChance(bytes.fromhex(SEED), name, joined or "")
        cards = order(outcome)
        assert tuple(cards) == chance.shuffle(0, sorted(map(Card, cards)))
        orders.append(tuple(cards))
    assert len(set(orders)) == 5


def test_another_process_knows_the_nonces_of_earlier_seats(
    games: GameService, store: RedisEventStore, clock: Clock
) -> None:
    opened(games, game_options("game"))
    games.submit("game", TakeSeat(Seat.AXIS, BOB), nonce="first")
    fresh = GameService(store, clock)
    done = fresh.submit("game", TakeSeat(Seat.ALLIES, ALICE), nonce="second")
    assert set(nonces(list(done.events))) == {"first.second"}
    play_on(fresh, "game", 5)
    assert set(nonces(fresh.repository.events("game", done.upto))) == {None}


def test_a_history_with_nonces_verifies_and_one_with_another_nonce_does_not(
    games: GameService,
) -> None:
    opened(games, game_options("game"), EditionName.E2004)
    sat_down(games, "other", "one", "two")
    log = games.repository.events("other", 0)
    assert [load(dump(event)) for event in log] == log
    for viewer in (frozenset[Seat](), frozenset({Seat.AXIS})):
        history = json.loads(json.dumps([event.shown_to(viewer) for event in log]))
        assert first_bad(history, len(log), log[-1].hash) is None
        history[2]["nonce"] = "one.three"
        assert first_bad(history, len(log), log[-1].hash) == 3
        del history[2]["nonce"]
        assert first_bad(history, len(log), log[-1].hash) == 3
