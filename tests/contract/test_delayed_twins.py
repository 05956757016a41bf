"""Whatever can be asked about a game, onlookers who are behind get the same of twins that differ in
what they may not know yet: the same bytes and headers, and as much work for the store."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.redis_server import RedisServer
from tests.contract.delayed import MIDDLE, Stage, masked
from tests.support.secrets import Look, Question, Viewer, questions

BEGIN = 1
Told = dict[str, tuple[bytes, int, int]]
"""By what was asked: the answer, how often the store was asked, and for how many events."""


@pytest.mark.parametrize("turn", [BEGIN, MIDDLE], ids=["as play begins", "in the middle"])
def test_no_answer_depends_on_what_onlookers_may_not_know(tmp_path: Path, turn: int) -> None:
    with RedisServer(tmp_path, appendfsync="no") as server:
        stage = Stage(server.url, turn)
        try:
            asked = questions(stage.service.contract.paths)
            # A process keeps pictures, of whatever service they are.
            everything(stage, 0, [one for one in asked if one.path.endswith(".svg")])
            without = everything(stage, 0, asked)
            behind = everything(stage, len(stage.turn) - 1, asked)
        finally:
            stage.close()
    assert without.keys() == behind.keys()
    assert len(without) > 300
    differing = [what for what in without if without[what] != behind[what]]
    assert differing == [], (without[differing[0]], behind[differing[0]])


def everything(stage: Stage, hidden: int, asked: list[Question]) -> Told:
    """Every answer that onlookers can get after so many commands that they may not know of."""
    play = stage.begin(lambda _: [], end=1e9)
    game = play.game
    seen, service = game.seen, stage.service
    for command in stage.turn[:hidden]:
        game.submit(command)
    assert game.seen == seen
    service.inside().recently_updated.catch_up()
    players = tuple(player.id for player in game.game.seats.values())
    values: Told = {}
    for name, token in (
        ("nobody", None),
        ("stranger", game.stranger.token),
        ("creator", game.creator.token),
    ):
        look = Look(
            service.app.test_client(),
            game.game.id,
            seen,
            seen,
            players,
            random.Random(5),
            {"X-Request-Id": "same"},
        )
        answers = look.reads(Viewer(name, token=token), asked)
        for what, answer, reads, events in counted_reads(stage, answers):
            values[f"{name}: {what}"] = answer, reads, events
    return values


def counted_reads(
    stage: Stage, answers: Iterator[tuple[str, int, bytes]]
) -> Iterator[tuple[str, bytes, int, int]]:
    """Answers, each with what it cost."""
    before = stage.reads.asked, stage.reads.events
    for what, _, text in answers:
        after = stage.reads.asked, stage.reads.events
        yield what, masked(text), after[0] - before[0], after[1] - before[1]
        before = after
