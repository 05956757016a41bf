"""Who opens all the streams that can be had, and players who follow their game all the same."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import httpx
import pytest

from tests.http.clients import Client, Table
from tests.http.raw import Raw, request, statuses
from tests.http.running import Running
from tests.support.waiting import PATIENCE, wait_until

PLACES, PER_ADDRESS, PER_PLAYER = 16, 6, 3
FORWARDED = b"X-Forwarded-For: "
ACCEPT = b"Accept: text/event-stream"
PAUSE = 0.5
"""Seconds from one command to the next: far less than between two heartbeats."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that believes what a proxy says of addresses, with few places for streams."""
    running = Running(
        tmp_path_factory.mktemp("places") / "data",
        WEB_THREADS=str(64 + PLACES),
        STREAMS_PER_ADDRESS=str(PER_ADDRESS),
        STREAMS_PER_PLAYER=str(PER_PLAYER),
        TRUSTED_PROXIES="1",
    )
    try:
        running.start(120)
        yield running
    finally:
        running.clean_up()


@pytest.fixture
def table(service: Running) -> Iterator[Table]:
    table = Table(service.url, spectator_delay=1)
    yield table
    table.resign()
    table.close()
    wait_until(lambda: open_streams(service) == 0, "every stream has ended")


def stream(service: Running, path: str, address: str, token: str | None = None) -> Raw:
    """Somebody at an address who asks for a stream."""
    client = Raw(service.port)
    said = [ACCEPT, FORWARDED + address.encode()]
    if token is not None:
        said.append(b"Authorization: " + token.encode())
    client.send(request("GET", f"{path}/events".encode(), *said))
    return client


def opened(client: Raw) -> int:
    """The status of the answer."""
    return statuses(client.read_head())[0]


def open_streams(service: Running) -> float:
    text = httpx.get(f"{service.url}/metrics", verify=False).text
    lines = [line for line in text.splitlines() if line.startswith("afteraction_streams_open")]
    return sum(float(line.split(" ")[-1]) for line in lines)


def token_of(table: Table, side: str) -> str:
    return str(table.clients[side].http.headers["Authorization"])


def test_one_address_gets_its_share_and_a_player_there_gets_a_stream(
    service: Running, table: Table
) -> None:
    with ExitStack() as open_now:

        def ask(token: str | None = None) -> Raw:
            asked = stream(service, table.path, "203.0.113.7", token)
            return open_now.enter_context(closing(asked))

        assert [opened(ask()) for _ in range(PER_ADDRESS)] == [200] * PER_ADDRESS
        refused = ask().read()
        assert statuses(refused) == [429]
        assert b'"code":"stream_limit"' in refused
        assert b'"limit":"streams_per_address"' in refused
        assert b"\r\nretry-after: 10\r\n" in refused
        # Of the same address, a player of the game takes the place of somebody unknown.
        ada = token_of(table, "allies")
        assert [opened(ask(ada)) for _ in range(PER_PLAYER)] == [200] * PER_PLAYER
        refused = ask(ada).read()
        assert statuses(refused) == [429]
        assert b'"limit":"streams_per_player"' in refused


def test_many_addresses_leave_places_for_who_plays(service: Running, table: Table) -> None:
    """All that can be had without a seat is taken; both players get in, and the places of those
    who have gone without a word come free."""
    for_spectators = PLACES - PLACES // 4
    with ExitStack() as open_now:
        crowd = [
            open_now.enter_context(closing(stream(service, table.path, f"198.51.100.{number}")))
            for number in range(for_spectators + 4)
        ]
        answers = [client.read_head() for client in crowd]
        found = [status for head in answers for status in statuses(head)]
        assert sorted(found) == [*[200] * for_spectators, *[503] * 4]
        for side in table.clients:
            one = stream(service, table.path, "192.0.2.1", token_of(table, side))
            open_now.enter_context(closing(one))
            assert opened(one) == 200
        # Who is signed in takes the place of somebody who is not.
        late = Client(service.url, "Cy")
        token = str(late.http.headers["Authorization"])
        open_now.callback(late.close)
        one = open_now.enter_context(closing(stream(service, table.path, "192.0.2.2", token)))
        assert opened(one) == 200
        for number, client in enumerate(crowd):
            if number % 2:
                client.drop()
            else:
                client.vanish()
        wait_until(lambda: open_streams(service) == 3, "the places of those gone are free")
    with closing(stream(service, table.path, "198.51.100.77")) as again:
        assert opened(again) == 200


def test_a_heartbeat_waits_for_nothing_that_happens_in_secret(
    service: Running, table: Table
) -> None:
    """Of a game that is played all the time a spectator who is behind gets its heartbeats: a wait
    that began anew with each command would never end."""
    over = threading.Event()

    def play() -> None:
        chance = random.Random(2)
        while not over.wait(PAUSE):
            table.step(chance)

    playing = threading.Thread(target=play)
    playing.start()
    try:
        with closing(stream(service, table.path, "203.0.113.9")) as client:
            result = b""
            end = time.monotonic() + PATIENCE
            while b": still here" not in result and time.monotonic() < end:
                result += client.read(1)
    finally:
        over.set()
        playing.join()
    assert b": still here" in result
