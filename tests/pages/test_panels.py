"""What stands beside a review: its audit, what is said of it, what has branched off it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from events.seals.key_folder import make_key
from tests.contract.service import Game, Service, running_game, serve
from tests.pages.axe import violations
from tests.pages.test_review import LANGUAGES, opened, play_on
from tests.pages.visitor import DESK, PHONE, Room, Visitor

SEALED = re.compile(r"^✓ Valid\. All \d+ events verify: the hash chain, dice and cards, the seal")


@pytest.fixture(scope="module")
def service(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service with a key to seal games with."""
    folder = tmp_path_factory.mktemp("signing") / "keys"
    make_key(folder)
    service = serve(redis_url, signing_keys=folder)
    yield service
    service.close()


@pytest.fixture(scope="module")
def finished(service: Service) -> Game:
    """A game that is over."""
    game = running_game(service)
    play_on(game, 60)
    answer = game.seats["axis"].post(game.commands, {"type": "resign"})
    assert answer.status_code == 201
    return game


def verdict(visitor: Visitor) -> Locator:
    """What the audit says at its end; what loads above it may push it out of sight meanwhile."""
    expect(visitor.page.locator("body[data-ready]")).to_be_visible()
    visitor.page.wait_for_function(
        """() => {
            document.getElementById("verdict").scrollIntoView();
            return !document.querySelector("#sound[aria-busy]");
        }"""
    )
    return visitor.page.locator("#sound:not([aria-busy])")


def exported(service: Service, game: Game) -> str:
    text = service.anonymous().get(f"{game.path}/export").get_data(as_text=True)
    assert isinstance(text, str)
    return text


def forged(text: str) -> tuple[str, int]:
    """An export with one letter of one event changed, and the version of that event."""
    lines = text.split("\n")
    version, line = next((n, one) for n, one in enumerate(lines) if '"card_played"' in one)
    place = line.index('"card":"') + len('"card":"')
    lines[version] = f"{line[:place]}x{line[place + 1 :]}"
    return "\n".join(lines), version


