"""A real Chromium, and applications on ports of their own for it."""

import atexit
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from werkzeug.serving import make_server

from tests.support.waiting import PATIENCE

# Its own is five seconds, which a loaded machine may take.
expect.set_options(timeout=PATIENCE * 1000)
WHOLE_CHROMIUM = shutil.which("chromium")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""The same engine without what a window would show: a visitor costs a seventh of the time."""
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")


@contextmanager
def served(app: Any) -> Iterator[str]:
    """An application on a port of its own, which makes it an origin of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def chromium(program: str = CHROMIUM or "") -> Iterator[Browser]:
    """A browser without a window, in which nothing is open afterwards: one for all tests of a
    process, as it takes a second to start."""
    browser = _browser(program)
    try:
        yield browser
    finally:
        for context in browser.contexts:
            context.close()


@cache
def _driver() -> Playwright:
    """What drives browsers, of which a process can have one alone."""
    driver = sync_playwright().start()
    atexit.register(driver.stop)
    return driver


@cache
def _browser(program: str) -> Browser:
    return _driver().chromium.launch(executable_path=program, args=["--no-sandbox"])


@dataclass
class Watch:
    """What pages did: the hosts that they asked, and what they or their browser complained of."""

    hosts: set[str | None] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Watch a page from now on, and have it wait as long as a slow machine takes."""
        page.set_default_timeout(PATIENCE * 1000)
        page.on("request", lambda sent: self.hosts.add(_host(sent.url)))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )

    def check(self) -> None:
        """Fail if anything left this machine, or went wrong."""
        assert self.hosts == {"127.0.0.1"}
        assert self.complaints == []


def _host(url: str) -> str | None:
    """Whom a request goes to; what a page made itself is of its own host."""
    return urlsplit(url.removeprefix("blob:")).hostname
