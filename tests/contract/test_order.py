"""Of several faults the contract says which one is told; and it means the same by a status ever."""

import re
from typing import Any

from api.http.problem_kinds import KINDS
from api.http.statuses import MEANINGS
from tests.contract.contract import Json, read
from tests.contract.service import Player, Service, running_game

LADDER = re.compile(r"^\d\. .*?(?=^\d\. |\Z)", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"\b[45]\d\d\b")
ANOTHER = {"content_type": "text/plain"}
CUT_OFF = {"data": b"{", "content_type": "application/json"}
VERSION = {"If-Match": '"1"'}


def test_the_first_fault_in_the_order_of_the_contract_is_reported(service: Service) -> None:
    game = running_game(service)
    path, unknown = game.commands, f"{game.commands}?surprise=1"
    awaited = game.awaited()
    assert awaited is not None
    done = game.actions(awaited)["actions"][0]
    assert awaited.post(path, done, headers={"Idempotency-Key": "k"}).status_code == 201
    reader = Player(service, awaited.id, _reading(awaited))
    anonymous, stranger = service.anonymous(), service.player("Cy")
    surprise: Json = {"type": "decline", "surprise": 1}
    illegal: Json = {"type": "take_ground"}
    tries: list[tuple[int, Player, str, Json | None, dict[str, Any]]] = [
        (404, anonymous, "/v1/nowhere?surprise=1", None, ANOTHER),
        (406, anonymous, unknown, None, {**ANOTHER, "headers": {"Accept": "text/csv"}}),
        (422, anonymous, unknown, None, ANOTHER),
        (401, anonymous, path, None, ANOTHER),
        (403, reader, path, None, ANOTHER),
        (415, stranger, path, None, {**ANOTHER, "data": b"a" * 70_000}),
        (413, stranger, path, None, {**CUT_OFF, "data": b"{" * 70_000}),
        (400, stranger, path, None, CUT_OFF),
        (422, stranger, "/v1/games/gm_none/commands", surprise, {"headers": VERSION}),
        (404, stranger, "/v1/games/gm_none/commands", illegal, {"headers": VERSION}),
        (403, stranger, path, illegal, {"headers": VERSION}),
        (422, awaited, path, illegal, {"headers": {**VERSION, "Idempotency-Key": "k"}}),
        (201, awaited, path, done, {"headers": {**VERSION, "Idempotency-Key": "k"}}),
        (412, awaited, path, illegal, {"headers": VERSION}),
        (409, awaited, path, illegal, {}),
    ]
    for status, player, address, body, request in tries:
        answer = player.post(address, body, **request)
        assert answer.status_code == status, (address, body, request, answer.get_data())


def test_the_order_names_every_status_that_a_command_can_be_refused_with() -> None:
    said = read().spec["info"]["description"].partition("### The order of checks")[2]
    names = {int(status) for step in LADDER.findall(said) for status in STATUS.findall(step)}
    answers = {status for name, status in read().documented() if name == "submitCommand"}
    assert names - {405} == {status for status in answers if status >= 400}


def test_every_failure_says_what_its_status_means() -> None:
    assert set(MEANINGS) == {int(kind.status) for kind in KINDS.values()}
    for methods in read().paths.values():
        for operation in methods.values():
            if isinstance(operation, dict):
                for status, answer in operation["responses"].items():
                    if status >= "4":
                        assert answer["description"] == MEANINGS[int(status)]


def _reading(player: Player) -> str:
    """A token of a player that may only read."""
    made = player.post("/v1/players/me/tokens", {"name": "reader", "scopes": ["read"]})
    token: str = made.get_json()["token"]
    return token
