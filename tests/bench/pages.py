"""What a visitor waits for: the lobby, the play page, and the review of a long game that goes on.

    python -m tests.bench.pages [--events 2500] [--rounds 3]

Pages of the service as its user starts it, in Chromium. Requests and bytes are those of the first
visit and of a second one; seconds until the page is ready are medians of first visits, on this
machine's own network at desk size and on slow 3G (400 ms, 400 kbit/s) at phone size. Layout shift
is that of the phone on slow 3G. Frames a second are those of the scrubber while it is dragged.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from redis import Redis

from deploy.redis_server import RedisServer
from events.clock import utc_now
from events.games.service import GameService
from events.store.redis import RedisEventStore
from tests.bench.folding import long_game
from tests.http.running import Running
from tests.support.browsers import chromium

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
SLOW_3G = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
BOARD = {"board": "#table svg [data-unit]"}
SIGNS: Mapping[str, Mapping[str, str]] = {
    "lobby": {"ready": "body[data-ready]"},
    "play": BOARD | {"ready": "body[data-version]"},
    "review": BOARD | {"steps": "#timeline button", "ready": "body[data-ready]"},
}
"""What tells how far a page is, by selectors."""
_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
"""  # noqa: E501, a line of a program
_FRAMES = """() => {
  window.frames_drawn = 0;
  const drawn = () => { window.frames_drawn += 1; requestAnimationFrame(drawn); };
  requestAnimationFrame(drawn);
}"""
DRAG_SECONDS = 3.0


class Visit:
    """A page in a browser of its own: its requests, their bytes, and how long it took."""

    def __init__(self, browser: Browser, size: dict[str, int], *, slow: bool) -> None:
        context = browser.new_context(viewport=size, locale="en", reduced_motion="reduce")  # type: ignore[arg-type]
        self.page = context.new_page()
        self.page.add_init_script(_SHIFTS)
        self.requests = self.received = 0
        devtools = context.new_cdp_session(self.page)
        devtools.send("Network.enable")
        if slow:
            devtools.send("Network.emulateNetworkConditions", SLOW_3G)
        devtools.on("Network.loadingFinished", self._count)

    def _count(self, finished: dict[str, Any]) -> None:
        received = int(finished["encodedDataLength"])
        self.requests += received > 0
        self.received += received

    def go(self, url: str, signs: Mapping[str, str]) -> dict[str, float]:
        """Open a page; seconds until it shows each sign, a selector by what it says."""
        self.requests = self.received = 0
        start = time.perf_counter()
        found: dict[str, float] = {}
        self.page.goto(url, wait_until="commit")
        for sign, selector in signs.items():
            self.page.locator(selector).first.wait_for(state="attached")
            found[sign] = time.perf_counter() - start
        self.page.wait_for_timeout(500)
        return found

    def close(self) -> None:
        self.page.context.close()


def frames_a_second(page: Page) -> float:
    """How often the page is drawn while its scrubber is dragged to and fro."""
    box = page.locator("#scrubber").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 2, middle)
    page.mouse.down()
    page.evaluate(_FRAMES)
    start, step = time.perf_counter(), 0
    while (taken := time.perf_counter() - start) < DRAG_SECONDS:
        step += 1
        there = step * 7 % (2 * box["width"])
        page.mouse.move(box["x"] + min(there, 2 * box["width"] - there), middle)
    page.mouse.up()
    return float(page.evaluate("window.frames_drawn")) / taken


def measure(browser: Browser, name: str, url: str, rounds: int) -> None:
    """Print a line about a page."""
    quick: list[dict[str, float]] = []
    slow: list[dict[str, float]] = []
    shift = 0.0
    for _ in range(rounds):
        visit = Visit(browser, DESK, slow=False)
        quick.append(visit.go(url, SIGNS[name]))
        cold = visit.requests, visit.received
        visit.go(url, SIGNS[name])
        warm = visit.requests, visit.received
        visit.close()
        visit = Visit(browser, PHONE, slow=True)
        slow.append(visit.go(url, SIGNS[name]))
        shift = max(shift, visit.page.evaluate("window.shift"))
        visit.close()
    seconds = "; ".join(
        f"{network}: "
        + ", ".join(f"{what} {median(one[what] for one in all_):.2f} s" for what in all_[0])
        for network, all_ in (("here", quick), ("slow 3G", slow))
    )
    print(
        f"{name:8} {cold[0]} requests of {cold[1] / 1000:.0f} kB, then {warm[0]} of "
        f"{warm[1] / 1000:.0f} kB; {seconds}; layout shift {shift:.3f}",
        flush=True,
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pages", description=__doc__)
    parser.add_argument("--events", type=int, default=2500)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, RedisServer(Path(name) / "redis") as server:
        with Redis.from_url(server.url) as client:
            games = GameService(RedisEventStore(client), utc_now)
            whole, short = long_game(games, options.events), long_game(games, 60)
        service = Running(
            Path(name) / "data", REDIS_URL=server.url, LOG_LEVEL="WARNING", RATE_LIMITS="off"
        )
        try:
            service.start()
            with chromium() as browser:
                measure(browser, "lobby", f"{service.url}/", options.rounds)
                measure(browser, "play", f"{service.url}/play/{short}", options.rounds)
                measure(browser, "review", f"{service.url}/review/{whole}", options.rounds)
                visit = Visit(browser, DESK, slow=False)
                visit.go(f"{service.url}/review/{whole}?version=1", SIGNS["review"])
                print(f"scrubber {frames_a_second(visit.page):.0f} frames a second", flush=True)
                visit.close()
        finally:
            service.clean_up()
    # Chromium's driver ends with the process, but not before its threads.
    os._exit(0)


if __name__ == "__main__":
    main()
