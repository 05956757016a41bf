"""The play page by keyboard alone, and at twice the size of its letters."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.contract.service import Service, running_game
from tests.pages.table import skirmish
from tests.pages.test_play import choose_a_card, watching_as
from tests.pages.visitor import Room
from tests.support.waiting import PATIENCE, wait_until
from workers.bots import Bots

TWICE = {"width": 720, "height": 450}
"""A desk's screen when all on it is twice as large."""


def test_at_twice_the_size_board_question_and_prompt_stay_together(
    service: Service, room: Room
) -> None:
    game = running_game(service)
    for size in (TWICE, {"width": 512, "height": 384}):
        visitor = watching_as(room, game, size=size)
        page = visitor.page
        choose_a_card(page)
        page.locator("#question").evaluate("(one) => one.scrollIntoView()")
        for part in ("#table .highlight, #table", "#question", '#prompt [data-action="play_card"]'):
            expect(page.locator(part).first).to_be_in_viewport()
        assert visitor.widest() == size["width"]


_REACHED = """(wanted) => {
  const list = wanted.map((one) => [...document.querySelectorAll(one)]).find((some) => some.length);
  return list ? list.includes(document.activeElement) : null;
}"""
_WATCH = """(ms) => {
  const everything = { attributes: true, characterData: true, childList: true, subtree: true };
  window.changed = new Promise((done, fail) => {
    new MutationObserver(done).observe(document.body, everything);
    setTimeout(() => fail(new Error('nothing has changed')), ms);
  }).then(() => true);
}"""
_ENDS = '#prompt [data-action^="end_"]'
_TO_DO = [
    '#prompt [data-action="play_card"]',
    ".highlight.target, .highlight.destination",
    ".highlight.own",
    ".card.playable",
    _ENDS,
    '#prompt [data-action]:not([data-action="resign"])',
]
_FAR = 80
_NEAR = 8
"""So many keys at most from where one was to what there is to do next."""
_DECISIONS = 200


def test_a_turn_is_played_by_keyboard_alone_and_the_focus_is_never_lost(
    service: Service, room: Room
) -> None:
    game = running_game(service)
    visitor = watching_as(room, game)
    page, player = visitor.page, game.awaited()
    visited = set()
    while game.awaited() is player:
        state = game.state(player)
        # Two of each phase are enough.
        again = [kind for kind in visited if kind[0] == state["phase"]]
        wanted = _TO_DO if len(again) < 2 else [_ENDS, *_TO_DO]
        for _ in range(_FAR):
            if page.evaluate(_REACHED, wanted):
                break
            page.keyboard.press("Tab")
        assert page.evaluate(_REACHED, wanted), wanted
        visited.add((state["phase"], state["version"]))
        enter(page)
        expect(page.locator("body:not([data-busy])")).to_be_visible()
        assert page.evaluate("document.activeElement.closest('main') !== null"), state["phase"]
    assert len(visited) > 1


def enter(page: Page) -> None:
    """Press the Enter key, and wait until the page has changed."""
    page.evaluate(_WATCH, PATIENCE * 1000)
    page.keyboard.press("Enter")
    assert page.evaluate("window.changed")


@dataclass
class Keyboard:
    """A page used by keyboard alone."""

    page: Page

    def reach(self, *wanted: str, within: int = _FAR) -> None:
        """Tab to the first kind of thing that there is."""
        for _ in range(within):
            if self.page.evaluate(_REACHED, list(wanted)):
                return
            self.page.keyboard.press("Tab")
        assert self.page.evaluate(_REACHED, list(wanted)), wanted

    def press(self, *wanted: str, within: int = _FAR) -> None:
        """Press the first kind of thing that there is."""
        self.reach(*wanted, within=within)
        self.page.keyboard.press("Enter")


def test_a_whole_game_is_played_by_keyboard_alone(service: Service, bots: Bots, room: Room) -> None:
    made = service.player().post("/v1/scenarios?visibility=public", skirmish()).get_json()
    visitor = room.enter(f"/scenarios/{made['slug']}", size=TWICE)
    page, keyboard = visitor.page, Keyboard(visitor.page)
    page.locator("body[data-ready]").wait_for()
    keyboard.reach("[name=opponent]")
    page.keyboard.type("Greedy")
    keyboard.press("#terms button.main")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    visitor.until("active")
    within = _FAR
    for _ in range(_DECISIONS):
        wait_until(lambda: visitor.status == "finished" or visitor.lit(), "the bot has decided")
        if visitor.status == "finished":
            break
        keyboard.reach(*_TO_DO, within=within)
        within = _NEAR
        enter(page)
    visitor.until("finished")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    over = page.url
    keyboard.press("[data-rematch]", within=_NEAR)
    page.wait_for_url(lambda url: url != over)
    visitor.until("active")
