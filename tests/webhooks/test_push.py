"""Web Push: what a browser's push service is sent, what only the browser can read, and when a
subscription is given up."""

import json
from base64 import urlsafe_b64decode

import jwt
import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
)

from events.clock import milliseconds
from events.store.servers import Client
from events.webhooks.deliveries import Body, Deliveries, delivery_id
from events.webhooks.push_keys import PushKeys, public_key, service_key
from events.webhooks.registry import Webhooks
from events.webhooks.webhook import (
    BodyFormat,
    DeliveryError,
    DeliveryStatus,
    DisabledReason,
    Webhook,
    WebhookEventType,
)
from tests.fixtures import wait_until
from tests.support.push_browser import PushBrowser
from tests.support.receiver import Receiver
from tests.webhooks.stage import Stage
from workers.webhooks.push import encrypt


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private(text: str) -> EllipticCurvePrivateKey:
    return derive_private_key(int.from_bytes(decoded(text), "big"), SECP256R1())


def subscribed(stage: Stage, url: str, browser: PushBrowser) -> Webhook:
    return stage.webhook(url, format=BodyFormat.WEB_PUSH, keys=browser.keys)


def test_a_message_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    browser = PushBrowser(
        private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), decoded("BTBZMqHH6r4Tts7J_aSIgg")
    )
    text = b"When I grow up, I want to be a watermelon"
    own = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    body = encrypt(browser.keys, text, own, decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert body == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
        "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
        "j_Qulcy4a-fN"
    )
    assert browser.read(body) == text
    again = encrypt(browser.keys, text)
    assert browser.read(again) == text
    assert again[:86] != encrypt(browser.keys, text)[:86], "a salt and a key for each message"
    with pytest.raises(InvalidTag):
        PushBrowser().read(again)


def test_the_browser_reads_the_sentence_and_the_push_service_does_not(
    stage: Stage,
    receiver: Receiver,
    client: Client,
    deliveries: Deliveries,
) -> None:
    browser = PushBrowser()
    hook = subscribed(stage, receiver.url("/201/some-device"), browser)
    game = {"scenario": "pegasus_bridge", "turn": 3, "id": "gm_1"}
    result = msgspec.Raw(json.dumps({"game": game}).encode())
    body = Body(WebhookEventType.YOUR_MOVE, hook.created_at, result)
    deliveries.enqueue([(hook, delivery_id(hook, 1), body)], milliseconds(hook.created_at))
    receiver.answers["/201/some-device"] = 201
    with stage.sending():
        wait_until(lambda: stage.statuses(hook) == ["delivered"], "it is delivered")
    (sent,) = receiver.received
    said = json.loads(browser.read(sent.body))
    assert said == {"body": "Pegasus Bridge, turn 3: it is your move.", "path": "/play/gm_1"}
    assert b"Pegasus" not in sent.body
    assert not {name for name in sent.headers if name.startswith("webhook-")}
    assert sent.headers["content-encoding"] == "aes128gcm"
    assert int(sent.headers["ttl"]) > 3600
    kind, token, key = sent.headers["authorization"].split()
    assert (kind, token[:2], key[:2]) == ("vapid", "t=", "k=")
    point = decoded(key[2:])
    assert point == public_key(service_key(client)), "the same for good"
    claims = jwt.decode(
        token[2:].rstrip(","),
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point),
        ["ES256"],
        audience=receiver.url(""),
        options={"verify_exp": False},
    )
    assert 0 < claims["exp"] - stage.seconds() <= 24 * 3600


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_given_up(
    stage: Stage,
    receiver: Receiver,
    webhooks: Webhooks,
    status: int,
) -> None:
    hook = subscribed(stage, receiver.url(f"/{status}"), PushBrowser())
    other = stage.webhook(receiver.url("/404"), "pl_ben")
    stage.queue(hook, "one")
    stage.queue(other, "one")

    def standing(one: Webhook) -> Webhook:
        found = webhooks.find(one.id)
        assert found is not None
        return found.webhook

    with stage.sending():
        wait_until(lambda: not standing(hook).enabled, "it is disabled")
        wait_until(lambda: stage.attempts(other) == [1], "the other one is tried")
    assert standing(hook).disabled_reason is DisabledReason.GONE
    assert standing(other).enabled, "404 of any other receiver may be a fault of the day"


def test_it_is_retried_and_reaches_no_private_address(
    stage: Stage,
    receiver: Receiver,
) -> None:
    browser = PushBrowser()
    hook = subscribed(stage, receiver.url("/busy"), browser)
    inside = subscribed(stage, "https://10.0.0.1/device", browser)
    receiver.answers["/busy"] = 500
    stage.queue(hook, "one")
    stage.queue(inside, "one")
    with stage.sending():
        wait_until(lambda: stage.attempts(hook) == [1], "it is tried")
        wait_until(lambda: stage.attempts(inside) == [1], "so is the other one")
        receiver.answers["/busy"] = 201
        stage.seconds.now += 10
        wait_until(lambda: stage.statuses(hook) == [DeliveryStatus.DELIVERED], "and again")
    assert stage.listed(inside)[0].outcome.error is DeliveryError.ADDRESS
    first, second = (browser.read(one.body) for one in receiver.received)
    assert json.loads(first) == json.loads(second) == {"body": "This webhook works.", "path": "/"}


def test_keys_that_no_browser_gives_are_known() -> None:
    good = PushBrowser().keys
    off_the_curve = "B" + "A" * 86
    for p256dh, auth, fault in (
        (good.p256dh, good.auth, None),
        (good.p256dh + "=", good.auth + "==", None),
        ("", good.auth, "p256dh"),
        ("BÄ", good.auth, "p256dh"),
        (off_the_curve, good.auth, "p256dh"),
        (good.p256dh[:-4], good.auth, "p256dh"),
        (good.p256dh, good.auth[:-2], "auth"),
        (good.p256dh, "no base64!", "auth"),
        (good.p256dh, "é", "auth"),
    ):
        assert PushKeys(p256dh, auth).fault() == fault, (p256dh, auth)
