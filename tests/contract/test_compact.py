"""Answers for phones: states by what differs from the first, commands without their events."""

import random

import pytest

from api.http.responses import COMPACT, MINIMAL
from tests.contract.contract import Json
from tests.contract.service import Game, Player

LISTED = ("units", "objectives")


def put_together(base: Json, compact: Json) -> Json:
    """A whole state again, as a client does it."""
    whole = {**base, **compact}
    del whole["base"]
    for name in LISTED:
        known = {one["id"]: one for one in base[name]}
        whole[name] = [{**known.get(one["id"], {}), **one} for one in whole[name]]
    return whole


def viewers(game: Game) -> list[Player]:
    return [*game.seats.values(), game.seats["axis"].service.anonymous()]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_compact_state_and_the_first_one_make_the_whole(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    base: Json = {}
    for _ in range(12):
        for _ in range(chance.randrange(1, 9)):
            game.step(chance)
        for viewer in viewers(game):
            whole = viewer.get(game.path)
            compact = viewer.get(f"{game.path}?form=compact")
            assert compact.mimetype == COMPACT
            base = base or viewer.get(compact.get_json()["base"]).get_json()
            assert put_together(base, compact.get_json()) == whole.get_json()
            assert len(compact.get_data()) < len(whole.get_data()) * 0.6


def test_the_past_and_the_end_have_a_compact_form_too(game: Game) -> None:
    chance = random.Random(5)
    for _ in range(10):
        game.step(chance)
    ada = game.seats["allies"]
    ada.post(game.commands, {"type": "resign"})
    base = ada.get(f"{game.path}/states/1").get_json()
    for version in range(1, game.state(ada)["version"] + 1):
        path = f"{game.path}/states/{version}"
        compact = ada.get(f"{path}?form=compact")
        assert "immutable" in compact.headers["Cache-Control"]
        assert put_together(base, compact.get_json()) == ada.get(path).get_json()
    first = ada.get(f"{game.path}/states/1?form=compact").get_json()
    assert first == {"id": game.id, "version": 1, "base": f"{game.path}/states/1"}


def test_forms_never_share_a_tag_and_both_are_good_for_commands(game: Game) -> None:
    player = game.awaited()
    assert player is not None
    compact, whole = f"{game.path}?form=compact", f"{game.path}?form=full"
    tag = player.get(compact).headers["ETag"]
    assert tag != player.get(whole).headers["ETag"] == player.get(game.path).headers["ETag"]
    assert player.get(compact, headers={"If-None-Match": tag}).status_code == 304
    assert player.get(whole, headers={"If-None-Match": tag}).status_code == 200
    command = game.actions(player)["actions"][0]
    for status in (201, 412):
        answer = player.post(game.commands, command, headers={"If-Match": tag})
        assert answer.status_code == status


def test_a_command_may_be_answered_with_the_next_actions(game: Game) -> None:
    headers = {"Prefer": "return=actions", "Idempotency-Key": "once"}
    player = game.awaited()
    assert player is not None
    command = game.actions(player)["actions"][0]
    first = player.post(game.commands, command, headers=headers)
    listed = game.actions(player)
    body = first.get_json()
    assert first.headers["Preference-Applied"] == "return=actions"
    assert {name: body[name] for name in ("version", "awaiting", "actions")} == listed
    assert body["events"]
    player.post(game.commands, listed["actions"][0])
    again = player.post(game.commands, command, headers=headers)
    assert (again.headers["Idempotency-Replayed"], again.get_json()) == ("true", body)
    over = player.post(game.commands, {"type": "resign"}, headers={"Prefer": "return=actions"})
    assert (over.get_json()["awaiting"], over.get_json()["actions"]) == (None, [])


def test_there_is_no_other_form(game: Game) -> None:
    for path in (game.path, f"{game.path}/states/2"):
        for form in ("", "tiny", "compact&form=compact"):
            assert game.seats["axis"].get(f"{path}?form={form}").status_code == 422


@pytest.mark.parametrize(
    ("preferred", "minimal"),
    [
        ("return=minimal", True),
        ('wait=5, Return="minimal"; foo', True),
        ("return=representation", False),
        ("return=minimalist", False),
        ("", False),
    ],
)
def test_a_command_may_be_answered_by_its_version_alone(
    game: Game, preferred: str, minimal: bool
) -> None:
    player = game.awaited()
    assert player is not None
    command = game.actions(player)["actions"][0]
    headers = {"Prefer": preferred, "Idempotency-Key": "once"}
    done = player.post(game.commands, command, headers=headers)
    assert done.status_code == 201
    version = game.state(player)["version"]
    assert done.headers["ETag"] == player.get(game.path).headers["ETag"]
    if not minimal:
        assert "Preference-Applied" not in done.headers
        assert done.get_json()["events"]
        return
    again = player.post(game.commands, command, headers=headers)
    for answer in (done, again):
        assert (answer.mimetype, answer.get_json()) == (MINIMAL, {"version": version})
        assert answer.headers["Preference-Applied"] == "return=minimal"
    assert again.headers["Idempotency-Replayed"] == "true"
