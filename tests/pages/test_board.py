"""The board that the pages draw themselves: the very same as the service's picture of it."""

import random
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.contract.contract import Json
from tests.contract.service import Game, Service, running_game
from tests.pages.drawings import account_of, board_of, border_of
from tests.pages.visitor import Room

BATTLES = ("pegasus_bridge", "omaha_beach", "arnhem_bridge")
STEPS = 45
_LAY = """async (game) => {
  const [{ Board }, { Client }, { Texts }] = await Promise.all(
    ['board', 'client', 'texts'].map((name) => import(`/static/app/${name}.js`)));
  const client = new Client(null, 'en');
  const page = { client, texts: await Texts.load(client) };
  window.board = new Board(page, game, document.querySelector('#table'));
}"""
_SHOW = """async ([state, side, turned]) => {
  await window.board.show(state, side, turned);
  return new XMLSerializer().serializeToString(document.querySelector('.picture svg'));
}"""


@dataclass
class Played:
    """A game that was played for a while, and the page that shows its board."""

    game: Game
    page: Page

    @property
    def last(self) -> int:
        version: int = self.state(None)["version"]
        return version

    def state(self, version: int | None) -> Json:
        path = self.game.path if version is None else f"{self.game.path}/states/{version}"
        state: Json = self.game.seats["allies"].service.nobody().get(path).get_json()
        return state

    def events(self) -> list[Json]:
        nobody = self.game.seats["allies"].service.nobody()
        found: list[Json] = []
        while True:
            page = nobody.get(f"{self.game.path}/events?after={len(found)}&limit=500").get_json()
            found += page["items"]
            if page["next"] is None:
                return found

    def picture(self, version: int, side: str | None) -> str:
        """The service's own."""
        more = f"&side={side}" if side else ""
        path = f"{self.game.path}/board.svg?version={version}{more}"
        return self.game.seats["allies"].service.nobody().get(path).get_data(as_text=True)

    def shown(self, version: int, side: str | None = None, *, turned: bool = False) -> str:
        """What the page draws."""
        svg: str = self.page.evaluate(_SHOW, [self.state(version), side, turned])
        return svg


def lay(service: Service, room: Room, slug: str, steps: int = STEPS) -> Played:
    game = running_game(service, scenario=slug)
    chance = random.Random(slug)
    for _ in range(steps):
        game.step(chance, going_on)
    page = room.enter(f"/play/{game.id}", without="play").page
    page.evaluate(_LAY, game.id)
    return Played(game, page)


def going_on(actions: list[Json]) -> list[Json]:
    """Battles first, and nothing ended as long as there is something to do."""
    for kinds in (("attack",), ("move_unit", "order_unit", "retreat", "take_ground")):
        found = [one for one in actions if one["type"] in kinds]
        if found:
            return found
    return actions


@pytest.mark.parametrize("slug", BATTLES)
def test_the_board_is_the_same_as_in_the_picture_of_each_version(
    service: Service, room: Room, slug: str
) -> None:
    played = lay(service, room, slug)
    tops = top_side(service, slug)
    for version in sorted({1, 3, played.last // 3, played.last // 2, played.last - 1, played.last}):
        for side in (None, tops):
            drawn = played.shown(version, side, turned=side is not None)
            picture = played.picture(version, side)
            assert board_of(drawn) == board_of(picture), (version, side)
            assert border_of(drawn) == border_of(picture), (version, side)
            assert account_of(drawn) == account_of(picture)


def top_side(service: Service, slug: str) -> str:
    sides = service.nobody().get(f"/v1/scenarios/{slug}").get_json()["sides"]
    return next(side for side, told in sides.items() if told["seat"] == "top")
