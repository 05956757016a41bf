"""A game looked at again: every version of it, stepped through in a real browser."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect

from api.answers.patches import patch
from tests.contract.service import Game, Service, running_game
from tests.pages.table import fought
from tests.pages.visitor import DESK, PHONE, Room, Visitor
from tests.support.examples import rounds
from tests.support.waiting import wait_until

LANGUAGES = ("de", "fr", "es", "pt", "en")[: rounds(2, 5)]
"""Those with the longest words first."""
Json = dict[str, Any]


@pytest.fixture(scope="module")
def finished(service: Service) -> Game:
    """A game that is over, and in which something was taken back."""
    game = running_game(service, undo="free")
    play_on(game, 24)
    take_back_once(game)
    play_on(game, 8, seed=6)
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201
    return game


@pytest.fixture(scope="module")
def api_answers(service: Service, finished: Game) -> Json:
    """What the service tells of that game."""
    anonymous = service.anonymous()
    parts = ("timeline", "mainline", "luck")
    answers = {part: anonymous.get(f"{finished.path}/{part}").get_json() for part in parts}
    answers["events"] = anonymous.get(f"{finished.path}/events?limit=500").get_json()["items"]
    return answers


def play_on(game: Game, decisions: int, seed: int = 5) -> None:
    """Random decisions, attacks where there are any."""
    chance = random.Random(seed)
    for _ in range(decisions):
        game.step(chance, _rather_battles)


def _rather_battles(allowed: list[Json]) -> list[Json]:
    return [one for one in allowed if one["type"] in ("attack", "order_unit")] or allowed


def take_back_once(game: Game) -> None:
    """Play a card, and take it back."""
    chance = random.Random(1)
    while (player := game.awaited()) is not None:
        before = game.state(player)
        game.step(chance)
        since = game.state(player)["undo_since"]
        if before["phase"] == "play_card" and since is not None and since <= before["version"]:
            taken = player.post(f"{game.path}/undo", {"to_version": before["version"]})
            assert taken.status_code == 201, taken.get_data()
            return


def version_of(game: Game) -> int:
    """The newest."""
    version: int = game.state(game.seats["allies"])["version"]
    return version


def opened(room: Room, game: Game, query: str = "", **how: Any) -> Visitor:
    """A visitor at the review of a game, when all is there that stepping needs."""
    visitor = room.enter(f"/review/{game.id}{query}", **how)
    visitor.page.locator("body[data-ready]").wait_for()
    return visitor


def at(visitor: Visitor, version: int) -> None:
    """Wait until the page and its board show a version."""
    body = visitor.page.locator("body")
    for name in ("data-version", "data-painted"):
        expect(body).to_have_attribute(name, str(version))


_STEPPED = """async (unit) => {
  const { dataset } = document.body;
  const click = (selector) => document.querySelector(selector).click();
  const painted = async () => {
    while (dataset.painted !== dataset.version) await new Promise(requestAnimationFrame);
    return Number(dataset.version);
  };
  click(`[data-unit="${unit}"]`);
  click('#first');
  const found = [await painted()];
  while (document.querySelector('#ahead[aria-disabled="false"]')) {
    click('#ahead');
    found.push(await painted());
  }
  return found;
}"""
"""Where one comes by ahead and ahead again, from the first version to the newest."""


def test_a_finished_game_is_stepped_through_by_each_unit_without_asking_the_service(
    room: Room, finished: Game, api_answers: Json
) -> None:
    visitor = opened(room, finished)
    at(visitor, 1)
    asked: list[str] = []
    visitor.page.on("request", lambda sent: asked.append(sent.url))
    latest = len(api_answers["events"])
    undone = {
        version
        for line in api_answers["mainline"]["undone"]
        for version in range(line["first"], line["last"] + 1)
    }
    assert undone
    entries = [entry for turn in api_answers["timeline"]["turns"] for entry in turn["entries"]]
    stops = {
        "decision": [event["version"] for event in api_answers["events"] if event["last"]],
        "battle": [entry["to"] for entry in entries if entry["kind"] == "battle"],
        "turn": [turn["from"] for turn in api_answers["timeline"]["turns"]],
    }
    for unit, found in stops.items():
        expected = sorted({1, latest, *found} - undone)
        assert visitor.page.evaluate(_STEPPED, unit) == expected, unit
    visitor.page.locator('[data-unit="event"]').click()
    visitor.page.locator("#back").click()
    at(visitor, latest - 1)
    # The browser itself asks for the tab's sign when an address changes.
    assert [url for url in asked if not url.endswith("/icon.svg")] == []
    expect(visitor.page.locator("#now p").last).to_have_text(entries[-1]["text"])


def test_it_plays_by_itself_to_the_end(room: Room, finished: Game, api_answers: Json) -> None:
    latest = len(api_answers["events"])
    visitor = opened(room, finished, f"?version={latest - 5}")
    visitor.page.locator("#speed").select_option("4")
    visitor.page.locator("#play").click()
    at(visitor, latest)
    expect(visitor.page.locator("#play")).to_have_attribute("aria-label", "Play")
    won = f"Victory for the Allies; medals {medals(finished)}. The Axis resigned."
    expect(visitor.page.locator("#now p").last).to_have_text(won)


def medals(game: Game) -> str:
    """Those of the Allies and of the Axis."""
    won = game.state(game.seats["allies"])["medals"]
    return f"{won['allies']} : {won['axis']}"


def test_an_address_a_scrubber_and_a_click_in_the_timeline_lead_to_a_version(
    room: Room, finished: Game, api_answers: Json
) -> None:
    visitor = opened(room, finished, "?version=20")
    at(visitor, 20)
    visitor.page.locator("#version").fill("31")
    at(visitor, 31)
    visitor.page.wait_for_url(f"**/review/{finished.id}?version=31")
    entry = api_answers["timeline"]["turns"][3]["entries"][1]
    line = visitor.page.locator(f'#timeline [data-to="{entry["to"]}"]')
    line.click()
    at(visitor, entry["to"])
    expect(line).to_have_attribute("aria-current", "step")
    expect(line).to_be_in_viewport()
    expect(line).to_have_text(entry["text"])
    turns = api_answers["timeline"]["turns"]
    struck = [one["text"] for turn in turns for one in turn["entries"] if one["undone"]]
    assert visitor.page.locator("#timeline s").all_text_contents() == struck != []
    # What was taken back can be gone to.
    line = api_answers["mainline"]["variations"][0]
    visitor.page.locator("#lines").evaluate("(one) => { one.closest('details').open = true; }")
    visitor.page.locator(f'#lines [data-first="{line["first"]}"]').click()
    at(visitor, line["first"])
    expect(visitor.page.locator("#lines [aria-current]")).to_have_count(1)


def test_the_keyboard_is_enough(room: Room, finished: Game, api_answers: Json) -> None:
    visitor = opened(room, finished)
    decisions = [one["version"] for one in api_answers["events"] if one["last"]]
    latest, press = len(api_answers["events"]), visitor.page.keyboard.press
    press("ArrowRight")
    at(visitor, decisions[1] if decisions[0] == 1 else decisions[0])
    press("ArrowLeft")
    at(visitor, 1)
    press("Shift+ArrowRight")
    at(visitor, api_answers["timeline"]["turns"][1]["from"])
    press("End")
    at(visitor, latest)
    press("Home")
    at(visitor, 1)
    press("Space")
    wait_until(lambda: visitor.version > 1, "the game plays")
    press("Space")
    expect(visitor.page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_both_hands_are_seen_once_the_game_is_over_and_each_by_itself(
    service: Service, room: Room, finished: Game
) -> None:
    visitor = opened(room, finished, "?version=12")
    state = service.anonymous().get(f"{finished.path}/states/12?as=reviewer").get_json()
    both = sorted(state["hands"]["allies"]["cards"] + state["hands"]["axis"]["cards"])
    cards = visitor.page.locator("#hands [data-card]")
    assert sorted(card.get_attribute("data-card") for card in cards.all()) == both  # type: ignore[type-var]
    visitor.page.locator("#eyes").select_option("axis")
    expect(cards).to_have_count(len(state["hands"]["axis"]["cards"]))


def test_a_third_goes_along_with_a_game_that_runs_or_stays_where_it_is(
    service: Service, room: Room
) -> None:
    game = running_game(service)
    play_on(game, 8)
    along, stays = opened(room, game), opened(room, game, "?version=9")
    at(along, version_of(game))
    assert along.page.locator("#hands [data-card]").count() == 0
    play_on(game, 4, seed=8)
    at(along, version_of(game))
    expect(stays.page.locator('[data-key="newest"]')).to_be_visible()
    at(stays, 9)
    stays.page.locator('[data-key="newest"]').click()
    at(stays, version_of(game))
    game.seats["axis"].post(game.commands, {"type": "resign"})
    along.until("finished")
    expect(along.page.locator("#eyes")).to_be_visible()


def test_a_game_that_is_not_to_be_seen_is_said_to_be_so(service: Service, room: Room) -> None:
    private = running_game(service, visibility="private")
    for game in (private.id, "gm_00000000000000000000"):
        visitor = room.enter(f"/review/{game}")
        problem = visitor.page.locator("#problem")
        expect(problem).to_have_text("This game does not exist, or it is private.")
    room.watch.complaints.clear()  # the browser itself complains of what it could not load


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_in_any_language(room: Room, finished: Game, language: str) -> None:
    visitor = opened(room, finished, "?version=25", size=PHONE, language=language)
    for one in visitor.page.locator("details").all():
        one.evaluate("(details) => { details.open = true; }")
    assert visitor.widest() == PHONE["width"]
    visitor.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert visitor.widest() == DESK["width"]
    assert visitor.page.locator("html").get_attribute("lang") == language


def test_the_play_page_and_the_lobby_lead_to_the_review(room: Room, finished: Game) -> None:
    visitor = room.enter(f"/play/{finished.id}")
    link = visitor.page.locator(f'a[href="/review/{finished.id}"]')
    expect(link).to_be_visible()


_PATCHED = """async (cases) => {
  const { patched } = await import('/static/app/patch.js');
  return cases.map(([before, patch]) => {
    const kept = JSON.stringify(before);
    try {
      const after = patched(before, patch);
      return JSON.stringify(before) === kept ? [after] : 'it has changed what was before';
    } catch (error) {
      return error.constructor.name;
    }
  });
}"""
_PAIRS: list[tuple[Any, Any]] = [
    ({}, {"a": [1, {"b/c": None, "d~e": "ü"}]}),
    ({"a/b": {"c~d": 1}, "e": 2}, {"a/b": {"c~d": 2}}),
    (
        {"units": [{"id": "a", "hex": [1, 2]}, {"id": "b", "hex": [3, 4]}, {"id": "c"}]},
        {"units": [{"id": "b", "hex": [3, 5]}, {"id": "c"}, {"id": "d"}]},
    ),
    ({"cards": ["x", "y", "z"]}, {"cards": ["z", "w", "x"]}),
    ([1, 2], {"whole": True}),
]
_REFUSED = [
    ({"a": 1}, {"op": "test", "path": "/a", "value": 2}),
    ({"a": 1}, {"op": "remove", "path": "/b"}),
    ({"a": 1}, {"op": "replace", "path": "/b", "value": 1}),
    ({"a": 1}, {"op": "add", "path": "/b/c", "value": 1}),
    ({"a": [1]}, {"op": "add", "path": "/a/3", "value": 1}),
    ({"a": 1}, {"op": "move", "path": ""}),
    ({"a": "text"}, {"op": "replace", "path": "/a/0", "value": 1}),
]


def test_patches_are_applied_as_the_service_writes_them_and_refused_elsewhere(room: Room) -> None:
    visitor = room.enter()
    cases = [[before, patch(before, after)] for before, after in _PAIRS]
    refused = [[before, [operation]] for before, operation in _REFUSED]
    found = visitor.page.evaluate(_PATCHED, json.loads(json.dumps(cases + refused)))
    assert found[: len(cases)] == [[after] for _, after in _PAIRS]
    assert found[len(cases) :] == ["PatchError"] * len(refused)


def test_what_led_to_a_version_stays_drawn_wherever_one_comes_from(
    service: Service, room: Room
) -> None:
    game = fought(service, "pegasus_bridge", 40)
    events = game.seats["allies"].get(f"{game.path}/events?limit=1000").get_json()["items"]
    moved = [event["version"] for event in events if event["type"] == "unit_moved"]
    visitor = room.enter(f"/review/{game.id}?version={moved[-1]}")
    page = visitor.page
    expect(page.locator("body[data-ready]")).to_be_visible()
    trace = page.locator("#table .trace .arrow")
    expect(trace).to_have_count(1)
    page.keyboard.press("Home")
    expect(trace).to_have_count(0)
