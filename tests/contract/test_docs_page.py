"""The page of the reference in a real browser: its forms send what they describe, to us alone."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from playwright.sync_api import Browser, Locator, Page, expect

from api.pages import rendering
from tests.contract.service import Service, running_game
from tests.support.browsers import Watch, chromium, needs_chromium, served

TEMPLATES = Path(rendering.__file__).with_name("templates")
_KINDS = re.compile(r"<td>([^<]+)")
PHONE = {"width": 390, "height": 844}
pytestmark = needs_chromium


@dataclass
class Visit:
    """A page that was opened."""

    page: Page

    def form(self, operation: str) -> Locator:
        """The form of an operation, opened."""
        if not self.page.locator(f"#{operation} .try[open]").count():
            self.page.locator(f"#{operation} .try summary").click()
        return self.page.locator(f"#{operation} form")

    def send(self, operation: str, **fields: str) -> Locator:
        """Fill in a form and send it; its answer once there is a status."""
        form = self.form(operation)
        for name, value in fields.items():
            form.locator(f'[name="{name}"]').fill(value)
        form.locator("button").first.click()
        answer = form.locator(".answer")
        expect(answer.locator(".status")).to_be_visible()
        return answer


@pytest.fixture(scope="module")
def url(service: Service) -> Iterator[str]:
    with served(service.app) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    """The reference, opened once, as it is large; nothing it did may have left this machine or
    failed."""
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
    expect(form.locator(".body")).to_contain_text('"game_started"')
    stop = form.get_by_text("Stop")
    stop.click()
    expect(stop).to_have_count(0)


def test_on_a_phone_nothing_sticks_out_and_the_contents_fill_no_screen(visit: Visit) -> None:
    desk = visit.page.viewport_size
    assert desk is not None
    visit.page.set_viewport_size(PHONE)
    visit.page.reload()
    visit.send("createPlayer")
    assert visit.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    contents = visit.page.locator("#contents").bounding_box()
    assert contents is not None
    assert contents["height"] < 740 / 3
    visit.page.set_viewport_size(desk)


def test_what_is_no_list_is_not_called_one(service: Service) -> None:
    shown = service.anonymous().get("/docs").get_data(as_text=True)
    lists = sum(text.startswith("list of ") for text in _KINDS.findall(shown))
    assert 0 < lists < shown.count("<td>string</td>")
    assert "list of anything" not in shown


def test_no_template_takes_a_method_of_what_it_shows_for_a_member() -> None:
    methods = {name for name in dir(dict) if not name.startswith("_")}
    environment = Environment(autoescape=True)
    wrong = []
    for path in sorted(TEMPLATES.glob("*.html")):
        tree = environment.parse(path.read_text(encoding="utf-8"))
        called = {id(call.node) for call in tree.find_all(nodes.Call)}
        wrong += [
            f"{path.name}:{node.lineno} {name}"
            for node in tree.find_all((nodes.Getattr, nodes.Getitem))
            if id(node) not in called and (name := _member(node)) in methods
            if not _is_asked_for(tree, name)
        ]
    assert wrong == []


def _member(node: nodes.Expr) -> object:
    """What is read of something, where the template names it."""
    if isinstance(node, nodes.Getattr):
        return node.attr
    return node.arg.value if isinstance(node.arg, nodes.Const) else None


def _is_asked_for(tree: nodes.Template, name: object) -> bool:
    """Whether the template asks first if there is such a member."""
    return any(
        isinstance(asked.expr, nodes.Const) and asked.expr.value == name
        for asked in tree.find_all(nodes.Compare)
        if any(one.op == "in" for one in asked.ops)
    )


def test_the_page_runs_no_script_but_its_own_and_lets_nobody_frame_it(service: Service) -> None:
    answer = service.anonymous().get("/docs")
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'"} <= set(policy)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    shown = answer.get_data(as_text=True)
    assert (
        shown.count("<script") == shown.count('<script src="/static/docs.js" defer></script>') == 1
    )
    assert " style=" not in shown
