"""What the fuzzing finds on a fresh service: players, and games in every condition."""

import random
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = dict[str, Any]
OFTEN = 3
"""How much more often than others a game is asked for at which the player sits."""
QUICK = {"scenario": "pegasus_bridge", "edition": "2025", "variant": "young_generals"}


@dataclass
class Stage:
    """A running service and what has been prepared on it."""

    url: str
    token: str = ""
    """The token of the player who sits at the games."""
    player: str = ""
    games: list[str] = field(default_factory=list)
    cursors: list[str] = field(default_factory=list)
    export: str = ""
    """A finished game, as the service gives it out."""


def prepared(url: str) -> Stage:
    """Games that wait, run and are over, public and private, at which one player sits; and one of
    strangers."""
    stage = Stage(url)
    with httpx.Client(base_url=url, timeout=120, verify=False) as http:
        # It is written when it is first asked for, which may take longer than the tool waits.
        http.get("/openapi.yaml").raise_for_status()
        made = _player(http, "Ann")
        stage.token, stage.player = made["token"], made["id"]
        bob = _player(http, "Bob")["token"]
        for seats in ({}, {"allies": stage.token}, _both(stage.token), _both(bob)):
            for visibility in ("public", "private"):
                owner = next(iter(seats.values()), stage.token)
                game = _game(http, owner, seats, visibility=visibility)
                stage.games += [game] * (OFTEN if owner == stage.token and seats else 1)
        over = _game(http, stage.token, {"allies": stage.token, "axis": bob})
        _play(http, over, _both(stage.token) | {"axis": bob})
        stage.games.append(over)
        stage.export = http.get(f"/v1/games/{over}/export").raise_for_status().text
        page = http.get("/v1/games", params={"limit": 1}, headers=_bearer(stage.token))
        stage.cursors.append(page.raise_for_status().json()["next"])
    return stage


def _both(token: str) -> dict[str, str]:
    return {"allies": token, "axis": token}


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _player(http: httpx.Client, name: str) -> Json:
    made: Json = http.post("/v1/players", json={"name": name}).raise_for_status().json()
    return made


def _game(http: httpx.Client, owner: str, seats: dict[str, str], **params: str) -> str:
    made = http.post("/v1/games", json=QUICK | params, headers=_bearer(owner)).raise_for_status()
    game: str = made.json()["id"]
    for side, token in seats.items():
        seat = http.post(f"/v1/games/{game}/seats", json={"side": side}, headers=_bearer(token))
        seat.raise_for_status()
    return game


def _play(http: httpx.Client, game: str, seats: dict[str, str], commands: int = 12) -> None:
    """A few commands at random, then the Axis give up."""
    chance = random.Random(1)
    for _ in range(commands):
        listed = [
            http.get(f"/v1/games/{game}/actions", headers=_bearer(token)).json()
            for token in seats.values()
        ]
        both = [a for one in listed for a in one["actions"] if a["type"] != "resign"]
        awaited = seats[listed[0]["awaiting"]["seat"]]
        http.post(
            f"/v1/games/{game}/commands", json=chance.choice(both), headers=_bearer(awaited)
        ).raise_for_status()
    over = http.post(
        f"/v1/games/{game}/commands", json={"type": "resign"}, headers=_bearer(seats["axis"])
    )
    over.raise_for_status()
