"""The service falls over while people play: their pages go on by themselves."""

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.http.running import Running
from tests.pages.test_play import seated
from tests.pages.visitor import Room, Visitor
from tests.support.waiting import wait_until


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "data", WEB_WORKERS="1")
    try:
        running.start()
        yield running
    finally:
        running.clean_up()


def play_on(visitors: tuple[Visitor, ...], chance: random.Random, clicks: int) -> None:
    """Click what is lit until the game is over, or so often."""
    for _ in range(clicks):
        if any(one.status == "finished" for one in visitors):
            return
        wait_until(lambda: any(one.click(chance) for one in visitors), "somebody can click")


def test_the_pages_go_on_after_the_api_and_redis_were_restarted(
    running: Running, browser: Browser
) -> None:
    room = Room(browser, running.url)
    assert running.process is not None
    supervisor = running.process.pid
    try:
        ann, bob = seated(room, undo="none")
        play_on((ann, bob), random.Random(2), clicks=6)
        wait_until(lambda: ann.lit() or bob.lit(), "somebody is asked")
        asked = ann if ann.lit() else bob
        os.kill(supervisor, signal.SIGSTOP)
        running.kill([*running.web(), *running.redis()])
        for one in (ann, bob):
            expect(one.page.locator("body")).to_have_attribute("data-line", "off")
        asked.click(random.Random(3))
        os.kill(supervisor, signal.SIGCONT)
        for one in (ann, bob):
            expect(one.page.locator("body")).to_have_attribute("data-line", "on")
            expect(one.page.locator("#line")).to_have_text("Reconnected.")
        before = ann.version
        play_on((ann, bob), random.Random(4), clicks=12)
        wait_until(lambda: ann.version == bob.version > before, "both went on")
        expect(ann.page.locator("#problem")).to_have_text("")
    finally:
        room.close()
    # The browser itself tells of each request that found nobody.
    assert [each for each in room.watch.complaints if "net::ERR_" not in each] == []
    assert room.watch.hosts == {"127.0.0.1"}
