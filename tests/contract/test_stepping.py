"""Stepping through a game: by decisions, by differences, and along what was taken back."""

import itertools
import random
from collections.abc import Iterator

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.answers.patches import in_parts, patch, patch_of_parts
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.support.each import each
from tests.support.examples import rounds
from tests.support.logs import RECORDINGS
from tests.support.walking import Walk, brought_in

STOPS = 3
"""Versions of each recorded game that are looked at; `make walk` looks at all."""
STRIDE = 20
"""Steps of each recorded game that are read at once."""


def stops(walk: Walk, number: int) -> list[int]:
    """Some versions of a game, others for each."""
    return sorted(random.Random(number).sample(range(1, walk.version + 1), STOPS))


@pytest.mark.parametrize("name", RECORDINGS[:: rounds(5, 1)])
def test_states_differences_decisions_timeline_and_history_agree(
    service: Service, name: str
) -> None:
    number = RECORDINGS.index(name)
    walk = brought_in(service.app, name)
    eyes = list(walk.eyes)[number % len(walk.eyes)]
    walk.go(stops(walk, number), stepping=[eyes])
    walk.stride(eyes, number, STRIDE)
    walk.tell([eyes])
    assert walk.compared >= STOPS * len(walk.eyes) + 2 * (STOPS - 1) + walk.version + 2


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["a", "b", "~", "a/b"]),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(["id", "unit", "a/b", "~1", ""]), inner, max_size=4)
    ),
    max_leaves=20,
)


def exact(value: object) -> str:
    """By Python's measure 1 is true; by this one it is not."""
    return repr(value) if not isinstance(value, dict | list) else _exact(value)


def _exact(value: dict[str, object] | list[object]) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(exact, value))}]"
    return f"{{{sorted((name, exact(one)) for name, one in value.items())}}}"


@given(VALUES, VALUES)
def test_a_patch_turns_any_value_into_any_other(before: object, after: object) -> None:
    one, other = {"it": before}, {"it": after}
    result = patch(one, other)
    assert exact(jsonpatch.apply_patch(one, result)) == exact(other)
    assert (result == []) is (exact(one) == exact(other))


UNITS = [{"id": f"allies-{n}", "figures": n, "hex": [n, n], "kind": "infantry"} for n in range(9)]
CARDS = ["assault_center", "attack_left", "barrage", "dig_in", "firefight", "probe_center"]
AIM = {"attacker": "allies-1", "target": "axis-3", "faces": ["star", "flag"], "dice": 2}


@each(
    "before, after, operations",
    [
        (
            {"units": UNITS},
            {"units": [UNITS[0], *UNITS[2:4], {**UNITS[4], "hex": [4, 5]}, *UNITS[5:]]},
            ["remove /units/1", "replace /units/3/hex [4, 5]"],
        ),
        (
            {"cards": CARDS},
            {"cards": [*CARDS[:2], "close_assault", *CARDS[2:5]]},
            ["add /cards/2 close_assault", "remove /cards/6"],
        ),
        (
            {"cards": CARDS},
            {"cards": [*CARDS[:2], "close_assault", *CARDS[3:], "recon_left"]},
            ["replace /cards/2 close_assault", "add /cards/6 recon_left"],
        ),
        (AIM, {**AIM, "dice": 1}, ["replace /dice 1"]),
        ({**AIM, "hits": 1}, {**AIM, "flags": 1}, ["remove /hits", "add /flags 1"]),
        ({"attack": AIM}, {"attack": None}, ["replace /attack None"]),
        ({"a/b": 1, "c~d": 2}, {"a/b": 1, "c~d": 3}, ["replace /c~0d 3"]),
    ],
)
def test_a_patch_says_what_has_changed(before: Json, after: Json, operations: list[str]) -> None:
    result = patch(before, after)
    assert [" ".join(map(str, one.values())) for one in result] == operations


def test_what_has_changed_in_each_part_is_reported_as_a_whole() -> None:
    now = {"attacker": "axis-9", "target": "allies-2", "faces": [], "dice": 3}
    result = patch({"attack": AIM, "units": UNITS}, {"attack": now, "units": UNITS})
    assert result == [{"op": "replace", "path": "/attack", "value": now}]


