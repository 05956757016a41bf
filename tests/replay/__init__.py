"""Recorded games: what was decided once must fold to the same game for ever.

A file of ``games/`` is JSON Lines. The first line says how the game was made: its seed, the digest
of its last view, the event that created it. Each further line is a command and its events.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from domain import decide, evolve, view
from domain.chance import SeededChance
from domain.commands import Command
from domain.events import Event, GameCreated
from domain.state import GameState
from domain.values import Seat
from tests.support.words import Json, canonical, command_in, command_out, event_in, event_out

GAMES = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Recording:
    """A game as it stands in its file; ``events`` are those of each command."""

    seed: str
    digest: str
    created: Json
    commands: list[Json]
    events: list[list[Json]]


def digest(state: GameState) -> str:
    """The SHA-256 of the view of somebody who sees both hands."""
    return hashlib.sha256(canonical(view(state, frozenset(Seat))).encode()).hexdigest()


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
    )


def save(path: Path, recording: Recording) -> None:
    """Write a file."""
    lines: list[object] = [
        {"seed": recording.seed, "digest": recording.digest, "created": recording.created}
    ]
    for command, events in zip(recording.commands, recording.events, strict=True):
        lines.append({"command": command, "events": events})
    path.write_text("".join(f"{canonical(line)}\n" for line in lines), encoding="utf-8")


def folded(recording: Recording) -> GameState:
    """The state that the stored events lead to."""
    state = evolve(None, event_in(recording.created))
    settled: dict[int, GameState] = {}
    for events in recording.events:
        for stored in events:
            state = evolve(state, event_in(stored), settled.get)
        settled[state.version] = state
    return state


def decided(seed: str, created: Json, commands: list[Json]) -> Recording:
    """The same game decided anew, from its seed and its commands."""
    event = event_in(created)
    assert isinstance(event, GameCreated)
    chance = SeededChance(bytes.fromhex(seed), event.game)
    state = evolve(None, event)
    settled: dict[int, GameState] = {}
    made = []
    for command in map(command_in, commands):
        events = decide(state, command, chance, settled.get)
        made.append([event_out(event) for event in events])
        for event in events:
            state = evolve(state, event, settled.get)
        settled[state.version] = state
    return Recording(seed, digest(state), created, commands, made)


def recorded(seed: str, created: Event, commands: list[Command]) -> Recording:
    """A game just played, ready to save."""
    return decided(seed, event_out(created), [command_out(command) for command in commands])
