"""Games of several by clicks: each from a browser of its own, with its own hand."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.pages.visitor import PHONE, Room, Visitor
from tests.support.waiting import wait_until

TURNS = 6
OF_OTHERS = ("air_power", "ambush", "barrage", "counter_attack", "pincer_move", "finest_hour")
"""Cards that not every general could get, by how they end."""
GENERALS = {"axis_2": "_left", "axis_3": "_center", "axis_4": "_right"}


_SETTLED = "[Boolean(document.body.dataset.busy), Number(document.body.dataset.version)]"


def four(room: Room, variant: str, edition: str) -> list[Visitor]:
    """One challenges whoever comes, or opens a game and shares the link; the others join, one of
    them on a phone."""
    ann = room.enter()
    if variant == "operation_alliance":
        return met(room, ann, variant, edition)
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


def met(room: Room, ann: Visitor, variant: str, edition: str) -> list[Visitor]:
    """A table for four that fills in the lobby, seat by seat."""
    params = {"side": "allies", "variant": variant, "edition": edition, "opponent": "anyone"}
    ann.open_game("mont_mouchet", **params, players="4")
    ann.sit_down("Ann")
    own = ann.page.locator('#challenge-list [data-answer="cancel"]')
    challenge = str(own.get_attribute("data-key")).removeprefix("cancel ")
    visitors = [ann]
    for name, side in (("Bob", "axis"), ("Cat", "allies"), ("Dan", "axis")):
        one = room.enter(size=PHONE) if name == "Dan" else room.enter()
        join = f'[data-key="accept?side={side} {challenge}"]'
        expect(one.page.locator("#challenge-list li", has=one.page.locator(join))).to_contain_text(
            "Allies: Ann, "
        )
        one.page.locator(join).click()
        one.sit_down(name)
        if name != "Dan":
            expect(one.page.locator(f'[data-key="decline {challenge}"]')).to_have_text("Leave")
        visitors.append(one)
    for one in visitors:
        one.until("active")
    return visitors


def shown(room: Room, visitor: Visitor) -> Any:
    """The game as the service has it."""
    game = visitor.page.url.rpartition("/")[2]
    return visitor.page.request.get(f"{room.url}/v1/games/{game}").json()


def settle(room: Room, visitors: list[Visitor]) -> None:
    """Wait until everybody has heard of the last click: the next one would be refused at another
    version, and does nothing on a page that is busy."""

    def settled() -> bool:
        pages = {tuple(one.page.evaluate(_SETTLED)) for one in visitors}
        return pages == {(False, shown(room, visitors[0])["version"])}

    wait_until(settled, "all pages are at the game's version")


def played_until(
    room: Room, visitors: list[Visitor], turn: int, enough: int = 100
) -> dict[int, int]:
    """They click what is lit until a turn begins, the game is over, or ``enough`` of them have; how
    often each did."""
    chance, done = random.Random(5), dict.fromkeys(range(len(visitors)), 0)

    def is_over() -> bool:
        if sum(map(bool, done.values())) >= enough:
            return True
        state = shown(room, visitors[0])
        return state["turn"] >= turn or state["status"] == "finished"

    def one_clicks() -> bool:
        settle(room, visitors)
        for number in chance.sample(range(len(visitors)), len(visitors)):
            if visitors[number].click(chance):
                done[number] += 1
                return True
        return is_over()

    for _ in range(600):
        if is_over():
            break
        wait_until(one_clicks, "somebody can click")
    assert is_over()
    return done


@pytest.mark.parametrize(
    ("variant", "edition"), [("operation_alliance", "2025"), ("team", "2004")], ids=str
)
def test_each_of_four_plays_a_turn(room: Room, variant: str, edition: str) -> None:
    visitors = four(room, variant, edition)
    opened = visitors[-1].page.locator("[data-open]")
    expect(opened).to_have_count(2 if variant == "operation_alliance" else 0)
    done = played_until(room, visitors, TURNS, enough=4)
    assert len([number for number, clicks in done.items() if clicks]) >= 4, done


@pytest.mark.usefixtures("bots")
def test_a_chief_and_three_generals_play_a_turn(room: Room) -> None:
    """The chief hands out what the hand has for each, and they play at the same time; bots decide
    for the other side. What the game is at says when to go on, never a time."""
    chief = room.enter()
    params = {"edition": "2025", "players": "8", "side": "axis", "opponent": "random"}
    chief.open_game("omaha_beach_overlord", **params)
    chief.sit_down("Ann")
    chief.until("waiting")
    link = chief.page.locator("#link").input_value().removeprefix(room.url)
    visitors = [chief]
    for name in ("Bob", "Cat", "Dan"):
        one = room.enter(link, size=PHONE) if name == "Dan" else room.enter(link)
        one.page.locator('[data-take="axis"]').click()
        one.sit_down(name)
        visitors.append(one)
    for one in visitors:
        one.until("active")
    expect(chief.page.locator("#question")).to_have_text("Axis 1: Hand out cards")
    for seat, section in GENERALS.items():
        hand_out(room, chief, seat, section)
    settle(room, [chief])
    if shown(room, chief)["phase"] == "hand_out":
        chief.page.locator('[data-action="end_hand_out"]').click()
    wait_until(lambda: shown(room, chief)["phase"] != "hand_out", "the cards lie open")
    asked = shown(room, chief)["awaiting"]["seats"]
    assert set(asked) <= handed(room, chief)
    done = played_until(room, visitors, 2)
    assert all(done[int(seat[-1]) - 1] for seat in asked), (asked, done)
    for one in visitors:
        assert not one.clipped()


def handed(room: Room, visitor: Visitor) -> set[str]:
    """Who has been handed a card, also by a click that no taker had to be chosen after."""
    game = visitor.page.url.rpartition("/")[2]
    events = visitor.page.request.get(f"{room.url}/v1/games/{game}/events?limit=1000").json()
    return {one["data"]["to"] for one in events["items"] if one["type"] == "card_handed_out"}


def hand_out(room: Room, chief: Visitor, seat: str, section: str) -> None:
    """Hand out a card to a general, one of its section or else any that it may get."""
    settle(room, [chief])
    playable = chief.page.locator(".card.playable")
    cards = playable.evaluate_all("(all) => all.map((one) => one.dataset.card)")
    own = [card for card in cards if card.endswith(section)]
    sections = (*GENERALS.values(), *OF_OTHERS)
    for card in [*own, *(card for card in cards if not card.endswith(sections))]:
        settle(room, [chief])
        before, listed = chief.version, chief.page.locator(f'.card.playable[data-card="{card}"]')
        if not listed.count():  # given to another one, who alone could get it
            continue
        listed.first.click()
        takers = chief.page.locator('[data-action="hand_out"]')
        wait_until(
            lambda before=before, takers=takers: takers.count() or chief.version > before,
            "it is known who gets it",
        )
        wanted = takers.filter(has_text=seat.replace("axis_", "Axis "))
        if chief.version == before and not wanted.count():
            chief.page.locator("[data-key=cancel]").click()  # others alone may get it
            continue
        if chief.version == before:
            wanted.first.click()
            wait_until(lambda before=before: chief.version > before, "the card is handed out")
        state = shown(room, chief)
        gets = [one["seat"] for one in state.get("handed_out", ())]
        if seat in gets or state["phase"] != "hand_out":
            return
