"""Games: seats, clocks, commands, challenges, taking back, branches, matches."""

import random
import secrets

from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.contract.tour.expect import expect


def create_games(service: Service) -> None:
    ada = service.player()
    for edition in ("2004", "2025"):
        ada.new_game(edition=edition)
    expect(200, ada.get("/v1/games"), service.anonymous().get("/v1/games"))


def take_seats(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game()
    seats = f"{game.path}/seats"
    for path in (f"{seats}/validate", seats):
        expect(412, ada.post(path, {"side": "axis"}, headers={"If-Match": '"7"'}))
        expect(200, ada.post(path, {"side": "axis"}), ada.post(path, {"side": "axis"}))
    expect(409, *(ben.post(path, {"side": "axis"}) for path in (seats, f"{seats}/validate")))


def leave_games(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game()
    game.sit(ben, "axis")
    expect(409, ada.delete(f"{game.path}/seats/axis"))
    expect(403, ben.delete(game.path))
    for player, path in ((ben, f"{game.path}/seats/axis"), (ada, game.path)):
        expect(204, player.delete(path), player.delete(path))
    running = running_game(service)
    expect(409, running.seats["allies"].delete(running.path))


def give_standing_orders(service: Service) -> None:
    game = running_game(service)
    path = f"{game.path}/orders"
    awaited = game.awaited()
    idle = next(player for player in game.seats.values() if player is not awaited)
    params: dict[str, list[str]] = {"orders": ["ambush_never"]}
    expect(200, idle.get(path), idle.put(path, params))
    assert awaited is not None
    expect(409, awaited.put(path, params))
    cy = service.player()
    expect(403, cy.get(path), cy.put(path, params), cy.delete(path))
    expect(204, idle.delete(path))
    expect(200, idle.put(path, params))
    awaited.post(game.commands, {"type": "resign"})
    expect(409, idle.delete(path))
    use_clock(service)


def use_clock(service: Service) -> None:
    clock = {"kind": "turn", "seconds": 86_400, "at_zero": "bot", "vacation_days": 2}
    game = running_game(service, clock=clock)
    ada, _ = game.seats.values()
    proposing = ("agreements", {"action": "propose_pause", "days": 2})
    for part, params in ("clock", {"action": "take_vacation"}), proposing:
        path = f"{game.path}/{part}"
        key = {"Idempotency-Key": secrets.token_hex(16)}
        for prefer in "representation", "minimal":
            headers = {**key, "Prefer": f"return={prefer}"}
            expect(201, ada.post(path, params, headers=headers))
        expect(409, ada.post(path, params))
        expect(412, ada.post(path, params, headers={"If-Match": '"1"'}))
        expect(403, service.player().post(path, params))
    seated = [state["seat"] for state in game.state(ada)["clock"]["seats"]]
    assert seated == list(game.seats)


def challenge(service: Service) -> None:
    ada, ben, cy, anonymous = (*map(service.player, ("Ada", "Ben", "Cy")), service.anonymous())
    path, params = "/v1/challenges", {"scenario": "omaha_beach", "edition": "2025"}
    expect(401, anonymous.get(f"{path}?whose=mine"))
    expect(422, ada.post(path, {**params, "to": ada.id}))
    expect(200, anonymous.get(path), ada.get(f"{path}?whose=mine"), anonymous.get("/v1/lobby"))
    made = [ada.post(path, {**params, "to": to.id}) for to in (ben, cy)]
    expect(201, *made)
    one, two = (f"{path}/{answer.get_json()['id']}" for answer in made)
    words = ("/accept", "/decline", "/cancel")
    expect(200, ada.get(one))
    expect(403, ada.post(f"{one}/accept"), ada.post(f"{one}/decline"), ben.post(f"{one}/cancel"))
    expect(404, anonymous.get(one), *(cy.post(one + word) for word in words))
    expect(200, ben.post(f"{one}/accept"), cy.post(f"{two}/decline"), cy.post(f"{two}/decline"))
    expect(409, cy.post(f"{two}/accept"), ben.post(f"{one}/decline"), ada.post(f"{two}/cancel"))
    expect(200, ada.post(f"{path}/{ada.post(path, params).get_json()['id']}/cancel"))
    expect(409, *[ada.post(path, params) for _ in range(21)][20:])


def invite(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game(visibility="private")
    path = f"{game.path}/invite"
    expect(200, ada.get(path))
    expect(404, ben.get(path))
    expect(404, ada.get(f"{ada.new_game().path}/invite"))
    code = ada.get(path).get_json()["invite"]
    ben.post(f"{game.path}/seats", {"side": "axis", "invite": code})
    expect(403, ben.get(path), ben.post(f"{path}/renew"))
    expect(200, ada.post(f"{path}/renew"))


def carry_out(player: Player, path: str, command: object) -> None:
    """Once; the repetition is told in short."""
    key = {"Idempotency-Key": secrets.token_hex(8)}
    expect(201, player.post(path, command, headers=key))
    expect(201, player.post(path, command, headers={**key, "Prefer": "return=minimal"}))


def play(game: Game) -> None:
    player = game.awaited()
    assert player is not None
    command = game.actions(player)["actions"][0]
    validate = f"{game.commands}/validate"
    expect(200, player.post(validate, command))
    for path in (game.commands, validate):
        expect(412, player.post(path, command, headers={"If-Match": '"1"'}))
        expect(409, player.post(path, {"type": "end_turn"}))
        expect(403, player.service.player("Cy").post(path, command))
    carry_out(player, game.commands, command)


def fight(service: Service) -> None:
    """Until dice have been thrown at a unit."""
    game, chance = running_game(service, scenario="arnhem_bridge"), random.Random(7)
    viewer = game.seats["axis"]

    def fiercely(listed: list[Json]) -> list[Json]:
        return [one for one in listed if one["type"] == "attack"] or listed

    while not game.state(viewer)["attack"]:
        game.step(chance, fiercely)
    while not viewer.get(f"{game.path}/luck").get_json()["rolls"]:
        game.step(chance)
    expect(200, viewer.get(f"{game.path}/luck.svg"))
    expect(404, viewer.get(f"{game.path}/luck.svg?version=999999"))


def take_back(service: Service) -> None:
    """A game in which the other side is asked; answers are given to who may not or need not."""
    game = running_game(service, undo="consent")
    player = game.awaited()
    assert player is not None
    other = next(one for one in game.seats.values() if one is not player)
    started = game.state(player)["version"]
    asked, undo = {"to_version": started}, f"{game.path}/undo"
    resign = {"type": "resign"}

    def ask(to_version: int) -> None:
        carry_out(player, undo, {"to_version": to_version})

    game.step(random.Random(4), lambda listed: [one for one in listed if one != resign])
    ways = (
        (undo, player, asked),
        (f"{undo}/decline", other, {}),
        (f"{undo}/withdraw", player, {}),
        (f"{undo}/accept", other, {}),
    )
    for path, by, body in (*ways, *((f"{way}/validate", by, body) for way, by, body in ways)):
        expect(412, by.post(path, body, headers={"If-Match": '"1"'}))
        expect(403, service.player("Cy").post(path, body))
    for end in ("", "/validate"):
        expect(409, *(other.post(f"{undo}/{word}{end}", {}) for word in ("accept", "decline")))
        expect(409, player.post(f"{undo}/withdraw{end}", {}))
        expect(409, player.post(f"{undo}{end}", {"to_version": 1}))
    expect(200, player.post(f"{undo}/validate", asked))
    for path, by in ((f"{undo}/decline", other), (f"{undo}/withdraw", player)):
        ask(started)
        expect(200, by.post(f"{path}/validate", {}))
        carry_out(by, path, {})
        game.step(random.Random(4))
    ask(started)
    expect(200, other.post(f"{undo}/accept/validate", {}))
    carry_out(other, f"{undo}/accept", {})
    for part in ("mainline", "odds", "timeline", "decisions", "patches", "diff?from=2&to=9"):
        expect(200, player.get(f"{game.path}/{part}"))
    for part in (
        "decisions?limit=2",
        "patches?limit=2",
        "diff?from=2",
        "timeline?since=2",
        "luck?line=all",
        "luck.svg?line=all",
    ):
        expect(409, player.get(f"{game.path}/{part}&as=reviewer"))
    expect(409, player.get(f"{game.path}/record?as=reviewer"))


def create_branches(service: Service) -> None:
    game = running_game(service)
    ada, path = game.seats["allies"], f"{game.path}/branches"
    params = {"at_version": game.state(ada)["version"], "name": "what if"}
    expect(409, ada.post(path, {"at_version": 1}), ada.post(path, {**params, "hidden": "kept"}))
    expect(201, ada.post(path, params))
    expect(200, ada.get(path), ada.get(f"{path}?of=tree"))


def play_match(service: Service, game: Game) -> None:
    """``game`` is over."""
    ada, ben = game.seats.values()
    rematch, match = f"{game.path}/rematch", f"{game.path}/match"
    expect(403, service.player("Cy").post(rematch))
    expect(404, ada.get(f"{ada.new_game().path}/match"))
    other = running_game(service)
    expect(409, other.seats["axis"].post(f"{other.path}/rematch"))
    expect(200, ada.post(rematch), ben.post(rematch), service.anonymous().get(match))
