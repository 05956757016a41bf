"""What reaches a player who is away, and what one may do about others: notifications by Web Push,
webhooks that were given up, mute, block and report."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from events.webhooks.registry import Webhooks
from events.webhooks.webhook import DisabledReason
from tests.contract.contract import Json
from tests.contract.service import Player, Service, running_game
from tests.pages.visitor import Room
from tests.support.browsers import WHOLE_CHROMIUM, chromium
from tests.support.push_browser import PushBrowser
from tests.support.waiting import wait_until

ENDPOINT = "https://push.example.org/device"
WORKER = "/static/app/push.js"
_PUSH_SERVICE = """(() => {
  const { endpoint, keys } = %s;
  const unsubscribe = async () => delete localStorage.pushed;
  const subscribed = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe };
  const made = () => localStorage.pushed ? subscribed : null;
  PushManager.prototype.getSubscription = async () => made();
  PushManager.prototype.subscribe = async (options) => {
    localStorage.pushed = options.applicationServerKey;
    return made();
  };
})();"""
"""In place of the one that a browser asks, which would be far away."""


@pytest.fixture
def whole(url: str) -> Iterator[Room]:
    """A room of browsers that can show notifications, as those without any window cannot."""
    if WHOLE_CHROMIUM is None:
        pytest.skip("needs Chromium")
    with chromium(WHOLE_CHROMIUM) as browser:
        room = Room(browser, url)
        yield room
        room.watch.check()


def test_a_browser_is_notified_until_it_wants_no_more(service: Service, whole: Room) -> None:
    ada = service.player("Ada")
    visitor = whole.enter_as(ada, "/")
    page = visitor.page
    page.context.grant_permissions(["notifications"])
    keys = {"p256dh": PushBrowser().keys.p256dh, "auth": PushBrowser().keys.auth}
    page.add_init_script(_PUSH_SERVICE % json.dumps({"endpoint": ENDPOINT, "keys": keys}))
    visitor.go("/")
    page.locator('[data-notice="on"]').click()
    expect(page.locator('[data-notice="off"]')).to_be_visible()
    listed = ada.get("/v1/webhooks").get_json()
    (hook,) = listed["items"]
    assert (hook["url"], hook["format"], hook["enabled"]) == (ENDPOINT, "web_push", True)
    assert page.evaluate("localStorage.pushed") == listed["push_key"]

    values = {"body": "Pegasus Bridge, turn 3: it is your move.", "path": "/play/gm_1"}
    devtools, found = page.context.new_cdp_session(page), []

    def registered(said: Json) -> None:
        found.extend(said["registrations"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", registered)
    devtools.send("ServiceWorker.enable")
    wait_until(lambda: page.wait_for_timeout(50) or found, "the service worker is there")
    pushed = {"origin": whole.url, "registrationId": found[0]["registrationId"]}
    devtools.send("ServiceWorker.deliverPushMessage", {**pushed, "data": json.dumps(values)})

    def shown() -> list[list[str]]:
        notices: list[list[str]] = page.evaluate(
            """async (worker) => {
              const known = await navigator.serviceWorker.getRegistration(worker);
              return (await known.getNotifications()).map((one) => [one.body, one.data]);
            }""",
            WORKER,
        )
        return notices

    wait_until(shown, "it is shown")
    assert shown() == [list(values.values())]

    page.locator('[data-notice="off"]').click()
    expect(page.locator('[data-notice="on"]')).to_be_visible()
    assert ada.get("/v1/webhooks").get_json()["items"] == []
    assert page.evaluate("localStorage.pushed") is None


def test_the_owner_of_a_disabled_webhook_is_notified(service: Service, room: Room) -> None:
    ada = service.player("Ada")
    params = {
        "url": "https://hooks.example.org/in",
        "events": ["game.your_move"],
        "format": "slack",
    }
    hooks = [ada.post("/v1/webhooks", params).get_json()["id"] for _ in range(3)]
    registry: Webhooks = service.inside().webhooks
    for name, reason in zip(hooks, DisabledReason, strict=False):
        registry.change(name, lambda one, why=reason: one.disabled(why, one.created_at))
    page = room.enter_as(ada, "/").page
    expect(page.locator("[data-disabled]")).to_have_count(2)
    failing = page.locator(f'[data-disabled="{hooks[0]}"]')
    expect(failing).to_contain_text("to hooks.example.org was disabled")
    failing.locator('[data-notice="again"]').click()
    expect(failing).to_have_count(0)
    page.locator('[data-notice="remove"]').click()
    expect(page.locator("[data-disabled]")).to_have_count(0)
    left = ada.get("/v1/webhooks").get_json()["items"]
    assert [(one["id"], one["enabled"], one["format"]) for one in left] == [
        (hooks[0], True, "slack"),
        (hooks[2], True, "slack"),
    ]


@pytest.mark.parametrize("over", [False, True], ids=["under way", "over"])
def test_another_player_is_muted_blocked_and_reported(
    service: Service, room: Room, over: bool
) -> None:
    game = running_game(service)
    ada, ben = game.seats["allies"], game.seats["axis"]
    if over:
        assert ben.post(game.commands, {"type": "resign"}).status_code == 201
    page = room.enter_as(ada, f"/play/{game.id}").page
    menu = page.locator("[data-person]")
    expect(menu).to_have_attribute("data-person", ben.id)
    menu.locator("summary").click()
    level, reason = menu.locator("select").first, menu.locator("select").last
    for word in ("mute", "block"):
        level.select_option(word)
        wait_until(lambda word=word: blocked(ada) == {ben.id: word}, "it is known")  # type: ignore[misc]
    level.select_option("none")
    wait_until(lambda: not blocked(ada), "it is forgotten")
    reason.select_option("abuse")
    menu.locator("textarea").fill("He shouts.")
    menu.locator("[data-report]").click()
    expect(menu.locator("[role=status]")).to_have_text("The administrators have your report.")
    report = service.inside().reports.newest(1)[0]
    assert (report.player, report.reporter, report.game) == (ben.id, ada.id, game.id)
    assert (report.reason, report.text) == ("abuse", "He shouts.")


def blocked(who: Player) -> dict[str, str]:
    """Whom a player has muted or blocked."""
    items = who.get("/v1/players/me/blocks").get_json()["items"]
    return {one["player"]: one["level"] for one in items}
