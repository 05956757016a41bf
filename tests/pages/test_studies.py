"""What is shown of games beside the game itself: studies, and branches in its place."""

import random

import pytest
from playwright.sync_api import expect

from tests.contract.service import Game, Player, Service, running_game
from tests.pages.axe import violations
from tests.pages.test_review import Json, Room, Visitor, at, play_on

_WHAT_IF = 4


@pytest.fixture(scope="module")
def finished(service: Service) -> Game:
    """A short game that is over."""
    game = running_game(service)
    play_on(game, 12)
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201
    return game


def seated(room: Room, player: Player, path: str) -> Visitor:
    """The browser of a player of the game."""
    visitor = room.enter_as(player, path)
    visitor.page.locator("body[data-ready]").wait_for()
    return visitor


def decisions(game: Game) -> list[int]:
    found: list[Json] = (
        game.seats["allies"].get(f"{game.path}/events?limit=500").get_json()["items"]
    )
    return [event["version"] for event in found if event["last"]]


def test_a_branch_is_stepped_through_in_place_and_left_again(room: Room, finished: Game) -> None:
    ann, start = finished.seats["allies"], decisions(finished)[2]
    made = ann.post(f"{finished.path}/branches", {"at_version": start, "name": "what if"})
    path, chance = f"/v1/games/{made.get_json()['id']}", random.Random(2)
    for _ in range(_WHAT_IF):
        allowed = ann.get(f"{path}/actions").get_json()["actions"]
        rest = [one for one in allowed if one["type"] != "resign"]
        assert ann.post(f"{path}/commands", chance.choice(rest)).status_code == 201
    latest = ann.get(path).get_json()["version"]
    visitor = seated(room, ann, f"/review/{finished.id}")
    page, log = visitor.page, visitor.page.locator("#timeline")
    log.hover()
    log.get_by_role("button", name="what if").click()
    at(visitor, start + 1)
    own = log.locator(".variation > li")
    body = ann.get(f"{path}/timeline").get_json()["turns"]
    after = [one["text"] for turn in body for one in turn["entries"] if one["to"] > start]
    assert own.all_text_contents() == after
    expect(own.locator("[aria-current]")).to_have_count(1)
    page.keyboard.press("End")
    at(visitor, latest)
    page.wait_for_url(f"**/review/{finished.id}?version={latest}#variation={made.get_json()['id']}")
    expect(page.locator("#variation")).to_contain_text(f"Branch “what if”, from version {start}")
    page.reload()
    at(visitor, latest)
    page.locator("#leave").click()
    at(visitor, start)
    expect(own).to_have_count(0)
    page.wait_for_url(f"**/review/{finished.id}?version={start}")
    # A line of the game itself leads back, too.
    log.hover()
    log.get_by_role("button", name="what if").click()
    at(visitor, start + 1)
    line = log.locator("button[data-to]").last
    line.click()
    at(
        visitor,
        len(finished.seats["allies"].get(f"{finished.path}/events?limit=500").get_json()["items"]),
    )
    expect(page.locator("#variation")).to_be_hidden()


def test_a_study_is_made_read_and_shared(room: Room, finished: Game) -> None:
    stops = decisions(finished)
    ann = seated(room, finished.seats["allies"], f"/review/{finished.id}?version={stops[1]}")
    page, reader = ann.page, ann.page.locator("#study")
    marks = page.locator("#comments [data-field=marks] input")
    marks.fill("C5 C5-D6")
    added(ann, "Too early.", title="Openings", name="The first cards")
    expect(page.locator("#table .marks .arrow")).to_have_count(2)  # the sketch, and the step
    marks.fill("")
    page.locator("#version").fill(str(stops[3]))
    at(ann, stops[3])
    expect(page.locator("#table .marks .arrow")).to_have_count(0)
    page.locator("#studies [data-field=chapter] select").select_option("0")
    added(ann, "Better.")
    expect(reader).to_contain_text("2 of 2")
    assert violations(ann) == []
    reader.locator("[data-step=previous]").click()
    at(ann, stops[1])
    expect(page.locator("#table .marks .arrow")).to_have_count(1)
    expect(reader.locator("[data-step=previous]")).to_be_focused()
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.locator("#share-study").click()
    page.wait_for_function("() => window.copied")
    _is_read(room.enter(page.evaluate("copied").removeprefix(room.url)), stops)
    reader.locator("[data-key=without]").click()
    expect(reader).to_contain_text("1 of 1")
    page.on("dialog", lambda dialog: dialog.accept())
    reader.locator("[data-key=delete]").click()
    expect(reader).to_be_hidden()
    expect(page.locator("#studies .studies")).to_have_text("You have no studies yet.")


def added(visitor: Visitor, text: str, **fields: str) -> None:
    """The version shown is added to a study, with what is said of it."""
    form = visitor.page.locator("#studies form")
    form.locator("xpath=ancestor::details").evaluate("(one) => { one.open = true; }")
    for name, value in fields.items():
        form.locator(f"[data-field={name}] input").fill(value)
    if fields:
        form.locator("[data-field=sharing] select").select_option("link")
    form.locator("textarea").fill(text)
    form.locator("button.main").click()
    expect(visitor.page.locator("#study")).to_contain_text(text)


def _is_read(bob: Visitor, stops: list[int]) -> None:
    """Whoever has the link reads it, and finds nothing to change."""
    study = bob.page.locator("#study")
    expect(study).to_contain_text("1 of 2")
    expect(study.locator("#share-study")).to_have_count(0)
    study.locator("[data-step=next]").click()
    at(bob, stops[3])
    expect(study).to_contain_text("Better.")
