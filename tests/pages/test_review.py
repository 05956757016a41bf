"""A game looked at again: every version of it, stepped through in a real browser."""

import random

import pytest
from playwright.sync_api import expect

from tests.contract.service import Game, Service, running_game
from tests.pages.visitor import Room, Visitor
from tests.support.waiting import PATIENCE


def played(service: Service, decisions: int, seed: int = 5, **wish: str) -> Game:
    """A game that has gone on at random for so many decisions."""
    game = running_game(service, **wish)
    chance = random.Random(seed)
    for _ in range(decisions):
        game.step(chance, _rather_battles)
    return game


def _rather_battles(allowed: list[dict[str, object]]) -> list[dict[str, object]]:
    return [one for one in allowed if one["type"] in ("attack", "order_unit")] or allowed


@pytest.fixture(scope="module")
def finished(service: Service) -> Game:
    """A game that is over."""
    game = played(service, 40)
    answer = game.seats["axis"].post(game.commands, {"type": "resign"})
    assert answer.status_code == 201
    return game


def opened(room: Room, game: Game, query: str = "", **how: object) -> Visitor:
    """A visitor at the review of a game, with all that stepping needs."""
    visitor = room.enter(f"/review/{game.id}{query}", **how)  # type: ignore[arg-type]
    visitor.page.locator("body[data-ready]").wait_for(timeout=PATIENCE * 1000)
    return visitor


def at(visitor: Visitor, version: int) -> None:
    """Wait until a page shows a version, its board and its address."""
    body = visitor.page.locator("body")
    for name in ("data-version", "data-painted"):
        expect(body).to_have_attribute(name, str(version), timeout=PATIENCE * 1000)


def test_a_finished_game_is_stepped_through_from_its_begin_to_its_end(
    room: Room, finished: Game
) -> None:
    latest = finished.state(finished.seats["axis"])["version"]
    visitor = opened(room, finished)
    at(visitor, 1)
    visitor.page.locator("#ahead").click()
    visitor.page.locator("#last").click()
    at(visitor, latest)
    expect(visitor.page.locator("#entry")).to_contain_text("Allies wins")
