"""What stops of the tour share."""

from typing import Any

from werkzeug.test import TestResponse

from tests.contract.service import Player


def expect(status: int, *answers: object) -> None:
    assert [getattr(answer, "status_code", None) for answer in answers] == [status] * len(answers)


def put(player: Player, path: str, json: object = None, **request: Any) -> TestResponse:
    if json is not None:
        request["json"] = json
    return player.service.ask("PUT", path, token=player.token, **request)
