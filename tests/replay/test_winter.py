"""Games in winter: what few battles have is listed, weighed, judged and told like all else."""

from pathlib import Path

import pytest

from domain import apply, evolve, legal_commands
from domain import events as e
from domain.analysis.odds import odds
from domain.analysis.report import claims
from domain.bots.greedy import worths
from domain.commands import (
    Attack,
    BattleBack,
    Decline,
    ExitBoard,
    MoveUnit,
    Play,
    Resign,
    TakeGround,
)
from domain.geometry.hexes import Hex
from domain.phases import BattleBackPhase, PursuitPhase
from domain.setup import AppliedDoctrine, Objective
from domain.state import GameState
from domain.values import Doctrine, EditionName, ObjectiveKind, Seat, Side
from tests.replay import GAMES
from tests.replay.test_luck import log
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import Skirmish

FILES = sorted(GAMES.glob("winter_*.jsonl"))
ASKED = {BattleBackPhase: {BattleBack, Decline}, PursuitPhase: {MoveUnit, Decline}}


def options(state: GameState) -> list[Play]:
    """What the awaited seat may decide."""
    assert state.awaited is not None
    listed = legal_commands(state, state.awaited)
    return [one for one in listed if not isinstance(one, Resign)]  # type: ignore[misc]


def test_what_is_offered_is_listed_and_weighed() -> None:
    met = set()
    for path in FILES:
        state: GameState | None = None
        for event in log(path):
            state = evolve(state, event)
            kind = type(state.phase)
            if kind in ASKED:
                met.add(kind)
                found = options(state)
                assert set(map(type, found)) == ASKED[kind]
                assert state.awaited is not None
                assert len(worths(state, state.awaited, found)) == len(found)
                result = odds(state, found[0])
                assert (result is not None) is (kind is BattleBackPhase)
                assert result is None or result.dice == 1
    assert met == set(ASKED)


@each("path", FILES)
def test_what_the_ground_takes_is_nobodys_doing(path: Path) -> None:
    events = log(path)
    losses = [one for one in events if isinstance(one, e.FiguresLost | e.UnitEliminated)]
    lost = sum(one.count for one in losses)
    result = next(one for one in claims(events) if one.kind == "losses")
    assert sum(int(result.values[f"{side}_figures"]) for side in Side) == lost


def test_armor_that_moves_on_may_leave_the_board() -> None:
    desert = AppliedDoctrine(Side.ALLIES, Doctrine.NORTH_AFRICAN_DESERT)
    edge = Objective("m1", Side.ALLIES, ObjectiveKind.EXIT, (Hex(8, 5),), 1, "")
    given = Skirmish(
        "8: A i:1 . i2",
        ordered="A",
        changes={"doctrines": (desert,), "objectives": (edge,)},
    )
    state = given.begin(EditionName.E2025)
    for command in (Attack(Seat.ALLIES, "A", "i"), TakeGround(Seat.ALLIES)):
        state = apply(state, command, Script("grenade star star")).state
    assert ExitBoard(Seat.ALLIES, "A", ()) in options(state)


def test_a_unit_battles_back_after_an_attack_alone() -> None:
    state = Skirmish("8: I i").begin(EditionName.E2025)
    with pytest.raises(ValueError, match="after an attack"):
        evolve(state, e.BattleBackOffered("i", Seat.AXIS))
