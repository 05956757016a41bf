"""Invitations: one counts at a time, for every process, and it is shown to its creator only."""

import logging
from collections.abc import Iterator

import pytest

from tests.contract.service import Game, Player, Service, serve
from tests.fixtures import KEYS


@pytest.fixture(scope="module")
def second(redis_url: str) -> Iterator[Service]:
    """Another process on the same data."""
    service = serve(redis_url)
    yield service
    service.close()


def invitation(creator: Player, game: Game) -> str:
    found: str = creator.get(f"{game.path}/invite").get_json()["invite"]
    return found


def renewed(creator: Player, game: Game) -> str:
    answer = creator.post(f"{game.path}/invite/renew")
    assert answer.status_code == 200
    found: str = answer.get_json()["invite"]
    return found


def sit(player: Player, game: Game, side: str, invite: str) -> int:
    return player.post(f"{game.path}/seats", {"side": side, "invite": invite}).status_code


def test_a_renewed_invitation_counts_and_those_before_do_not(
    service: Service, second: Service
) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game(visibility="private")
    old = [invitation(ada, game), renewed(ada, game)]
    new = renewed(ada, game)
    assert len({*old, new}) == 3
    assert invitation(ada, game) == new
    there = Player(second, ben.id, ben.token)
    assert invitation(Player(second, ada.id, ada.token), game) == new
    for invite in old:
        assert sit(ben, game, "axis", invite) == 404
        assert sit(there, game, "axis", invite) == 404
    assert sit(there, game, "axis", new) == 200
    assert ben.get(game.path).status_code == 200


def test_who_sits_at_a_game_stays_when_its_invitation_is_renewed(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game(visibility="private")
    assert sit(ben, game, "axis", invitation(ada, game)) == 200
    renewed(ada, game)
    assert ben.get(game.path).status_code == 200
    assert sit(ben, game, "allies", "none") == 200


def test_only_the_creator_of_a_private_game_renews_its_invitation(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game(visibility="private")
    path = f"{game.path}/invite/renew"
    before = invitation(ada, game)
    assert ben.post(path).status_code == 404
    assert sit(ben, game, "axis", before) == 200
    assert ben.post(path).status_code == 403
    assert invitation(ada, game) == before
    assert ada.post(f"{ada.new_game().path}/invite/renew").status_code == 404


def test_an_invitation_is_reported_to_its_creator_and_nowhere_else(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    with caplog.at_level(logging.DEBUG):
        game = ada.new_game(visibility="private")
        invites = [invitation(ada, game), renewed(ada, game)]
        assert sit(ben, game, "axis", invites[0]) == 404
        refused = ben.post(f"{game.path}/seats", {"side": "axis", "invite": invites[1] + "x"})
        assert sit(ben, game, "axis", invites[1]) == 200
        assert sit(ada, game, "allies", invites[1]) == 200
        shown = [refused.get_data(), str(refused.headers).encode()]
        for player in (ada, ben):
            for path in ("", "/events?limit=1000", "/states/3", "/actions", "/export", "/record"):
                answer = player.get(game.path + path)
                assert answer.status_code == 200
                shown += [answer.get_data(), str(answer.headers).encode()]
            shown.append(player.get("/v1/games?limit=200").get_data())
        shown.append(service.anonymous().get("/metrics").get_data())
    redis = service.inside().redis
    stored = redis.lrange(KEYS.log(game.id), 0, -1)
    assert isinstance(stored, list)
    for text in (*shown, *stored, caplog.text.encode()):
        for invite in invites:
            assert invite.encode() not in text
