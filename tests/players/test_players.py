"""Accounts: tokens open them, a deletion ends both, and other processes soon know."""

from dataclasses import replace
from pathlib import Path

import pytest

from events.accounts.players import Player, Players
from events.clock import milliseconds
from events.store import keys
from events.store.port import Key, KeyReusedError, StoreUnavailableError
from events.store.servers import Client, connect
from tests.fixtures import everything, wait_until

AT = "2030-01-02T03:04:05.678Z"
LATER = "2030-02-02T03:04:05.678Z"


def owner(players: Players, token: str) -> Player | None:
    """The player that a token identifies."""
    found = players.of_token(token)
    return found and found.player


@pytest.fixture
def players(client: Client) -> Players:
    """All accounts of an empty server, read anew each time."""
    return Players(client, fresh_seconds=0)


def test_a_token_is_its_player_s_alone(client: Client, players: Players) -> None:
    ada, token = players.register("Ada", AT)
    ben, other = players.register("Ben", AT)
    assert ada.id != ben.id
    assert owner(players, token) == ada == players.of_id(ada.id)
    assert owner(players, other) == ben
    for unknown in ("", token[:-1], token + "A", "aft_", "é", ada.id):
        assert owner(players, unknown) is None


def test_a_deleted_player_gets_no_new_name(client: Client, players: Players) -> None:
    ada, token = players.register("Ada", AT)
    assert players.rename(ada, "Ada L.") == owner(players, token) == replace(ada, name="Ada L.")
    players.delete(ada.id, LATER)
    assert players.rename(ada, "Ada again") is None
    gone = players.of_id(ada.id)
    assert gone is not None
    assert gone.deleted


def test_a_key_opens_one_account_with_one_token(client: Client, players: Players) -> None:
    key = Key("a key that nobody guesses", "the request")
    ada, token, was_known = players.register_once("Ada", AT, key)
    assert (was_known, owner(players, token)) == (False, ada)
    assert players.register_once("Ada", LATER, key) == (ada, token, True)
    with pytest.raises(KeyReusedError):
        players.register_once("Ben", LATER, replace(key, fingerprint="another"))
    stored = str(everything(client))
    assert key.field not in stored
    assert token not in stored
    [known] = players.tokens.of_player(ada.id)
    players.revoke(ada.id, known.id)
    assert players.register_once("Ada", LATER, key) == (ada, token, True)
    assert owner(players, token) is None, "a retry brings no revoked token back"
    players.delete(ada.id, LATER)
    with pytest.raises(KeyReusedError):
        players.register_once("Ada", LATER, key)


def test_what_a_first_try_left_undone_is_done_by_the_next(client: Client, players: Players) -> None:
    key = Key("a key that nobody guesses", "the request")
    ada, token, _ = players.register_once("Ada", AT, key)
    client.delete(keys.player(ada.id), *client.keys(keys.token("*")))
    assert players.register_once("Ada", LATER, key) == (ada, token, True)
    assert owner(players, token) == ada


def test_nobody_has_an_id_that_was_never_given_out(players: Players) -> None:
    for unknown in ("", "pl_0", "*", "me"):
        assert players.of_id(unknown) is None


def test_a_deleted_player_has_no_name_and_no_token(client: Client, players: Players) -> None:
    ada, token = players.register("Ada", AT)
    ben, other = players.register("Ben", AT)
    players.delete(ada.id, LATER)
    assert owner(players, token) is None
    gone = players.of_id(ada.id)
    assert gone is not None
    assert (gone.id, gone.name, gone.created_at, gone.deleted) == (ada.id, None, AT, True)
    assert owner(players, other) == ben
    assert not ben.deleted
    tokens = f"{keys.PREFIX}:token*"
    assert len(list(client.scan_iter(tokens))) == 2, "Ben's token, and the set with it"


def without_feeds(client: Client) -> dict[bytes, object]:
    """All that is stored, but what feeds tell, which may be told again."""
    return {key: part for key, part in everything(client).items() if not key.endswith(b":feed")}


def test_a_deletion_may_be_done_again(client: Client, players: Players) -> None:
    ada, _ = players.register("Ada", AT)
    players.delete(ada.id, LATER)
    before = without_feeds(client)
    players.delete(ada.id, "2031-01-01T00:00:00.000Z")
    assert players.erase(ada.id, "2031-01-01T00:00:00.000Z") == LATER
    assert without_feeds(client) == before


def test_a_deletion_that_stopped_half_way_is_known_and_finished(
    client: Client, players: Players
) -> None:
    ada, token = players.register("Ada", AT)
    client.zadd(keys.LEAVING, {ada.id: milliseconds(AT)})
    assert owner(players, token) is not None
    assert players.leaving(milliseconds(AT)) == [ada.id]
    assert players.erase(ada.id, LATER) == LATER
    assert owner(players, token) is None


def test_a_token_of_a_deleted_player_opens_nothing_wherever_it_is_left(
    client: Client, players: Players
) -> None:
    ada, token = players.register("Ada", AT)
    (left,) = client.scan_iter(f"{keys.PREFIX}:token:*")
    players.delete(ada.id, LATER)
    client.set(left, ada.id)
    assert owner(players, token) is None


def test_who_leaves_is_looked_for_when_it_is_time(players: Players) -> None:
    ada, _ = players.register("Ada", AT)
    now = milliseconds(LATER)
    assert players.leaving(now) == []
    players.delete(ada.id, LATER)
    assert players.leaving(now - 1) == []
    assert players.leaving(now) == [ada.id]
    players.reschedule(ada.id, now + 10)
    assert players.leaving(now + 9) == []
    assert players.leaving(now + 10) == [ada.id]
    players.has_left(ada.id)
    players.reschedule(ada.id, now)
    assert players.leaving(now + 10) == []


def test_a_process_asks_for_a_token_now_and_then_only(client: Client) -> None:
    here, elsewhere = Players(client, fresh_seconds=3600), Players(client, fresh_seconds=3600)
    ada, token = here.register("Ada", AT)
    assert owner(here, token) == ada
    elsewhere.delete(ada.id, LATER)
    assert owner(here, token) == ada, "this process has asked not long ago"
    assert owner(elsewhere, token) is None


def test_a_process_that_deletes_a_player_forgets_its_token_at_once(client: Client) -> None:
    players = Players(client, fresh_seconds=3600)
    ada, token = players.register("Ada", AT)
    assert owner(players, token) == ada
    players.delete(ada.id, LATER)
    assert owner(players, token) is None


def test_a_token_revoked_by_another_process_is_refused_soon(client: Client) -> None:
    here, elsewhere = Players(client, fresh_seconds=0.2), Players(client)
    ada, token = here.register("Ada", AT)
    assert owner(here, token) == ada
    elsewhere.delete(ada.id, LATER)
    wait_until(lambda: owner(here, token) is None, "the token is refused here too")


def test_a_store_that_is_away_says_so(tmp_path: Path) -> None:
    nowhere = Players(connect(f"unix://{tmp_path}/none.sock"))
    for ask in (
        lambda: nowhere.register("Ada", AT),
        lambda: nowhere.of_token("aft_x"),
        lambda: nowhere.of_id("pl_x"),
        lambda: nowhere.delete("pl_x", AT),
    ):
        with pytest.raises(StoreUnavailableError):
            ask()
