"""Nothing of a page is out of anybody's reach, as far as axe-core can tell."""

import random
import re

from playwright.sync_api import expect

from tests.contract.service import Service, running_game
from tests.pages.axe import violations
from tests.pages.visitor import PHONE, Room
from tests.support.waiting import wait_until


def test_the_lobby_is_for_everybody(room: Room) -> None:
    ann = room.enter()
    expect(ann.page.locator("body[data-ready]")).to_be_visible()
    ann.page.locator('[data-battle="omaha_beach"]').click()
    expect(ann.page.locator("#opening select").first).to_be_visible()
    assert violations(ann) == []
    ann.page.locator("#opening button").click()
    expect(ann.page.locator("dialog input")).to_be_visible()
    assert violations(ann) == []


def test_the_play_page_is_for_everybody(room: Room) -> None:
    ann = room.enter()
    ann.open_game("pegasus_bridge", side="allies", undo="consent")
    ann.sit_down("Ann")
    ann.until("waiting")
    assert violations(ann) == []
    ann.page.locator('[data-take="axis"]').click()
    ann.until("active")
    chance = random.Random(5)
    wait_until(lambda: "target" in ann.lit() or not ann.advance(chance), "there is a target")
    expect(ann.page.locator("#log li").first).to_be_visible()
    assert violations(ann) == []
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.locator(".menu summary").click()
    ann.page.locator('[data-action="resign"]').first.click()
    ann.until("finished")
    expect(ann.page.locator("#question")).to_contain_text(" resigned.")
    assert violations(ann) == []


def test_a_page_without_a_game_is_for_everybody(room: Room) -> None:
    for path, status in (
        ("/play/gm_none", "gone"),
        ("/play/gm_none#invite=some&side=axis", "invited"),
        ("/review/gm_none", "gone"),
    ):
        ann = room.enter(path)
        ann.until(status)
        assert violations(ann) == [], path
    room.watch.complaints.clear()  # the browser complains of what is not there


def test_what_is_read_is_for_everybody(service: Service, room: Room) -> None:
    reader = room.enter(None)
    game = running_game(service).id
    for path in (
        "/problems",
        "/docs/audit",
        "/docs/guides/review",
        "/scenarios/pegasus_bridge",
        f"/embed/{game}",
        "/nowhere",
    ):
        reader.go(path)
        expect(
            reader.page.locator("body:is([data-ready], :not(:has(script[type])))")
        ).to_be_visible()
        assert violations(reader, PHONE) == [], path
    room.watch.complaints.clear()  # the browser complains of what is not there


def test_the_reference_has_nothing_to_click_inside_of_what_unfolds(service: Service) -> None:
    anonymous = service.anonymous()
    for path in ("/docs", "/docs/notation", "/docs/guides/bot"):
        page = anonymous.get(path, headers={"Accept": "text/html"}).get_data(as_text=True)
        folded = re.findall(r"<summary>(.*?)</summary>", page, re.DOTALL)
        assert [one for one in folded if re.search("<(a|button|input)", one)] == [], path
        assert re.findall("<pre(?![^>]*tabindex)|<th></th>", page) == [], path
