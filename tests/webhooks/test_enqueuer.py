"""What players are told of games and challenges, once each, whatever dies on the way."""

import random
import signal
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.commands import Resign, TakeSeat
from domain.values import EditionName, Seat, Side, Status, Undo, Variant, Visibility
from domain.values.bots import BotLevel, bot_player
from events.backend import Backend
from events.clock import at_milliseconds, milliseconds
from events.games.service import GameService
from events.lobby.challenges import Challenge, Challenges, ChallengeStatus, Places, Terms
from events.store import keys
from events.summaries import GameSummaryView
from events.webhooks.deliveries import Deliveries
from events.webhooks.registry import GROUP, Webhooks
from events.webhooks.webhook import BodyFormat, Secret, Webhook, WebhookEventType
from tests.fixtures import ALICE, BOB, PATIENCE, Clock, game_options, play_on, started, wait_until
from tests.support.examples import rounds
from tests.support.receiver import Receiver
from tests.workers.conftest import RunWorker
from workers.webhooks.enqueuer import Enqueuer
from workers.webhooks.messages import encode_body

SECRET = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
EVERYTHING = tuple(WebhookEventType)


def webhook(
    webhooks: Webhooks, owner: str, url: str = "https://example.org/", **about: Any
) -> Webhook:
    wanted = {"events": EVERYTHING, "format": BodyFormat.JSON, "language": "en"} | about
    name = f"wh_{owner}_{random.Random(url).random()}"
    at = "2020-01-01T00:00:00.000Z"
    return webhooks.add(
        Webhook(name, owner, url, enabled=True, created_at=at, **wanted), SECRET
    ).webhook


@pytest.fixture
def reporter(
    backend: Backend, webhooks: Webhooks, deliveries: Deliveries, clock: Clock
) -> Enqueuer:
    return Enqueuer(backend, webhooks, deliveries, lambda: None, clock)


def queued(deliveries: Deliveries, hook: Webhook) -> list[tuple[str, Any]]:
    """The kinds of what is queued for a webhook, the oldest first, with what is told."""
    page, _ = deliveries.page(hook.id, None, 2000)
    return [(one.body.type.value, msgspec.json.decode(one.body.data)) for one in reversed(page)]


def expected(games: GameService, game: str, player: str) -> Iterator[tuple[str, int]]:
    """What a player is to be told of a game, and of which version: the long way round."""
    upto, was_awaited, was = games.repository.current(game).version, False, Status.WAITING
    for now in games.repository.each(game, 0, upto):
        if not now.settled:
            continue
        state = now.state
        awaited = player in [state.seats.get(seat) for seat in state.awaiting]
        awaited = awaited and state.status is Status.ACTIVE
        if state.status is not was and player in state.seats.values():
            kinds = {Status.ACTIVE: "game.started", Status.FINISHED: "game.finished"}
            yield kinds[state.status], now.version
        if awaited and not was_awaited:
            yield "game.your_move", now.version
        was_awaited, was = awaited, state.status


def test_each_player_is_notified_of_its_own_games_and_of_nothing_hidden(
    reporter: Enqueuer, webhooks: Webhooks, deliveries: Deliveries, games: GameService
) -> None:
    hooks = {who: webhook(webhooks, who) for who in (ALICE, BOB, "pl_cy")}
    few = webhook(webhooks, ALICE, "https://few.example/", events=(WebhookEventType.GAME_FINISHED,))
    started(games, "one")
    for turn in range(12):
        play_on(games, "one", 20, seed=turn)
        reporter.step()
    if games.repository.current("one").state.status is not Status.FINISHED:
        games.submit("one", Resign(Seat.AXIS))
    reporter.step()
    for who in (ALICE, BOB):
        items = [(kind, data["game"]["version"]) for kind, data in queued(deliveries, hooks[who])]
        assert items == list(expected(games, "one", who))
        assert len(items) > 4
    assert queued(deliveries, hooks["pl_cy"]) == []
    [(kind, data)] = queued(deliveries, few)
    assert kind == "game.finished"
    assert data["game"]["status"] == "finished"
    assert set(data["game"]) == set(GameSummaryView.__annotations__), "and of nothing else"