@pytest.fixture(scope="module")
def over(service: Service) -> Game:
    """A game that is over, in which some was taken back."""
    game = running_game(service, undo="consent")
    chance = random.Random(4)
    for number in range(36):
        game.step(chance)
        if number % 12 == 9:
            agree_to_take_back(game, 3)
    game.seats["axis"].post(game.commands, {"type": "resign"})
    return game


def agree_to_take_back(game: Game, decisions: int) -> None:
    """One seat asks to go back before its last few commands, the other agrees."""
    ada, ben = game.seats.values()
    listed = game.seats["allies"].get(f"{game.path}/decisions").get_json()["items"]
    body = {"to_version": listed[-1 - decisions]["version"]}
    assert ada.post(f"{game.path}/undo", body).status_code == 201
    assert ben.post(f"{game.path}/undo/accept", {}).status_code == 201


def all_of(viewer: Player, game: Game, query: str = "") -> list[Json]:
    """Decisions, page after page, forwards."""
    found: list[Json] = []
    after = 0
    while after is not None:
        page = viewer.get(f"{game.path}/decisions?after={after}&limit=7{query}").get_json()
        found += page["items"]
        after = page["next"]
    return found


def test_decisions_follow_each_other_without_gaps(service: Service, over: Game) -> None:
    anonymous = service.anonymous()
    found = all_of(anonymous, over)
    for one, two in itertools.pairwise(found):
        assert one["command"]["first"] == one["version"] + 1
        assert one["command"]["last"] == two["version"]
    log = anonymous.get(f"{over.path}/events?limit=1000").get_json()["items"]
    for one in found:
        command = one["command"]
        result = log[command["first"] - 1 : command["last"]]
        assert [event["last"] for event in result] == [False] * (len(result) - 1) + [True]
        assert {event["seat"] for event in result} == {command["seat"]}
    assert found[-1]["command"]["type"] == "resign"
    kinds = {one["command"]["type"] for one in found}
    assert {"play_card", "order_unit", "take_back", "accept_undo"} <= kinds


def test_one_steps_forwards_and_backwards_by_each_filter(service: Service, over: Game) -> None:
    anonymous = service.anonymous()
    everything = all_of(anonymous, over)
    for query, fits in (
        ("", bool),
        ("&seat=axis", lambda one: one["seat"] == "axis"),
        ("&decision=play_card", lambda one: one["decision"] == "play_card"),
        (
            "&seat=allies&decision=order",
            lambda one: (one["seat"], one["decision"]) == ("allies", "order"),
        ),
    ):
        wanted = [one for one in everything if fits(one)]
        assert wanted
        assert all_of(anonymous, over, query) == wanted
        assert (
            list(backwards(anonymous, over, query, everything[-1]["version"] + 1)) == wanted[::-1]
        )


def backwards(viewer: Player, game: Game, query: str, version: int | None) -> Iterator[Json]:
    """One decision after the other, as a reader steps."""
    while version is not None:
        page = viewer.get(f"{game.path}/decisions?before={version}&limit=1{query}").get_json()
        yield from page["items"]
        version = page["next"]


def test_on_the_main_line_each_decision_leads_to_the_next(service: Service, over: Game) -> None:
    anonymous = service.anonymous()
    line = anonymous.get(f"{over.path}/mainline").get_json()
    counts = {v for span in line["standing"] for v in range(span["first"], span["last"] + 1)}
    main = all_of(anonymous, over, "&line=main")
    assert 0 < len(main) < len(all_of(anonymous, over))
    for one in main:
        assert {one["version"], one["command"]["first"], one["command"]["last"]} <= counts
    events = anonymous.get(f"{over.path}/events?line=main&limit=1000").get_json()["items"]
    plays = [one["command"]["type"] for one in main].count("play_card")
    assert plays == [event["type"] for event in events].count("card_played")
    for one, two in itertools.pairwise(main):
        reached = anonymous.get(f"{over.path}/states/{one['command']['last']}").get_json()
        waiting = anonymous.get(f"{over.path}/states/{two['version']}").get_json()
        assert less(reached) == less(waiting)


