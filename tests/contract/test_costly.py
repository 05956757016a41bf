"""Answers that cost much: within a limit of work, made once, by turns, and of more weight."""

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from api.answers.patches import patch
from api.limits.costly_answers import MAX_WAITING_PER_CALLER, BusyError, CostlyAnswers
from api.settings.rate_limits import RateLimits
from domain.analysis.work import Spend, WorkLimitError
from events.accounts.rates import Rate
from events.log.stored_event import StoredEvent, dump
from events.store.keys import Keys
from tests.contract.service import Service, running_game, serve
from tests.fixtures import wait_until
from tests.support.logs import recorded_log, rewritten

NAMES = count(1)
MILLION, TRILLION = 10**6, 10**12
SMALL = 300_000
"""Bytes; a board has some 60,000."""
PATHS = ("/timeline", "/luck", "/luck.svg", "/record", "/export", "/decisions", "/patches")


def stored(redis_url: str, log: list[StoredEvent]) -> str:
    """The path of a game that stands in the store without ever having been judged."""
    name = f"gm_costly{next(NAMES)}"
    log = rewritten(log, 1, data={**log[0].data, "game": name})
    with Redis.from_url(redis_url) as client:
        client.rpush(Keys().log(name), *map(dump, log))
    return f"/v1/games/{name}"


def first(log: list[StoredEvent], kind: str) -> StoredEvent:
    return next(one for one in log if one.type == kind)


def changed(log: list[StoredEvent], kind: str, **changes: Any) -> list[StoredEvent]:
    """A log whose first event of a kind says something else."""
    one = first(log, kind)
    return rewritten(log, one.version, data={**one.data, **changes})


@pytest.fixture
def monstrous(service: Service, redis_url: str) -> str:
    """A finished game with numbers that no game can have, but for its dice."""
    log = recorded_log()
    setup = log[0].data["setup"]
    units = [{**unit, "figures": place} for unit, place in zip(setup["units"], BIG, strict=False)]
    armies = [{**army, "medals_to_win": MILLION} for army in setup["armies"]]
    others = setup["units"][len(BIG) :]
    log = changed(log, "game_created", setup={**setup, "units": units + others, "armies": armies})
    return stored(redis_url, changed(log, "turn_started", turn=TRILLION))


BIG = (MILLION, 2**53)


def test_numbers_that_no_game_has_are_reported_in_few_bytes(
    service: Service, monstrous: str
) -> None:
    anonymous = service.anonymous()
    for path in (*PATHS, "/board.svg", "/board.svg?version=1&form=kit", "/diff?from=3&to=9"):
        answer = anonymous.get(monstrous + path)
        assert answer.status_code == 200, (path, answer.get_data())
        assert len(answer.get_data()) < SMALL, path


def test_more_dice_than_can_be_reckoned_with_are_refused(service: Service, redis_url: str) -> None:
    game = stored(redis_url, changed(recorded_log(), "attack_declared", dice=2000))
    for path in ("/luck", "/luck.svg"):
        answer = service.anonymous().get(game + path)
        assert (answer.status_code, answer.get_json()["code"]) == (422, "too_costly"), path
    assert service.anonymous().get(f"{game}/timeline").status_code == 200


def test_lists_of_any_length_are_compared_without_a_table_of_all_pairs() -> None:
    one, other = ([{"id": f"{name}{place}"} for place in range(1500)] for name in ("old", "new"))
    tracemalloc.start()
    try:
        assert patch({"units": one}, {"units": other})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000, "1,500 times 1,500 places alone are 18 MB"


@pytest.fixture
def finished(service: Service, redis_url: str) -> str:
    return stored(redis_url, recorded_log())


def test_answers_about_a_finished_game_are_built_once(service: Service, finished: str) -> None:
    costly = service.inside().costly
    anonymous = service.anonymous()
    before = {path: anonymous.get(finished + path) for path in PATHS}
    costly.max_wait_seconds = 0.01
    try:
        with costly.turn("somebody else"):
            for path, answer in before.items():
                again = anonymous.get(finished + path)
                assert again.get_data() == answer.get_data()
                assert again.headers["ETag"] == answer.headers["ETag"]
                busy = anonymous.get(f"{finished}{path}?as=axis")
                assert path in ("/luck", "/luck.svg", "/export") or busy.status_code == 503, path
    finally:
        costly.max_wait_seconds = 10.0


def test_nobody_is_answered_with_what_another_may_see(service: Service) -> None:
    game = running_game(service)
    for path in ("/timeline", "/record", "/export", "/patches"):
        items = [
            player.get(game.path + path) for player in (*game.seats.values(), service.anonymous())
        ]
        assert len({answer.get_data() for answer in items}) == len(items), path
        again = [player.get(game.path + path) for player in game.seats.values()]
        assert [one.get_data() for one in again] == [one.get_data() for one in items[:2]], path


