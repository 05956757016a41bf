"""Looking at a game as somebody else: what a seat saw, what was hidden from both; not too early."""

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from domain.notation import read
from tests.contract.contract import Json
from tests.contract.service import STREAM, Game, Player, Service, running_game

EYES = ("allies", "axis", "reviewer")
PLACES = (
    "/states/2",
    "/states/2?form=compact",
    "/events",
    "/events?line=main&limit=3",
    "/timeline?since=3",
    "/luck",
    "/record",
)
"""What may be looked at as somebody else."""


def asked(path: str, eyes: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}as={eyes}"


def items(viewer: Player, game: Game, query: str) -> list[Any]:
    """Events, page after page."""
    found, after = [], 0
    while after is not None:
        page = viewer.get(f"{game.path}/events?after={after}&{query}").get_json()
        found += page["items"]
        after = page["next"]
    return found


Seen = dict[tuple[str, int], tuple[str, bytes]]


def watched(service: Service, **params: Any) -> tuple[Game, Seen]:
    """A game that is over, and what each seat was shown of it while it ran."""
    ada, ben = service.player("Ada"), service.player("Ben")
    game, players = ada.new_game(undo="free", **params), {"allies": ada, "axis": ben}
    seen: Seen = {}

    def look() -> None:
        for name, player in players.items():
            answer = player.get(game.path)
            shown = (answer.headers["ETag"], answer.get_data())
            seen[name, answer.get_json()["version"]] = shown

    look()
    for name, player in players.items():
        game.sit(player, name)
        look()
    chance = random.Random(11)
    for number in range(32):
        assert game.step(chance)
        look()
        if number % 8 == 7:
            take_back(game)
            look()
    # Cards are drawn as turns end, however long these are.
    while game.state(ada)["turn"] < 5:
        assert game.step(chance)
        look()
    ben.post(game.commands, {"type": "resign"})
    look()
    return game, seen


def take_back(game: Game) -> None:
    """What the active seat decided last, where the policy lets it."""
    now = game.state(game.seats["allies"])
    body = {"to_version": now["undo_since"]}
    game.seats[now["active"]].post(f"{game.path}/undo", body)


@pytest.fixture(scope="module")
def over(service: Service) -> tuple[Game, Seen]:
    return watched(service, edition="2004")


