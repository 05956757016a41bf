"""Nothing jumps while a page comes together: what is on its way has its room from the start."""

import pytest

from tests.contract.service import Service, running_game
from tests.pages.visitor import DESK, PHONE, Room

MOST = 0.05
"""The layout shift up to which a page is held to be steady."""
_SETTLED = 500
_WATCH = """
window.jumps = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.jumps.push([value, sources.map(({ node }) => node?.id || node?.nodeName)]);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""  # noqa: E501, a line of a program
_READY = "body:is([data-ready], [data-version], :not(:has(script[type])))"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_jumps_while_a_page_comes_together(
    service: Service, room: Room, size: dict[str, int]
) -> None:
    game = running_game(service).id
    for path in (
        "/",
        f"/play/{game}",
        f"/review/{game}",
        "/scenarios",
        "/scenarios/pegasus_bridge",
        "/scenarios/new",
        "/docs",
        "/how-to-play",
    ):
        page = room.enter(None, size=size).page
        page.add_init_script(_WATCH)
        page.goto(f"{room.url}{path}")
        page.locator(_READY).wait_for()
        page.wait_for_timeout(_SETTLED)
        jumps = page.evaluate("window.jumps")
        assert sum(value for value, _ in jumps) <= MOST, (path, jumps)
