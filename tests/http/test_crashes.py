"""What was acknowledged stays, whichever process dies."""

import random
import threading
from collections.abc import Callable

from tests.http.clients import Table, check_chain, history
from tests.http.running import Running
from tests.support.waiting import wait_until


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
    table, earlier = Table(service.url), len(service.output.read_text())
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
    said = service.output.read_text()[earlier:]
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
