"""Exports to audit: recorded games, one played with nonces; sealed, redacted, cut, changed."""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain import apply, create, evolve
from domain.chance import SeededChance
from domain.commands import Command, Resign, TakeSeat
from domain.scenarios import load
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Variant
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, envelop
from events.log.verifier import canonical, link
from events.seals.signing import Signer
from events.transfer.exports import export_lines
from tests.fixtures import ALICE, BOB, game_options, plays
from tests.support.logs import AT

Json = dict[str, Any]
Export = list[Json]
"""The header, the events and the seal of an export, as JSON values."""
GENESIS = "0" * 64
LENGTH = 300


def export(
    log: list[StoredEvent], seats: frozenset[Seat] | None = None, signer: Signer | None = None
) -> Export:
    """An export of a log: complete, or as those seats see it; sealed, if there is a signer."""
    created, last = log[0].data, log[-1]
    seal = signer and signer.seal(created["game"], last.version, last.hash, AT)
    return [json.loads(line) for line in export_lines(log, seats, seal)]


def text(lines: Export) -> str:
    """An export as it stands in its file."""
    return "".join(f"{canonical(line).decode()}\n" for line in lines)


def until(log: list[StoredEvent], version: int) -> list[StoredEvent]:
    """The log up to the end of the command that ``version`` belongs to."""
    end = next(one.version for one in log if one.version >= version and one.last)
    return log[:end]


def changed(lines: Export, version: int, change: Callable[[Json], object]) -> Export:
    """An export with one event changed, and with everything that follows from it made right."""
    others: Export = json.loads(json.dumps(lines[version:]))
    change(others[0])
    return rehashed([dict(lines[0]), *lines[1:version], *others], version)


def rehashed(lines: Export, start: int = 1) -> Export:
    """An export whose promises, hashes, links and header fit, if those of the events before
    ``start`` do; a seal is left as it was."""
    header, *rest = lines
    events = [line for line in rest if line.keys() != {"seal"}]
    previous = events[start - 2]["hash"] if start > 1 else GENESIS
    for version, event in enumerate(events[start - 1 :], start):
        event["version"] = version
        hidden = event["hidden"]
        if hidden is not None and "salt" in hidden:
            secret = {name: event["data"][name] for name in hidden["fields"]}
            bytes_ = bytes.fromhex(hidden["salt"]) + canonical(secret)
            hidden["commitment"] = hashlib.sha256(bytes_).hexdigest()
        previous = event["hash"] = link(event, previous)
    header |= {"version": len(events), "head": previous, "exported_at": events[-1]["at"]}
    return lines


def events_of(lines: Export, kind: str) -> list[Json]:
    """The events of a type."""
    return [line for line in lines if line.get("type") == kind]


def played_with_nonces(
    seed: int = 5, edition: EditionName = EditionName.E2004
) -> list[StoredEvent]:
    """A game in which both seats gave a nonce and then half of the commands; one seat gives up."""
    return _played(
        game_options("nonces", seed=f"{seed:064x}"), edition, random.Random(seed), LENGTH
    )


def played(battle: str, edition: EditionName, number: int) -> list[StoredEvent]:
    """A random game of a battle to its end, with nonces as above."""
    seed = f"{number + 1:064x}"
    new = replace(
        game_options(f"audit-{battle}-{edition}-{number}", seed=seed),
        scenario=battle,
        setup=load(battle),
        variant=Variant.STANDARD,
        move_time_limit=3600,
    )
    return _played(new, edition, random.Random(seed), None)


def _played(
    new: GameOptions, edition: EditionName, chooser: random.Random, longest: int | None
) -> list[StoredEvent]:
    log = envelop((create(edition, new),), 0, chain.GENESIS, EventMetadata(AT, None, new.seed))
    state = evolve(None, log[0].event)
    commands: list[Command] = [TakeSeat(Seat.AXIS, BOB), TakeSeat(Seat.ALLIES, ALICE)]
    nonces = ["ann-1.bob_2", "ann-1"]
    while commands or state.awaited is not None:
        if commands:
            command = commands.pop()
        elif longest is None or len(log) < longest:
            command = chooser.choice(plays(state))
        else:
            command = Resign(state.awaited)
        drawn = f"n{len(log)}" if chooser.random() < 0.5 else ""
        nonce = nonces.pop() if nonces else drawn
        chance = SeededChance(bytes.fromhex(new.seed), new.game, nonce)
        decision = apply(state, command, chance)
        log += envelop(
            decision.events,
            state.version,
            log[-1].hash,
            EventMetadata(AT, command.seat, new.seed, nonce),
        )
        state = decision.state
    return log
