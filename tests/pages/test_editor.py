"""Battles made in the browser: drawn by mouse and by keyboard, judged, kept, opened, played."""

import json
import random
import re
from typing import Any

import msgspec
from playwright.sync_api import Locator, expect

from events.scenarios.own import OwnDocument
from tests.pages.axe import violations
from tests.pages.visitor import PHONE, Room, Visitor
from tests.support.editor_files import FILES
from tests.support.waiting import wait_until

EDITOR = "/scenarios/new"
_DRAFT = "JSON.parse(JSON.parse(localStorage.getItem('afteraction.draft')).now)"
_FORMS = "import('/static/app/special_rules.js').then(({ RULES }) => RULES)"
_SHAPES = msgspec.json.schema(OwnDocument)["$defs"]


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


def resolved(shape: dict[str, Any]) -> dict[str, Any]:
    """A part of the shape of battles, wherever it is."""
    part: dict[str, Any] = _SHAPES[shape["$ref"].split("/")[-1]] if "$ref" in shape else shape
    return part


def rule_shapes() -> dict[str, dict[str, Any]]:
    """What each special rule of a battle is told, by its id."""
    rules = [
        resolved(one)
        for one in _SHAPES["OwnDocument"]["properties"]["special_rules"]["items"]["anyOf"]
    ]
    return {
        rule["properties"]["id"]["enum"][0]: resolved(rule["properties"]["params"])
        for rule in rules
    }


def add_rule(visitor: Visitor, rule: str) -> Locator:
    """Add a special rule to the battle; the last part of the form."""
    shown = visitor.page.locator("#rules fieldset.rule")
    count = shown.count()
    visitor.page.locator("#rules > select").focus()
    visitor.page.locator("#rules > select").select_option(rule)
    expect(shown).to_have_count(count + 1)
    return shown.nth(count)


def rules(visitor: Visitor) -> list[Any]:
    """What the special rules of the battle are told."""
    return [rule["params"] for rule in draft(visitor)["special_rules"]]


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
    expect(ann.page.locator("#problem")).to_contain_text("`title` is missing")
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


def test_the_report_on_a_file_is_in_the_readers_language(room: Room) -> None:
    ann = room.enter(EDITOR, language="de")
    ready(ann, "blocked")
    file = json.loads(next(path for path in FILES if path.stem == "mortain").read_bytes())
    del file["game_info"]["starting"]
    sent = {"name": "m.m44", "mimeType": "", "buffer": json.dumps(file).encode()}
    ann.page.locator("#file").set_input_files(sent)  # type: ignore[arg-type]
    ready(ann, "partly")
    finding = ann.page.locator("#report .findings").first
    expect(finding).to_contain_text("Anders gespielt: Erster Zug")
    expect(finding).to_contain_text("Es sind die Alliierten")


def test_what_a_special_rule_lacks_is_reported_in_the_readers_language(room: Room) -> None:
    ann = room.enter(EDITOR, language="de")
    ready(ann, "blocked")
    ann.page.locator("summary", has_text="Sonderregeln").click()
    add_rule(ann, "blow_bridge")
    expect(ann.page.locator("#report .findings").first).to_contain_text("Es ist leer.")
    room.watch.complaints.clear()  # the browser complains of what is refused


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