def test_what_is_read_again_is_not_queued_again(
    backend: Backend,
    webhooks: Webhooks,
    deliveries: Deliveries,
    games: GameService,
    clock: Clock,
    reporter: Enqueuer,
) -> None:
    hook = webhook(webhooks, ALICE)
    started(games, "one")
    play_on(games, "one", 30)
    reporter.step()
    before = queued(deliveries, hook)
    for partition in backend.names.all_partitions():
        backend.client.xgroup_setid(backend.names.feed(partition), GROUP, "0")
    again = Enqueuer(backend, webhooks, deliveries, lambda: None, clock)
    assert again.step() == 0
    assert queued(deliveries, hook) == before != []
    # One that was handed entries and died is followed by another at once.
    play_on(games, "one", 30, seed=2)
    assert reporter._feeds.read(GROUP, 100)
    Enqueuer(backend, webhooks, deliveries, lambda: None, clock).step()
    items = [(kind, data["game"]["version"]) for kind, data in queued(deliveries, hook)]
    assert items == list(expected(games, "one", ALICE))


def test_earlier_events_disabled_webhooks_and_bots_lead_to_no_deliveries(
    reporter: Enqueuer, webhooks: Webhooks, deliveries: Deliveries, games: GameService, clock: Clock
) -> None:
    bot = bot_player(BotLevel.GREEDY)
    late = webhooks.add(
        Webhook(
            "wh_late", ALICE, "https://example.org/", EVERYTHING, BodyFormat.JSON, "en",
            enabled=True, created_at=clock.advance(hours=1),
        ),
        SECRET,
    ).webhook  # fmt: skip
    of_bot, off = webhook(webhooks, bot), webhook(webhooks, BOB)
    webhooks.change(off.id, lambda one: msgspec.structs.replace(one, enabled=False))
    clock.advance(hours=-2)
    games.create(EditionName.E2025, game_options("one"), seated={Seat.AXIS: bot})
    games.submit("one", TakeSeat(Seat.ALLIES, ALICE))
    started(games, "two")
    assert reporter.step() == 0
    assert queued(deliveries, late) == queued(deliveries, of_bot) == queued(deliveries, off) == []
    clock.advance(hours=3)
    games.submit("one", Resign(Seat.ALLIES))
    assert reporter.step() == 1


def test_challenges_are_delivered_to_whom_they_concern(
    reporter: Enqueuer, webhooks: Webhooks, deliveries: Deliveries, clock: Clock, backend: Backend
) -> None:
    ada, ben = webhook(webhooks, "pl_ada"), webhook(webhooks, "pl_ben")
    challenges = Challenges(backend.client)
    terms = Terms(
        "toulon", EditionName.E2025, Variant.STANDARD, Undo.NONE, Visibility.PUBLIC, 60, 0
    )
    until = at_milliseconds(milliseconds(clock()) + 86_400_000)

    def made(name: str, to: str | None) -> Challenge:
        new = Challenge(name, "pl_ada", to, Side.AXIS, terms, clock(), until)
        return challenges.add(new).challenge

    direct, anyone, gone = made("ch_1", "pl_ben"), made("ch_2", None), made("ch_3", "pl_cy")
    reporter.step()
    [(kind, data)] = queued(deliveries, ben)
    assert (kind, data["challenge"]["id"]) == ("challenge.received", "ch_1")
    assert "paired" not in data["challenge"]
    for one, status in (
        (direct, ChallengeStatus.DECLINED),
        (anyone, ChallengeStatus.ACCEPTED),
        (gone, ChallengeStatus.CANCELLED),
    ):
        challenges.put(one, msgspec.structs.replace(one, status=status))
    reporter.step()
    reporter.step()
    items = [(kind, data["challenge"]["status"]) for kind, data in queued(deliveries, ada)]
    assert items == [("challenge.answered", "declined"), ("challenge.answered", "accepted")]
    assert len(queued(deliveries, ben)) == 1
    assert backend.client.xlen(keys.CHALLENGE_NEWS) == 0
    own = Challenge("ch_4", "pl_ben", None, Side.ALLIES, terms, clock(), until)
    other = made("ch_5", None)
    challenges.add(own)
    agreed = msgspec.structs.replace(other, status=ChallengeStatus.ACCEPTED, accepted_by="pl_ben")
    paired = msgspec.structs.replace(own, status=ChallengeStatus.CANCELLED, paired="ch_5")
    assert challenges.pair(other, agreed, own, paired)
    reporter.step()
    assert queued(deliveries, ada)[-1][1]["challenge"]["accepted_by"] == "pl_ben"


