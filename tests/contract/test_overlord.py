"""Overlord over HTTP: tables of two to eight players, generals who act at once, who sees what."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.log.verifier import verify
from tests.chain.auditors import AUDIT, javascript
from tests.contract.contract import Json
from tests.contract.service import LINES, Game, Player, Service
from tests.contract.test_alliance import is_played_again, is_played_with_sides_swapped

SEATS = tuple(f"{side}_{n}" for n in range(1, 5) for side in ("allies", "axis"))
HELD = {
    8: {seat: [seat] for seat in SEATS},
    6: {
        f"{side}_{own[0]}": [f"{side}_{n}" for n in own]
        for own in ((1, 3), (2,), (4,))
        for side in ("allies", "axis")
    },
    4: {
        f"{side}_{own[0]}": [f"{side}_{n}" for n in own]
        for own in ((1, 3), (2, 4))
        for side in ("allies", "axis")
    },
    2: {f"{side}_1": [f"{side}_{n}" for n in range(1, 5)] for side in ("allies", "axis")},
}
WISH = {"variant": "overlord", "scenario": "omaha_beach_overlord"}
BRIEF = 120
"""Commands after which a game is given up, to spare seconds."""


def seated(service: Service, players: int = 8, **params: object) -> Game:
    """A game of Overlord for so many players, all of whom have sat down."""
    game = service.player().new_game(**WISH, players=players, **params)
    for place, held in enumerate(HELD[players].values()):
        player = service.player(held[0])
        asked = {"seat": held[-1]} if place % 2 else {"side": held[0][:-2]}
        taken = player.post(f"{game.path}/seats", asked)
        assert taken.status_code == 200, taken.get_data()
        game.seats |= dict.fromkeys(held, player)
    return game


def options(game: Game, seat: str) -> list[Json]:
    """What a seat may do, but resign."""
    listed = game.actions(game.seats[seat])["actions"]
    own = [one for one in listed if one.get("seat", seat) == seat]
    return [one for one in own if one["type"] != "resign"]


def played_on(
    game: Game, chance: random.Random, most: int, *, gives_up: bool = True
) -> Iterator[str]:
    """Play on, each time by one of those who are awaited; the decisions that were made."""
    anonymous = next(iter(game.seats.values())).service.anonymous()
    for number in range(most + gives_up):
        awaiting = game.actions(anonymous)["awaiting"]
        if awaiting is None:
            return
        seat = chance.choice(awaiting["seats"])
        command = chance.choice(options(game, seat))
        if number == most:
            command = {"type": "resign", "seat": seat}
        done = game.seats[seat].post(game.commands, command)
        assert done.status_code == 201, (command, done.get_data())
        yield awaiting["decision"]


@pytest.mark.parametrize("players", HELD)
def test_a_table_for_fewer_is_of_eight_seats_too(service: Service, players: int) -> None:
    """Whoever takes one seat holds those that go with it, and gives them back together."""
    game = seated(service, players)
    state = game.state(service.anonymous())
    assert tuple(place["seat"] for place in state["table"]) == SEATS
    assert {place["seat"]: place["player"] for place in state["table"]} == {
        seat: player.id for seat, player in game.seats.items()
    }
    assert state["status"] == "active"
    chief, *generals = [place["role"] for place in state["table"] if place["side"] == "axis"]
    assert (chief, set(generals)) == ("commander_in_chief", {"field_general"})


def test_seats_are_given_back_as_they_were_taken(service: Service) -> None:
    ada, bob = service.player(), service.player("Bob")
    game = ada.new_game(**WISH, players=4)
    for _ in range(2):
        taken = ada.post(f"{game.path}/seats", {"side": "axis"}).get_json()
        assert taken["seats"]["axis_1"] == taken["seats"]["axis_3"] == ada.id
    refused = bob.post(f"{game.path}/seats", {"seat": "axis_3"})
    assert refused.get_json()["rule"] == "seat.taken"
    assert bob.post(f"{game.path}/seats", {"side": "axis"}).get_json()["seats"]["axis_4"] == bob.id
    assert ada.delete(f"{game.path}/seats/axis_3").status_code == 204
    left = game.state(ada)["seats"]
    assert [left[seat] for seat in ("axis_1", "axis_3", "axis_4")] == [None, None, bob.id]


@pytest.mark.parametrize(
    ("params", "member"),
    [
        ({"players": 3}, "/players"),
        ({"variant": "standard"}, "/variant"),
        ({"scenario": "toulon"}, "/variant"),
        ({"players": 8, "smaller_side": "axis"}, "/smaller_side"),
    ],
    ids=str,
)
def test_a_table_that_there_is_not_is_refused(
    service: Service, params: dict[str, object], member: str
) -> None:
    for edition in ("2004", "2025"):
        answer = service.player().post("/v1/games", {"edition": edition, **WISH, **params})
        assert answer.status_code == 422
        assert list(answer.get_json()["errors"]) == [member]


@pytest.mark.parametrize(("players", "edition"), [(4, "2025"), (8, "2004")])
def test_a_game_is_played_and_judged_sound(service: Service, players: int, edition: str) -> None:
    """By the service, and by both programs that audit an export."""
    game, chance = seated(service, players, edition=edition), random.Random(players)
    for decision in played_on(game, chance, BRIEF):
        if decision == "hand_out" and chance.random() < 0.2:
            sees_what_it_may_know(game)
    log = is_played_again(service, game)
    assert '"card_handed_out"' in log
    assert verify(log.splitlines(keepends=True)).status == 0
    standings = service.anonymous().get(f"{game.path}/match").get_json()["standings"]
    assert [one["player"] for one in standings] == [
        game.seats[party[0]].id for party in HELD[players].values()
    ]
    for path in ("timeline", "luck", "report", "board.svg"):
        assert service.anonymous().get(f"{game.path}/{path}").status_code == 200


def test_the_program_for_pages_finds_it_sound_as_well(
    service: Service, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = seated(service, 8)
    for _ in played_on(game, random.Random(5), BRIEF):
        pass
    log = service.anonymous().get(f"{game.path}/export", headers=LINES).get_data(as_text=True)
    [found] = javascript(tmp_path_factory.mktemp("js"), [["verify", log]], AUDIT)
    assert found["status"] == 0, found


def sees_what_it_may_know(game: Game) -> None:
    """The chief sees the hand; what it has handed out, it and the general who got it."""
    for seat, player in game.seats.items():
        held = {one for one, other in game.seats.items() if other is player}
        state = game.state(player)
        assert {s for s, hand in state["hands"].items() if "cards" in hand} <= held
        for laid in state.get("handed_out", ()):
            chief = f"{laid['seat'][:-2]}_1"
            open_ = bool(held & {chief, laid["seat"]}) or "orders_as" in laid
            assert (laid["card"] is not None) is open_, (seat, laid)


def test_generals_command_at_once(service: Service) -> None:
    """Eight clients on one game: every command that was carried out is in the log once, each was
    decided on the state it met, and the log is judged sound."""
    game = seated(service, 8)
    deadline = 60

    def general(seat: str) -> list[Json]:
        chance, player, sent = random.Random(seat), game.seats[seat], []
        for number in range(deadline):
            result = game.actions(player)
            listed = [one for one in result["actions"] if one["type"] != "resign"]
            if not listed:
                continue
            command = chance.choice(listed)
            key = {"Idempotency-Key": f"{seat}-{number}"}
            for _ in range(2):
                done = player.post(game.commands, command, headers=key)
            assert done.status_code in (201, 409), done.get_data()
            if done.status_code == 201:
                assert done.headers["Idempotency-Replayed"] == "true"
                sent.append(done.get_json())
        return sent

    with ThreadPoolExecutor(8) as pool:
        found = [one for sent in pool.map(general, SEATS) for one in sent]
    log = service.anonymous().get(f"{game.path}/events?limit=1000").get_json()["items"]
    versions = [event["version"] for one in found for event in one["events"]]
    assert len(versions) == len(set(versions))
    started = next(one["version"] for one in log if one["type"] == "turn_started")
    assert sorted(versions) == [one["version"] for one in log if one["version"] > started]
    game.seats["axis_1"].post(game.commands, {"type": "resign"})
    is_played_again(service, game)


@pytest.mark.parametrize("shares", [(4, 2, 2), (1, 3, 1, 1, 2), (1, 1, 2, 1, 1, 1, 1)], ids=len)
def test_a_table_for_eight_is_shared_by_fewer_as_they_like(
    service: Service, shares: tuple[int, ...]
) -> None:
    """Three, five and seven players, who take seats one by one, unevenly; with a clock, a vacation,
    a pause, a decision that is taken back by consent and a seat that goes to a partner."""
    clock = {"kind": "bank", "seconds": 3600, "increment": 5, "vacation_days": 3}
    game = service.player().new_game(**WISH, players=8, undo="consent", clock=clock)
    own = sorted(SEATS)
    for share in shares:
        player = service.player(own[0])
        for seat in own[:share]:
            assert player.post(f"{game.path}/seats", {"seat": seat}).status_code == 200
            game.seats[seat] = player
        own = own[share:]
    players = list({player.id: player for player in game.seats.values()}.values())
    chance = random.Random(len(shares))
    for _ in played_on(game, chance, 40, gives_up=False):
        pass
    before = game.state(players[0])

    def all_say(part: str, seat: str, proposal: Json, agrees: Json) -> None:
        first = game.seats[seat]
        assert first.post(f"{game.path}/{part}", {**proposal, "seat": seat}).status_code == 201
        for other in players:
            mine = next(s for s, player in game.seats.items() if player is other)
            if other is not first:
                path = f"{game.path}/{part}" + ("/accept" if part == "undo" else "")
                assert other.post(path, {**agrees, "seat": mine}).status_code == 201

    [*_] = played_on(game, chance, 1, gives_up=False)
    all_say("undo", before["active"], {"to_version": before["version"]}, {})
    back = game.state(players[0])
    assert {k: back[k] for k in ("phase", "units", "turn")} == {
        k: before[k] for k in ("phase", "units", "turn")
    }
    vacation = {"action": "take_vacation", "days": 2, "seat": "axis_4"}
    assert game.seats["axis_4"].post(f"{game.path}/clock", vacation).status_code == 201
    all_say("agreements", "axis_4", {"action": "propose_pause", "days": 1}, {"action": "agree"})
    assert game.state(players[0])["clock"]["paused_until"]
    leaver = next(s for s in SEATS if game.seats[s] is not game.seats[f"{s[:-1]}1"])
    heir = game.seats[f"{leaver[:-1]}1"]
    all_say(
        "agreements",
        leaver,
        {"action": "propose_hand_over", "to": f"{leaver[:-1]}1"},
        {"action": "agree"},
    )
    game.seats[leaver] = heir
    assert game.state(heir)["seats"][leaver] == heir.id
    for _ in played_on(game, chance, 40):
        pass
    log = is_played_again(service, game)
    assert verify(log.splitlines(keepends=True)).status == 0
    is_played_again(service, is_played_with_sides_swapped(game))


def test_a_stale_command_is_refused_where_its_version_is_named(service: Service) -> None:
    game = seated(service, 8)
    version = game.state(service.anonymous())["version"]
    chief: Player = game.seats["axis_1"]
    first = options(game, "axis_1")[0]
    assert chief.post(game.commands, {**first, "expected_version": version}).status_code == 201
    again = options(game, "axis_1")[0]
    assert chief.post(game.commands, {**again, "expected_version": version}).status_code == 412


@pytest.mark.usefixtures("bots")
def test_bots_take_the_seats_that_go_together(service: Service) -> None:
    ada = service.player("Ada")
    params = {**WISH, "players": 4, "bots": {"axis": "greedy", "allies_4": "random"}}
    table = ada.new_game(**params).state(ada)["table"]
    bots = {place["seat"]: place["bot"] for place in table}
    assert bots == {
        **dict.fromkeys(("axis_1", "axis_2", "axis_3", "axis_4"), "greedy"),
        **dict.fromkeys(("allies_2", "allies_4"), "random"),
        **dict.fromkeys(("allies_1", "allies_3")),
    }