def test_the_form_knows_every_special_rule_and_its_parameters(room: Room) -> None:
    ann = room.enter(EDITOR)
    forms, shapes = ann.page.evaluate(_FORMS), rule_shapes()
    assert forms.keys() == shapes.keys()
    for rule, shape in shapes.items():
        assert forms[rule].keys() == shape["properties"].keys(), rule
        for member, said in shape["properties"].items():
            form, part = forms[rule][member], resolved(said)
            where = f"{rule} {member}"
            assert ("first" in form) or member not in shape["required"], where
            assert form.get("optional", False) is (member not in shape["required"]), where
            words = form.get("words") or form.get("many") or []
            known = part.get("enum") or resolved(part.get("items", {})).get("enum", [])
            assert sorted(words) == sorted(known) or (rule == "card_replaced" and known), where
            assert form.get("most", [None, None]) == [part.get("minimum"), part.get("maximum")], (
                where
            )
    ann.page.locator("summary", has_text="Special rules").click()
    for rule in shapes:
        assert "rule." not in add_rule(ann, rule).inner_text()
    ready(ann, "blocked")
    shown = ann.page.locator("#report .findings").first
    expect(shown.get_by_text("special_rules")).to_have_count(1)  # bridges to blow up are needed
    room.watch.complaints.clear()  # the browser complains of what is refused


def test_the_hexes_of_a_special_rule_are_chosen_on_the_board(room: Room) -> None:
    ann = room.enter(EDITOR)
    ready(ann, "blocked")
    skirmish(ann)
    ann.page.locator("summary", has_text="Special rules").click()
    add_rule(ann, "smoke_screen")
    limited = add_rule(ann, "move_limit")
    limited.get_by_label("Type").select_option("infantry")
    limited.get_by_role("button", name="Choose its hexes").click()
    for column in (5, 6, 6):
        at(ann, 6, column).click()
    assert rules(ann)[1]["hexes"] == [[6, 5]]
    expect(limited.get_by_label("Hexes (")).to_have_value("G6")
    expect(ann.page.locator(".picture polygon.mark.yellow")).to_have_count(1)
    expect(ann.page.locator(".picture .sign", has_text="2")).to_have_count(1)
    expect(at(ann, 6, 5)).to_have_attribute("aria-label", re.compile("Shorter moves"))
    for key in ("ArrowRight", "Enter", "Delete", "Control+z"):
        ann.page.keyboard.press(key)
    assert rules(ann)[1]["hexes"] == [[6, 5], [6, 7]]
    assert len(draft(ann)["units"]) == 6
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".picture polygon.mark.blue")).to_have_count(2)
    ready(ann, "partly")
    at(ann, 6, 5).drag_to(at(ann, 5, 5))  # the rule goes along with its unit
    assert rules(ann)[1]["hexes"] == [[5, 5], [6, 7]]
    for _ in range(5):
        ann.page.locator("#undo").click()
    assert "hexes" not in rules(ann)[1]
    for _ in range(5):
        ann.page.locator("#redo").click()
    ready(ann, "partly")
    assert violations(ann) == []
    limited.get_by_role("button", name="Choose its hexes").click()
    expect(at(ann, 5, 5)).to_be_focused()
    ann.page.locator("#rules fieldset.rule").first.get_by_role("button", name="Remove").click()
    expect(ann.page.locator('[data-tool="tools select"]')).to_have_attribute("aria-pressed", "true")
    assert len(rules(ann)) == 1
    assert ann.clipped() == []


def test_what_does_not_lie_on_a_smaller_board_leaves_the_special_rules(room: Room) -> None:
    ann = room.enter(EDITOR)
    ready(ann, "blocked")
    ann.page.locator('[data-key="Board"]').select_option("breakthrough")
    ann.page.locator("summary", has_text="Special rules").click()
    for hexes in ("A1 Q1", "Q2"):
        add_rule(ann, "air_drop").get_by_label("Hexes (").fill(hexes)
    add_rule(ann, "air_drop").get_by_label("Kind").select_option("elite_infantry")
    assert [rule.get("hexes") for rule in rules(ann)] == [[[0, 0], [16, 0]], [[16, 1]], None]
    ann.page.locator('[data-key="Board"]').select_option("standard")
    assert [rule.get("hexes") for rule in rules(ann)] == [[[0, 0]], None]
    assert rules(ann)[1]["kind"] == "elite_infantry"
    ann.page.locator("#rules fieldset.rule").last.get_by_label("Type").select_option("armor")
    assert "kind" not in rules(ann)[1]
