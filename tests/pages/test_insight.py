"""What there is to be seen along a game, and how it is shown to others."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.contract.service import Game, Service, running_game
from tests.pages.axe import violations
from tests.pages.table import going_on
from tests.pages.test_play import watching_as
from tests.pages.visitor import Room
from tests.support.waiting import PATIENCE
from workers.analyses import Analyzer


@pytest.fixture(scope="module")
def decided(service: Service) -> Game:
    """A game that is over, in which a medal was won, and which has been analyzed."""
    game, chance = running_game(service), random.Random(44)
    while not any(game.state(game.seats["allies"])["medals"].values()):
        game = game if game.step(chance, going_on) else running_game(service)
    player = game.awaited() or game.seats["axis"]
    player.post(game.commands, {"type": "resign"})
    asked = player.post(f"{game.path}/analysis").get_json()
    kit = service.inside()
    while Analyzer(kit.games, kit.analyses).work(asked["id"], PATIENCE):
        pass
    return game


def reviewed(room: Room, game: Game) -> Page:
    page = room.enter(f"/review/{game.id}?version=1").page
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


def test_a_medal_is_marked_and_one_click_away(room: Room, decided: Game) -> None:
    page = reviewed(room, decided)
    # It ended soon after its first medal.
    after = max(0, decided.state(decided.seats["axis"])["version"] - 100)
    asked = f"{decided.path}/events?after={after}"
    events = decided.seats["axis"].get(asked).get_json()["items"]
    won = [e["version"] for e in events if e["type"] in ("unit_eliminated", "objective_taken")]
    page.locator('[data-jump="medal"]').click()
    expect(page.locator("body")).to_have_attribute("data-version", str(won[0]))
    expect(page.locator("#timeline [aria-current]")).to_have_attribute(
        "data-glyphs", re.compile("★")
    )
    expect(page.locator(".curve .medal")).not_to_have_count(0)
    expect(page.locator('[data-jump="mistake"]')).to_have_count(0)


def test_a_click_on_a_curve_leads_to_its_version(room: Room, decided: Game) -> None:
    page = reviewed(room, decided)
    latest = int(page.locator("#version").get_attribute("max") or 0)
    curve = page.locator(".curve:not(.chance)")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    version = int(page.locator("body").get_attribute("data-version") or 0)
    assert abs(version - (1 + latest) / 2) <= 1 + latest / box["width"]


def test_the_analysis_is_drawn_described_and_jumped_through(room: Room, decided: Game) -> None:
    visitor = room.enter(f"/review/{decided.id}?version=1")
    page = visitor.page
    page.locator("#analyze").click()
    visitor.sit_down("Ann")
    expect(page.locator(".curve.chance")).to_be_visible()
    expect(page.locator("#analysis")).to_contain_text(
        re.compile(r"Accuracy: Allies \d+%, Axis \d+%\.")
    )
    page.locator('[data-jump="mistake"]').click()
    expect(page.locator("#analysis [role=status]")).to_have_text(
        re.compile(r"^\?[!?]? (Inaccuracy|Mistake|Blunder), \d+% of the chance to win\. Better: ")
    )
    assert violations(visitor) == []


def test_a_game_is_shared_by_link_picture_record_report_and_frame(
    room: Room, decided: Game
) -> None:
    page = reviewed(room, decided)
    page.locator("details:has(#share) summary").click()
    share = page.locator("#share")
    link, frame = (one.input_value() for one in share.locator("input").all())
    assert link.endswith(f"/review/{decided.id}?version=1")
    for address in share.locator("a:visible").all():
        answer = page.request.get(page.url.split("/review")[0] + str(address.get_attribute("href")))
        assert answer.ok
    shown = re.search(r'src="([^"]+)"', frame)
    assert shown is not None
    page.goto(shown[1])
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("#controls")).to_be_visible()
    expect(page.locator(".bar")).to_be_hidden()


def test_only_the_page_for_frames_may_be_shown_in_one_and_links_have_a_picture(
    service: Service, decided: Game
) -> None:
    anonymous = service.anonymous()
    policies = {
        page: anonymous.get(f"/{page}/{decided.id}").headers["Content-Security-Policy"]
        for page in ("review", "embed")
    }
    assert "frame-ancestors 'none'" in policies["review"]
    assert "frame-ancestors *" in policies["embed"]
    shown = anonymous.get(f"/review/{decided.id}?version=9").get_data(as_text=True)
    picture = re.search(r'property="og:image" content="([^"]+)"', shown)
    assert picture is not None
    path = picture[1].replace("&amp;", "&").partition("/v1")[2]
    assert anonymous.get(f"/v1{path}").mimetype == "image/png"


def test_a_frame_shows_what_anybody_may_see(service: Service, room: Room) -> None:
    game = running_game(service, visibility="private")
    page = watching_as(room, game).page
    page.goto(page.url.replace("/play/", "/embed/"))
    expect(page.locator("body")).to_have_attribute("data-status", "gone")
    room.watch.complaints.clear()  # the browser complains of what it may not see
