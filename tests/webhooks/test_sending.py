"""From the queue to receivers: retried, given up, replayed; and a slow one delays no other."""

import time

import pytest

from events.clock import at_milliseconds
from events.store.keys import WebhookKeys
from events.webhooks.deliveries import (
    LEASE,
    MAX_KEPT,
    MAX_PENDING,
    Lane,
    delivery_id,
)
from events.webhooks.retries import DISABLE_AFTER, SCHEDULE
from events.webhooks.webhook import (
    DeliveryError,
    DeliveryStatus,
    DisabledReason,
    Secret,
)
from tests.fixtures import wait_until
from tests.support.receiver import Receiver
from tests.webhooks.stage import SECRET, T0, Seconds, Stage

DAY = 24 * 3600


def test_each_is_sent_once_signed_and_listed_as_delivered(stage: Stage, receiver: Receiver) -> None:
    hook = stage.webhook(receiver.url())
    names = [f"n{number}" for number in range(30)]
    stage.queue(hook, *names)
    stage.queue(hook, *names)
    with stage.sending():
        wait_until(lambda: stage.statuses(hook) == ["delivered"] * 30, "all are delivered")
    assert sorted(receiver.ids()) == sorted(delivery_id(hook, name) for name in names)
    assert {one.outcome.code for one in stage.listed(hook)} == {200}
    assert [one.position for one in stage.listed(hook)] == list(range(30, 0, -1))
    first = receiver.received[0]
    assert first.headers["webhook-timestamp"] == str(int(T0))
    assert first.json == {
        "type": "webhook.ping",
        "timestamp": "2030-01-01T00:00:00.000Z",
        "data": {},
    }
    assert stage.webhooks.find(hook.id).figures.delivered == 30  # type: ignore[union-attr]
    assert stage.deliveries.counts() == {"delivered": 30, "failed": 0, "attempts_failed": 0}


def test_it_is_tried_again_at_growing_intervals_until_it_is_given_up(
    stage: Stage, receiver: Receiver, seconds: Seconds
) -> None:
    hook = stage.webhook(receiver.url("/500"))
    stage.queue(hook, "one")
    with stage.sending():
        for number, pause in enumerate(SCHEDULE, 1):
            wait_until(lambda number=number: stage.attempts(hook) == [number], "it is tried")
            [one] = stage.listed(hook)
            assert (one.outcome.status, one.outcome.code) == ("pending", 500)
            assert one.due == round(seconds() * 1000) + pause
            seconds.now += pause / 1000 - 0.5
            time.sleep(0.3)
            assert stage.attempts(hook) == [number], "not before its time"
            seconds.now += 0.6
            if number > 1:
                seconds.now = max(seconds.now, one.due / 1000 + 0.1)
        wait_until(lambda: stage.statuses(hook) == ["failed"], "it is given up")
    assert receiver.ids("/500") == [delivery_id(hook, "one")] * (len(SCHEDULE) + 1)
    assert stage.webhooks.find(hook.id).figures.failed == 1  # type: ignore[union-attr]


def test_when_a_receiver_recovers_all_that_waited_is_sent_at_once(
    stage: Stage, receiver: Receiver, seconds: Seconds
) -> None:
    receiver.answers["/in"] = 503
    hook = stage.webhook(receiver.url("/in"))
    stage.queue(hook, *"abcdefgh")
    with stage.sending():
        wait_until(lambda: sum(stage.attempts(hook)) == 1, "one is tried")
        time.sleep(0.5)
        assert sum(stage.attempts(hook)) == 1, "and no other one"
        receiver.answers["/in"] = 200
        seconds.now += 6
        wait_until(lambda: stage.statuses(hook) == ["delivered"] * 8, "all are delivered")
    assert stage.webhooks.find(hook.id).health.failing_since is None  # type: ignore[union-attr]


