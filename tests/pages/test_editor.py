"""Battles made in the browser: drawn by mouse and by keyboard, judged, kept, opened, played."""

import json
import random
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.pages.axe import violations
from tests.pages.visitor import PHONE, Room, Visitor
from tests.support.editor_files import FILES
from tests.support.waiting import wait_until

EDITOR = "/scenarios/new"
_DRAFT = "JSON.parse(JSON.parse(localStorage.getItem('afteraction.draft')).now)"


def at(visitor: Visitor, row: int, column: int) -> Locator:
    """A hex of the board."""
    return visitor.page.locator(f'.cell[data-hex="{row},{column}"]')


def take(visitor: Visitor, tool: str) -> None:
    """Take a piece of the palette."""
    visitor.page.locator(f'[data-tool="{tool}"]').click()


def draft(visitor: Visitor) -> Any:
    """The battle as the browser keeps it."""
    return visitor.page.evaluate(_DRAFT)


def ready(visitor: Visitor, verdict: str) -> None:
    """Wait until what is drawn has been judged."""
    expect(visitor.page.locator("body")).to_have_attribute("data-verdict", verdict)


def skirmish(ann: Visitor) -> None:
    """Two small armies, an objective between them, and one that nobody can gain."""
    take(ann, "terrain town")
    at(ann, 4, 6).click()
    take(ann, "units infantry")
    for column in (5, 6, 7):
        at(ann, 6, column).click()
    ann.page.locator('input[value="axis"]').check()
    take(ann, "units armor")
    for column in (5, 6, 7):
        at(ann, 2, column).click()
    take(ann, "objectives both")
    at(ann, 4, 6).click()
    take(ann, "terrain lake")
    at(ann, 7, 11).click()
    take(ann, "objectives own")
    at(ann, 7, 11).click()


def test_a_battle_is_drawn_judged_kept_and_played(room: Room) -> None:
    ann = room.enter(EDITOR)
    ready(ann, "blocked")
    expect(ann.page.locator("#try")).to_be_disabled()
    skirmish(ann)
    ready(ann, "partly")
    finding = ann.page.locator('#report [data-status="ignored"] button')
    finding.click()
    expect(at(ann, 7, 11)).to_be_focused()
    expect(at(ann, 7, 11)).to_have_attribute("aria-label", re.compile("Nobody can stand"))
    expect(ann.page.locator(".picture polygon.mark.red")).to_have_count(1)
    ann.page.keyboard.press("Delete")  # the objective first, as it lies uppermost
    expect(finding).to_have_count(0)
    assert [one["hexes"] for one in draft(ann)["objectives"]] == [[[4, 6]]]
    ann.page.locator("summary", has_text="The two sides").click()
    for army in ann.page.locator(".army").all():
        army.get_by_label("Medals to win").fill("4")
        army.get_by_label("Medals to win").blur()
    ready(ann, "playable")
    ann.page.get_by_label("Title").fill("Town of Ours")
    expect(ann.page.locator("#title")).to_have_text("Town of Ours")
    ann.page.locator("#save").click()
    ann.sit_down("Ann")
    expect(ann.page.locator("main.battlefield #title")).to_have_text("Town of Ours")
    expect(ann.page.locator("#report .verdict")).to_have_attribute("data-verdict", "sound")
    assert violations(ann) == []
    bob = room.enter(re.sub("^.*?(?=/scen)", "", ann.page.url))
    bob.page.locator('#terms select[name="side"]').select_option("both")
    bob.page.locator("#terms button").click()
    bob.sit_down("Bob")
    bob.until("active")
    before, chance = bob.version, random.Random(3)
    wait_until(lambda: bob.advance(chance) and bob.version > before, "a command is played")