def less(state: Json) -> Json:
    """What is taken back of a state."""
    return {k: v for k, v in state.items() if k not in ("version", "undo_offer")}


def test_of_the_decision_that_a_game_waits_for_no_command_is_reported(game: Game) -> None:
    chance = random.Random(3)
    for _ in range(6):
        state = game.state(game.seats["axis"])
        waits = {name: state["awaiting"][name] for name in ("seat", "decision")}
        for viewer in game.seats.values():
            page = viewer.get(f"{game.path}/decisions?before={state['version'] + 1}&limit=1")
            assert "no-cache" in page.headers["Cache-Control"]
            assert page.get_json()["items"] == [
                {"version": state["version"], "turn": state["turn"], "command": None} | waits
            ]
        game.step(chance)


def test_variations_are_reported_one_by_one(service: Service, over: Game) -> None:
    anonymous = service.anonymous()
    line = anonymous.get(f"{over.path}/mainline").get_json()
    assert len(line["variations"]) == 3
    log = anonymous.get(f"{over.path}/events?limit=1000").get_json()["items"]
    for one in line["variations"]:
        ended = log[one["ended_by"] - 1]
        assert (ended["type"], ended["data"]) == ("taken_back", {"to_version": one["to_version"]})
        assert one["last"] == one["ended_by"] - 1
        then = anonymous.get(f"{over.path}/mainline?version={one['last']}")
        assert "immutable" in then.headers["Cache-Control"]
        assert then.get_json()["standing"][-1]["last"] == one["last"]
        path = f"{over.path}/diff?from={one['from_version']}&to={one['last']}&as=reviewer"
        assert len(anonymous.get(path).get_json()) > 1, "a variation can be stepped through"
    for version in (0, line["version"] + 1):
        status = anonymous.get(f"{over.path}/mainline?version={version}").status_code
        assert status == (404 if version else 422)


def test_a_difference_is_for_ever_where_both_ends_are_named(game: Game) -> None:
    ada = game.seats["allies"]
    for query, cache in (("from=4&to=8", "immutable"), ("from=4", "no-cache")):
        answer = ada.get(f"{game.path}/diff?{query}")
        assert answer.mimetype == "application/json-patch+json"
        assert cache in answer.headers["Cache-Control"]
        assert {"Authorization", "Accept"} <= set(answer.vary)
        tag = answer.headers["ETag"]
        again = ada.get(f"{game.path}/diff?{query}", headers={"If-None-Match": tag})
        assert again.status_code == 304
        other = game.seats["axis"].get(f"{game.path}/diff?{query}").headers["ETag"]
        assert other != tag, "viewers who see different things never share a tag"
    before = ada.get(f"{game.path}/states/4").get_json()
    assert jsonpatch.apply_patch(before, answer.get_json()) == game.state(ada)
    assert ada.get(f"{game.path}/diff?from=8&to=8").get_json() == [
        {"op": "test", "path": "/version", "value": 8}
    ]


def test_a_patch_fails_on_any_other_version(game: Game) -> None:
    ada = game.seats["allies"]
    body = ada.get(f"{game.path}/diff?from=4&to=8").get_json()
    with pytest.raises(jsonpatch.JsonPatchTestFailed):
        jsonpatch.apply_patch(ada.get(f"{game.path}/states/5").get_json(), body)


