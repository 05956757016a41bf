"""The lists on a cluster: whichever server dies, they come to what the logs say."""

import pytest

from events.backend import Backend
from events.games.repository import GameRepository
from events.games.service import GameService
from events.read_models.read_model import ReadModel
from events.store import keys
from events.store.port import HistoryShrankError, StoreUnavailableError
from events.store.servers import Client
from tests.fixtures import KEYS, PATIENCE, Clock, game_options, opened, play_on, started, wait_until
from tests.support.cluster import Cluster
from tests.support.projecting import contents, projecting, rebuilt

NAMES = [f"gm_{number}" for number in range(12)]


def play(games: GameService, seed: int) -> None:
    """A command on every game."""
    for name in NAMES:
        wait_until(lambda name=name: played(games, name, seed), f"a command on {name}")


def played(games: GameService, name: str, seed: int) -> bool:
    """Carry a command out; False when the store cannot be reached just now."""
    try:
        play_on(games, name, 1, seed)
    except HistoryShrankError:
        return True  # frozen: the dead server had not passed everything on
    except StoreUnavailableError:
        return False
    return True


@pytest.mark.parametrize("whose", ["the read model", "a feed"])
def test_a_server_dies_and_the_lists_follow_its_heir(
    cluster: Cluster, client: Client, clock: Clock, whose: str
) -> None:
    backend = Backend.at(cluster.url)
    games = GameService(backend.store, clock)
    for name in NAMES:
        started(games, name)

    names = list(NAMES)

    def shown() -> dict[str, int]:
        model = ReadModel.current(client)
        entries = model.stored(names) if model else {}
        return {name: entry.summary["version"] for name, (_, entry) in entries.items()}

    def versions() -> dict[str, int]:
        return {name: GameRepository(backend.store).current(name).version for name in names}

    with projecting(Backend.at(cluster.url)):
        wait_until(lambda: shown() == versions(), "all is taken in")
        place = "afteraction:{read}" if whose == "the read model" else KEYS.log(NAMES[0])
        dead = cluster.owner(place)
        for seed in range(3):
            play(games, seed)
        cluster.kill(dead)
        cluster.wait_for_failover(dead)
        for seed in range(3, 6):
            play(games, seed)
        opened(games, game_options("gm_new"))
        names.append("gm_new")
        wait_until(lambda: shown() == versions(), "all is taken in again", 2 * PATIENCE)
    cluster.restart(dead)
    wait_until(lambda: not client.exists(keys.REBUILD), "nobody builds the lists any more")
    assert contents(client) == rebuilt(backend)