def test_the_keyboard_draws_and_everything_can_be_undone_even_after_a_reload(room: Room) -> None:
    ann = room.enter(EDITOR)
    ready(ann, "blocked")
    page = ann.page
    page.locator('[data-tool="terrain open"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator('.cell[tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowRight", " "):
        page.keyboard.press(key)
    forest = [{"hex": [1, column], "terrain": "forest"} for column in (1, 2, 3)]
    assert draft(ann)["terrain"] == forest
    expect(at(ann, 1, 3)).to_be_focused()
    expect(at(ann, 1, 3)).to_have_attribute("aria-label", re.compile("B4.*Forest"))
    page.keyboard.press("Backspace")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert draft(ann)["terrain"] == forest[:2]
    page.reload()
    ready(ann, "blocked")
    page.locator("#undo").click()
    assert draft(ann)["terrain"] == forest[:1]
    page.locator("#redo").click()
    page.locator("#redo").click()
    assert draft(ann)["terrain"] == forest
    expect(page.locator("#redo")).to_be_enabled()
    page.locator("#clear").click()
    assert draft(ann)["terrain"] == []
    page.locator("#undo").click()
    assert draft(ann)["terrain"] == forest


def test_a_stroke_lays_a_road_that_joins_and_a_unit_is_dragged(room: Room) -> None:
    ann = room.enter(EDITOR)
    ready(ann, "blocked")
    take(ann, "terrain road")
    at(ann, 4, 2).hover()
    ann.page.mouse.down()
    for column in (3, 4, 5):
        at(ann, 4, column).hover()
    ann.page.mouse.up()
    laid = draft(ann)["terrain"]
    assert [(one["hex"], one["piece"], one["orientation"]) for one in laid] == [
        ([4, column], "straight", 1) for column in (2, 3, 4, 5)
    ]
    take(ann, "units infantry")
    at(ann, 4, 2).click()
    take(ann, "tools select")
    at(ann, 4, 2).drag_to(at(ann, 5, 5))
    assert [one["hex"] for one in draft(ann)["units"]] == [[5, 5]]
    at(ann, 5, 5).click(button="right")
    assert draft(ann)["units"] == []
    for _ in range(4):
        ann.page.locator("#undo").click()
    assert draft(ann)["terrain"] == []


def test_a_file_of_the_official_editor_comes_in_with_its_report_and_goes_out_unchanged(
    room: Room,
) -> None:
    ann = room.enter(EDITOR)
    ready(ann, "blocked")
    path = next(path for path in FILES if path.stem == "pegasus_bridge")
    file = json.loads(path.read_text(encoding="utf-8"))
    file["board"]["hexagons"][0]["terrain"] = {"name": "unheard_of"}
    changed = json.dumps(file)
    wrong = {"name": "wrong.json", "mimeType": "", "buffer": b'{"units": []}'}
    ann.page.locator("#file").set_input_files(wrong)  # type: ignore[arg-type]
    expect(ann.page.locator("#problem")).to_contain_text("missing required field")
    room.watch.complaints.clear()  # the browser complains of what is refused
    kind = {"name": "bridge.m44", "mimeType": "", "buffer": changed.encode()}
    ann.page.locator("#file").set_input_files(kind)  # type: ignore[arg-type]
    ready(ann, "partly")
    expect(ann.page.locator("#report .findings").first).to_contain_text("unheard_of")
    assert len(draft(ann)["units"]) > 5
    assert violations(ann) == []
    ann.page.locator("#save").click()
    ann.sit_down("Ann")
    expect(ann.page.locator("main.battlefield[class]")).to_be_visible()
    native = ann.page.evaluate(
        "fetch(location.pathname.replace('/', '/v1/') + '/export').then((a) => a.text())"
    )
    assert native == changed
    ann.page.get_by_role("link", name="Change a copy").click()
    ready(ann, "playable")
    expect(ann.page.locator("body")).not_to_have_attribute("data-units", "0")


def test_a_phone_shows_the_board(room: Room) -> None:
    ann = room.enter("/scenarios/omaha_beach", size=PHONE)
    expect(ann.page.locator("#picture img")).to_be_visible()
    assert ann.clipped() == []
    ann.go("/scenarios/none")
    expect(ann.page.locator("#problem")).to_have_text(re.compile("does not exist"))
    room.watch.complaints.clear()  # the browser complains of what is not there
    ann.go("/")
    ann.page.get_by_role("link", name="Make a battle").click()
    ready(ann, "blocked")
    expect(at(ann, 4, 4)).to_be_visible()
    assert ann.clipped() == []
