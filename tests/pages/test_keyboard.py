"""The play page by keyboard alone, and at twice the size of its letters."""

from playwright.sync_api import expect

from tests.contract.service import Service, running_game
from tests.pages.test_play import choose_a_card, watching_as
from tests.pages.visitor import Room
from tests.support.waiting import wait_until


def test_at_twice_the_size_board_question_and_prompt_stay_together(
    service: Service, room: Room
) -> None:
    game = running_game(service)
    for size in ({"width": 720, "height": 450}, {"width": 512, "height": 384}):
        visitor = watching_as(room, game, size=size)
        page = visitor.page
        choose_a_card(page)
        page.locator("#question").evaluate("(one) => one.scrollIntoView()")
        for part in ("#table .spot, #table", "#question", '#prompt [data-action="play_card"]'):
            expect(page.locator(part).first).to_be_in_viewport()
        assert visitor.widest() == size["width"]


_REACHED = """(wanted) => {
  const list = wanted.map((one) => [...document.querySelectorAll(one)]).find((some) => some.length);
  return list ? list.includes(document.activeElement) : null;
}"""
_ENDS = '#prompt [data-action^="end_"]'
_TO_DO = [
    ".spot.target, .spot.way",
    ".spot.own",
    ".card.playable",
    _ENDS,
    '#prompt [data-action]:not([data-action="resign"])',
]
_FAR = 80


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
        before = page.content()
        page.keyboard.press("Enter")
        wait_until(lambda before=before: page.content() != before, "the page has moved on")
        expect(page.locator("body:not([data-busy])")).to_be_visible()
        assert page.evaluate("document.activeElement.closest('main') !== null"), state["phase"]
    assert len(visited) > 1
