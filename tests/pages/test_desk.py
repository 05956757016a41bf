"""The play page on a desk: board, question and the whole hand are in sight together."""

import random
import re
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import expect

from domain.scenarios import document
from domain.values import Side
from tests.contract.service import Game, Service, running_game
from tests.pages.table import going_on
from tests.pages.test_play import choose_a_card, watching_as
from tests.pages.visitor import DESK, Room

SMALL = {"width": 1280, "height": 720}
TABLET = {"width": 1024, "height": 768}
SIDEWAYS = {"width": 844, "height": 390}
_OUT_OF_SIGHT = """() => [...document.querySelectorAll('#table, #question, .hand .card')]
  .filter((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  }).map((one) => one.id || one.dataset.card)"""
_CUT = "(card) => card.scrollHeight > card.clientHeight"


OVERLORD = {"scenario": "omaha_beach_overlord", "variant": "overlord", "players": 2}


@pytest.mark.parametrize(
    ("size", "params"),
    [(DESK, {}), (SMALL, {}), (TABLET, {}), (DESK, OVERLORD), (TABLET, OVERLORD)],
    ids=["desk", "small", "tablet", "overlord", "overlord on a tablet"],
)
def test_the_whole_hand_lies_in_sight_below_the_board(
    service: Service, room: Room, size: dict[str, int], params: dict[str, Any]
) -> None:
    game = running_game(service, **params)
    page = watching_as(room, game, game.seats["allies"], size=size, language="de").page
    expect(page.locator(".hand .card").first).to_be_visible()
    assert page.evaluate(_OUT_OF_SIGHT) == []


def test_a_board_of_many_rows_is_in_sight_with_the_hand(service: Service, room: Room) -> None:
    """In Breakthrough; new armor on the enemy's baseline is explained where it is offered."""
    battle = {
        **document("arracourt"),
        "title": {"en": "Breakthrough"},
        "board": {"kind": "breakthrough", "face": "countryside"},
        "objectives": [],
        "special_rules": [
            {"id": "armor_breakthrough", "params": {"side": side, "units": 1}} for side in Side
        ],
    }
    slug = service.player().post("/v1/scenarios?visibility=public", battle).get_json()["slug"]
    game = running_game(service, scenario=slug)
    page = watching_as(room, game, game.awaited()).page
    expect(page.locator(".hand .card").first).to_be_visible()
    assert page.evaluate(_OUT_OF_SIGHT) == []
    chance = random.Random(44)
    while "deploy" not in offered(game):
        game.step(chance)
    page = watching_as(room, game, game.awaited()).page
    expect(page.locator("#why")).to_contain_text(
        "An order can also bring a new unit onto a lit hex"
    )


def test_the_hand_stays_where_it_is_whatever_is_asked(service: Service, room: Room) -> None:
    """Where the board leaves room below it: on a small desk, in a language of long words."""
    game = running_game(service)
    player = game.awaited()
    assert player is not None
    page = watching_as(room, game, player, size=TABLET, language="de").page
    places, chance = set(), random.Random(44)
    while game.awaited() is player:
        version = game.state(player)["version"]
        expect(page.locator("body")).to_have_attribute("data-version", str(version))
        places.add(page.locator("#hands").bounding_box()["y"])  # type: ignore[index]
        game.step(chance, going_on)
    assert len(places) == 1


def test_a_chain_of_smoke_is_asked_for_hex_by_hex(service: Service, room: Room) -> None:
    rule = {"id": "smoke_screen", "params": {"side": "axis"}}
    battle = {**document("st_vith"), "title": {"en": "Smoke"}, "special_rules": [rule]}
    slug = service.player().post("/v1/scenarios?visibility=public", battle).get_json()["slug"]
    page = watching_as(room, running_game(service, scenario=slug)).page
    expect(page.locator("#why")).to_contain_text("or decline")
    page.locator(".highlight").first.click()
    expect(page.locator("#why")).to_contain_text("next hex of the chain")


def test_hands_of_two_seats_lie_beside_one_another_and_each_is_shown_by_its_name(
    service: Service, room: Room
) -> None:
    """Where one player holds both seats of a side."""
    ada, bob = service.player("Ada"), service.player("Bob")
    game = ada.new_game(scenario="vassieux", edition="2025", variant="operation_alliance")
    for place in game.state(ada)["table"]:
        who = ada if place["side"] == "allies" else bob
        game.seats[place["seat"]] = who
        assert who.post(f"{game.path}/seats", {"seat": place["seat"]}).status_code == HTTPStatus.OK
    chance = random.Random(44)
    while offered(game).isdisjoint({"show_hand"}):
        assert game.step(chance)
    page = watching_as(room, game, size=TABLET).page
    shows = page.locator('#prompt [data-action="show_hand"]')
    expect(shows.first).to_contain_text(re.compile(r"· (Allies|Axis) [12]$"))
    assert len(set(shows.all_inner_texts())) == shows.count()
    assert page.evaluate(_OUT_OF_SIGHT) == []


def offered(game: Game) -> set[str]:
    """The types of what may be done."""
    player = game.awaited()
    assert player is not None
    return {one["type"] for one in game.actions(player)["actions"]}


def test_on_a_phone_held_sideways_a_hint_is_below_what_can_be_done(room: Room) -> None:
    ann = room.enter(size=SIDEWAYS)
    ann.page.locator("#teach").click()
    ann.sit_down("Ann")
    ann.until("active")
    choose_a_card(ann.page)
    expect(ann.page.locator('#prompt [data-action="play_card"]').first).to_be_in_viewport(ratio=1)


def test_a_card_that_is_pointed_at_shows_all_its_text(service: Service, room: Room) -> None:
    page = watching_as(room, running_game(service), size=SMALL, language="de").page
    for card in page.locator(".hand .card").all():
        card.hover()
        assert not card.evaluate(_CUT), card.inner_text()
        assert page.evaluate(_OUT_OF_SIGHT) == []
