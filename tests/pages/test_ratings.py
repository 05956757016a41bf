"""Rated games and who is there, as the pages show them."""

import re

from playwright.sync_api import expect

from tests.contract.service import Service, running_game
from tests.contract.test_ratings import given_up, played
from tests.pages.visitor import Room


def test_a_rated_game_shows_who_is_there_and_what_it_changed(service: Service, room: Room) -> None:
    game = played(running_game(service, rated=True, scenario="vassieux"))
    path = f"/play/{game.id}"
    ada = room.enter_as(game.seats["allies"], path)
    box = ada.page.locator("#presence input")
    expect(box).not_to_be_checked()
    with ada.page.expect_navigation():
        box.click()
    expect(box).to_be_checked()
    ben = room.enter_as(game.seats["axis"], path)
    expect(ben.page.locator('[data-side="allies"] .dot.here')).to_be_visible(timeout=20_000)
    expect(ben.page.locator('[data-side="axis"] .dot')).to_have_count(0)
    given_up(game, "axis")
    changed = re.compile(r"Ada 1500\? → 16\d\d\?")
    for visitor in (ben, room.enter(f"/review/{game.id}?version=9999")):
        expect(visitor.page.locator('.sides [data-side="allies"]')).to_contain_text(changed)


def test_the_form_of_a_new_game_keeps_to_what_can_be_rated(room: Room) -> None:
    ann = room.enter()
    ann.page.locator('[data-battle="saverne"]').click()
    rated = ann.page.locator('#opening input[name="rated"]')
    undo = ann.page.locator('#opening select[name="undo"]')
    expect(undo).to_have_value("free")
    rated.check()
    expect(undo).to_have_value("consent")
    undo.select_option("free")
    expect(rated).not_to_be_checked()
    rated.check()
    ann.page.locator("#opening button").click()
    ann.sit_down("Ann")
    ann.until("waiting")
    other = room.enter()
    expect(other.page.locator("#waiting li", has_text="rated").first).to_be_visible()
