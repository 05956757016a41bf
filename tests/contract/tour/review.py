"""States, pictures, animations, analyses, playtests."""

import random

from tests.contract.service import Game, Service, running_game
from tests.contract.tour.expect import expect
from tests.support.waiting import PATIENCE
from workers.analyses import Analyzer
from workers.animations import Animator


def read_states(service: Service, game: Game) -> None:
    for path in (game.path, f"{game.path}/states/2", f"{game.path}/actions"):
        for player in (game.seats["allies"], service.anonymous()):
            expect(200, player.get(path))
    expect(404, player.get(f"{game.path}/states/0"), player.get(f"{game.path}/states/999"))
    for path in (game.path, f"{game.path}/states/2"):
        expect(200, player.get(f"{path}?form=compact"))
    for path in ("states/2", "events"):
        expect(409, player.get(f"{game.path}/{path}?as=reviewer"))
    read_pictures(service, game)


def read_pictures(service: Service, game: Game) -> None:
    anonymous = service.anonymous()
    for form in ("svg", "png?width=160"):
        more = "&" if "?" in form else "?"
        path = f"{game.path}/board.{form}"
        for picture in (path, f"/v1/scenarios/pegasus_bridge/board.{form}"):
            expect(200, anonymous.get(picture))
        expect(200, anonymous.get(f"{path}{more}version=2"))
        expect(404, anonymous.get(f"{path}{more}version=999999"))
    expect(200, anonymous.get(f"{game.path}/board.svg?version=1&form=kit"))
    busy = service.inside().costly
    patience, busy.max_wait_seconds = busy.max_wait_seconds, 0.01
    with busy.turn("somebody else"):
        expect(503, anonymous.get(f"{game.path}/board.png?width=161"))
        expect(503, anonymous.get("/v1/scenarios/pegasus_bridge/board.png?width=161"))
    busy.max_wait_seconds = patience


def animate(service: Service) -> None:
    game, kit = running_game(service), service.inside()
    ada, cy, anonymous = game.seats["allies"], service.player("Cy"), service.anonymous()
    path, params = f"{game.path}/animations", {"width": 160}
    made, other = ada.post(path, params), ada.post(path, {**params, "format": "gif"})
    expect(202, made, other, cy.post(path, params))
    expect(409, ada.post(path, {**params, "width": 200}))
    expect(404, ada.post(path, {"to": 999}))
    first, second = (one.headers["Location"] for one in (made, other))
    cancel, file = f"{second}/cancel", f"{first}/file"
    expect(403, cy.post(cancel))
    expect(200, ada.post(cancel))
    expect(404, anonymous.get(file))
    Animator(kit.games, kit.animations).work(made.get_json()["id"], PATIENCE)
    expect(200, anonymous.get(file), anonymous.get(first))


def analyze(service: Service) -> None:
    """An analysis: of a game that is over, and of none that runs. A hint against a bot alone."""
    game, kit = running_game(service), service.inside()
    ada, cy, anonymous = game.seats["allies"], service.player("Cy"), service.anonymous()
    path = f"{game.path}/analysis"
    expect(409, ada.post(path), ada.get(path), ada.delete(path), ada.post(f"{game.path}/hint"))
    alone = ada.new_game(bots={"axis": "greedy"})
    alone.sit(ada, "allies")
    expect(403, cy.post(f"{alone.path}/hint"))
    expect(404, ada.post("/v1/games/gm_missing/hint"))
    expect(200, ada.post(f"{alone.path}/hint"))
    game.step(random.Random(1))
    ada.post(game.commands, {"type": "resign"})
    expect(404, ada.get(path), ada.delete(path))
    expect(202, ada.post(path))
    expect(403, cy.delete(path))
    expect(204, ada.delete(path))
    asked = ada.post(path)
    expect(202, asked)
    Analyzer(kit.games, kit.analyses).work(asked.get_json()["id"], PATIENCE)
    expect(200, anonymous.get(path))


def playtest(service: Service) -> None:
    """A playtest of a battle."""
    ada, cy, anonymous = service.player(), service.player("Cy"), service.anonymous()
    path = "/v1/scenarios/vassieux/playtest"
    expect(404, ada.get(path), ada.delete(path))
    expect(202, ada.post(path))
    expect(403, cy.delete(path))
    expect(200, anonymous.get(path))
    expect(204, ada.delete(path))
    expect(202, ada.post(path), ada.post(path.replace("vassieux", "toulon")))
    expect(409, ada.post(path.replace("vassieux", "pegasus_bridge")))
