"""A board of the pages alone on its table, and the service's pictures of the same game."""

import random
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from domain.scenarios import document
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.pages.visitor import Room

_LAY = """async (game) => {
  const [{ Board }, { Client }, { Texts }] = await Promise.all(
    ['board', 'client', 'texts'].map((name) => import(`/static/app/${name}.js`)));
  const client = new Client(null, 'en');
  const page = { client, texts: await Texts.load(client) };
  window.board = new Board(page, game, document.querySelector('#table'));
}"""
_SHOW = "([state, side]) => window.board.show(state, side)"
_DRAWN = "() => new XMLSerializer().serializeToString(document.querySelector('.picture svg'))"


@dataclass
class Table:
    """A page with nothing but the board of a game on it."""

    game: Game
    page: Page
    anonymous: Player

    @property
    def last(self) -> int:
        """The newest version."""
        version: int = self.get("")["version"]
        return version

    def get(self, path: str) -> Json:
        answer: Json = self.anonymous.get(f"{self.game.path}{path}").get_json()
        return answer

    def state(self, version: int) -> Json:
        return self.get(f"/states/{version}")

    def events(self, after: int, last: int) -> list[Json]:
        """The events that lead from a version to another."""
        found: list[Json] = self.get(f"/events?after={after}&limit={last - after}")["items"]
        return found

    def picture(self, version: int, side: str | None = None, theme: str = "light") -> str:
        """The service's own."""
        more = f"&side={side}" if side else ""
        path = f"{self.game.path}/board.svg?version={version}&theme={theme}{more}"
        return self.anonymous.get(path).get_data(as_text=True)

    def show(self, version: int, turned_for: str | None = None) -> str:
        """What the page draws."""
        self.page.evaluate(_SHOW, [self.state(version), turned_for])
        return self.drawn()

    def drawn(self) -> str:
        svg: str = self.page.evaluate(_DRAWN)
        return svg


def lay(room: Room, service: Service, game: Game, **browser: Any) -> Table:
    """Open a table for the board of a game."""
    page = room.enter(f"/play/{game.id}", without="play", **browser).page
    page.evaluate(_LAY, game.id)
    return Table(game, page, service.anonymous())


def fought(service: Service, slug: str, steps: int) -> Game:
    """A game of at least so many steps, in which there has been some fighting and a move after it,
    whatever cards were dealt."""
    game = running_game(service, scenario=slug)
    chance = random.Random(slug)
    for _ in range(steps):
        game.step(chance, going_on)
    while not _moved_after_dice(game) and game.step(chance, going_on):
        pass
    return game


def skirmish(**unit: Any) -> Json:
    """A battle in which three units of each side stand face to face, and one medal decides;
    ``unit`` is what else is known of each unit."""
    ranks = {"axis": 3, "allies": 4}
    return {
        **document("pegasus_bridge"),
        "title": {"en": "Skirmish"},
        **{part: [] for part in ("terrain", "obstacles", "objectives", "special_rules")},
        "sides": {
            "allies": {"seat": "bottom", "nation": "gb", "hand": 6, "medals_to_win": 1},
            "axis": {"seat": "top", "nation": "de", "hand": 4, "medals_to_win": 1},
        },
        "units": [
            {"hex": [row, col], "side": side, "type": "infantry", "nation": "gb", **unit}
            for side, row in ranks.items()
            for col in (2, 6, 10)
        ],
    }


def _moved_after_dice(game: Game) -> bool:
    found = game.seats["allies"].get(f"{game.path}/events?limit=1000").get_json()["items"]
    kinds = [event["type"] for event in found]
    return "dice_rolled" in kinds and "unit_moved" in kinds[kinds.index("dice_rolled") :]


def going_on(actions: list[Json]) -> list[Json]:
    """Battles first, and nothing ended as long as there is something to do."""
    for kinds in (("attack",), ("move_unit", "order_unit", "retreat", "take_ground")):
        found = [one for one in actions if one["type"] in kinds]
        if found:
            return found
    return actions