def test_as_a_seat_a_finished_game_is_what_that_seat_saw_byte_for_byte(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, seen = over
    viewers = (service.anonymous(), game.seats["axis"])
    assert len(seen) > 60
    for (seat, version), (tag, body) in seen.items():
        for viewer in viewers:
            then = viewer.get(f"{game.path}/states/{version}?as={seat}")
            assert (then.headers["ETag"], then.get_data()) == (tag, body), (seat, version)
            assert "immutable" in then.headers["Cache-Control"]
            assert "Authorization" in then.headers["Vary"]
    for seat, player in game.seats.items():
        own = player.get(f"{game.path}/events?limit=1000").get_data()
        for viewer in viewers:
            assert viewer.get(f"{game.path}/events?limit=1000&as={seat}").get_data() == own


def test_a_reviewer_sees_both_hands_the_deck_and_the_seed_at_every_version(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, _ = over
    anonymous = service.anonymous()
    log = items(anonymous, game, "as=reviewer")
    cards, states = Counter[str](), [reviewed(anonymous, game, event["version"]) for event in log]
    assert {state["seed"] for state in states} == {log[0]["data"]["seed"]}
    commitment = hashlib.sha256(bytes.fromhex(states[0]["seed"])).hexdigest()
    assert states[0]["seed_commitment"] == commitment
    for before, event, after in zip(states, log[1:], states[1:], strict=False):
        if event["type"] == "card_drawn":
            assert before["deck"][-1] == event["data"]["card"], "the top card is the last"
        assert len(after["deck"]) == after["deck_count"]
        if after["phase"] != "seating":
            cards = cards or Counter(everywhere(after))
            assert Counter(everywhere(after)) == cards
            assert all(after["hands"][seat]["cards"] for seat in game.seats)
    assert cards.total() == 60
    assert [event["version"] for event in log] == list(range(1, len(log) + 1))


def reviewed(viewer: Player, game: Game, version: int) -> Json:
    answer = viewer.get(f"{game.path}/states/{version}?as=reviewer")
    assert answer.status_code == 200
    state: Json = answer.get_json()
    return state


def everywhere(state: Json) -> Iterator[str]:
    """All cards of a state, wherever they are."""
    yield from state["deck"]
    yield from state["discard"]
    yield from itertools.chain(*(state["hands"][seat]["cards"] for seat in state["hands"]))
    yield from filter(None, (state["card_in_play"], state["reaction"]))
    yield from (state["offer"] or {}).get("cards", ())


def test_a_seats_timeline_has_the_cards_that_it_knew_and_a_reviewers_has_all(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, _ = over
    anonymous = service.anonymous()
    drawn = {
        eyes: [
            (clause["parameters"]["seat"], "card" in clause["parameters"])
            for turn in anonymous.get(f"{game.path}/timeline?as={eyes}").get_json()["turns"]
            for entry in turn["entries"]
            for clause in entry["clauses"]
            if clause["message"] in ("drawn", "drawn_open")
        ]
        for eyes in EYES
    }
    assert len(drawn["reviewer"]) > 2
    for eyes, found in drawn.items():
        assert found == [(seat, eyes in (seat, "reviewer")) for seat, _ in found]


def test_since_my_last_turn_is_that_of_the_seat_looked_through(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, _ = over
    for viewer in (service.anonymous(), game.seats["axis"]):
        for seat, player in game.seats.items():
            result = viewer.get(f"{game.path}/timeline?since=my_last_turn&as={seat}").get_data()
            assert result == player.get(f"{game.path}/timeline?since=my_last_turn").get_data()


def test_a_record_is_reported_as_a_seat_read_it_or_whole(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, _ = over
    anonymous = service.anonymous()
    whole = anonymous.get(f"{game.path}/record")
    assert anonymous.get(f"{game.path}/record?as=reviewer").get_data() == whole.get_data()
    for seat in game.seats:
        result = anonymous.get(f"{game.path}/record?as={seat}")
        record = read(result.get_data(as_text=True))
        assert (record.header("View"), record.header("Seed")) == (seat, None)
        assert result.headers["ETag"] != whole.headers["ETag"]


def test_a_reviewers_events_are_those_of_the_complete_export(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, _ = over
    page = service.anonymous().get(f"{game.path}/events?limit=1000&as=reviewer").get_data()
    lines = service.anonymous().get(f"{game.path}/export").get_data().splitlines()
    events = [line for line in lines[1:] if not line.startswith(b'{"seal"')]
    assert page == b'{"items":[%b],"next":null,"version":%d}' % (b",".join(events), len(events))


def test_a_reviewers_compact_state_stands_on_the_reviewers_first_one(
    service: Service, over: tuple[Game, Seen]
) -> None:
    game, _ = over
    anonymous = service.anonymous()
    for version in (1, 3, 30):
        compact = anonymous.get(f"{game.path}/states/{version}?as=reviewer&form=compact").get_json()
        base = anonymous.get(compact["base"]).get_json()
        whole = reviewed(anonymous, game, version)
        assert base["seed"] == whole["seed"]
        assert {**base, **compact}["deck"] == whole["deck"]


def test_views_that_differ_never_share_a_tag(service: Service, over: tuple[Game, Seen]) -> None:
    game, _ = over
    ada = game.seats["allies"]
    for path in (f"{game.path}/states/20", f"{game.path}/events", f"{game.path}/events?line=main"):
        answers = [ada.get(path), *(ada.get(asked(path, eyes)) for eyes in EYES)]
        for one, two in itertools.combinations(answers, 2):
            same = one.get_data() == two.get_data()
            assert (one.headers["ETag"] == two.headers["ETag"]) is same
        assert len({answer.headers["ETag"] for answer in answers}) == 3
        tag = answers[-1].headers["ETag"]
        again = ada.get(asked(path, "reviewer"), headers={"If-None-Match": tag})
        assert again.status_code == 304


def test_before_the_end_nobody_looks_as_another(service: Service) -> None:
    game = running_game(service)
    chance = random.Random(2)
    for _ in range(8):
        game.step(chance)
    viewers = {None: service.anonymous(), "": service.player("Cy"), **game.seats}
    for (seat, viewer), path, eyes in itertools.product(viewers.items(), PLACES, EYES):
        answer = viewer.get(asked(game.path + path, eyes))
        if eyes == seat:
            assert answer.get_data() == viewer.get(game.path + path).get_data()
        else:
            assert (answer.status_code, answer.get_json()["code"]) == (409, "game_not_over")


def test_who_plays_alone_may_look_as_either_seat_of_a_running_game(service: Service) -> None:
    ada = service.player()
    game = ada.new_game()
    for side in ("allies", "axis"):
        game.sit(ada, side)
    state = ada.get(f"{game.path}/states/7?as=axis").get_json()
    assert "cards" in state["hands"]["axis"]
    assert "cards" not in state["hands"]["allies"]
    assert ada.get(f"{game.path}/states/7?as=reviewer").status_code == 409


def test_a_private_game_is_shown_to_no_more_people_by_that(service: Service) -> None:
    game = running_game(service, visibility="private")
    for finished in (False, True):
        if finished:
            game.seats["axis"].post(game.commands, {"type": "resign"})
        for path, eyes in itertools.product(PLACES, EYES):
            for viewer in (service.anonymous(), service.player("Cy")):
                assert viewer.get(asked(game.path + path, eyes)).status_code == 404
    assert game.seats["allies"].get(f"{game.path}/states/2?as=reviewer").status_code == 200


def test_the_first_game_of_a_match_foretells_nothing_of_the_second(service: Service) -> None:
    first = running_game(service)
    first.seats["axis"].post(first.commands, {"type": "resign"})
    ada, ben = first.seats["allies"], first.seats["axis"]
    second = Game(ada.post(f"{first.path}/rematch").get_json()["id"])
    ben.post(f"{first.path}/rematch")
    for viewer, eyes in itertools.product((ada, ben, service.anonymous()), ("reviewer", None)):
        path = f"{second.path}/states/8"
        if eyes == "reviewer":
            assert viewer.get(asked(path, eyes)).status_code == 409
    then = reviewed(ada, first, first_dealt(ada, first))
    assert second.state(ada)["seed_commitment"] != then["seed_commitment"]
    ben.post(second.commands, {"type": "resign"})
    now = reviewed(ada, second, first_dealt(ada, second))
    assert now["seed"] != then["seed"]
    assert now["deck"] != then["deck"]


def test_a_branch_tells_nothing_of_the_hands_that_its_maker_could_not_know(
    service: Service,
) -> None:
    game, chance = running_game(service), random.Random(6)
    for _ in range(12):
        game.step(chance)
    ada, version = game.seats["allies"], game.state(game.seats["allies"])["version"]
    made = ada.post(f"{game.path}/branches", {"at_version": version}).get_json()
    branch = Game(made["id"])
    ada.post(branch.commands, {"type": "resign"})
    hers = ada.get(f"{game.path}/states/{version}").get_json()["hands"]
    for eyes in (None, *EYES):
        path = f"{branch.path}/states/{version}"
        then = ada.get(asked(path, eyes) if eyes else path)
        state = then.get_json()
        assert state["hands"]["axis"] == hers["axis"], "a number"
        assert "deck" not in state
        assert "unknown" not in then.get_data(as_text=True)
        if eyes != "axis":
            assert state["hands"]["allies"] == hers["allies"]
    own = reviewed(ada, branch, branch.state(ada)["version"])
    assert own["hands"]["axis"]["cards"]
    assert len(own["deck"]) == own["deck_count"]
    decisions = ada.get(f"{branch.path}/decisions?limit=1000").get_json()["items"]
    assert version not in [one["version"] for one in decisions], "there it only branched off"
    assert decisions[-1]["command"]["type"] == "resign"


def first_dealt(viewer: Player, game: Game) -> int:
    """The version at which all hands were dealt."""
    dealt = [e["version"] for e in items(viewer, game, "limit=1000") if e["type"] == "cards_dealt"]
    return int(dealt[-1])


def test_the_main_line_is_the_events_that_stand(service: Service, over: tuple[Game, Seen]) -> None:
    game, _ = over
    anonymous = service.anonymous()
    line = anonymous.get(f"{game.path}/mainline").get_json()
    assert line["undone"]
    standing = [v for span in line["standing"] for v in range(span["first"], span["last"] + 1)]
    everything = {
        event["version"]: event for event in items(anonymous, game, "line=all&limit=1000")
    }
    assert len(everything) > len(standing)
    for limit in (1, 7, 1000):
        main = items(anonymous, game, f"line=main&limit={limit}")
        assert main == [everything[version] for version in standing]
    page = anonymous.get(f"{game.path}/events?line=main&limit=5")
    assert "immutable" in page.headers["Cache-Control"]
    plain = anonymous.get(f"{game.path}/events?limit=9")
    assert anonymous.get(f"{game.path}/events?limit=9&line=all").get_data() == plain.get_data()


def test_a_page_of_the_main_line_changes_when_the_game_is_taken_back(service: Service) -> None:
    game = running_game(service, undo="free")
    started = game.state(game.seats["allies"])["version"]
    game.step(random.Random(1))
    path = f"{game.path}/events?line=main&limit=100"
    before = service.anonymous().get(path)
    assert "no-cache" in before.headers["Cache-Control"]
    take_back(game)
    after = service.anonymous().get(path)
    assert after.headers["ETag"] != before.headers["ETag"]
    kept = [event for event in before.get_json()["items"] if event["version"] <= started]
    *same, last = after.get_json()["items"]
    assert (same, last["type"]) == (kept, "taken_back")


@pytest.mark.parametrize(("query", "place"), [("as=allies", "/as"), ("line=main", "/line")])
def test_streams_have_no_such_choice(game: Game, query: str, place: str) -> None:
    answer = game.seats["allies"].get(f"{game.path}/events?{query}", headers=STREAM)
    assert answer.status_code == 422
    assert list(answer.get_json()["errors"]) == [place]


def test_there_are_no_other_eyes(game: Game) -> None:
    for path, eyes in itertools.product(PLACES, ("", "nobody", "allies&as=axis")):
        assert game.seats["allies"].get(asked(game.path + path, eyes)).status_code == 422
