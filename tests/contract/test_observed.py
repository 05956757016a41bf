"""What operators see of requests: the trace, the line of log, the counts."""

import io
import json
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import REGISTRY

from api.monitoring.log import JsonLines
from tests.contract.contract import Json
from tests.contract.service import Game, Service, running_game
from tests.support.each import each

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TAKEN = {
    "as it should be": f"00-{TRACE}-{SPAN}-01",
    "not sampled": f"00-{TRACE}-{SPAN}-00",
    "with flags of later": f"00-{TRACE}-{SPAN}-ff",
    "a later edition": f"01-{TRACE}-{SPAN}-01",
    "a later edition with more": f"cc-{TRACE}-{SPAN}-01-what-there-will-be",
    "with spaces around": f"  00-{TRACE}-{SPAN}-01\t",
}
IGNORED = {
    "empty": "",
    "no trace": f"00-{'0' * 32}-{SPAN}-01",
    "no span": f"00-{TRACE}-{'0' * 16}-01",
    "the edition that is none": f"ff-{TRACE}-{SPAN}-01",
    "more in the first edition": f"00-{TRACE}-{SPAN}-01-more",
    "more without a dash": f"01-{TRACE}-{SPAN}-01more",
    "capitals": f"00-{TRACE.upper()}-{SPAN}-01",
    "too short": f"00-{TRACE[1:]}-{SPAN}-01",
    "no flags": f"00-{TRACE}-{SPAN}",
    "no hex": f"00-{TRACE[1:]}g-{SPAN}-01",
    "a line more": f"00-{TRACE}-{SPAN}-01, 00-{TRACE}-{SPAN}-01",
}


@contextmanager
def log(level: int = logging.INFO) -> Iterator[list[Json]]:
    """The lines that are written within the context, as they stand in the log."""
    text, found = io.StringIO(), list[Json]()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in ("api", "events")]
    before = [one.level for one in loggers]
    for one in loggers:
        one.addHandler(handler)
        one.setLevel(level)
    try:
        yield found
    finally:
        for one, was in zip(loggers, before, strict=True):
            one.removeHandler(handler)
            one.setLevel(was)
        found += map(json.loads, text.getvalue().splitlines())


@each("header", TAKEN.values())
def test_a_trace_goes_on_where_a_request_names_one(service: Service, header: str) -> None:
    answer = service.anonymous().get("/healthz", headers={"traceparent": header})
    edition, trace, span, flags = answer.headers["traceparent"].split("-")
    assert (edition, trace) == ("00", TRACE)
    assert (len(span), span != SPAN) == (16, True)
    assert flags == ("00" if header.endswith("-00") else "01")


@each("header", IGNORED.values())
def test_a_trace_begins_where_a_request_names_none_or_wrongly(
    service: Service, header: str
) -> None:
    answers = [service.anonymous().get("/healthz", headers={"traceparent": header}) for _ in "12"]
    traces = {answer.headers["traceparent"].split("-")[1] for answer in answers}
    assert len(traces) == 2
    assert TRACE not in traces
    assert all(len(trace) == 32 and set(trace) != {"0"} for trace in traces)


def test_a_request_has_one_line_with_its_ids(service: Service, game: Game) -> None:
    ada = game.seats["allies"]
    headers = {"traceparent": TAKEN["as it should be"], "X-Request-Id": "mine"}
    with log() as lines:
        ada.get(f"{game.path}/events?after=2&limit=1", headers=headers)
        ada.get("/v1/nothing", headers=headers)
        ada.get("/healthz")
        ada.post(game.commands, {"type": "end_turn"}, headers=headers)
    lines = [line for line in lines if line["message"] == "request"]
    about = [{n: v for n, v in line.items() if n not in ("at", "milliseconds")} for line in lines]
    same = {
        "level": "info",
        "logger": "api.middleware.observation",
        "message": "request",
        "trace_id": TRACE,
    }
    same |= {"request_id": "mine"}
    path = "/v1/games/{game_id}"
    assert about[0] == same | {
        "player": ada.id,
        "method": "GET",
        "route": f"{path}/events",
        "status": 200,
        "game": game.id,
    }
    assert about[1] == same | {"method": "GET", "route": None, "status": 404}
    assert about[2]["route"] == f"{path}/commands"
    assert (about[2]["command"], about[2]["outcome"]) == ("end_turn", "illegal")
    assert about[2]["rule"].count(".") == 1
    assert len(about) == 3
    assert all(line["milliseconds"] > 0 for line in lines)


def test_a_line_of_a_failure_has_the_ids_of_the_response(service: Service) -> None:
    with log(logging.DEBUG) as lines:
        service.anonymous().get("/healthz", headers={"X-Request-Id": "probe"})
    [line] = lines
    assert (line["level"], line["route"], line["request_id"]) == ("debug", "/healthz", "probe")


def test_no_line_holds_a_token_an_invitation_or_what_was_sent(service: Service) -> None:
    with log(logging.DEBUG) as lines:
        game = running_game(service, visibility="private")
        ada = game.seats["allies"]
        invite = ada.get(f"{game.path}/invite").get_json()["invite"]
        ada.get(f"/v1/games?cursor={invite}")
        ada.get(f"/{ada.token}/{invite}?token={ada.token}")
        ada.get("/v1/players/me", headers={"traceparent": str(ada.token)})
        service.ask("GET", f"/v1/players/{ada.token}", token=invite)
        game.step(random.Random(1))
    text = json.dumps(lines)
    assert len(lines) > 10
    for secret in (*(player.token for player in game.seats.values()), invite):
        assert secret and secret not in text


def count(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_answers_are_counted_by_operation_and_commands_by_outcome(
    service: Service, game: Game
) -> None:
    ada, ben = game.seats["allies"], game.seats["axis"]

    def counts() -> list[float]:
        answers, commands = "afteraction_answers_total", "afteraction_commands_total"
        return [
            count(answers, operation="getGame", status="200"),
            count(answers, operation="getGame", status="404"),
            count(answers, operation="none", status="404"),
            count(commands, type="end_turn", outcome="illegal"),
            count(commands, type="end_turn", outcome="conflict"),
            count(commands, type="resign", outcome="accepted"),
            count(commands, type="resign", outcome="replayed"),
        ]

    before = counts()
    ada.get(game.path)
    ada.get("/v1/games/gm_none")
    ada.get("/nowhere")
    ben.post(game.commands, {"type": "end_turn"})
    ben.post(game.commands, {"type": "end_turn", "expected_version": 1})
    for _ in range(2):
        ada.post(game.commands, {"type": "resign"}, headers={"Idempotency-Key": "k"})
    # A refusal is looked at twice where the cached state was behind, but counted once.
    assert [now - then for now, then in zip(counts(), before, strict=True)] == [1] * 7