def test_it_waits_as_long_as_the_receiver_asks_for(stage: Stage, receiver: Receiver) -> None:
    hook = stage.webhook(receiver.url("/later"))
    stage.queue(hook, "one", "two")
    with stage.sending():
        wait_until(lambda: sum(stage.attempts(hook)) == 1, "one is tried")
        wait_until(lambda: stage.webhooks.find(hook.id).health.failures, "and that is known")  # type: ignore[union-attr]
    now = round(stage.seconds() * 1000)
    assert stage.deliveries.due(Lane.SLOW, now + 119_000, 9) == []
    assert stage.deliveries.due(Lane.SLOW, now + 120_000, 9) == [hook.id]


def test_slow_and_broken_receivers_delay_nobody(stage: Stage, receiver: Receiver) -> None:
    for path in ("/slow", "/drip", "/500", "/close", "/redirect"):
        for number in range(80):
            stage.queue(stage.webhook(receiver.url(path), f"pl_{path}{number}"), "a", "b")
    well = stage.webhook(receiver.url(), "pl_well")
    stage.queue(well, "first")
    with stage.sending(timeout=5):
        wait_until(lambda: stage.statuses(well) == ["delivered"], "it is known to be well")
        game = time.monotonic()
        for number in range(20):
            stage.queue(well, f"n{number}")
            wait_until(lambda: set(stage.statuses(well)) == {"delivered"}, "it is delivered")
        assert time.monotonic() - game < 20 * 5 / 2, "less than to wait for a slow one each time"
    assert not receiver.ids("/secret")


@pytest.mark.parametrize(
    ("path", "reason"), [("/410", DisabledReason.GONE), ("/500", DisabledReason.FAILING)]
)
def test_a_receiver_that_is_gone_or_fails_for_days_is_disabled_and_its_owner_notified(
    stage: Stage, receiver: Receiver, seconds: Seconds, path: str, reason: DisabledReason
) -> None:
    bad, good = stage.webhook(receiver.url(path)), stage.webhook(receiver.url("/good"))
    stage.queue(bad, "one", "two")

    def enabled() -> bool:
        found = stage.webhooks.find(bad.id)
        assert found is not None
        return found.webhook.enabled

    with stage.sending():
        end = seconds.now + DISABLE_AFTER / 1000 + 2 * DAY
        while enabled() and seconds.now < end:
            tried = len(receiver.ids(path))
            if path == "/500" and seconds.now - T0 < 3 * DAY:
                stage.queue(bad, f"at {seconds.now}")
            for _ in range(20):  # where nothing is due yet, time goes on
                if len(receiver.ids(path)) > tried or not enabled():
                    break
                time.sleep(0.1)
            time.sleep(0.1)
            seconds.now += 12 * 3600
        wait_until(lambda: receiver.ids("/good"), "the other one is told")
    found = stage.webhooks.find(bad.id)
    assert found is not None
    assert found.webhook.disabled_reason is reason
    lasted = (round(T0 * 1000), found.webhook.disabled_at)
    assert (lasted[1] >= at_milliseconds(lasted[0] + DISABLE_AFTER)) == (path == "/500")
    assert set(stage.statuses(bad)) == {"failed"}
    [result] = [one.json for one in receiver.received if one.path == "/good"]
    assert (result["type"], result["data"]) == ("webhook.disabled", {"webhook": bad.id})
    stage.queue(bad, "later")
    assert delivery_id(bad, "later") not in {one.id for one in stage.listed(bad)}
    stage.webhooks.remove(good)


def test_who_dies_while_sending_leaves_it_to_the_next(
    stage: Stage, receiver: Receiver, seconds: Seconds
) -> None:
    hook = stage.webhook(receiver.url())
    stage.queue(hook, "one")
    now = round(seconds() * 1000)
    assert stage.deliveries.claim(Lane.SLOW, [hook.id], now)
    assert not stage.deliveries.claim(Lane.SLOW, [hook.id], now), "it is leased"
    stage.queue(hook, "two")
    with stage.sending():
        time.sleep(0.5)
        assert not receiver.received
        seconds.now += LEASE / 1000 + 1
        wait_until(lambda: stage.statuses(hook) == ["delivered"] * 2, "the next one sends it")
    assert sorted(receiver.ids()) == sorted([delivery_id(hook, "one"), delivery_id(hook, "two")])


