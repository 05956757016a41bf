"""Tokens: made for a purpose, listed, used, revoked; those made before they had names too."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.accounts.players import Players
from events.accounts.tokens import (
    MAX_TOKENS,
    PLAYER_SCOPES,
    NewToken,
    Scope,
    TooManyTokensError,
    digest_of,
)
from events.clock import milliseconds
from events.store import keys
from events.store.keys import Keys
from events.store.port import StoreRefusedError
from events.store.servers import Client
from tests.fixtures import Clock, configure

DAY = 24 * 3600
READ = frozenset({Scope.READ})


@pytest.fixture
def players(client: Client, clock: Clock) -> Players:
    """All accounts of an empty server, read anew each time."""
    return Players(client, clock, fresh_seconds=0)


def test_a_token_has_its_scopes_and_its_name(players: Players, clock: Clock) -> None:
    ada, first = players.register("Ada", clock())
    clock.advance(seconds=1)
    made, second = players.tokens.add(ada.id, NewToken("looker-on", READ))
    found = [players.of_token(first), players.of_token(second)]
    assert [one.scopes for one in found if one] == [PLAYER_SCOPES, READ]
    assert [one.token for one in found if one][1] == made.id
    listed = players.tokens.of_player(ada.id)
    assert [(one.name, one.scopes) for one in listed] == [
        ("first", PLAYER_SCOPES),
        ("looker-on", READ),
    ]
    assert [one.created_at for one in listed][1] == clock()


def test_a_token_made_before_there_were_names_goes_on_to_work(
    client: Client, players: Players, clock: Clock
) -> None:
    ada, token = players.register("Ada", clock())
    client.set(keys.token(digest_of(token)), ada.id)
    found = players.of_token(token)
    assert found is not None
    assert (found.player, found.scopes) == (ada, PLAYER_SCOPES)
    (listed,) = players.tokens.of_player(ada.id)
    assert (listed.id, listed.name, listed.created_at) == (found.token, "first", None)
    assert listed.last_used_at == clock()
    assert players.revoke(ada.id, listed.id)
    assert players.of_token(token) is None
    assert players.tokens.of_player(ada.id) == []


def test_a_revoked_token_is_nobody_s_and_the_others_stay(players: Players, clock: Clock) -> None:
    ada, first = players.register("Ada", clock())
    ben, other = players.register("Ben", clock())
    made, second = players.tokens.add(ada.id, NewToken("bot", PLAYER_SCOPES))
    assert not players.revoke(ben.id, made.id), "only its player revokes a token"
    assert players.of_token(second) is not None
    assert players.revoke(ada.id, made.id)
    assert players.of_token(second) is None
    assert not players.revoke(ada.id, made.id)
    assert players.of_token(first) is not None
    assert players.of_token(other) is not None


def test_a_process_that_revokes_a_token_refuses_it_at_once(client: Client, clock: Clock) -> None:
    players = Players(client, clock, fresh_seconds=3600)
    ada, token = players.register("Ada", clock())
    found = players.of_token(token)
    assert found is not None
    assert found.token is not None
    assert players.revoke(ada.id, found.token)
    assert players.of_token(token) is None


@pytest.mark.parametrize("fresh_seconds", [0, 3600])
def test_a_token_that_has_expired_is_refused(
    client: Client, clock: Clock, fresh_seconds: float
) -> None:
    players = Players(client, clock, fresh_seconds=fresh_seconds)
    ada, _ = players.register("Ada", clock())
    before = clock()
    until = clock.advance(days=1)
    clock.advance(days=-1)
    _, token = players.tokens.add(ada.id, NewToken("for a day", PLAYER_SCOPES, until))
    assert clock() == before
    assert players.of_token(token) is not None
    clock.advance(days=1, milliseconds=-1)
    assert players.of_token(token) is not None
    clock.advance(milliseconds=1)
    assert players.of_token(token) is None
    assert [one.name for one in players.tokens.of_player(ada.id)] == ["first"]


def test_the_store_forgets_a_token_a_day_after_it_has_expired(
    client: Client, players: Players, clock: Clock
) -> None:
    ada, first = players.register("Ada", clock())
    until = clock.advance(days=30)
    _, token = players.tokens.add(ada.id, NewToken("for a month", READ, until))
    left = client.ttl(keys.token(digest_of(token)))
    assert isinstance(left, int)
    assert abs(milliseconds(until) / 1000 + DAY - time.time() - left) < DAY / 2
    assert client.ttl(keys.token(digest_of(first))) == -1


def test_when_a_token_was_used_is_kept_once_an_hour(
    client: Client, players: Players, clock: Clock
) -> None:
    ada, token = players.register("Ada", clock())

    def used() -> str | None:
        return players.tokens.of_player(ada.id)[0].last_used_at

    assert used() is None
    start = clock()
    players.of_token(token)
    assert used() == start
    clock.advance(minutes=59)
    players.of_token(token)
    Players(client, clock).of_token(token)
    assert used() == start, "another process does not write it sooner either"
    now = clock.advance(minutes=1)
    players.of_token(token)
    assert used() == now


def test_a_store_that_takes_no_writes_still_tells_whose_a_token_is(
    client: Client, players: Players, clock: Clock
) -> None:
    ada, token = players.register("Ada", clock())
    configure(client, maxmemory=1)
    try:
        found = players.of_token(token)
        assert found is not None
        assert found.player == ada
        with pytest.raises(StoreRefusedError):
            players.tokens.add(ada.id, NewToken("one more", READ))
    finally:
        configure(client, maxmemory=0)


def test_a_player_has_so_many_tokens_and_no_more(players: Players, clock: Clock) -> None:
    ada, token = players.register("Ada", clock())
    until = clock.advance(days=1)
    clock.advance(days=-1)
    for number in range(MAX_TOKENS - 2):
        players.tokens.add(ada.id, NewToken(f"{number}", READ))
    players.tokens.add(ada.id, NewToken("for a day", READ, until))
    with pytest.raises(TooManyTokensError):
        players.tokens.add(ada.id, NewToken("one more", READ))
    assert len(players.tokens.of_player(ada.id)) == MAX_TOKENS
    clock.advance(days=1)
    made, _ = players.tokens.add(ada.id, NewToken("what has expired makes room", READ))
    assert len(players.tokens.of_player(ada.id)) == MAX_TOKENS
    assert players.revoke(ada.id, made.id)
    players.tokens.add(ada.id, NewToken("what is revoked too", READ))
    assert players.of_token(token) is not None


def test_tokens_made_at_once_are_not_more_than_one_may_have(players: Players, clock: Clock) -> None:
    ada, _ = players.register("Ada", clock())

    def make(number: int) -> bool:
        try:
            players.tokens.add(ada.id, NewToken(f"{number}", READ))
        except TooManyTokensError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        made = sum(pool.map(make, range(MAX_TOKENS + 30)))
    listed = players.tokens.of_player(ada.id)
    assert len(listed) == made + 1 <= MAX_TOKENS


def test_nothing_is_left_of_the_tokens_of_a_deleted_player(
    client: Client, players: Players, clock: Clock
) -> None:
    ada, token = players.register("Ada", clock())
    _, other = players.tokens.add(ada.id, NewToken("bot", READ))
    for one in (token, other):
        assert players.of_token(one) is not None
    players.delete(ada.id, clock())
    left = {name.decode() for name in client.scan_iter()}
    result = Keys().feed(Keys().partition(ada.id))
    assert left == {keys.player(ada.id), keys.LEAVING, result}