@pytest.fixture
def app() -> Flask:
    return Flask(__name__)


def test_what_was_given_up_is_neither_cached_nor_holds_anybody_up(app: Flask) -> None:
    costly = CostlyAnswers()

    def endless(spend: Spend) -> bytes:
        steps = 0
        while True:
            spend(1000)
            steps += 1000

    with app.app_context():
        with pytest.raises(WorkLimitError):
            costly.answer("tag", endless, "ada")
        assert costly.answer("tag", lambda _: b"sound", "ada") == b"sound"
        assert costly.answer("tag", endless, "ada") == b"sound"


def test_callers_take_turns_whatever_one_of_them_asks_for() -> None:
    costly, served = CostlyAnswers(), list[str]()

    def ask(caller: str) -> None:
        with costly.turn(caller):
            served.append(caller)

    def waiting(number: int) -> Callable[[], bool]:
        return lambda: sum(line.length for line in costly._lines.values()) == number

    threads = []
    with costly.turn("host"):
        for number, caller in enumerate(["ada"] * 5 + ["ben"], start=2):
            threads.append(Thread(target=ask, args=(caller,)))
            threads[-1].start()
            wait_until(waiting(number), "it waits")
    for thread in threads:
        thread.join()
    assert sorted(served) == ["ada"] * 5 + ["ben"]
    assert served.index("ben") <= 2, "the one after the one in front"


def test_of_one_caller_nothing_costly_is_looked_at_beside_its_first_request(
    service: Service, finished: str
) -> None:
    costly = service.inside().costly
    paths = ("/record", "/timeline", "/luck")
    tags = [service.anonymous().get(finished + path).headers["ETag"] for path in paths]
    address = "127.0.0.1"
    costly.max_wait_seconds = 0.01
    try:
        with costly.head_of_line(address):
            for path, tag in zip(paths, tags, strict=True):
                same = {"If-None-Match": tag}
                assert service.anonymous().get(finished + path, headers=same).status_code == 503, (
                    path
                )
                assert service.player().get(finished + path).status_code == 200, "of another caller"
            assert service.anonymous().get(finished).status_code == 200, "a state is none"
    finally:
        costly.max_wait_seconds = 10.0
    assert not costly._lines


def test_who_asks_for_too_much_is_refused_at_once() -> None:
    costly = CostlyAnswers()
    costly.max_wait_seconds = 60.0
    threads = [Thread(target=_wait, args=(costly,)) for _ in range(MAX_WAITING_PER_CALLER)]
    with costly.turn("host"):
        for thread in threads:
            thread.start()
        wait_until(lambda: costly._lines["ada"].length == len(threads), "all of them wait")
        with pytest.raises(BusyError), costly.turn("ada"):
            pytest.fail("it was its turn")
    for thread in threads:
        thread.join()
    assert not costly._lines


def _wait(costly: CostlyAnswers) -> None:
    with costly.turn("ada"):
        pass


@pytest.fixture
def counted(redis_url: str) -> Iterator[Service]:
    service = serve(redis_url, rate_limits=RateLimits(reads=Rate(200, 86_400)))
    yield service
    service.close()


def test_what_costs_much_counts_as_many_requests(counted: Service, finished: str) -> None:
    weights = {
        operation["operationId"]: operation.get("x-rate-limit-weight", 1)
        for methods in counted.contract.spec["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict)
    }
    ada, left = counted.player(), 200
    for path, weight in (
        ("", 1),
        ("/record", weights["getRecord"]),
        ("/record", 1),
        ("/timeline", weights["getTimeline"]),
        ("/timeline?since=1", weights["getTimeline"]),
    ):
        answer = ada.get(finished + path)
        left -= weight
        assert f"r={left};" in answer.headers["RateLimit"], path
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert ada.get(f"{finished}/timeline?since=1", headers=tag).status_code == 304
    refused = ada.get(f"{finished}/board.png?width=160")
    assert refused.status_code == 429, "a hundred"
    assert ada.get(finished).status_code == 200
    assert weights["importGame"] > weights["getRecord"] > weights["getBoardSvg"] > 1


def test_a_quota_below_the_weight_is_still_worth_one_request(redis_url: str, finished: str) -> None:
    service = serve(redis_url, rate_limits=RateLimits(reads=Rate(20, 86_400)))
    try:
        ada = service.player()
        assert ada.get(f"{finished}/record").status_code == 200
        assert ada.get(f"{finished}/timeline").status_code == 429
    finally:
        service.close()