def test_none_of_several_slow_receivers_gets_it_twice(
    stage: Stage, receiver: Receiver, seconds: Seconds
) -> None:
    hooks = [stage.webhook(receiver.url("/lazy"), f"pl_{number}") for number in range(3)]
    for hook in hooks:
        stage.queue(hook, "one")
    with stage.sending():
        for _ in range(2):
            time.sleep(0.65)
            seconds.now += LEASE / 1000 * 0.7
        wait_until(
            lambda: all(stage.statuses(hook) == ["delivered"] for hook in hooks), "all is sent"
        )
    assert len(receiver.ids("/lazy")) == len(hooks)


def test_the_queue_and_the_list_are_bounded_and_say_what_failed(
    stage: Stage, receiver: Receiver
) -> None:
    hook = stage.webhook(receiver.url())
    names = [f"n{number}" for number in range(MAX_PENDING + 10)]
    stage.queue(hook, *names)
    listed = stage.listed(hook)
    assert [one.outcome.error for one in listed[:10]] == [DeliveryError.QUEUE_FULL] * 10
    assert {one.outcome.status for one in listed[10:]} == {"pending"}
    assert len(listed) == MAX_PENDING + 10, "nothing that is pending is forgotten"
    with stage.sending():
        wait_until(lambda: stage.statuses(hook).count(DeliveryStatus.PENDING) == 0, "it is sent")
    stage.queue(hook, "last")
    assert len(stage.listed(hook)) == MAX_KEPT
    found = stage.webhooks.find(hook.id)
    assert found is not None
    assert (found.figures.delivered, found.figures.failed) == (MAX_PENDING, 10)


def test_what_is_replayed_keeps_its_id(stage: Stage, receiver: Receiver) -> None:
    hook = stage.webhook(receiver.url())
    stage.queue(hook, "a", "b", "c")
    with stage.sending():
        wait_until(lambda: len(receiver.ids()) == 3, "all are sent")
        wait_until(lambda: stage.statuses(hook) == ["delivered"] * 3, "and that is known")
        now = round(stage.seconds() * 1000)
        assert stage.deliveries.replay(hook.id, now, delivery_id(hook, "a")) == 1
        assert stage.deliveries.replay(hook.id, now, after=1) == 2
        wait_until(lambda: len(receiver.ids()) == 6, "all are sent again")
    assert {receiver.ids().count(delivery_id(hook, name)) for name in "abc"} == {2}


def test_former_secrets_sign_for_a_day(stage: Stage, receiver: Receiver, seconds: Seconds) -> None:
    hook = stage.webhook(receiver.url())
    new = "whsec_" + "QUJD" * 8
    until = round(T0 * 1000) + DAY * 1000
    stage.webhooks.change(hook.id, lambda one: one, lambda _: (Secret(new), Secret(SECRET, until)))
    with stage.sending():
        for after, signatures in ((0, 2), (DAY + 1, 1)):
            seconds.now = T0 + after
            stage.queue(hook, f"at {after}")
            wait_until(lambda: set(stage.statuses(hook)) == {"delivered"}, "it is sent")
            assert len(receiver.received[-1].headers["webhook-signature"].split()) == signatures


def test_taken_away_it_leaves_nothing(stage: Stage, receiver: Receiver) -> None:
    hook, other = stage.webhook(receiver.url()), stage.webhook(receiver.url(), "pl_ben")
    stage.queue(hook, "a")
    stage.webhooks.erase("pl_ada")
    client = stage.deliveries._client
    own = WebhookKeys(hook.id)
    assert not client.exists(own.webhook, own.bodies, own.outcomes, own.order, own.queue)
    assert stage.webhooks.owners(["pl_ada", "pl_ben"]) == {"pl_ben"}
    assert stage.deliveries.due(Lane.SLOW, round(T0 * 1000), 10) == []
    assert [one.webhook for one in stage.webhooks.of_player("pl_ben")] == [other]
