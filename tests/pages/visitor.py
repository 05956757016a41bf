"""People at their browsers: each has one of their own, and clicks what is lit."""

import json
import random
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.contract.service import Player
from tests.support.browsers import Watch

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
_LIT = """() => {
  const lit = [...document.querySelectorAll(
    '.highlight, .card.playable, #prompt [data-action]:not([data-action="resign"])')];
  return document.body.dataset.busy ? [] : lit.map((one, n) => {
    one.dataset.lit = n;
    return one.dataset.kind || one.dataset.action || 'card';
  });
}"""

_ADVANCE = """async (dice) => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const any = (list) => list[Math.floor(dice * list.length)];
  const kind = (name) => find(`.highlight[data-kind="${name}"]`);
  const button = (test) =>
    find('#prompt [data-action]').filter((one) => test(one.dataset.action));
  const step = (hex) => [hex[1] - (hex[0] - (hex[0] & 1)) / 2, hex[0]];
  const steps = (one, other) => {
    const [a, b] = [step(one), step(other)];
    const [q, r] = [a[0] - b[0], a[1] - b[1]];
    return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
  };
  const at = (highlight) => highlight.dataset.hex.split(',').map(Number);
  const nearer = async (ways, [chosen]) => {
    if (!ways.length || !chosen) return [];
    const game = location.pathname.replace('/play/', '/v1/games/');
    const { units } = await (await fetch(game)).json();
    const side = units.find((unit) => steps(unit.hex, at(chosen)) === 0)?.side;
    const foes = units.filter((unit) => unit.side !== side);
    const far = (hex) => Math.min(...foes.map((foe) => steps(foe.hex, hex)));
    const least = Math.min(...ways.map((way) => far(at(way))));
    return least < far(at(chosen)) ? ways.filter((way) => far(at(way)) === least) : [];
  };
  const wanted = async () => {
    const [ways, chosen] = [kind('destination'), kind('chosen')];
    const ends = button((action) => action.startsWith('end_'));
    const rest = button((action) => action !== 'resign' && !action.startsWith('end_'));
    const others = chosen.length && ways.length && ends.length ? ends : kind('own');
    const lists = [kind('target'), await nearer(ways, chosen), rest, others, ways,
      find('.card.playable'), ends];
    return any(lists.find((list) => list.length) ?? []);
  };
  if (document.body.dataset.busy) return false;
  const one = await wanted();
  if (!one?.isConnected || document.body.dataset.busy) return false;
  one.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return true;
}"""
"""Battle where that is possible, take what is offered, give orders, close in, or end."""

_KNOWN = """for (const [name, value] of Object.entries(%s)) {
  localStorage[`afteraction.${name}`] ??= value;
}"""

_CLIPPED = """() => {
  const pen = document.createElement('canvas').getContext('2d');
  const room = (one, style) =>
    one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const cut = (one) => {
    const style = getComputedStyle(one);
    if (one.tagName === 'SELECT') {
      pen.font = style.font;
      const wide = [...one.options].map((option) => pen.measureText(option.text).width);
      return Math.max(...wide) > room(one, style);
    }
    return one.clientWidth && style.overflowX !== 'auto' && one.scrollWidth > one.clientWidth + 1;
  };
  return [...document.querySelectorAll('body *:not(input, .out-of-sight)')]
    .filter((one) => one instanceof HTMLElement && one.checkVisibility() && cut(one))
    .map((one) => `${one.tagName} ${one.id} ${one.className}: ${one.innerText.slice(0, 60)}`);
}"""


@dataclass
class Room:
    """Visitors of one service, and what their browsers did."""

    browser: Browser
    url: str
    watch: Watch = field(default_factory=Watch)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def enter(
        self,
        path: str | None = "/",
        *,
        size: dict[str, int] = DESK,
        language: str = "en",
        without: str | None = None,
        **more: Any,
    ) -> "Visitor":
        """Somebody with a browser that was never here opens a page, or one that stays ``without``
        what a module would do on it; with no path, none yet. ``more`` is what else the browser
        is told."""
        context = self.browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            locale=language,
            permissions=["clipboard-write"],
            **{"reduced_motion": "reduce", **more},
        )
        self._contexts.append(context)
        page = context.new_page()
        self.watch.over(page)
        if without is not None:
            page.route(re.compile(rf"/static/app/(\w+/)?{without}\.js$"), _nothing)
        visitor = Visitor(page, self.url)
        if path is not None:
            visitor.go(path)
        return visitor

    def enter_as(self, player: Player, path: str | None, **browser: Any) -> "Visitor":
        """A player whose browser was here before opens a page; with no path, none yet."""
        visitor = self.enter(None, **browser)
        kept = {"token": player.token, "player": json.dumps({"id": player.id, "name": "Ada"})}
        visitor.page.add_init_script(_KNOWN % json.dumps(kept))
        if path is not None:
            visitor.go(path)
        return visitor

    def close(self) -> None:
        """Everybody leaves."""
        for context in self._contexts:
            context.close()


@dataclass
class Visitor:
    """Somebody at a page."""

    page: Page
    url: str

    def go(self, path: str) -> None:
        """Open a page of the service."""
        self.page.goto(f"{self.url}{path}")

    def sit_down(self, name: str) -> None:
        """Tell the page a name when it asks for one."""
        self.page.locator("dialog input").fill(name)
        self.page.locator("dialog button").click()

    def open_game(self, battle: str, **choices: str) -> None:
        """Open a game in the lobby."""
        self.page.locator(f'[data-battle="{battle}"]').click()
        for name, value in choices.items():
            self.page.locator(f'#opening select[name="{name}"]').select_option(value)
        self.page.locator("#opening button").click()

    def until(self, status: str) -> None:
        """Wait until the page shows a game in this status."""
        expect(self.page.locator("body")).to_have_attribute("data-status", status)

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return int(self.page.locator("body").get_attribute("data-version") or 0)

    @property
    def status(self) -> str | None:
        """The game's, as the page shows it."""
        return self.page.locator("body").get_attribute("data-status")

    def lit(self) -> list[str]:
        """What can be clicked: kinds of hexes, types of actions, cards."""
        found: list[str] = self.page.evaluate(_LIT)
        return found

    def click(self, chance: random.Random) -> bool:
        """Click something that is lit, rather than what ends a phase; False where nothing is."""
        lit = self.lit()
        if not lit:
            return False
        going_on = [n for n, kind in enumerate(lit) if not _ends(kind) and kind != "chosen"]
        targets = [n for n, kind in enumerate(lit) if kind == "target"]
        among = targets or (going_on if going_on and chance.random() < 0.8 else range(len(lit)))
        self.press(chance.choice(list(among)))
        return True

    def advance(self, chance: random.Random) -> bool:
        """Click what soon decides the game; False where nothing is lit."""
        clicked: bool = self.page.evaluate(_ADVANCE, chance.random())
        return clicked

    def press(self, place: int) -> None:
        """Click what ``lit`` found at a place, unless the page has moved on from it."""
        self.page.evaluate(
            """(n) => document.querySelector(`[data-lit="${n}"]`)
                ?.dispatchEvent(new MouseEvent('click', {bubbles: true}))""",
            place,
        )

    def clipped(self) -> list[str]:
        """What has more to say than it has room for, the choices of lists included."""
        found: list[str] = self.page.evaluate(_CLIPPED)
        return found

    def widest(self) -> Any:
        """How wide the page is."""
        return self.page.evaluate("document.documentElement.scrollWidth")


def _nothing(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="")


def _ends(kind: str) -> bool:
    return kind.startswith("end_") or kind == "decline"
