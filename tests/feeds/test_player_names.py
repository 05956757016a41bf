"""Players are found by the names that they have now, whatever their case and accents."""

import random

import pytest

from events.accounts.players import Identity, Player, Players
from events.backend import Backend
from events.feeds.feeds import Feeds
from events.read_models import player_names
from events.read_models.player_names import MAX_KEY, PlayerNames, folded
from events.read_models.projector import Projector
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.store.port import Key
from events.store.servers import Client
from tests.support.projecting import catch_up, contents, rebuilt

AT = "2030-01-02T03:04:05.678Z"


@pytest.fixture
def players(backend: Backend) -> Players:
    return Players(backend.client, fresh_seconds=0, names=backend.names)


@pytest.fixture
def names(backend: Backend, players: Players) -> PlayerNames:
    """What is found, without waiting for the projector."""
    freshness = ReadYourWrites(backend.client, Feeds(backend.client, backend.names))
    freshness.own_seconds = 0
    return PlayerNames(freshness, players)


def found(names: PlayerNames, prefix: str, limit: int = 3) -> list[str | None]:
    """The names of all players who are found, by pages."""
    shown: list[Player] = []
    after = None
    while True:
        page, after = names.find(prefix, limit, after)
        assert len(page) <= limit
        shown += page
        if after is None:
            assert len({one.id for one in shown}) == len(shown)
            return [one.name for one in shown]


@pytest.mark.parametrize(
    ("prefix", "name"),
    [
        ("ADA", "Ada"),
        ("ada", "Áda Löv"),
        ("Ádã", "ADA"),
        ("strasse", "Straße"),
        ("oge", "Øge"),
        ("lodz", "Łódź"),
        ("istanbul", "İstanbul"),
        ("σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("하", "한국"),
        ("東", "東京"),
        ("ёл", "Елка"),
    ],
)
def test_case_and_accents_do_not_matter(prefix: str, name: str) -> None:
    assert folded(name).startswith(folded(prefix))
    assert folded(name)


def test_players_are_found_by_how_their_names_begin(
    backend: Backend, projector: Projector, players: Players, names: PlayerNames
) -> None:
    for name in ("Bea", "adam", "Ada L.", "Áda", "Badal", "Adele", "ADA"):
        players.register(name, AT)
    players.register("Ada bot", AT, bot=True)
    players.register_once("Adamo", AT, Key("a key that nobody guesses", "the request"))
    players.of_identity(Identity("issuer", "subject", "Adah"), AT)
    catch_up(backend, projector)
    same = found(names, "ad")
    assert sorted(same[:2], key=str) == ["ADA", "Áda"]
    assert same[2:] == ["Ada bot", "Ada L.", "Adah", "adam", "Adamo", "Adele"]
    assert found(names, "ADÁL") == found(names, "x") == found(names, "\0") == []
    assert found(names, "b", 1) == ["Badal", "Bea"]


def test_a_name_counts_as_long_as_its_player_has_it(
    backend: Backend, projector: Projector, players: Players, names: PlayerNames
) -> None:
    ada, ben = (players.register(name, AT)[0] for name in ("Ada", "Ben"))
    catch_up(backend, projector)
    players.rename(ada, "Adele")
    players.delete(ben.id, AT)
    # Not taken in yet: nobody is found by a name that was changed or erased.
    assert (found(names, "Ad"), found(names, "Be")) == ([], [])
    catch_up(backend, projector)
    assert (found(names, "Ad"), found(names, "Be")) == (["Adele"], [])
    kept = contents(backend.client)
    assert "ben" not in str(kept)
    players.rename(ada, "Zoe")
    players.rename(ada, "Adele")
    catch_up(backend, projector)
    assert contents(backend.client) == kept


def test_what_is_built_anew_from_accounts_finds_the_same(
    backend: Backend, projector: Projector, players: Players, names: PlayerNames
) -> None:
    dice = random.Random(1)
    accounts = [players.register(f"Player {dice.randrange(99)}", AT)[0] for _ in range(30)]
    catch_up(backend, projector)
    for one in accounts[:10]:
        players.rename(one, f"Player {one.id}")
        players.delete(accounts[dice.randrange(30)].id, AT)
    catch_up(backend, projector)
    before, shown = contents(backend.client), found(names, "player")
    assert len(shown) > 15
    assert rebuilt(backend) == before
    assert found(names, "player") == shown


def test_of_two_processes_the_one_that_read_last_is_right(
    client: Client, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ReadModel(client, 1)
    model.begin({0: "0-0"})
    ada, _ = players.register("Ada", AT)
    of_ids = Players.of_ids

    def overtaken(self: Players, ids: list[str]) -> dict[str, Player]:
        read = of_ids(self, ids)
        monkeypatch.setattr(Players, "of_ids", of_ids)
        players.rename(ada, "Zoe")
        player_names.update_index(model, players, [ada.id])
        return read

    monkeypatch.setattr(Players, "of_ids", overtaken)
    player_names.update_index(model, players, [ada.id])
    assert contents(client, model)["names"] == [(f"zoe\0{ada.id}".encode(), 0.0)]


def test_a_page_reads_so_much_and_no_more(
    backend: Backend, projector: Projector, players: Players, names: PlayerNames
) -> None:
    """Names that begin alike for longer than entries do: a page that finds none leads on."""
    long = "\N{GRINNING FACE}" * 30
    assert len(long.encode()) > MAX_KEY
    for number in range(12):
        players.register(f"{long}{number}", AT)
    catch_up(backend, projector)
    page, after = names.find(f"{long}x", 1, None)
    assert (page, after is None) == ([], False)
    assert found(names, f"{long}4", 1) == [f"{long}4"]
    assert len(found(names, long, 2)) == 12
