"""The pages in a real browser, on the service in this process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.contract.conftest import bots, queue_url, redis_url, service
from tests.contract.service import Service
from tests.pages.visitor import Room
from tests.support.browsers import CHROMIUM, chromium, served
from tests.support.same_games import pytest_fixture_setup, pytest_runtest_call


@pytest.fixture(scope="module")
def url(service: Service) -> Iterator[str]:
    with served(service.app) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    with chromium() as browser:
        yield browser


@pytest.fixture
def room(browser: Browser, url: str) -> Iterator[Room]:
    """Where visitors come in; nothing that a page did may have left this machine or failed."""
    room = Room(browser, url)
    yield room
    room.close()
    room.watch.check()
