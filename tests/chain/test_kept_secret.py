"""What lies face down for long, in games and in their branches: both programs judge it alike, and
so does an import."""

import random
from dataclasses import replace
from pathlib import Path

from domain import apply, create, evolve
from domain.chance import SeededChance
from domain.commands import Command, TakeSeat
from domain.geometry.hexes import grid_of
from domain.scenarios import load
from domain.setup import AppliedDoctrine, PlacedObstacle, Setup
from domain.values import Doctrine, EditionName, ObstacleKind, Seat, Side, Variant
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, envelop
from events.transfer.verifying import verified
from tests.chain.exports import export
from tests.chain.test_branches import judged
from tests.fixtures import ALICE, BOB, game_options, plays
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of, fork
from tests.support.logs import AT
from tests.support.seating import SEATS

LENGTH = 200
AXIS = frozenset({Seat.AXIS})


def fought(_slug: str = "") -> Setup:
    """A battle of two sides with commissars, over minefields."""
    rules = (AppliedDoctrine(side, Doctrine.RED_ARMY_COMMISSAR) for side in Side)
    setup = load("sword_beach")
    taken = {unit.hex for unit in setup.units}
    mines = tuple(
        PlacedObstacle(hex_, ObstacleKind.MINEFIELD)
        for hex_ in grid_of(setup.grid).hexes
        if 1 <= hex_.row <= 3 and hex_ not in taken
    )
    return replace(setup, doctrines=tuple(rules), obstacles=(*setup.obstacles, *mines))


def played(number: int) -> list[StoredEvent]:
    """A random game, as it is stored."""
    new = replace(game_options(f"kept-{number}", seed=f"{number + 1:064x}"), scenario="sword_beach")
    new = replace(new, setup=fought(), variant=Variant.STANDARD)
    first = EventMetadata(AT, None, new.seed)
    log = envelop((create(EditionName.E2025, new),), 0, chain.GENESIS, first)
    state = evolve(None, log[0].event)
    chance, chooser = SeededChance(bytes.fromhex(new.seed), new.game), random.Random(number)
    commands: list[Command] = [TakeSeat(Seat.AXIS, BOB), TakeSeat(Seat.ALLIES, ALICE)]
    while len(log) < LENGTH and (commands or state.awaited is not None):
        command = commands.pop() if commands else chooser.choice(plays(state))
        decision = apply(state, command, chance)
        stamp = EventMetadata(AT, command.seat, new.seed)
        log += envelop(decision.events, state.version, log[-1].hash, stamp)
        state = decision.state
    return log


def test_branches_of_who_knows_all_and_of_who_does_not(tmp_path: Path) -> None:
    branches = []
    for number, (seats, seed) in enumerate(
        ((AXIS, BRANCH_SEED), (AXIS, BRANCH_SEED), (frozenset(SEATS), None))
    ):
        log = played(number)
        at = fork(log, random.Random(number).uniform(0.2, 0.9))
        branch = branch_of(log, at, seats=seats, seed=seed)
        branches.append(Sandbox(branch).play(40, number).log)
    for report in judged(*map(export, branches), folder=tmp_path):
        assert report["status"] == 0, report
    for log in branches:
        verified(log, None, vouched=False, battles=fought)
