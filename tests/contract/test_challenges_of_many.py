"""Challenges for more than two over HTTP: seats that are kept, joined and left."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.seating import tables_for
from domain.values import Variant
from tests.contract.contract import Json
from tests.contract.service import Player, Service
from tests.contract.test_challenges import PATH, answered, listed, made

ALLIANCE = {"variant": "operation_alliance"}


def join(who: Player, challenge: Json, status: int = 200, **params: str) -> Json:
    """What comes of joining with a wish."""
    words = "&".join(f"{name}={word}" for name, word in params.items())
    return answered(who, challenge, f"accept?{words}", status)


def seats_of(who: Player, challenge: Json) -> Json:
    """Who sits where in the game that a challenge has become, which runs."""
    game = who.get(f"/v1/games/{challenge['game']}").get_json()
    assert (game["status"], game["variant"]) == ("active", challenge["terms"]["variant"])
    return {place["seat"]: place["player"] for place in game["table"]}


def test_players_join_by_seat_or_side_and_the_last_starts_the_game(service: Service) -> None:
    ada, ben, cy, dee = map(service.player, ("Ada", "Ben", "Cy", "Dee"))
    open_ = made(ada, side="axis", **ALLIANCE)
    anonymous = dict.fromkeys(("allies_1", "axis_1", "allies_2", "axis_2"))
    assert open_["seats"] == {**anonymous, "axis_1": ada.id}
    assert (open_["side"], open_["terms"]["players"]) == ("axis", 4)
    assert open_["id"] in listed(ben)
    assert join(ben, open_, seat="axis_2") == join(ben, open_, seat="allies_1")
    assert open_["id"] in listed(ben, "mine")
    refused = join(cy, open_, 409, side="axis")
    assert (refused["code"], refused["free_seats"]) == (
        "challenge_closed",
        ["allies_1", "allies_2"],
    )
    assert join(cy, open_)["seats"]["allies_1"] == cy.id
    full = join(dee, open_)
    seats = {"allies_1": cy.id, "axis_1": ada.id, "allies_2": dee.id, "axis_2": ben.id}
    assert (full["status"], full["seats"]) == ("accepted", seats)
    assert seats_of(ada, full) == seats
    assert join(ben, open_) == full
    assert open_["id"] not in listed(ada)


@pytest.mark.parametrize("variant", [one for one in Variant if len(tables_for(one)) > 1])
def test_every_table_can_be_asked_for(service: Service, variant: Variant) -> None:
    for table in tables_for(variant):
        many = [service.player(f"P{n}") for n in range(len(table.parties))]
        battle = {"scenario": "omaha_beach_overlord"} if variant is Variant.OVERLORD else {}
        smaller = {"smaller_side": table.smaller} if table.smaller else {}
        edition = "2004" if variant is Variant.TEAM else "2025"
        params = {"variant": variant, "players": len(many), "edition": edition, **battle, **smaller}
        one = made(many[0], **params)
        for who in many[1:]:
            one = join(who, one)
        held = seats_of(many[0], one)
        assert {held[seat] for party in table.parties for seat in party} == {p.id for p in many}
        assert all(len({held[seat] for seat in party}) == 1 for party in table.parties)


def test_seats_are_kept_for_those_who_are_named(service: Service) -> None:
    ada, ben, cy, dee = map(service.player, ("Ada", "Ben", "Cy", "Dee"))
    named = {"axis_2": ada.id, "allies_1": ben.id}
    one = made(ada, seats=named, **ALLIANCE)
    assert (one["kept"], one["side"]) == (named, "axis")
    assert one["id"] in listed(ben, "mine")
    assert join(cy, one, 409, seat="allies_1")["free_seats"] == ["axis_1", "allies_2"]
    assert join(cy, one, side="allies")["seats"]["allies_2"] == cy.id
    assert join(ben, one, 409, side="axis")["free_seats"] == ["allies_1"]
    for _ in range(2):
        freed = answered(ben, one, "decline")
        assert (freed["status"], freed["kept"]) == ("open", {"axis_2": ada.id})
    assert join(dee, one, seat="allies_1")["seats"]["allies_1"] == dee.id
    assert answered(cy, one, "decline")["seats"]["allies_2"] is None
    answered(ada, one, "decline", 403)
    join(ben, one)
    assert join(cy, one)["status"] == "accepted"
    assert answered(cy, one, "decline", 409)["detail"] == "The challenge is accepted."


def test_what_is_made_to_named_players_is_theirs_alone(service: Service) -> None:
    ada, ben, cy, dee = map(service.player, ("Ada", "Ben", "Cy", "Dee"))
    seats = {"allies_1": ada.id, "allies_2": ben.id, "axis": cy.id}
    params = {"seats": seats, "players": 3, "smaller_side": "axis", **ALLIANCE}
    one, other = made(ada, **params), made(ada, **params)
    assert one["id"] not in listed(ben)
    assert one["id"] not in listed(dee)
    assert dee.get(f"{PATH}/{one['id']}").status_code == 404
    join(dee, one, 404)
    join(ben, one)
    assert seats_of(cy, join(cy, one)) == seats
    join(cy, other)
    assert answered(ben, other, "decline")["status"] == "declined"
    assert ada.get(f"{PATH}/{other['id']}").get_json()["status"] == "declined"


def test_of_many_who_come_at_once_each_has_a_seat_of_its_own(service: Service) -> None:
    ada, others = service.player(), [service.player(f"P{n}") for n in range(8)]
    for _ in range(3):
        one = made(ada, variant="young_generals_team", players=6)
        with ThreadPoolExecutor(len(others)) as pool:
            asked = [pool.submit(who.post, f"{PATH}/{one['id']}/accept") for who in others]
            statuses = sorted(done.result().status_code for done in asked)
        assert statuses == [200] * 5 + [409] * 3
        seats = ada.get(f"{PATH}/{one['id']}").get_json()["seats"].values()
        assert None not in seats
        assert len(set(seats)) == 6


def test_who_is_gone_holds_no_seat(service: Service) -> None:
    ada, ben, cy, dee = map(service.player, ("Ada", "Ben", "Cy", "Dee"))
    one = made(ada, side="allies", players=3, **ALLIANCE)
    join(ben, one, side="axis")
    assert ben.delete("/v1/players/me").status_code == 204
    now = join(cy, one, side="axis")
    assert (now["status"], now["seats"]["axis"]) == ("open", cy.id)
    assert join(dee, one)["status"] == "accepted"


def test_what_no_table_can_be_made_of_is_refused(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    every = {"allies_1": ben.id, "axis_1": "pl_none"}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"to": ben.id}, "/to"),
        ({"pair": True}, "/pair"),
        ({"counters": "ch_none"}, "/counters"),
        ({"rated": True}, "/variant"),
        ({"players": 7}, "/players"),
        ({"smaller_side": "axis"}, "/smaller_side"),
        ({"seats": every}, "/seats/axis_1"),
        ({"seats": {"allies_1": ben.id, "axis_1": ben.id}}, "/seats/axis_1"),
        ({"seats": {"allies": ben.id}}, "/seats/allies"),
        ({"seats": {"allies_3": ben.id}}, "/seats/allies_3"),
        ({"seats": {"axis_1": ada.id}, "side": "allies"}, "/seats"),
        ({"seats": {"axis_1": "bot_greedy"}}, "/seats/axis_1"),
        ({"variant": "standard", "seats": {"axis": ben.id}}, "/seats"),
    ]
    for params, place in cases:
        players = {} if "players" in params or "variant" in params else {"players": 4}
        assert place in made(ada, 422, **{**ALLIANCE, **players, **params})["errors"], params
    two = made(ada)
    assert "/seat" in join(ben, two, 422, seat="axis")["errors"]
    assert "/side" in join(ben, two, 422, side="axis")["errors"]
