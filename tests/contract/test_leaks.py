"""Nothing that a viewer gets of a running game holds what is hidden from that viewer."""

import json

from domain.values import Seat
from tests.bench.leaks import search
from tests.contract.service import Service, running_game
from tests.support.secrets import Viewer, leaks, questions, secrets_of

GAMES = 2


def test_whatever_anyone_asks_for_nothing_hidden_is_in_the_answers(service: Service) -> None:
    figures = search(service, GAMES, seed=1, share=2)
    assert figures.found == []
    assert figures.games == GAMES
    assert {200, 401, 403, 404, 409, 412} <= set(figures.answers)
    assert figures.secrets > 1000


def test_whoever_may_see_everything_would_see_each_secret(service: Service) -> None:
    game = running_game(service)
    log = service.inside().games.events(game.id, 0)
    secrets = secrets_of(log, Viewer("nobody"))
    assert "seed" in secrets
    assert len([name for name in secrets if name.startswith("card ")]) > 20
    everything = json.dumps([event.shown_to(None) for event in log]).encode()
    assert set(leaks(secrets, everything)) == set(secrets)
    mine = secrets_of(log, Viewer("allies", frozenset({Seat.ALLIES})))
    held = {f"card {card}" for card in game.state(game.seats["allies"])["hands"]["allies"]["cards"]}
    assert held <= set(secrets)
    assert not held & set(mine)


def test_all_forms_of_everything_about_a_game_are_asked_for(service: Service) -> None:
    asked = {(question.path, question.accept) for question in questions(service.contract.paths)}
    for path, methods in service.contract.spec["paths"].items():
        about = path.startswith("/v1/") and "{game_id}" in path
        if about and "get" in methods and not path.endswith(".png"):
            assert any(path == known for known, _ in asked)
    assert ("/v1/games/{game_id}/events", "text/event-stream") in asked
    assert ("/v1/games/{game_id}/export", "application/gzip") in asked