def as_file(visitor: Visitor, text: str) -> None:
    file = {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": text.encode()}
    visitor.page.locator("#audited").set_input_files(file)  # type: ignore[arg-type]


def test_a_sound_game_is_found_sound_by_the_browser(
    service: Service, room: Room, finished: Game
) -> None:
    visitor = opened(room, finished)
    expect(verdict(visitor)).to_have_text(SEALED)
    expect(verdict(visitor)).to_have_attribute("data-verdict", "sound")
    as_file(visitor, exported(service, finished))
    expect(verdict(visitor)).to_contain_text("game.jsonl: Valid.")


def test_one_changed_letter_is_found_where_it_is(
    service: Service, room: Room, finished: Game
) -> None:
    text, version = forged(exported(service, finished))
    visitor = room.enter(None)
    visitor.page.route("**/export", lambda route: _answered(route, text))
    visitor.go(f"/review/{finished.id}")
    expect(verdict(visitor)).to_have_attribute("data-verdict", "unsound")
    expect(verdict(visitor)).to_contain_text(f"First error at version {version}: its hash")


def test_any_exported_file_is_checked(service: Service, room: Room, finished: Game) -> None:
    visitor = opened(room, finished)
    expect(verdict(visitor)).to_have_attribute("data-verdict", "sound")
    text, version = forged(exported(service, finished))
    as_file(visitor, text)
    expect(verdict(visitor)).to_contain_text(
        f"game.jsonl: Not valid. First error at version {version}"
    )
    as_file(visitor, "a letter to my aunt")
    expect(verdict(visitor)).to_contain_text("game.jsonl: This is not the export of a game.")
    text = exported(service, finished)
    as_file(visitor, text[: text.rindex('{"seal"')])
    expect(verdict(visitor)).to_have_attribute("data-verdict", "part")
    expect(verdict(visitor)).to_contain_text("Not verified: the seal.")


def test_a_game_that_runs_is_checked_as_far_as_it_can_be(service: Service, room: Room) -> None:
    game = running_game(service)
    play_on(game, 10)
    visitor = opened(room, game)
    expect(verdict(visitor)).to_have_attribute("data-verdict", "part")
    expect(verdict(visitor)).to_contain_text("Not verified: dice and cards, the seal.")
    expect(verdict(visitor)).to_contain_text("The game is still running.")


def _answered(route: Route, text: str) -> None:
    route.fulfill(status=200, content_type="application/x-ndjson", body=text)


def test_a_version_is_commented_on_and_the_comment_changed_and_deleted(
    room: Room, finished: Game
) -> None:
    visitor = opened(room, finished, "?version=9")
    page = visitor.page
    field = page.locator("#comments [data-field]").filter
    field(has_text="Rating").locator("select").select_option("?!")
    page.locator("#comments textarea").fill("Too early.\nWait.")
    page.locator('[data-field="marks"] input').fill("c5 C5-D6")
    page.locator('[data-key="save"]').click()
    visitor.sit_down("Ann")
    said = page.locator("[data-comment]")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("?! Too early.")
    expect(said).to_contain_text("You · Everyone · C5 C5-D6")
    expect(page.locator("#table .marks .arrow")).to_have_count(1)
    page.locator("#ahead").click()
    expect(said).to_have_count(0)
    expect(page.locator("#table .marks .arrow")).to_have_count(0)
    page.locator('#comments [data-to="9"]').click()
    page.locator('[data-do="comments.edit"]').click()
    page.locator("#comments textarea").fill("Just right.")
    page.locator('[data-field="visibility"] select').select_option("private")
    page.locator('[data-key="save"]').click()
    expect(said).to_contain_text("Just right.")
    expect(said).to_contain_text("You · Only you")
    page.locator('[data-do="comments.delete"]').click()
    expect(said).to_have_count(0)


def test_what_others_say_in_public_is_read(service: Service, room: Room, finished: Game) -> None:
    eve = service.player("Eve")
    params = {"version": 8, "visibility": "public", "text": "<b>Bold</b>", "sign": "!!"}
    assert eve.post(f"{finished.path}/annotations", params).status_code == 201
    visitor = opened(room, finished, "?version=8")
    said = visitor.page.locator("[data-comment]").filter(has_text="Eve")
    expect(said).to_contain_text("!! <b>Bold</b>")
    expect(visitor.page.locator('[data-do="comments.edit"]')).to_have_count(0)


def test_a_mark_that_is_none_is_said_to_be_none(room: Room, finished: Game) -> None:
    visitor = opened(room, finished)
    visitor.page.locator('[data-field="marks"] input').fill("C5-")
    visitor.page.locator('[data-key="save"]').click()
    expect(visitor.page.locator("#comments .problem")).to_have_text(
        "C5- is neither a hex nor an arrow."
    )


def place_of(visitor: Visitor, hex_: tuple[int, int]) -> tuple[float, float]:
    """Where the middle of a hex is in the window."""
    x, y = visitor.page.evaluate(
        """async ([hex]) => {
          const { BOARD_AT, center } = await import('/static/app/geometry.js');
          const lights = document.querySelector('#table .lights').getBoundingClientRect();
          const { width } = document.querySelector('#table .lights').viewBox.baseVal;
          const [x, y] = center(hex).map((one, n) => (one + BOARD_AT[n]) * lights.width / width);
          return [lights.left + x, lights.top + y];
        }""",
        [list(hex_)],
    )
    return x, y


def stroke(visitor: Visitor, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
    """Draw on the board with the mouse."""
    mouse = visitor.page.mouse
    mouse.move(*place_of(visitor, start))
    mouse.down(button=button)  # type: ignore[arg-type]
    mouse.move(*place_of(visitor, end))
    mouse.up(button=button)  # type: ignore[arg-type]


def test_arrows_and_marks_are_drawn_by_hand_and_stand_in_the_log_with_what_is_said(
    room: Room, finished: Game
) -> None:
    visitor = opened(room, finished, "?version=9")
    page = visitor.page
    marks = page.locator('[data-field="marks"] input')
    stroke(visitor, (2, 4), (3, 5), "right")
    stroke(visitor, (1, 1), (1, 1), "right")
    expect(marks).to_have_value("C5-D6 B2")
    stroke(visitor, (1, 1), (1, 1), "right")
    stroke(visitor, (4, 4), (4, 5), "left")
    expect(marks).to_have_value("C5-D6")
    page.locator('[data-key="draw"]').click()
    stroke(visitor, (4, 4), (4, 5), "left")
    expect(marks).to_have_value("C5-D6 E5-E6")
    expect(page.locator("#table .marks .arrow")).to_have_count(2)
    page.locator("#comments textarea").fill("Both at once.")
    page.locator('[data-key="save"]').click()
    visitor.sit_down("Ann")
    remark = page.locator("#timeline .remark", has_text="Both at once.")
    expect(remark).to_have_text("✎ Both at once.")
    expect(page.locator("[data-comment]")).to_contain_text("C5-D6 E5-E6")
    expect(page.locator('[data-key="draw"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-do="comments.delete"]').click()
    expect(remark).to_have_count(0)
    expect(page.locator("#table .marks .arrow")).to_have_count(0)


_SWIPE = """([from, to]) => {
  const place = document.querySelector('#told');
  const touch = (x) => new Touch({ identifier: 1, target: place, clientX: x, clientY: 100 });
  const send = (type, lists) =>
    place.dispatchEvent(new TouchEvent(type, { bubbles: true, ...lists }));
  send('touchstart', { touches: [touch(from)], changedTouches: [touch(from)] });
  send('touchend', { touches: [], changedTouches: [touch(to)] });
}"""


def test_a_wheel_and_a_finger_step(room: Room, finished: Game) -> None:
    visitor = opened(room, finished, "?version=9")
    page = visitor.page
    page.locator('[data-unit="event"]').click()
    page.mouse.move(*place_of(visitor, (4, 6)))
    for turned, version in ((100, 10), (-100, 9)):
        page.mouse.wheel(0, turned)
        expect(page.locator("body")).to_have_attribute("data-version", str(version))
        page.wait_for_timeout(200)  # two notches that are one step
    for way, version in (((300, 100), 10), ((300, 280), 10), ((100, 300), 9)):
        page.evaluate(_SWIPE, list(way))
        expect(page.locator("body")).to_have_attribute("data-version", str(version))


_OPTIONS = """async () => {
  const { optionMarks, options } = await import('/static/app/options.js');
  const at = (command, loss) => ({ command, loss });
  const decision = { after_choice: 0.5, loss: 0.1, best: [
    at({ type: 'attack', attacker: 'a', target: 'b' }, 0),
    at({ type: 'move_unit', unit: 'a', path: [[1, 1], [1, 2]] }, 0.04),
    at({ type: 'order_unit', unit: 'b' }, 0.1), at({ type: 'end_turn' }, 0.2)] };
  const state = { units: [{ id: 'a', hex: [0, 0] }, { id: 'b', hex: [2, 2] }] };
  const texts = { percent: { format: (share) => Math.round(share * 100) } };
  const found = options(decision);
  return [found.map(({ chance }) => Math.round(chance * 100)), optionMarks(texts, found, state)];
}"""


def test_the_best_options_are_drawn_with_the_chance_that_each_gives(room: Room) -> None:
    chances, drawn = room.enter().page.evaluate(_OPTIONS)
    assert chances == [60, 56, 50]
    assert drawn == [
        {"hexes": [{"hex": [2, 2], "color": "yellow"}], "chance": 50},
        {"arrows": [{"start": [0, 0], "end": [1, 2], "color": "blue"}], "chance": 56},
        {"arrows": [{"start": [0, 0], "end": [2, 2], "color": "green"}], "chance": 60},
    ]


def test_a_branch_is_opened_at_the_version_shown_and_played(room: Room, finished: Game) -> None:
    visitor = opened(room, finished, "?version=8")
    page = visitor.page
    page.locator("summary", has_text="Branches").click()
    page.locator("#branches input").fill("what if")
    expect(page.locator("#branch")).to_have_text("Create a branch at version 8")
    page.locator("#branch").click()
    visitor.sit_down("Ann")
    branch = page.locator("#branches .tree").get_by_role("link", name="what if")
    expect(branch).to_be_visible()
    expect(branch.locator("xpath=..")).to_contain_text("from version 8")
    expect(page.locator("#timeline .remark button")).to_have_text("what if")
    page.locator("#last").click()
    expect(page.locator("#branch")).to_be_disabled()
    page.locator("#made").click()
    visitor.until("active")
    expect(page.locator(".card.playable").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_and_on_a_desk_nothing_of_a_review_is_cut_in_any_language(
    room: Room, finished: Game, language: str
) -> None:
    visitor = opened(room, finished, "?version=8", language=language, size=PHONE)
    open_all(visitor)
    expect(verdict(visitor)).to_have_attribute("data-verdict", "sound")
    expect(visitor.page.locator("#report [role=status]")).to_be_visible()
    assert visitor.clipped() == []
    assert visitor.widest() == PHONE["width"]
    visitor.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert visitor.clipped() == []


def open_all(visitor: Visitor) -> None:
    """Unfold whatever is folded."""
    visitor.page.evaluate(
        "for (const one of document.querySelectorAll('details')) one.open = true;"
    )


def test_the_review_is_for_everybody(room: Room, finished: Game) -> None:
    visitor = opened(room, finished, "?version=8")
    visitor.page.locator('[data-field="marks"] input').fill("A")
    visitor.page.locator('[data-key="save"]').click()
    open_all(visitor)
    expect(verdict(visitor)).to_have_attribute("data-verdict", "sound")
    assert violations(visitor) == []


def test_the_report_is_fetched_when_it_is_opened_and_each_sentence_is_checked(
    room: Room, finished: Game
) -> None:
    visitor = opened(room, finished)
    page = visitor.page
    report = page.locator("#report")
    expect(report.locator("li")).to_have_count(0)
    page.locator("details:has(#report) > summary").click()
    expect(report.locator("[role=status]")).to_have_attribute("data-verdict", "sound")
    assert violations(visitor) == []
    report.locator("h3").nth(0).locator("+ ol button").first.click()
    expect(page).to_have_url(re.compile(r"version=1\b"))


def test_a_false_sentence_of_a_report_is_found(
    service: Service, room: Room, finished: Game
) -> None:
    body = service.anonymous().get(f"{finished.path}/report").get_json()
    body["chapters"][1]["sentences"][1]["text"] = "Medals at the end: Allies 9, Axis 0."
    visitor = room.enter(None)
    visitor.page.route("**/report", lambda route: route.fulfill(json=body))
    visitor.go(f"/review/{finished.id}")
    visitor.page.locator("details:has(#report) > summary").click()
    status = visitor.page.locator("#report [role=status]")
    expect(status).to_have_attribute("data-verdict", "unsound")


def test_a_game_that_runs_has_no_report_yet(service: Service, room: Room) -> None:
    visitor = opened(room, running_game(service))
    visitor.page.locator("details:has(#report) > summary").click()
    expect(visitor.page.locator("#report")).to_contain_text("once the game is over")
