"""The page of the reference in a real browser: its forms send what they describe, to us alone."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.contract.service import Service, running_game
from tests.support.browsers import Watch, chromium, needs_chromium, served
from tests.support.waiting import PATIENCE

PHONE = {"width": 390, "height": 844}
pytestmark = needs_chromium


@dataclass
class Visit:
    """A page that was opened."""

    page: Page

    def form(self, operation: str) -> Locator:
        """The form of an operation, opened."""
        self.page.locator(f"#{operation} .try summary").click()
        return self.page.locator(f"#{operation} form")

    def send(self, operation: str, **fields: str) -> Locator:
        """Fill in a form and send it; its answer once there is a status."""
        form = self.form(operation)
        for name, value in fields.items():
            form.locator(f'[name="{name}"]').fill(value)
        form.locator("button").first.click()
        answer = form.locator(".answer")
        expect(answer.locator(".status")).to_be_visible(timeout=PATIENCE * 1000)
        return answer


@pytest.fixture(scope="module")
def url(service: Service) -> Iterator[str]:
    with served(service.app) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    """The reference, opened; nothing it did may have left this machine or failed."""
    visit, watch = Visit(browser.new_page()), Watch()
    watch.over(visit.page)
    visit.page.goto(f"{url}/docs")
    yield visit
    visit.page.close()
    watch.check()


def test_a_player_is_created_and_games_are_listed_by_the_forms_of_the_page(visit: Visit) -> None:
    made = visit.send("createPlayer")
    expect(made.locator(".status")).to_have_text("201 CREATED")
    expect(made.locator(".body")).to_contain_text('"token": "aft_')
    token = json.loads(made.locator(".body").inner_text())["token"]
    expect(visit.page.locator("#token")).to_have_value(token)
    opened = visit.send("createGame")
    expect(opened.locator(".status")).to_have_text("201 CREATED")
    game = json.loads(opened.locator(".body").inner_text())["id"]
    expect(visit.send("getGame").locator(".body")).to_contain_text(game)
    expect(visit.send("listGames").locator(".status")).to_have_text("200 OK")


def test_a_token_that_is_pasted_is_sent_and_a_query_too(service: Service, visit: Visit) -> None:
    ada = running_game(service).seats["allies"]
    assert ada.token is not None
    visit.page.locator("#token").fill(ada.token)
    me = visit.send("getMe")
    expect(me.locator(".body")).to_contain_text(ada.id)
    games = visit.send("listGames", player=ada.id, limit="5")
    expect(games.locator(".status")).to_have_text("200 OK")
    expect(games.locator(".body")).to_contain_text(ada.id)
    games.locator(".headers summary").click()
    expect(games.locator(".headers pre")).to_contain_text("content-type: application/json")


def test_a_stream_is_shown_while_it_goes_on_until_it_is_stopped(
    service: Service, visit: Visit
) -> None:
    game = running_game(service)
    form = visit.form("listEvents")
    form.locator('[data-in="accept"]').select_option("text/event-stream")
    form.locator('[name="game_id"]').fill(game.id)
    form.locator("button").first.click()
    expect(form.locator(".body")).to_contain_text('"game_started"', timeout=PATIENCE * 1000)
    stop = form.get_by_text("Stop")
    stop.click()
    expect(stop).to_have_count(0)


def test_on_a_phone_nothing_sticks_out_and_the_contents_are_folded(visit: Visit) -> None:
    visit.page.set_viewport_size(PHONE)
    visit.page.reload()
    visit.send("createPlayer")
    assert visit.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert visit.page.locator(".side details[open]").count() == 0


def test_the_page_runs_no_script_but_its_own_and_lets_nobody_frame_it(service: Service) -> None:
    answer = service.nobody().get("/docs")
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'"} <= set(policy)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    shown = answer.get_data(as_text=True)
    assert (
        shown.count("<script") == shown.count('<script src="/static/docs.js" defer></script>') == 1
    )
    assert " style=" not in shown
