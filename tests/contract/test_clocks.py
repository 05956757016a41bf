"""Clocks over HTTP: how a game gets one, what its state tells, and what seats may do about it."""

from events.clock import milliseconds
from tests.contract.contract import Json
from tests.contract.service import Game, Service, running_game
from tests.support.each import each

BANK = {"kind": "bank", "seconds": 300, "increment": 10}
GAME = {"scenario": "pegasus_bridge", "edition": "2025"}


def act(game: Game, seat: str, part: str, action: str, **more: object) -> Json:
    answer = game.seats[seat].post(f"{game.path}/{part}", {"action": action, **more})
    body: Json = answer.get_json()
    return body


def clock_of(game: Game) -> Json:
    found: Json = game.state(game.seats["allies"])["clock"]
    return found


def test_a_state_and_lists_tell_when_time_runs_out(service: Service) -> None:
    game = running_game(service, clock=BANK)
    result = game.state(game.seats["allies"])
    assert result["clock"]["terms"] == {
        **BANK,
        "cap": 0,
        "at_zero": "resign",
        "bot": None,
        "vacation_days": 0,
    }
    seats = {one["seat"]: one for one in result["clock"]["seats"]}
    awaited = result["awaiting"]["seat"]
    assert {seat: one["left"] for seat, one in seats.items()} == {"allies": 300.0, "axis": 300.0}
    running = {seat: one["deadline"] for seat, one in seats.items() if one["deadline"]}
    assert list(running) == [awaited]
    listed = service.anonymous().get("/v1/games?status=active").get_json()["items"]
    found = next(one for one in listed if one["id"] == game.id)
    assert found["deadline"] == running[awaited]
    waited = milliseconds(running[awaited]) - milliseconds(found["updated_at"])
    assert waited == 300_000
    then = service.anonymous().get(f"{game.path}/states/1").get_json()
    assert [one["deadline"] for one in then["clock"]["seats"]] == [None, None]
    compact = game.seats["allies"].get(f"{game.path}?form=compact").get_json()
    assert compact["clock"] == result["clock"]


@each(
    "wrong, place",
    [
        ({"clock": {"kind": "bank"}}, "/clock/seconds"),
        ({"clock": {"kind": "none", "seconds": 5}}, "/clock/seconds"),
        ({"clock": {"kind": "turn", "seconds": 60, "increment": 5}}, "/clock/increment"),
        ({"clock": {**BANK, "cap": 299}}, "/clock/cap"),
        ({"clock": {**BANK, "bot": "greedy"}}, "/clock/bot"),
        ({"clock": {**BANK, "vacation_days": 61}}, "/clock/vacation_days"),
        ({"clock": {"seconds": 60}}, "/clock/kind"),
        ({"clock": {**BANK, "at_zero": "bot"}, "rated": True}, "/clock/at_zero"),
        ({"clock": BANK, "move_time_limit": 60}, "/move_time_limit"),
    ],
)
def test_terms_that_do_not_go_together_are_refused(
    service: Service, wrong: Json, place: str
) -> None:
    refused = service.player().post("/v1/games", {**GAME, **wrong})
    assert refused.status_code == 422
    assert place in refused.get_json()["errors"]


def test_time_for_each_move_is_reported_in_both_ways(service: Service) -> None:
    for clock, expected in (
        ({"kind": "move", "seconds": 90}, 90),
        ({"kind": "none"}, 14 * 86_400),
    ):
        game = running_game(service, clock=clock)
        state = game.state(game.seats["allies"])
        assert state["move_time_limit"] == expected
    assert state["clock"]["seats"] == []
    listed = service.anonymous().get("/v1/games?status=active").get_json()["items"]
    assert next(one for one in listed if one["id"] == game.id)["deadline"] is None


def test_a_challenge_and_a_rematch_take_the_clock_over(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    params = {**GAME, "clock": {**BANK, "at_zero": "bot"}, "to": ben.id}
    made = ada.post("/v1/challenges", params).get_json()
    assert made["terms"]["clock"]["bot"] == "greedy"
    name = ben.post(f"/v1/challenges/{made['id']}/accept", {}).get_json()["game"]
    terms = ada.get(f"/v1/games/{name}").get_json()["clock"]["terms"]
    assert terms == made["terms"]["clock"]
    ada.post(f"/v1/games/{name}/commands", {"type": "resign"})
    second = ben.post(f"/v1/games/{name}/rematch", {}).get_json()
    assert second["clock"]["terms"] == terms
    plain = ada.post("/v1/challenges", GAME).get_json()
    assert plain["terms"]["clock"] is None


def test_vacation_and_pauses_over_http(service: Service) -> None:
    game = running_game(service, clock={**BANK, "vacation_days": 5})
    first = game.state(game.seats["allies"])["awaiting"]["seat"]
    other = "axis" if first == "allies" else "allies"
    done = act(game, first, "clock", "take_vacation", days=2)
    assert [one["type"] for one in done["events"]] == ["clock_stopped"]
    seats = {one["seat"]: one for one in clock_of(game)["seats"]}
    assert seats[first]["vacation_left"] == 3
    assert seats[first]["deadline"] > seats[first]["away_until"] is not None
    assert act(game, first, "clock", "take_vacation")["rule"] == "vacation.taken"
    act(game, first, "clock", "end_vacation")
    act(game, other, "agreements", "propose_pause", days=3)
    state = game.state(game.seats[first])
    assert state["proposal"] == {
        "seat": other,
        "what": "pause",
        "days": 3,
        "to": None,
        "agreed": [],
    }
    compact = game.seats["allies"].get(f"{game.path}?form=compact").get_json()
    assert compact["proposal"] == state["proposal"]
    act(game, first, "agreements", "agree")
    assert "proposal" not in game.state(game.seats[first])
    assert clock_of(game)["paused_until"]
    assert act(game, other, "clock", "end_pause")["rule"] == "pause.not_awaited"
    act(game, first, "clock", "end_pause")
    assert clock_of(game)["paused_until"] is None
    for action, more in ("end_pause", {"days": 1}), ("explode", {}):
        refused = game.seats[first].post(f"{game.path}/clock", {"action": action, **more})
        assert refused.status_code == 422
    for action, more in ("agree", {"days": 1}), ("propose_pause", {"to": "axis"}):
        refused = game.seats[first].post(f"{game.path}/agreements", {"action": action, **more})
        assert refused.status_code == 422
    timeline = service.anonymous().get(f"{game.path}/timeline").get_json()
    kinds = [one["kind"] for turn in timeline["turns"] for one in turn["entries"]]
    assert kinds.count("clock") == 4


def test_a_branch_has_no_clock(service: Service) -> None:
    game = running_game(service, clock={**BANK, "vacation_days": 5})
    first = game.state(game.seats["allies"])["awaiting"]["seat"]
    act(game, first, "clock", "take_vacation", days=1)
    act(game, first, "clock", "end_vacation")
    resigned = game.seats[first].post(game.commands, {"type": "resign"}).get_json()
    at = resigned["version"] - len(resigned["events"])
    made = game.seats[first].post(f"{game.path}/branches", {"at_version": at}).get_json()
    assert "clock" not in game.seats[first].get(f"/v1/games/{made['id']}").get_json()