def test_sentences_are_in_the_language_of_the_webhook_and_link_to_the_game(
    reporter: Enqueuer, webhooks: Webhooks, deliveries: Deliveries, games: GameService
) -> None:
    hook = webhook(webhooks, ALICE)
    started(games, "one")
    games.submit("one", Resign(Seat.AXIS))
    reporter.step()
    said = []
    page, _ = deliveries.page(hook.id, None, 10)
    for one in reversed(page):
        for language in ("en", "de", "es", "fr", "pt"):
            spoken = msgspec.structs.replace(hook, language=language, format=BodyFormat.SLACK)
            sent = encode_body(spoken, msgspec.json.encode(one.body), "https://play.example.org")
            said.append(msgspec.json.decode(sent)["text"])
    assert said[0] == ("Pegasus Bridge: the game has started. https://play.example.org/play/one")
    assert {text.partition(" https://")[2] for text in said} == {"play.example.org/play/one"}
    assert any("Sie haben gewonnen" in text for text in said)
    assert len(set(said)) == len(said)
    body = msgspec.json.encode(page[0].body)
    slack = msgspec.structs.replace(hook, format=BodyFormat.SLACK)
    assert msgspec.json.decode(encode_body(slack, body, None)) == {
        "text": "Pegasus Bridge: you have won."
    }
    discord = msgspec.structs.replace(hook, format=BodyFormat.DISCORD)
    assert msgspec.json.decode(encode_body(discord, body, None))["allowed_mentions"] == {
        "parse": []
    }


def test_killed_again_and_again_it_loses_nothing(
    run_worker: RunWorker,
    webhooks: Webhooks,
    deliveries: Deliveries,
    games: GameService,
    receiver: Receiver,
) -> None:
    """Each delivery arrives, though the process dies at any moment, and the receiver fails."""
    settings = {"WEBHOOK_NETWORKS": "127.0.0.0/8"}
    hooks = {
        ALICE: webhook(webhooks, ALICE, receiver.url("/alice")),
        BOB: webhook(webhooks, BOB, receiver.url("/bob")),
    }
    for name in ("one", "two"):
        started(games, name)
    chooser = random.Random(5)
    for turn in range(rounds(2, 4)):
        process = run_worker("workers.webhooks", **settings)
        receiver.answers["/bob"] = 200 if turn else 500
        before = len(receiver.received)

        def goes_on(before: int = before) -> bool:
            play_on(games, chooser.choice(("one", "two")), 3, seed=chooser.random())  # type: ignore[arg-type]
            return len(receiver.received) > before + 3

        wait_until(goes_on, "it sends")
        process.kill()
        process.wait()
    receiver.answers.clear()
    process = run_worker("workers.webhooks", **settings)
    wanted = {
        who: sum(len(list(expected(games, name, who))) for name in ("one", "two")) for who in hooks
    }

    def delivered(who: str) -> int:
        found = webhooks.find(hooks[who].id)
        assert found is not None
        return found.figures.delivered

    wait_until(lambda: all(delivered(who) == wanted[who] for who in hooks), "all is sent")
    for who, hook in hooks.items():
        page, _ = deliveries.page(hook.id, None, 2000)
        came = receiver.ids(f"/{'alice' if who == ALICE else 'bob'}")
        assert set(came) == {one.id for one in page}
        assert all(one.verified_by(SECRET.text) for one in receiver.received)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0


def test_each_player_with_a_reserved_seat_is_notified_once(
    reporter: Enqueuer, webhooks: Webhooks, deliveries: Deliveries, clock: Clock, backend: Backend
) -> None:
    ada, ben, cy = (webhook(webhooks, f"pl_{name}") for name in ("ada", "ben", "cy"))
    challenges, until = Challenges(backend.client), at_milliseconds(milliseconds(clock()) + 1000)
    terms = Terms(
        "toulon", EditionName.E2025, Variant.TEAM, Undo.NONE, Visibility.PUBLIC, 60, 0, players=3
    )
    kept = {Seat.ALLIES_1: "pl_ada", Seat.ALLIES_2: "pl_ben", Seat.AXIS: "pl_cy"}
    seats: dict[Seat, str | None] = {**dict.fromkeys(kept), Seat.ALLIES_1: "pl_ada"}
    new = Challenge("ch_6", "pl_ada", None, Side.ALLIES, terms, clock(), until)
    known = msgspec.structs.replace(new, places=Places(seats, kept))
    challenges.add(known)
    for seat, status in (
        (Seat.AXIS, ChallengeStatus.OPEN),
        (Seat.ALLIES_2, ChallengeStatus.ACCEPTED),
    ):
        reporter.step()
        seats = {**seats, seat: kept[seat]}
        now = msgspec.structs.replace(known, status=status, places=Places(seats, kept))
        challenges.put(known, now)
        known = now
    reporter.step()
    for one in (ben, cy):
        assert [kind for kind, _ in queued(deliveries, one)] == ["challenge.received"]
    [(kind, data)] = queued(deliveries, ada)
    assert (kind, data["challenge"]["seats"]) == ("challenge.answered", seats)
