"""Recorded games: what was decided once must fold to the same game for ever.

A file of ``games/`` is JSON Lines. The first line says how the game was made: its seed, the digest
of its last view, the event that created it; for a branch, the past that it shares, command by
command. Each further line is a command and its events; in a game with a clock the command says at
what time it came, ``at``, in milliseconds since 1970.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from domain import branch, decide, evolve, view, with_clock_at
from domain.chance import SeededChance
from domain.commands import Command
from domain.events import Event, GameCreated
from domain.state import GameState
from domain.values import Face
from tests.support.words import Json, canonical, command_in, command_out, event_in, event_out

GAMES = Path(__file__).parent / "games"
BRANCHES = GAMES.with_name("branches")
CANCELLED = GAMES.with_name("cancelled")
BRANCHING: Json = {"command": "branch_off"}
"""What stands in place of a command where a branch begins."""


@dataclass(frozen=True)
class Recording:
    """A game as it stands in its file; ``events`` are those of each command."""

    seed: str
    digest: str
    created: Json
    commands: list[Json]
    events: list[list[Json]]
    past: list[list[Json]] = field(default_factory=list)


def digest(state: GameState) -> str:
    """The SHA-256 of the view of somebody who sees all hands, in the members that views had when
    the games were recorded."""
    shown: Json = dict(view(state, frozenset(state.table.seats)))
    del shown["table"]
    if shown["awaiting"] is not None:
        shown["awaiting"] = {name: shown["awaiting"][name] for name in ("seat", "decision")}
    return hashlib.sha256(canonical(shown).encode()).hexdigest()


def load(path: Path) -> Recording:
    """Read a file."""
    first, *rest = map(msgspec.json.decode, path.read_text(encoding="utf-8").splitlines())
    commands = [line["command"] for line in rest]
    return Recording(
        first["seed"],
        first["digest"],
        first["created"],
        commands,
        [line["events"] for line in rest],
        first.get("past", []),
    )


def save(path: Path, recording: Recording) -> None:
    """Write a file."""
    first: Json = {"seed": recording.seed, "digest": recording.digest, "created": recording.created}
    lines: list[object] = [first | ({"past": recording.past} if recording.past else {})]
    for command, events in zip(recording.commands, recording.events, strict=True):
        lines.append({"command": command, "events": events})
    path.write_text("".join(f"{canonical(line)}\n" for line in lines), encoding="utf-8")


def folded(recording: Recording) -> GameState:
    """The state that the stored events lead to."""
    settled: dict[int, GameState] = {}
    state = evolve(None, event_in(recording.created))
    for events in (*recording.past, *recording.events):
        state = _on(state, map(event_in, events), settled)
    return state


def decided(
    seed: str, created: Json, commands: list[Json], past: list[list[Json]] | None = None
) -> Recording:
    """The same game decided anew, from its seed and its commands; the past of a branch is told."""
    event = event_in(created)
    assert isinstance(event, GameCreated)
    chance = SeededChance(bytes.fromhex(seed), event.draws_of)
    state = evolve(None, event)
    settled: dict[int, GameState] = {}
    for each in past or ():
        state = _on(state, map(event_in, each), settled)
    made = []
    for command in commands:
        state = with_clock_at(state, command.get("at", 0))
        events = _decide(state, command, chance, settled)
        made.append([event_out(event) for event in events])
        state = _on(state, events, settled)
    return Recording(seed, digest(state), created, commands, made, past or [])


def _decide(
    state: GameState, command: Json, chance: SeededChance, settled: dict[int, GameState]
) -> tuple[Event, ...]:
    if command != BRANCHING:
        values = dict(command)
        dice = tuple(map(Face, values.pop("dice", ())))
        values.pop("at", None)
        return decide(state, command_in(values), chance, settled.get, dice)
    origin = state.created.branch
    assert origin is not None
    return branch(state, origin.begins(state.created.created_by), chance)


def _on(state: GameState, events: Iterable[Event], settled: dict[int, GameState]) -> GameState:
    for event in events:
        state = evolve(state, event, settled.get)
    settled[state.version] = state
    return state


def recorded(seed: str, created: Event, commands: list[Command]) -> Recording:
    """A game just played, ready to save."""
    return decided(seed, event_out(created), [command_out(command) for command in commands])
