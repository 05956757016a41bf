"""An older copy of the data under running clients: whoever knows more is told, the game is closed
instead of going two ways, and nobody can close a game by a lie."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.http.etags import tag
from domain.values import Seat
from events.store.redis import RedisEventStore
from tests.contract.service import STREAM, Game, Player, Service
from tests.fixtures import KEYS, history
from tests.outages.far import Far

STEPS = 6


class Restored:
    """A game of which the last steps were lost: ``tags`` are what each player had of its newest
    version, ``service`` is a process that was started afterwards."""

    def __init__(self, far: Far, moves: int = STEPS) -> None:
        self.far = far
        chance = random.Random(3)
        for _ in range(12):
            far.game.step(chance)
        self.kept = self._version()
        with far.lost_since():
            for _ in range(moves):
                far.game.step(chance)
            self.lost = self._version()
            self.tags = {side: p.get(far.game.path).headers["ETag"] for side, p in self._players()}
            far.service.projector.stop()
            compact = far.service.anonymous().get(f"{far.game.path}?form=compact")
            self.tags["nobody"] = compact.headers["ETag"]
        self.service = far.start_service()
        self.players = far.at(self.service)
        self.game = Game(far.game.id, self.players)

    def command(self, tag: str | None, who: Player | None = None) -> TestResponse:
        """Something that the rules allow, sent with a tag."""
        player = who or self.game.awaited()
        assert player is not None
        actions = self.game.actions(player)["actions"]
        headers = {} if tag is None else {"If-Match": tag}
        return player.post(self.game.commands, actions[0], headers=headers)

    @property
    def frozen(self) -> bool:
        """Whether the store takes no more events of the game."""
        return bool(self.far.node.client.exists(KEYS.closed(self.game.id)))

    def _version(self) -> int:
        return len(history(self.far.node.client, self.far.game.id))

    def _players(self) -> Any:
        return self.far.game.seats.items()


@pytest.fixture
def restored(far: Far) -> Iterator[Restored]:
    restored = Restored(far)
    yield restored
    restored.service.close()


def is_history_lost(answer: TestResponse) -> bool:
    return (answer.status_code, answer.get_json()["code"]) == (503, "history_lost")


def tags_of(service: Service, game: Game, players: dict[str, Player]) -> list[str]:
    """What each viewer has of the game, and of its past."""
    viewers = [*players.values(), service.anonymous()]
    paths = [game.path, f"{game.path}/actions", f"{game.path}/states/5"]
    return [viewer.get(path).headers["ETag"] for viewer in viewers for path in paths]


def test_every_process_gives_the_same_tags_at_all_times(far: Far) -> None:
    first = tags_of(far.service, far.game, far.game.seats)
    other = far.start_service()
    assert tags_of(other, far.game, far.at(other)) == first
    assert len(set(first)) == 6
    other.close()


@pytest.mark.parametrize("whose", ["allies", "axis", "nobody"])
def test_a_command_with_the_tag_of_a_lost_version_closes_the_game(
    restored: Restored, whose: str
) -> None:
    weak = "W/" if whose == "axis" else ""
    assert is_history_lost(restored.command(weak + restored.tags[whose]))
    assert restored.frozen
    for service in (restored.service, restored.far.start_service()):
        for player in restored.far.at(service).values():
            assert (
                is_history_lost(restored.command(None, player))
                or player is not restored.game.awaited()
            )
        assert service.anonymous().get(restored.game.path).get_json()["version"] == restored.kept
    assert len(history(restored.far.node.client, restored.game.id)) == restored.kept


def test_a_look_with_the_tag_of_a_lost_version_closes_it_too(restored: Restored) -> None:
    # As it comes with a compressed answer.
    headers = {"If-None-Match": f'"1.a", W/{restored.tags["axis"]}'}
    assert is_history_lost(restored.players["axis"].get(restored.game.path, headers=headers))
    assert restored.frozen


def test_a_client_whose_version_was_replaced_is_refused(restored: Restored) -> None:
    chance = random.Random(99)
    while restored.game.state(restored.players["axis"])["version"] <= restored.lost:
        assert restored.game.step(chance)
    assert not restored.frozen
    assert is_history_lost(restored.command(restored.tags["allies"]))
    assert restored.frozen


def test_the_process_that_has_seen_more_closes_the_game_itself(restored: Restored) -> None:
    ada = restored.far.game.seats["allies"]
    assert is_history_lost(ada.get(restored.game.path))
    assert is_history_lost(restored.command(None))


def test_a_stream_that_has_shown_more_ends_with_the_problem(restored: Restored) -> None:
    far = restored.far
    open_stream = far.service.anonymous().get(
        f"{far.game.path}/events?after={restored.lost}", headers=STREAM
    )
    assert is_history_lost(open_stream)


def lies(restored: Restored) -> dict[str, str]:
    """Tags of a lost version that this service did not give out."""
    true = restored.tags["axis"].strip('"')
    version, head, proof = true.split(".")
    turned = proof[:-1] + ("0" if proof[-1] != "0" else "1")
    return {
        "a number": f'"{version}"',
        "another version": f'"{int(version) + 1}.{head}.{proof}"',
        "another history": f'"{version}.{"0" * len(head)}.{proof}"',
        "another proof": f'"{version}.{head}.{turned}"',
        "no proof": f'"{version}.{head}."',
        "a part of a proof": f'"{version}.{head}.{proof[:8]}"',
        "an old form": f'"{version}.a8f3c2d1"',
        "a far version": f'"{10**14}.{head}.{proof}"',
    }


def test_nobody_closes_a_game_by_a_lie(restored: Restored) -> None:
    for name, lie in lies(restored).items():
        answer = restored.command(lie)
        problem = answer.get_json()
        assert (answer.status_code, problem["code"]) == (412, "version_mismatch"), name
        assert problem["version"] == restored.kept
        assert "If-Match" in problem["detail"]
        look = restored.players["axis"].get(restored.game.path, headers={"If-None-Match": lie})
        assert look.status_code == 200, name
        assert not restored.frozen, name
    assert restored.command(None).status_code == 201


def test_the_tag_of_another_game_proves_nothing(restored: Restored) -> None:
    other = Game(restored.players["allies"].new_game().id, restored.players)
    for side, player in restored.players.items():
        other.sit(player, side)
    assert restored.lost > 8
    player = other.awaited()
    assert player is not None
    command = other.actions(player)["actions"][0]
    answer = player.post(other.commands, command, headers={"If-Match": restored.tags["allies"]})
    assert answer.status_code == 412


def test_a_number_beyond_the_last_event_is_reported_and_closes_nothing(restored: Restored) -> None:
    ada, path = restored.players["allies"], f"{restored.game.path}/events"
    for query, headers in (
        (f"?after={restored.lost}", STREAM),
        ("", {**STREAM, "Last-Event-ID": str(restored.lost)}),
    ):
        answer = ada.get(path + query, headers=headers)
        assert (answer.status_code, answer.get_json()["version"]) == (422, restored.kept)
        assert "If-None-Match" in answer.get_json()["detail"]
    page = ada.get(f"{path}?after={restored.lost}").get_json()
    assert page == {"items": [], "next": None, "version": restored.kept}
    assert not restored.frozen


def test_the_operator_opens_the_game_again(restored: Restored) -> None:
    given_up = restored.tags["axis"]
    assert is_history_lost(restored.command(given_up))
    RedisEventStore(restored.far.node.client).reopen(restored.game.id, 1)
    assert restored.command(None).status_code == 201
    # What was given up is told, but does not close the game once more.
    answer = restored.command(given_up)
    assert (answer.status_code, answer.get_json()["code"]) == (412, "version_mismatch")
    assert not restored.frozen
    old = restored.far.game
    assert is_history_lost(old.seats["allies"].get(old.path))
    assert old.state(old.seats["allies"])["version"] > restored.kept
    assert restored.command(None, old.awaited()).status_code == 201
    assert not restored.frozen


def test_a_tag_of_what_was_given_up_is_no_tag_of_what_has_taken_its_place(
    restored: Restored,
) -> None:
    assert is_history_lost(restored.command(restored.tags["axis"]))
    RedisEventStore(restored.far.node.client).reopen(restored.game.id, 1)
    assert restored.command(None).status_code == 201
    loaded = restored.service.inside().games.current(restored.game.id)
    given_up = tag(loaded.state.created, loaded.version, "ab" * 32, frozenset({Seat.AXIS}))
    answer = restored.command(given_up)
    assert (answer.status_code, answer.get_json()["code"]) == (412, "version_mismatch")
    assert answer.get_json()["version"] == loaded.version
    assert len(history(restored.far.node.client, restored.game.id)) == loaded.version
    headers = {"If-None-Match": given_up}
    assert restored.players["axis"].get(restored.game.path, headers=headers).status_code == 200
    assert not restored.frozen


def test_the_seed_of_a_finished_game_closes_nothing(far: Far) -> None:
    """It is public by then, so anybody can make tags."""
    far.send("k")
    loaded = far.service.inside().games.current(far.game.id)
    made_up = tag(loaded.state.created, loaded.version + 3, "ab" * 32, frozenset({Seat.AXIS}))
    axis = far.game.seats["axis"]
    answer = axis.post(far.game.commands, {"type": "resign"}, headers={"If-Match": made_up})
    assert answer.status_code == 412
    assert axis.get(far.game.path, headers={"If-None-Match": made_up}).status_code == 200
    assert not far.node.client.exists(KEYS.closed(far.game.id))


def test_why_a_game_was_closed_is_noted(restored: Restored) -> None:
    restored.command(restored.tags["axis"])
    note = restored.far.node.client.get(KEYS.closed(restored.game.id))
    assert note is not None
    assert json.loads(note)["state"] == "frozen"
    assert f"version {restored.lost} " in json.loads(note)["reason"]


def test_a_game_is_closed_to_seats_as_well(tmp_path: Path) -> None:
    with Far(tmp_path) as far:
        ada, ben = far.service.player("Ada"), far.service.player("Ben")
        game = ada.new_game()
        with far.lost_since():
            game.sit(ada, "allies")
            newest = ada.get(game.path).headers["ETag"]
        late = far.start_service()
        again = Player(late, ada.id, ada.token)
        seats = f"{game.path}/seats"
        assert is_history_lost(again.post(seats, {"side": "allies"}, headers={"If-Match": newest}))
        assert is_history_lost(Player(late, ben.id, ben.token).post(seats, {"side": "axis"}))
        late.close()
