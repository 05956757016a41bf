"""All battles on one page, to search, with how even each is."""

from playwright.sync_api import expect

from tests.contract.service import Service, running_game
from tests.pages.axe import violations
from tests.pages.visitor import Room
from tests.support.waiting import wait_until


def test_battles_are_searched_and_say_how_even_they_are(service: Service, room: Room) -> None:
    game = running_game(service, scenario="st_vith")
    game.seats["axis"].post(game.commands, {"type": "resign"})

    def known() -> bool:
        items = service.anonymous().get("/v1/scenarios?limit=100").get_json()["items"]
        return any(one["slug"] == "st_vith" and one["balance"] for one in items)

    wait_until(known, "the game is counted")
    visitor = room.enter("/scenarios")
    page = visitor.page
    page.locator("body[data-ready]").wait_for()
    card = page.locator('[data-battle="st_vith"]')
    expect(card.locator(".balance")).to_contain_text("% won (")
    # Battles of other tests may stand before it; what is out of sight is not drawn.
    card.scroll_into_view_if_needed()
    expect(card.locator(".small img")).to_be_visible()
    assert violations(visitor) == []
    other = room.enter("/scenarios/st_vith").page
    expect(other.locator("#played")).to_contain_text(" · Standard Games played here: ")
    page.locator("[name=text]").fill("sainte mere")
    expect(page.locator("[data-battle] strong")).to_have_text(["Sainte-Mère-Église"])
    page.locator("[name=text]").fill("omaha")
    page.locator("[name=board]").select_option("overlord")
    expect(page.locator("#count")).to_have_text("1 battle")
    page.wait_for_url("**/scenarios#text=omaha&board=overlord")
    page.reload()
    expect(page.locator("[data-battle]")).to_have_attribute(
        "href", "/scenarios/omaha_beach_overlord"
    )
    page.locator("[name=board]").select_option("")
    page.locator("[name=text]").fill("nowhere at all")
    expect(page.locator("#count")).to_have_text("0 battles")
