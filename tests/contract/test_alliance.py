"""Operation Alliance over HTTP: whole games of three and four, and what each viewer is shown."""

import random
from collections.abc import Iterator

import pytest

from events.transfer.verifying import verified
from tests.contract.service import LINES, Game, Player, Service, serve
from tests.support.waiting import wait_until

FOUR = ("allies_1", "axis_1", "allies_2", "axis_2")
PARTNER = {"allies_1": "allies_2", "allies_2": "allies_1", "axis_1": "axis_2", "axis_2": "axis_1"}


def table_of(service: Service, **params: object) -> Game:
    """A game of Operation Alliance with a new player in each seat."""
    ada = service.player()
    game = ada.new_game(**{"variant": "operation_alliance"} | params)
    for place in game.state(ada)["table"]:
        player = service.player(place["seat"])
        taken = player.post(f"{game.path}/seats", {"seat": place["seat"]})
        assert taken.status_code == 200, taken.get_data()
        game.seats[place["seat"]] = player
    return game


def test_a_member_leaves_the_seat_to_the_partner(service: Service) -> None:
    game = table_of(service)
    path, leaver, partner = f"{game.path}/agreements", "allies_1", "allies_2"
    asked = game.seats[leaver].post(path, {"action": "propose_hand_over"})
    assert asked.status_code == 201
    assert game.state(game.seats[partner])["proposal"]["to"] == partner
    for seat in FOUR:
        if seat != leaver:
            assert game.seats[seat].post(path, {"action": "agree"}).status_code == 201
    state = game.state(game.seats[partner])
    assert state["seats"][leaver] == state["seats"][partner] == game.seats[partner].id
    assert all("cards" in state["hands"][seat] for seat in (leaver, partner))
    gone = game.state(game.seats[leaver])["hands"]
    assert not any("cards" in hand for hand in gone.values())
    assert game.seats[leaver].post(game.commands, {"type": "resign"}).status_code == 403
    resigned = game.seats[partner].post(game.commands, {"type": "resign", "seat": leaver})
    assert resigned.get_json()["events"][-2]["data"]["winner"] == "axis"
    inside = service.inside()
    log = inside.games.events(game.id, 0)
    assert verified(log, None, vouched=False).state == inside.games.current(game.id).state


def test_who_has_left_a_seat_commands_it_no_more(service: Service, redis_url: str) -> None:
    """Not even through another process, which has not heard of it."""
    game, other = table_of(service), serve(redis_url)
    leaver = game.seats["allies_1"]
    there, orders = Player(other, leaver.id, leaver.token), f"{game.path}/orders?seat=allies_1"
    assert "cards" in game.state(there)["hands"]["allies_1"]
    leaver.post(f"{game.path}/agreements", {"action": "propose_hand_over"})
    other.inside().games.current(game.id)
    for seat in FOUR[1:]:
        game.seats[seat].post(f"{game.path}/agreements", {"action": "agree"})
    known = other.inside().games.cached(game.id).state
    assert known.seats["allies_1"] == leaver.id
    late = there.post(game.commands, {"type": "show_hand", "seat": "allies_1"})
    assert (late.status_code, late.get_json()["rule"]) == (409, "seat.not_yours")
    assert there.put(orders, {"orders": ["ambush_never"]}).status_code == 403
    other.close()


def played_on(game: Game, anonymous: Player, chance: random.Random) -> Iterator[str]:
    """Play to the end, each time by one of those who are awaited; the decisions that were made."""
    while (awaiting := game.actions(anonymous)["awaiting"]) is not None:
        player = game.seats[chance.choice(awaiting["seats"])]
        listed = [a for a in game.actions(player)["actions"] if a["type"] != "resign"]
        command = chance.choice(listed)
        done = player.post(game.commands, command)
        assert done.status_code == 201, (command, done.get_data())
        yield awaiting["decision"]


@pytest.mark.parametrize(
    ("params", "seats"),
    [
        ({}, FOUR),
        ({"players": 4}, FOUR),
        ({"players": 3}, ("allies_1", "axis", "allies_2")),
        ({"players": 3, "smaller_side": "allies"}, ("allies", "axis_1", "axis_2")),
        ({"smaller_side": "axis"}, ("allies_1", "axis", "allies_2")),
    ],
    ids=str,
)
def test_a_table_is_as_it_was_asked_for(
    service: Service, params: dict[str, object], seats: tuple[str, ...]
) -> None:
    ada = service.player()
    state = ada.new_game(variant="operation_alliance", **params).state(ada)
    assert tuple(place["seat"] for place in state["table"]) == seats
    assert set(state["seats"]) == {"allies", "axis", *seats}
    roles = {place["seat"]: place["role"] for place in state["table"]}
    assert roles == {seat: "partner" if seat in PARTNER else "commander" for seat in seats}


@pytest.mark.parametrize(
    ("params", "member"),
    [
        ({"edition": "2004"}, "/variant"),
        ({"players": 2}, "/players"),
        ({"players": 4, "smaller_side": "axis"}, "/smaller_side"),
        ({"variant": "standard", "smaller_side": "axis"}, "/smaller_side"),
        ({"variant": "young_generals", "players": 4}, "/players"),
        ({"players": 9}, "/players"),
        ({"bots": {"allies": "greedy", "axis_3": "greedy"}}, "/bots/axis_3"),
    ],
    ids=str,
)
def test_a_table_that_there_is_not_is_refused(
    service: Service, params: dict[str, object], member: str
) -> None:
    new = {"scenario": "vassieux", "edition": "2025", "variant": "operation_alliance"}
    answer = service.player().post("/v1/games", new | params)
    assert answer.status_code == 422
    assert list(answer.get_json()["errors"]) == [member]


