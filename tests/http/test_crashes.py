"""What was acknowledged stays, whichever process dies; and everything ends in good order."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.http.clients import Client, Table, check_chain, history, messages
from tests.http.running import Running
from tests.support.waiting import PATIENCE, wait_until

STREAMS = 20


def play(table: Table, chance: random.Random, rounds: int) -> None:
    for _ in range(rounds):
        assert table.step(chance)


def play_through(crash: Callable[[], None], table: Table, chance: random.Random) -> None:
    """Play on while a crash comes in the middle; retries settle what is uncertain."""
    killer = threading.Timer(0.05, crash)
    killer.start()
    while killer.is_alive():
        play(table, chance, 1)
    play(table, chance, 10)


def check(table: Table) -> None:
    """Both players find every acknowledged event where it was, in an unbroken chain."""
    for client in table.clients.values():
        events = history(client, table.path)
        check_chain(events)
        for version, event in table.acknowledged.items():
            found = events[version - 1]
            assert (found["type"], found["hash"]) == (event["type"], event["hash"])


def test_no_crash_loses_what_was_acknowledged(service: Running) -> None:
    table = Table(service.url)
    chance = random.Random(6)
    play(table, chance, 20)

    def one_web_worker() -> None:
        service.kill([service.web()[-1]])

    def the_web_server() -> None:
        service.kill(service.web())

    def redis() -> None:
        service.kill(service.redis()[:1])

    for crash in (one_web_worker, the_web_server, redis):
        play_through(crash, table, chance)
        wait_until(service.is_healthy, "the service is back")
        check(table)
    said = service.output.read_text()
    for victim in ("the API", "the Redis server"):
        assert f"{victim} died; restarting it" in said
    before = len(history(table.clients["axis"], table.path))
    service.kill_everything()
    service.start()
    assert len(history(table.clients["axis"], table.path)) == before
    check(table)
    play(table, chance, 10)
    table.resign()
    check(table)
    assert table.clients["allies"].get(table.path)["winner"] == "allies"
    table.close()


def test_a_stop_ends_open_streams_and_every_process_in_good_order(
    service: Running, tmp_path: Path
) -> None:
    table = Table(service.url)
    clients = [Client(service.url) for _ in range(STREAMS)]
    open_now = threading.Semaphore(0)
    ended: list[str] = []

    def follow(client: Client) -> None:
        try:
            path = f"{table.path}/events"
            with client.http.stream(
                "GET", path, headers={"Accept": "text/event-stream"}, timeout=PATIENCE
            ) as stream:
                for message in messages(stream):
                    if message.id == "8":
                        open_now.release()
            ended.append("well")
        except httpx.TransportError as error:
            ended.append(repr(error))

    followers = [threading.Thread(target=follow, args=(client,)) for client in clients]
    for follower in followers:
        follower.start()
    for _ in followers:
        assert open_now.acquire(timeout=PATIENCE)
    pids = service.processes()
    assert service.stop() == 0
    for follower in followers:
        follower.join(PATIENCE)
    assert ended == ["well"] * STREAMS
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    for client in clients:
        client.close()
    table.close()
