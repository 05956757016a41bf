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
    text = service.nobody().get(f"{game.path}/export").get_data(as_text=True)
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
    visitor = room.enter()
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
    wish = {"version": 8, "visibility": "public", "text": "<b>Bold</b>", "sign": "!!"}
    assert eve.post(f"{finished.path}/annotations", wish).status_code == 201
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


def test_the_report_is_told_once_it_is_opened_and_each_sentence_is_checked(
    room: Room, finished: Game
) -> None:
    visitor = opened(room, finished)
    page = visitor.page
    report = page.locator("#report")
    expect(report.locator("li")).to_have_count(0)
    page.locator("details:has(#report) > summary").click()
    expect(report.locator("[role=status]")).to_have_attribute("data-verdict", "sound")
    assert violations(visitor) == []
    report.locator("h3").nth(0).locator("+ ul button").first.click()
    expect(page).to_have_url(re.compile(r"version=1\b"))


def test_a_false_sentence_of_a_report_is_found(
    service: Service, room: Room, finished: Game
) -> None:
    told = service.nobody().get(f"{finished.path}/report").get_json()
    told["chapters"][1]["sentences"][1]["text"] = "Medals at the end: Allies 9, Axis 0."
    visitor = room.enter()
    visitor.page.route("**/report", lambda route: route.fulfill(json=told))
    visitor.go(f"/review/{finished.id}")
    visitor.page.locator("details:has(#report) > summary").click()
    status = visitor.page.locator("#report [role=status]")
    expect(status).to_have_attribute("data-verdict", "unsound")


def test_a_game_that_runs_has_no_report_yet(service: Service, room: Room) -> None:
    visitor = opened(room, running_game(service))
    visitor.page.locator("details:has(#report) > summary").click()
    expect(visitor.page.locator("#report")).to_contain_text("once the game is over")