def test_a_game_is_played_to_its_end(service: Service) -> None:
    game, chance = table_of(service, scenario="vassieux"), random.Random(4)
    anonymous = service.anonymous()
    for _ in played_on(game, anonymous, chance):
        if chance.random() < 0.1:
            sees_what_it_may_know(game, chance)
    assert game.state(anonymous)["winner"] in ("allies", "axis")
    logs = {
        viewer.id: [e["hash"] for e in viewer.get(f"{game.path}/events").get_json()["items"]]
        for viewer in (anonymous, *game.seats.values())
    }
    assert len({tuple(hashes) for hashes in logs.values()}) == 1
    standings = anonymous.get(f"{game.path}/match").get_json()["standings"]
    assert [one["player"] for one in standings] == [one.id for one in game.seats.values()]
    assert "shared_card_taken" in is_played_again(service, game)
    second = is_played_with_sides_swapped(game)
    is_played_again(service, second)
    assert "match" in second.state(anonymous)


def is_played_with_sides_swapped(game: Game) -> Game:
    """Everybody asks for the second game, gets the seat of the same rank on the other side, and
    nobody else does; it is given up at once, and its score is told from both games."""
    players = list({player.id: player for player in game.seats.values()}.values())
    for player in players:
        state = player.post(f"{game.path}/rematch").get_json()
    assert state["status"] == "active", state
    second = Game(state["id"])
    for seat, player in game.seats.items():
        side, _, rank = seat.partition("_")
        other = {"allies": "axis", "axis": "allies"}[side]
        swapped = [s for s, held in state["seats"].items() if held == player.id]
        assert any(s in (other, f"{other}_{rank}", f"{other}_1") for s in swapped), (seat, swapped)
        assert state["match"]["players"] == state["seats"]
        second.seats |= dict.fromkeys(swapped, player)
    giver = next(iter(second.seats))
    given = second.seats[giver].post(second.commands, {"type": "resign", "seat": giver})
    assert given.status_code == 201
    body = players[0].get(f"{second.path}/match").get_json()
    assert body == players[0].get(f"{game.path}/match").get_json()
    assert body["finished"]
    assert {one["player"] for one in body["standings"]} == {player.id for player in players}
    return second


def sees_what_it_may_know(game: Game, chance: random.Random) -> None:
    """Each seat sees its own hand, what its partner has shown, and both open cards."""
    shared = game.state(game.seats["allies_1"])["shared_cards"]
    for seat, player in game.seats.items():
        state = game.state(player)
        assert [s for s, hand in state["hands"].items() if "cards" in hand] == [seat]
        counts = {s: hand["count"] for s, hand in state["hands"].items()}
        for side in ("allies", "axis"):
            of_seats = [count for s, count in counts.items() if s.startswith(f"{side}_")]
            assert counts[side] == sum(of_seats or [counts[side]])
        assert {s for s, hand in state["hands"].items() if "shown" in hand} <= {
            seat,
            PARTNER.get(seat, seat),
        }
        assert state["shared_cards"] == shared
        assert player.get(f"{game.path}/timeline").status_code == 200
    version = chance.randrange(1, game.state(game.seats["allies_1"])["version"])
    assert game.seats["allies_1"].get(f"{game.path}/states/{version}").status_code == 200


def is_played_again(service: Service, game: Game) -> str:
    """Its log, and its record, are judged sound: they tell the game that is here."""
    ada = service.player()
    log = ada.get(f"{game.path}/export", headers=LINES)
    record = ada.get(f"{game.path}/record")
    kinds = ("application/x-ndjson", "text/vnd.afteraction.record")
    for each, kind in zip((log, record), kinds, strict=True):
        taken = ada.post("/v1/imports", data=each.get_data(), content_type=kind)
        assert taken.status_code == 200, taken.get_data()
    return log.get_data(as_text=True)


@pytest.mark.usefixtures("bots")
def test_a_person_has_a_bot_as_a_partner(service: Service) -> None:
    ada, chance = service.player("Ada"), random.Random(2)
    game = ada.new_game(
        scenario="vassieux",
        variant="operation_alliance",
        bots={"allies_2": "greedy", "axis": "random"},
    )
    game.sit(ada, "allies")
    assert game.state(ada)["seats"]["allies_1"] == ada.id

    def is_hers() -> bool:
        awaiting = game.actions(ada)["awaiting"]
        return awaiting is None or "allies_1" in awaiting["seats"]

    for _ in range(25):
        wait_until(is_hers, "the bots have decided")
        listed = [one for one in game.actions(ada)["actions"] if one["type"] != "resign"]
        if not listed:
            break
        answered(ada, game, chance.choice(listed))
    assert game.state(ada)["turn"] > 4


def answered(player: Player, game: Game, command: object) -> None:
    """Send a command, which a bot that is asked too may have answered before."""
    assert player.post(game.commands, command).status_code in (201, 409)
