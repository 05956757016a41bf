"""The pages in a real browser, on the service in this process."""

import shutil
from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from tests.contract.conftest import redis_url, service  # noqa: F401
from tests.contract.service import Service
from tests.pages.visitor import Room

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def url(service: Service) -> Iterator[str]:  # noqa: F811
    server = make_server("127.0.0.1", 0, service.app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def room(browser: Browser, url: str) -> Iterator[Room]:
    """Where visitors come in; nothing that a page did may have left this machine or failed."""
    room = Room(browser, url)
    yield room
    room.close()
    assert room.hosts == {"127.0.0.1"}
    assert room.complaints == []
