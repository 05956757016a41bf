"""Games of four by clicks: each from a browser of its own, with its own hand."""

import random

import pytest
from playwright.sync_api import expect

from tests.pages.visitor import PHONE, Room, Visitor
from tests.support.waiting import wait_until

TURNS = 6


def four(room: Room, variant: str, edition: str) -> list[Visitor]:
    """One opens a game and shares the link; the others follow it, one of them on a phone."""
    ann = room.enter()
    ann.open_game("mont_mouchet", side="allies", variant=variant, edition=edition)
    ann.sit_down("Ann")
    ann.until("waiting")
    link = ann.page.locator("#link").input_value().removeprefix(room.url)
    visitors = [ann]
    for name, side in (("Bob", "axis"), ("Cat", "allies"), ("Dan", "axis")):
        one = room.enter(link, size=PHONE) if name == "Dan" else room.enter(link)
        one.page.locator(f'[data-take="{side}"]').click()
        one.sit_down(name)
        visitors.append(one)
    if variant == "team":
        for name, side in (("Eve", "allies"), ("Fay", "axis")):
            one = room.enter(link)
            one.page.locator(f'[data-take="{side}"]').click()
            one.sit_down(name)
            visitors.append(one)
    for one in visitors:
        one.until("active")
    return visitors


@pytest.mark.parametrize(
    ("variant", "edition"), [("operation_alliance", "2025"), ("team", "2004")], ids=str
)
def test_each_of_four_plays_a_turn(room: Room, variant: str, edition: str) -> None:
    visitors, chance = four(room, variant, edition), random.Random(5)
    done = dict.fromkeys(range(len(visitors)), 0)

    game = visitors[0].page.url.rpartition("/")[2]

    def shown() -> dict[str, int]:
        answer = visitors[0].page.request.get(f"{room.url}/v1/games/{game}")
        return {name: answer.json()[name] for name in ("turn", "version")}

    def settled() -> bool:
        """Everybody has heard of the last click: one at another version would be refused."""
        busy = any(one.page.evaluate("document.body.dataset.busy") for one in visitors)
        return not busy and {one.version for one in visitors} == {shown()["version"]}

    def one_clicks() -> bool:
        wait_until(settled, "all pages are at the game's version")
        for number in chance.sample(range(len(visitors)), len(visitors)):
            if visitors[number].click(chance):
                done[number] += 1
                return True
        return False

    for _ in range(600):
        if shown()["turn"] >= TURNS or visitors[0].status == "finished":
            break
        wait_until(one_clicks, "somebody can click")
    assert shown()["turn"] >= TURNS or visitors[0].status == "finished"
    assert len([number for number, clicks in done.items() if clicks]) >= 4, done
    opened = visitors[-1].page.locator("[data-open]")
    expect(opened).to_have_count(2 if variant == "operation_alliance" else 0)
