"""The board that the pages draw themselves: the very same as the service's picture of it."""

import io
import random
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from tests.contract.contract import Json
from tests.contract.service import Game, Service, running_game
from tests.pages.drawings import account_of, board_of, border_of
from tests.pages.table import Table, fought, going_on, lay
from tests.pages.visitor import DESK, PHONE, Room
from tests.support.waiting import wait_until

BATTLES = ("pegasus_bridge", "omaha_beach", "arnhem_bridge")
STEPS = 30
VERSIONS = 50
IN_MOTION = {"reduced_motion": "no-preference"}
A_CHANNEL = 90
"""How far a color may be off where the edge of a shape falls between two pixels."""


@pytest.fixture(scope="module")
def fights(service: Service) -> Callable[[str], Game]:
    known: dict[str, Game] = {}

    def fight(slug: str) -> Game:
        if slug not in known:
            known[slug] = fought(service, slug, STEPS)
        return known[slug]

    return fight


@pytest.fixture
def table(room: Room, service: Service, fights: Callable[[str], Game]) -> Table:
    return lay(room, service, fights(BATTLES[0]), **IN_MOTION)


@pytest.mark.parametrize("slug", BATTLES)
def test_the_board_is_the_picture_of_each_version_shape_by_shape(
    service: Service, room: Room, fights: Callable[[str], Game], slug: str
) -> None:
    table = lay(room, service, fights(slug))
    last = table.last
    sides = service.anonymous().get(f"/v1/scenarios/{slug}").get_json()["sides"]
    top = next(side for side, each in sides.items() if each["seat"] == "top")
    for version in (1, last // 2, last):
        for side in (None, top):
            drawn, picture = table.show(version, side), table.picture(version, side)
            assert board_of(drawn) == board_of(picture), (version, side)
            assert border_of(drawn) == border_of(picture), (version, side)
            assert account_of(drawn) == account_of(picture)


@pytest.mark.parametrize(("theme", "size"), [("light", DESK), ("dark", PHONE)], ids=str)
def test_it_looks_the_same_by_day_and_by_night(
    service: Service, room: Room, fights: Callable[[str], Game], theme: str, size: dict[str, int]
) -> None:
    table = lay(room, service, fights(BATTLES[1]), color_scheme=theme, size=size)
    table.show(table.last)
    place = table.page.locator(".picture")
    drawn = Image.open(io.BytesIO(place.screenshot())).convert("RGB")
    svg = table.picture(table.last, theme=theme)
    table.page.evaluate("(svg) => { document.querySelector('.picture').innerHTML = svg; }", svg)
    picture = Image.open(io.BytesIO(place.screenshot())).convert("RGB")
    assert drawn.size == picture.size
    far = ImageChops.difference(drawn, picture).convert("L").point(lambda n: 255 * (n > A_CHANNEL))
    assert far.getbbox() is None


def test_stepping_asks_the_service_for_nothing(table: Table) -> None:
    states = [table.state(version) for version in range(table.last - VERSIONS, table.last + 1)]
    table.show(1)
    asked: list[str] = []
    table.page.on("request", lambda sent: asked.append(sent.url))
    table.page.evaluate(
        """async (states) => {
          for (const one of states) await window.board.show(one, null);
        }""",
        states,
    )
    assert asked == []
    assert board_of(table.drawn()) == board_of(table.picture(table.last))


def test_what_an_event_does_to_the_units_is_what_the_service_says(table: Table) -> None:
    first = table.last - VERSIONS
    before = table.state(first)["units"]
    ends: list[list[Json]] = table.page.evaluate(
        """async ([units, events]) => {
          const { evolved } = await import('/static/app/steps.js');
          return events.map((event) => (units = evolved(units, event)));
        }""",
        [before, table.events(first, table.last)],
    )
    assert [placed(units) for units in ends] == [
        placed(table.state(version)["units"]) for version in range(first + 1, table.last + 1)
    ]
    assert placed(ends[-1]) != placed(before)


def placed(units: list[Json]) -> list[tuple[str, int, list[int]]]:
    return sorted((unit["id"], unit["figures"], unit["hex"]) for unit in units)


_WATCH = """() => {
  window.seen = new Set();
  const watch = new MutationObserver((changes) => {
    const added = changes.filter((change) => change.addedNodes.length);
    for (const { target } of added) window.seen.add(target.getAttribute('class'));
  });
  for (const layer of document.querySelectorAll('.ways, .effects')) {
    watch.observe(layer, { childList: true });
  }
}"""
_ANIMATE = """async ([events, before, after, pace, abort]) => {
  const control = new AbortController();
  if (pace.speed === null) pace.speed = Infinity;
  const over = window.board.animate(events, before, after, { ...pace, signal: control.signal });
  if (abort) requestAnimationFrame(() => control.abort());
  await over;
}"""
_SEEN = "[...window.seen].sort()"


def animated(table: Table, before: int, after: int, pace: Json, *, abort: bool) -> list[str]:
    """Show in motion what happened between two versions; where something was drawn for it."""
    table.show(before)
    table.page.evaluate(_WATCH)
    items = [table.events(before, after), table.state(before), table.state(after), pace, abort]
    table.page.evaluate(_ANIMATE, items)
    seen: list[str] = table.page.evaluate(_SEEN)
    return seen


@pytest.mark.parametrize(
    ("pace", "abort", "seen"),
    [
        ({"speed": 12}, False, ["effects", "ways"]),
        ({"limit": 300}, False, ["effects", "ways"]),
        ({"speed": None}, False, []),
        ({"speed": 0.01}, True, ["effects"]),
    ],
    ids=["fast", "within a time", "at once", "aborted"],
)
def test_what_happened_is_shown_and_the_board_then_stands_as_it_is_after(
    table: Table, pace: Json, abort: bool, seen: list[str]
) -> None:
    before, after = eventful(table)
    assert set(animated(table, before, after, pace, abort=abort)) >= set(seen)
    assert board_of(table.drawn()) == board_of(table.picture(after))
    expect(table.page.locator(".ways > *, .effects > *")).to_have_count(0)


def eventful(table: Table) -> tuple[int, int]:
    """From before a first throw of dice to some events after the next move."""
    events = table.events(0, table.last)
    kinds = [event["type"] for event in events]
    throw = kinds.index("dice_rolled")
    move = next(n for n, kind in enumerate(kinds) if n > throw and kind == "unit_moved")
    return events[throw - 1]["version"], events[min(move + 2, len(events) - 1)]["version"]


def test_each_kind_of_event_is_seen_where_it_happened(table: Table) -> None:
    state = table.state(1)
    one, other = (unit["id"] for unit in state["units"][:2])
    here, there = (unit["hex"] for unit in state["units"][:2])
    dice = {"faces": ["star"], "draw": 0}
    drop = {"unit": "x", "side": "axis", "kind": "armor", "figures": 3, "hex": [4, 4]}
    items: list[tuple[str, Json, list[object]]] = [
        ("attack_declared", {"attacker": one, "target": other}, []),
        ("ambush_rolled", dice, ["throw", there, here]),
        ("dice_rolled", dice, ["throw", here, there]),
        ("strike_rolled", {"target": one, **dice}, ["throw", None, here]),
        ("figures_lost", {"unit": other, "count": 1}, ["loss", None, there]),
        ("unit_landed", drop, ["landing", None, [4, 4]]),
        ("unit_retreated", {"unit": other, "path": [[5, 5], [4, 5]]}, ["move", there, [4, 5]]),
        ("ground_taken", {"unit": one, "hex": there}, ["move", here, there]),
        ("unit_exited", {"unit": one}, ["gone", None, there]),
        ("unit_eliminated", {"unit": "x"}, ["gone", None, [4, 4]]),
        ("unit_moved", {"unit": "x", "path": [[3, 3]]}, []),
    ]
    events = [{"type": kind, "data": data, "version": n} for n, (kind, data, _) in enumerate(items)]
    seen = table.page.evaluate(_STEPS, [events, state])
    assert seen == [where for _, _, where in items if where]


_STEPS = """async ([events, state]) => {
  const { steps } = await import('/static/app/steps.js');
  return steps(events, state).map(({ kind, from, at, hexes }) =>
    [kind, hexes?.[0] ?? from ?? null, hexes?.at(-1) ?? at]);
}"""


def test_the_medal_for_leaving_the_board_is_of_the_side_that_left(table: Table) -> None:
    [created] = table.events(0, 1)
    first = created["data"]["setup"]["units"][0]
    late = {"unit": "x", "side": "axis", "kind": "armor", "figures": 3, "hex": [4, 4]}
    items: list[tuple[str, Json]] = [
        ("unit_exited", {"unit": first["id"], "hex": [0, 0], "medals": 1}),
        ("unit_arrived", late),
        ("unit_exited", {"unit": "x", "hex": [4, 4], "medals": 2}),
    ]
    left = [{"type": kind, "data": data, "version": n} for n, (kind, data) in enumerate(items, 2)]
    assert table.page.evaluate(
        """async (events) => {
          const { medals } = await import('/static/app/medals.js');
          return medals(events).map(({ side, medals }) => [side, medals]);
        }""",
        [created, *left],
    ) == [[first["side"], 1], ["axis", 2]]


def test_who_wants_no_motion_sees_none(service: Service, room: Room, table: Table) -> None:
    calm = lay(room, service, table.game)
    before, after = eventful(calm)
    assert animated(calm, before, after, {}, abort=False) == []
    assert board_of(calm.drawn()) == board_of(calm.picture(after))


def test_whatever_is_shown_next_ends_what_moves(table: Table) -> None:
    before, after = eventful(table)
    table.page.evaluate(
        """async ([events, before, after, next]) => {
          await window.board.show(before, null);
          const over = window.board.animate(events, before, after, { speed: 0.01 });
          await window.board.show(next, null);
          await over;
        }""",
        [table.events(before, after), table.state(before), table.state(after), table.state(2)],
    )
    assert board_of(table.drawn()) == board_of(table.picture(2))


_LIGHT = """(hexes) => window.board.highlight(hexes.map((hex) => ({
  hex, kind: 'own', label: `Hex ${hex}`, click: () => { window.clicked = hex; } })))"""


def test_a_lit_hex_keeps_the_focus_and_passes_it_on_when_it_goes_out(table: Table) -> None:
    table.show(1)
    table.page.evaluate(_LIGHT, [[1, 1], [4, 4], [8, 12]])
    table.page.locator('[data-hex="4,4"]').focus()
    table.page.evaluate(
        "() => addEventListener('focusout', () => { window.lost = true; }, { once: true })"
    )
    table.page.evaluate(_LIGHT, [[2, 2], [4, 4], [1, 1]])
    assert table.page.evaluate("[document.activeElement.dataset.hex, window.lost]") == ["4,4", None]
    table.page.evaluate(_LIGHT, [[8, 11], [4, 5], [0, 0]])
    assert table.page.evaluate("document.activeElement.dataset.hex") == "4,5"
    table.page.keyboard.press("Enter")
    assert table.page.evaluate("window.clicked") == [4, 5]


def test_arrows_and_marked_hexes_lie_over_the_board_until_others_do(table: Table) -> None:
    table.show(1)
    arrow = {"start": [3, 3], "end": [5, 5], "color": "red"}
    marks = {"arrows": [arrow], "hexes": [{"hex": [4, 2], "color": "blue"}], "sign": "!?"}
    table.page.evaluate("(marks) => window.board.mark(marks)", marks)
    table.show(table.last)
    expect(table.page.locator(".marks .arrow.mark.red path.line")).to_have_count(1)
    expect(table.page.locator(".marks .sign")).to_have_text("!?")
    points = table.page.locator(".marks polygon.mark.blue").get_attribute("points") or ""
    assert points.startswith("260,360 ")
    table.page.evaluate("() => window.board.mark([])")
    expect(table.page.locator(".marks > *")).to_have_count(0)


def test_what_the_other_side_does_is_seen_in_motion(service: Service, room: Room) -> None:
    game = running_game(service)
    watching = room.enter(f"/play/{game.id}", **IN_MOTION)
    watching.until("active")
    watching.page.evaluate(_WATCH)
    chance = random.Random(5)
    for _ in range(60):
        # A page that is far behind shows where the game stands, and no way there.
        game.step(chance, going_on)
        newest = game.state(service.anonymous())["version"]
        wait_until(lambda newest=newest: watching.version == newest, "the page has caught up")
        if watching.page.evaluate(_SEEN):
            return
    pytest.fail("nothing moved on the board")
