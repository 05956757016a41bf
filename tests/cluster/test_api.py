"""The service on a cluster, two processes' worth of it: games, their lists, their histories."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.contract.service import Game, Player, Service, running_game, serve
from tests.fixtures import KEYS
from tests.http.clients import check_chain
from tests.support.cluster import Cluster
from tests.support.node import Node

STEPS = 40
PARTS = 4


@pytest.fixture
def services(cluster: Cluster) -> Iterator[tuple[Service, Service]]:
    """Two services on the same cluster that wait for a replica."""
    both = [serve(cluster.url, store_wait_replicas=1, store_wait_ms=5000) for _ in range(2)]
    yield both[0], both[1]
    for service in both:
        service.close()


def at(service: Service, player: Player) -> Player:
    """The same player, who asks another process."""
    return replace(player, service=service)


def owner(cluster: Cluster, game: Game) -> Node:
    return cluster.owner(KEYS.log(game.id))


def test_a_game_goes_on_while_its_data_moves_from_server_to_server(
    services: tuple[Service, Service], cluster: Cluster
) -> None:
    here, there = services
    game = running_game(here)
    game.seats["axis"] = at(there, game.seats["axis"])
    chance = random.Random(1)
    homes = []
    for part in range(PARTS):
        home = owner(cluster, game)
        homes.append(home)
        for _ in range(STEPS // PARTS):
            assert game.step(chance)
        if part % 2:
            cluster.fail_over(home)
        else:
            other = next(master for master in cluster.masters if master is not home)
            cluster.move_slots(home, other, 4)
    assert len(set(homes)) > 1
    ada, ben = game.seats["allies"], game.seats["axis"]
    assert ben.post(game.commands, {"type": "resign"}).status_code == 201
    for player in (ada, ben, at(there, ada), there.anonymous()):
        state = game.state(player)
        assert state["status"] == "finished"
        events = player.get(f"{game.path}/events?limit=300").get_json()["items"]
        assert len(events) == state["version"]
        check_chain(events)
    cluster.wait_until_whole()


def test_games_of_all_masters_are_in_one_list(
    services: tuple[Service, Service], cluster: Cluster
) -> None:
    here, there = services
    ada = here.player("Ada")
    games: list[Game] = []
    while len({owner(cluster, game).port for game in games}) < 3:
        games.append(ada.new_game())
    names = {game.id for game in games}
    assert listed(ada, "/v1/games") == names
    for game in games:
        game.sit(at(there, ada), "allies")
    assert listed(at(there, ada), f"/v1/games?player={ada.id}&limit=2") == names


def listed(player: Player, path: str) -> set[str]:
    """All games of a list, page by page."""
    found: set[str] = set()
    page = player.get(path).get_json()
    while True:
        found |= {game["id"] for game in page["items"]}
        if page["next"] is None:
            return found
        page = player.get(f"{path}&cursor={page['next']}").get_json()


def test_the_service_says_that_it_can_serve(services: tuple[Service, Service]) -> None:
    ready = services[0].ask("GET", "/readyz").get_json()
    assert (ready["status"], ready["replicas_confirmed"]) == ("ready", 1)
    figures = services[0].ask("GET", "/metrics").get_data(as_text=True)
    assert 'afteraction_redis_up{store="games"} 1.0' in figures