def test_in_a_running_game_a_difference_shows_no_more_than_the_states(game: Game) -> None:
    chance = random.Random(8)
    for _ in range(10):
        game.step(chance)
    now = game.state(game.seats["axis"])["version"]
    for viewer in (*game.seats.values(), game.seats["axis"].service.anonymous()):
        for before, after in ((1, now), (now, 1), (7, 8), (now // 2, now)):
            state = viewer.get(f"{game.path}/states/{before}").get_json()
            body = viewer.get(f"{game.path}/diff?from={before}&to={after}").get_json()
            reached = viewer.get(f"{game.path}/states/{after}").get_json()
            assert jsonpatch.apply_patch(state, body) == reached


def steps(viewer: Player, game: Game, query: str, limit: int) -> dict[int, Json]:
    """The states come to from nothing, page after page."""
    reached, state = {}, {}
    after = 0
    while after is not None:
        answer = viewer.get(f"{game.path}/patches?after={after}&limit={limit}{query}")
        page = answer.get_json()
        last = page["next"] is None
        running = game.state(viewer)["status"] != "finished"
        assert ("no-cache" if last and running else "immutable") in answer.headers["Cache-Control"]
        assert {"Authorization", "Accept"} <= set(answer.vary)
        for one in page["items"]:
            state = jsonpatch.apply_patch(state, one["patch"])
            reached[one["version"]] = state
        after = page["next"]
    return reached


def test_the_patches_of_a_game_that_is_over_lead_through_all_that_anyone_saw(
    service: Service, over: Game
) -> None:
    viewers = [
        (service.anonymous(), ""),
        (over.seats["axis"], ""),
        *((service.anonymous(), f"&as={eyes}") for eyes in ("allies", "axis", "reviewer")),
    ]
    for viewer, query in viewers:
        reached = steps(viewer, over, query, 500)
        assert list(reached) == list(range(1, len(reached) + 1))
        for version, state in reached.items():
            path = f"{over.path}/states/{version}?{query[1:]}"
            assert state == viewer.get(path).get_json(), (version, query)
    assert steps(service.anonymous(), over, "", 37) == steps(service.anonymous(), over, "", 500)


def test_the_patches_of_a_running_game_show_each_viewer_what_it_saw_and_no_more(
    service: Service,
) -> None:
    game, chance = running_game(service, spectator_delay=1), random.Random(12)
    anonymous = service.anonymous()
    while game.state(anonymous)["turn"] < 2:
        game.step(chance)
    viewers = (*game.seats.values(), anonymous)
    shown = [steps(viewer, game, "", 50) for viewer in viewers]
    for viewer, reached in zip(viewers, shown, strict=True):
        assert max(reached) == game.state(viewer)["version"]
        for version, state in reached.items():
            assert state == viewer.get(f"{game.path}/states/{version}").get_json()
        late = viewer.get(f"{game.path}/patches?after={max(reached)}").get_json()
        assert late == {"items": [], "next": None, "version": max(reached)}
    assert max(shown[2]) < max(shown[0])
    assert shown[0] != shown[1]


def test_a_page_of_patches_is_answered_anew_only_when_there_are_more(game: Game) -> None:
    ada, path = game.seats["allies"], f"{game.path}/patches"
    tag = ada.get(path).headers["ETag"]
    known = {"If-None-Match": tag}
    assert ada.get(path, headers=known).status_code == 304
    assert game.seats["axis"].get(path, headers=known).status_code == 200
    assert ada.get(f"{path}?after=2", headers=known).status_code == 200
    game.step(random.Random(1))
    assert ada.get(path, headers=known).status_code == 200


@each(
    "query, status",
    [
        ("patches?after=-1", 422),
        ("patches?limit=0", 422),
        ("patches?limit=3001", 422),
        ("patches?as=nobody", 422),
        ("patches?as=reviewer", 409),
        ("patches?line=main", 422),
        ("patches?after=999", 200),
        ("diff", 422),
        ("diff?from=0", 422),
        ("diff?from=999", 404),
        ("diff?from=2&to=999", 404),
        ("diff?from=two", 422),
        ("decisions?after=2&before=9", 422),
        ("decisions?before=0", 422),
        ("decisions?decision=think", 422),
        ("decisions?seat=nobody", 422),
        ("decisions?after=999", 200),
    ],
)
def test_what_cannot_be_told_is_refused(game: Game, query: str, status: int) -> None:
    assert game.seats["allies"].get(f"{game.path}/{query}").status_code == status


def test_a_member_that_goes_is_removed() -> None:
    before, after = in_parts({"proposal": 1, "version": 2}), in_parts({"version": 3})
    assert jsonpatch.apply_patch({"proposal": 1, "version": 2}, patch_of_parts(before, after)) == {
        "version": 3
    }
